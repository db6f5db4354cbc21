/* The tree as text, for tests and for debugging: one statement per line, all parentheses written, implicit
 * conversions in angle brackets. Knows the tree only.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CLC_DUMP_H
#define CLB_CLC_DUMP_H

#include "base/buffer.h"
#include "clc/ast.h"

/* A function with its body. */
void dump_function(buffer *b, arena *a, const symbol *function);

/* float f = <float>(1): the value of a declaration. */
void dump_expression(buffer *b, arena *a, const expression *e);

#endif
