/* A growing text. Knows nothing about its content. If memory runs out, the process ends.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_BASE_BUFFER_H
#define CLB_BASE_BUFFER_H

#include <stdarg.h>
#include <stddef.h>

/* `text` is NULL while nothing was added, and NUL-terminated afterwards; `length` excludes the NUL. Start with {0}. */
typedef struct buffer {
    char *text;
    size_t length, capacity;
} buffer;

void buffer_add(buffer *b, const char *text, size_t length);
void buffer_adds(buffer *b, const char *text);
void buffer_addc(buffer *b, char c);
void buffer_addf(buffer *b, const char *format, ...);
void buffer_addv(buffer *b, const char *format, va_list args);
void buffer_add_item(buffer *b, const char *text); /* of a list that is joined by ", " */
void buffer_free(buffer *b);

#endif
