/* Formatting into memory, as vsnprintf does. Most of what the generator writes is made of strings and decimal numbers;
 * these are formatted here, without the cost of a stream. Knows no arena and no buffer.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_BASE_FORMAT_H
#define CLB_BASE_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/* Writes at most `room` bytes to `out`, the final NUL included, and returns the length of the whole text, or a negative
 * number if vsnprintf does. */
int format_text(char *out, size_t room, const char *format, va_list args);

#endif
