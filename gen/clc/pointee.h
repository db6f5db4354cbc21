/* Pointers to one thing: which parameters are used for nothing but what they point to, never for its neighbours and
 * never kept. What such a pointer leads to may as well be handed over and given back. For functions whose callees
 * facts_find() has seen.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CLC_POINTEE_H
#define CLB_CLC_POINTEE_H

#include "clc/ast.h"

/* Whether the parameter is such a pointer. For facts.c, which keeps the answer. */
bool pointee_is_single(const symbol *function, const symbol *parameter);

#endif
