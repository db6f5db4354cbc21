/* A call divided into parts: the units of a kernel with @split, and the bytes of each argument that belong to them.
 * Knows bundles and the values of scalars; knows nothing of devices.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_SPLIT_H
#define CLBI_SPLIT_H

#include "clbundle/group.h"
#include "core/constants.h"

/* A call whose split is asked for. */
typedef struct clbi_split_call {
    const clb_bundle *bundle; /* checked, as the values are */
    const clb_kernel_data *kernel;
    const clbi_value *constants;    /* NULL: the defaults */
    const uint32_t *required_local; /* of the kernel with these */
    const clb_host_argument *arguments;
    uint32_t count;
    const char *call; /* the public function at work */
} clbi_split_call;

/* As clb_split_get. */
clb_status clbi_split_find(const clbi_split_call *of, clb_split *split, clb_split_array *arrays, clb_error *error);

/* Writes a number as the integer type `kind` has it into 8 bytes. */
void clbi_split_number(clb_number kind, uint64_t value, unsigned char bytes[8]);

/* The largest number that divides both, which are not both 0. */
uint64_t clbi_split_gcd(uint64_t a, uint64_t b);

#endif
