/* SPDX-License-Identifier: MIT */
#include "base/buffer.h"
#include "base/format.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reserve(buffer *b, size_t extra)
{
    if (extra >= SIZE_MAX / 4 - b->length) goto fail;
    const size_t need = b->length + extra + 1;
    if (need <= b->capacity) return;
    size_t capacity = b->capacity ? b->capacity : 256;
    while (capacity < need) capacity *= 2;
    char *text = realloc(b->text, capacity);
    if (!text) goto fail;
    b->text = text;
    b->capacity = capacity;
    return;
fail:
    fputs("clbundle: error: out of memory\n", stderr);
    exit(1);
}

void buffer_add(buffer *b, const char *text, size_t length)
{
    reserve(b, length);
    if (length) memcpy(b->text + b->length, text, length);
    b->length += length;
    b->text[b->length] = '\0';
}

void buffer_adds(buffer *b, const char *text)
{
    buffer_add(b, text, strlen(text));
}

void buffer_addc(buffer *b, char c)
{
    buffer_add(b, &c, 1);
}

void buffer_addv(buffer *b, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    reserve(b, 128); /* most pieces fit, and are formatted once */
    const size_t room = b->capacity - b->length;
    const int length = format_text(b->text + b->length, room, format, args);
    if (length > 0 && (size_t)length >= room) {
        reserve(b, (size_t)length);
        format_text(b->text + b->length, (size_t)length + 1, format, again);
    }
    if (length > 0) b->length += (size_t)length;
    va_end(again);
}

void buffer_addf(buffer *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    buffer_addv(b, format, args);
    va_end(args);
}

void buffer_add_item(buffer *b, const char *text)
{
    if (b->length) buffer_adds(b, ", ");
    buffer_adds(b, text);
}

void buffer_free(buffer *b)
{
    free(b->text);
    *b = (buffer){0};
}
