/* In loops: what of control is an expression in C. A small branch that only sets a variable becomes `c ? x : y`, and
 * small blocks of a loop go into the head of a `for`. Knows the form and its names; must not know how C is spelled.
 * SPDX-License-Identifier: MIT */
#ifndef CLB_LOWER_EXPRESSIONS_H
#define CLB_LOWER_EXPRESSIONS_H

#include "ir/ir.h"

struct lowered;

typedef struct lower_expressions {
    /* By a variable's number: the items of its home block that use it first and last. */
    const ir_value *const *first, *const *last;
    const ir_value *const *choices; /* by an IF's number: the SET whose value the IF is; or NULL */
    const bool *is_chosen;          /* by that variable's number: it is not a variable in C */
} lower_expressions;

enum { EXPRESSIONS_VALUES = 12 }; /* most values of a block that is an expression */

/* Counts the uses of what becomes an expression in the names. In the function's arena. */
lower_expressions expressions_find(const struct lowered *l);
/* Whether the block is a few values without names, followed by at most `sets` SETs. Such a block is an expression. */
bool expressions_are_simple(const struct lowered *l, const ir_block *b, unsigned sets);
/* The IF that is all that the block does, behind values without names, so that it is `else if`; or NULL. */
const ir_value *expressions_only_branch(const struct lowered *l, const ir_block *b);
/* Whether the loop's head fits in `for (...)`. */
bool expressions_fit_head(const struct lowered *l, const ir_value *loop);

#endif
