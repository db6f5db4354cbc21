/* Which kernels work piece by piece: each work-item accesses, in every array, only the element of its own global id.
 * Knows syntax trees; must not know annotations or extents.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_DESCRIBE_ELEMENTWISE_H
#define CLB_DESCRIBE_ELEMENTWISE_H

#include "clc/ast.h"

/* How a kernel uses one of its parameters. */
typedef struct element_use {
    bool own_element; /* a pointer to global or constant memory, accessed only as p[i] and, with `step`, as p[step ? i :
                 0] or p[i * step], where i is get_global_id(0) */
    size_t step;      /* number of the parameter that is the step, from 1; 0: none */
} element_use;

/* The use of each parameter of a kernel whose body was parsed. */
element_use *elementwise_uses(arena *a, const symbol *kernel);

/* Skips conversions that preserve the value of an index; one to a short or char would truncate it. */
const expression *elementwise_plain(const expression *e);

/* get_global_id(0), or a variable that holds it and nothing else; that variable. */
bool elementwise_is_own_index(const expression *e);
bool elementwise_is_own_variable(const symbol *s);

#endif
