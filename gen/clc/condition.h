/* The expression of #if and #elif (C99 6.10.1), and its integer value.
 * Knows integers and operators; must not know macros: they are expanded and `defined` is answered before.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CLC_CONDITION_H
#define CLB_CLC_CONDITION_H

#include "clc/token.h"

typedef struct condition {
    bool valid; /* false: *what is wrong with it was not reported yet: see `where` and `problem` */
    bool value;
    int64_t integer; /* the value itself */
    bool beyond;     /* it is unsigned and beyond INT64_MAX */
    const token *where;
    const char *problem; /* printf-free text */
} condition;

/* The tokens end with one of kind TOKEN_END. Identifiers count as 0. */
condition condition_evaluate(const token *tokens);

#endif
