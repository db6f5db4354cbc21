/* A call divided into parts: the units of a kernel with @split, and the bytes of each argument that belong to them.
 * Knows bundles and the values of scalars; must not know devices.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_SPLIT_H
#define CLBI_SPLIT_H

#include "clbundle/group.h"
#include "core/constants.h"

/* A call whose split is computed. */
typedef struct clbi_split_call {
    const clb_bundle *bundle; /* checked, as the values are */
    const clb_kernel_data *kernel;
    const clbi_value *constants;    /* NULL: the defaults */
    const uint32_t *required_local; /* of the kernel with these constants */
    const clb_host_argument *arguments;
    uint32_t count;
    const char *call; /* the public function, for messages */
} clbi_split_call;

/* See clb_split_get. */
clb_status clbi_split_find(const clbi_split_call *of, clb_split *split, clb_split_array *arrays, clb_error *error);

/* Writes a number as an integer of type `kind` into 8 bytes. */
void clbi_split_number(clb_number kind, uint64_t value, unsigned char bytes[8]);

/* The greatest common divisor; not both may be 0. */
uint64_t clbi_split_gcd(uint64_t a, uint64_t b);

#endif
