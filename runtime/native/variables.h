/* The values of the variables that kernels write: of a device, or of a program object of OpenCL's API. Each program in
 * them has a block of memory, made when a kernel is first launched. Knows memory; must not know launches.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_NATIVE_VARIABLES_H
#define CLBI_NATIVE_VARIABLES_H

#include "clbundle/data.h"

#include <stdatomic.h>
#include <stdbool.h>

/* Zero: none has a block yet. */
typedef struct clbi_variables {
    _Atomic(struct clbi_variables_block *) first;
} clbi_variables;

/* Unused bytes in front of a block, and behind it: an access there has left it. */
enum { CLBI_VARIABLES_ZONE = 128 };

/* The block of a program, whose variables have their first values when it is new; NULL: no memory. Thread-safe, and
 * takes no lock, so that a child made by fork goes on with it. */
void *clbi_variables_find(clbi_variables *set, const clb_native_variables *program);
/* Frees all blocks. No launch may use them. */
void clbi_variables_clear(clbi_variables *set);

/* The variable that an address lies in, or has just left: in a gap of the block or at most CLBI_VARIABLES_ZONE bytes
 * away from it. NULL: none. `block` may be NULL. */
const clb_native_variable *clbi_variables_locate(const clb_native_variables *program, const void *block,
                                                 const void *address);

#endif
