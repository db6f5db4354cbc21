/* Which values and variables have a name. A value with one use in the same block becomes part of its user's expression,
 * so that C files stay short, and compilers have less to read. Knows the form and its shapes; must not know how names
 * are spelled in C. SPDX-License-Identifier: MIT */
#ifndef CLB_LOWER_NAMES_H
#define CLB_LOWER_NAMES_H

#include "passes/passes.h"

enum { NAMES_OPERATIONS = 8 }; /* most operations of an expression without a name */

typedef struct lower_names {
    unsigned *uses; /* by a value's number: how often effects, and values in use, use it; 0: it is not written */
    /* In vectors: */
    bool *nested;  /* by a value's number: it becomes part of its user's expression */
    bool *is_used; /* by a variable's number */
    /* In loops, by a value's number: it has a name, and is written where it stands. Of all others, leaves apart, the
     * expression is written where it is used. */
    const bool *is_named;
    /* In loops, by the number of a LOAD or STORE: it is the first of adjacent ones that are one vector. */
    const bool *is_vector;
    const bool *is_packed; /* in loops, by a variable's number: it is an element of a pack */
} lower_names;

/* In the function's arena. */
lower_names names_find(const passes *p);
/* In loops, behind the expressions: the rest of l->names. In the function's arena. */
struct lowered;
void names_find_in_loops(struct lowered *l);
/* Counts the uses of each value by what has an effect. `by_first`: later components of a short vector in memory also
 * use the first one. */
void names_count_uses(unsigned *uses, const ir_block *b, bool by_first);

#endif
