/* The expression of #if and #elif (C99 6.10.1), and its integer value.
 * Knows integers and operators; must not know macros: they are expanded and `defined` is answered before.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CLC_CONDITION_H
#define CLB_CLC_CONDITION_H

#include "clc/token.h"

typedef struct condition {
    bool valid; /* false: the error was not reported yet; `where` and `problem` describe it */
    bool value;
    int64_t integer; /* the value */
    bool beyond;     /* the value is unsigned and above INT64_MAX */
    const token *where;
    const char *problem; /* plain text, without conversions of printf */
} condition;

/* The tokens end with one of kind TOKEN_END. Identifiers count as 0. */
condition condition_evaluate(const token *tokens);

#endif
