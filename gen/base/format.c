/* See format.h.
 *
 * SPDX-License-Identifier: MIT */
#include "base/format.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { DIGITS = 20 }; /* of the largest number */

typedef struct output {
    char *text;
    size_t room, length;
} output;

static void add(output *o, const char *text, size_t length)
{
    if (o->length < o->room)
        memcpy(o->text + o->length, text, length < o->room - o->length ? length : o->room - o->length);
    o->length += length;
}

static void add_number(output *o, uint64_t n, bool negative)
{
    char digits[DIGITS + 1], *first = digits + sizeof digits;
    do *--first = (char)('0' + n % 10);
    while (n /= 10);
    if (negative) *--first = '-';
    add(o, first, (size_t)(digits + sizeof digits - first));
}

/* One conversion, of which `*at` is behind the percent sign and is moved behind it. false: it is none of those that are
 * formatted here. */
static bool add_conversion(output *o, const char **at, va_list *args)
{
    const char *c = *at;
    if (*c == 's') {
        const char *text = va_arg(*args, const char *);
        if (!text) return false;
        add(o, text, strlen(text));
    } else if (*c == 'd') {
        const int n = va_arg(*args, int);
        add_number(o, n < 0 ? 0 - (uint64_t)n : (uint64_t)n, n < 0);
    } else if (*c == 'u') {
        add_number(o, va_arg(*args, unsigned), false);
    } else if (c[0] == 'z' && c[1] == 'u') {
        add_number(o, va_arg(*args, size_t), false);
        ++c;
    } else if (*c == 'c') {
        const char character = (char)va_arg(*args, int);
        add(o, &character, 1);
    } else if (*c == '%') {
        add(o, c, 1);
    } else {
        return false;
    }
    *at = c + 1;
    return true;
}

int format_text(char *out, size_t room, const char *format, va_list args)
{
    output o = {out, room, 0};
    va_list all;
    va_copy(all, args);
    bool known = true;
    for (const char *at = format; known && *at;) {
        const size_t plain = strcspn(at, "%");
        add(&o, at, plain);
        at += plain;
        if (!*at) break;
        ++at;
        known = add_conversion(&o, &at, &all);
    }
    va_end(all);
    if (!known || o.length > INT_MAX) return vsnprintf(out, room, format, args);
    if (room) out[o.length < room ? o.length : room - 1] = '\0';
    return (int)o.length;
}
