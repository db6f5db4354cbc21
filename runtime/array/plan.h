/* The order in which an assignment visits two arrays of one shape. Knows shapes and strides; must not know what an
 * assignment does with elements.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ARRAY_PLAN_H
#define CLBI_ARRAY_PLAN_H

#include "array/assign_number.h"
#include "core/pool.h"

typedef struct clbi_plan {
    uint32_t dims;
    ptrdiff_t to_start, from_start; /* from the arrays' first elements to the elements that come first in this order */
    clbi_dim dim[CLB_ARRAY_DIMS];   /* the innermost last; each has more than one element */
} clbi_plan;

/* Whether elements of this type have dimensions of fixed size. */
bool clbi_plan_opens(const clb_type *type);

/* Moves fixed-size dimensions of the elements to the arrays, as far as both fit. */
void clbi_plan_open(clb_array *to, clb_array *from);

/* `from` is broadcast to the shape of `to`, which must not be empty. False if it cannot be broadcast. */
bool clbi_plan_make(clbi_plan *plan, const clb_array *to, const clb_array *from);

/* Runs a strided ckernel over all elements, on the threads of `pool` unless that is NULL. False if one is refused. */
bool clbi_plan_run(const clbi_plan *plan, const clb_ckernel *kernel, char *to, const char *from, clbi_pool *pool);

#endif
