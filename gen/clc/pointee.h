/* Pointers to a single object: parameters through which a function only accesses the pointee, never its neighbours, and
 * which it never stores. The pointee can then be passed by value and returned. For functions whose callees facts_find()
 * has seen.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CLC_POINTEE_H
#define CLB_CLC_POINTEE_H

#include "clc/ast.h"

/* Whether the parameter is such a pointer. Called by facts.c, which stores the answer. */
bool pointee_is_single(const symbol *function, const symbol *parameter);

#endif
