/* Characters of texts that need not be UTF-8.
 * Knows Unicode; must not know where the texts are written.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_BASE_UTF8_H
#define CLB_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The character at `text`, of *used bytes; or -1, and *used is 1, where no character begins (RFC 3629: no overlong
 * forms, no surrogates, nothing beyond U+10FFFF). */
int32_t utf8_decode(const char *text, size_t length, size_t *used);

/* Whether a character shows as itself and nothing else. U+200C and U+200D, which join letters, belong to the spelling
 * of several languages. */
bool utf8_is_shown(int32_t c);

#endif
