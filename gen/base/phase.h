/* SPDX-License-Identifier: MIT
 * The first two translation phases of C99 5.1.1.2: trigraphs, and lines that a backslash joins.
 * Knows single characters of a text; must not know tokens. The texts stay as they are: callers read through these. */
#ifndef CLB_BASE_PHASE_H
#define CLB_BASE_PHASE_H

#include <stdbool.h>
#include <stddef.h>

/* The character that the trigraph at `at` stands for, or '\0' where none begins: C99 5.2.1.1. */
char phase_trigraph(const char *text, size_t length, size_t at);

/* The offset of the first character at or behind `at` that belongs to no line continuation. As in all compilers, blanks
 * may stand between the backslash and the end of its line. */
size_t phase_behind_continuations(const char *text, size_t length, size_t at);

/* If the line that begins at `begin` and whose '\n' is at `end` continues in the next one: the offset of its last
 * backslash, or of the trigraph for it. Otherwise `end`. */
size_t phase_line_end(const char *text, size_t begin, size_t end);

#endif
