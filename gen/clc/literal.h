/* Literals: the spelling of a constant -> its value (C99 6.4.4, 6.4.5; OpenCL C 1.2 6.1).
 * Knows spellings; must not know types beyond the suffixes, nor the token's location.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CLC_LITERAL_H
#define CLB_CLC_LITERAL_H

#include "clc/token.h"

typedef struct literal {
    bool floating;
    bool decimal;      /* an integer in base ten, which does not become unsigned without a suffix */
    bool is_unsigned;  /* suffix u */
    int longs;         /* suffixes l */
    char float_suffix; /* 'f', 'h', 'l' or 0 */
    uint64_t integer;
    double real;
    bool overflow;     /* the integer does not fit into 64 bits */
    const char *error; /* why it is not a valid constant, or NULL */
} literal;

/* The value of a TOKEN_NUMBER. */
literal literal_number(const token *t);

/* The value of a TOKEN_CHARACTER; *error describes what is wrong with it, or is NULL. */
int64_t literal_character(const token *t, const char **error);

/* The bytes of a TOKEN_STRING without quotes, with escapes resolved, NUL-terminated; *length excludes the NUL. */
char *literal_string(arena *a, const token *t, size_t *length, const char **error);

#endif
