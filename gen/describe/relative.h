/* Which kernels do not depend on the position of a work-item in the range: such a kernel may run on a piece of every
 * array, with ids from 0 and with the length of the piece. Knows syntax trees; must not know annotations or extents.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_DESCRIBE_RELATIVE_H
#define CLB_DESCRIBE_RELATIVE_H

#include "clc/ast.h"

/* How a kernel uses one of its parameters. */
typedef struct relative_use {
    bool near;     /* a pointer: every access is p[i], p[i + e] or p[i - e], where i is get_global_id(0) and e does not
                      contain it */
    bool length;   /* an integer: it occurs in comparisons with get_global_id(0) only, if at all */
    bool compared; /* it is compared with get_global_id(0) somewhere */
} relative_use;

typedef struct relative_uses {
    relative_use *of; /* one for each parameter */
    bool hidden; /* get_global_id(0) occurs nowhere else: neither in the kernel nor in a function that it may call */
} relative_uses;

/* The uses in a kernel whose body was parsed. */
relative_uses *relative_find(arena *a, const symbol *kernel);

/* Keeps only the facts about the `count` parameters that hold in both configurations of a kernel. */
void relative_narrow(relative_uses *uses, const relative_uses *others, size_t count);

#endif
