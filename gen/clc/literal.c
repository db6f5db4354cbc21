/* Literals. See literal.h.
 *
 * SPDX-License-Identifier: MIT */
#include "clc/literal.h"

#include <stdlib.h>
#include <string.h>

static int digit_value(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 99;
}

/* floating-constant: C99 6.4.4.2; the suffix h is that of cl_khr_fp16. The spelling was already checked. */
static void floating(literal *l, const char *text, size_t length, bool single)
{
    char buffer[128];
    char *copy = length < sizeof buffer ? buffer : malloc(length + 1);
    if (!copy) {
        l->error = "is too long";
        return;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    /* A float is rounded once, directly: by way of double it would be rounded twice. */
    l->real = single ? (double)strtof(copy, NULL) : strtod(copy, NULL);
    if (copy != buffer) free(copy);
}

static void integer_suffix(literal *l, const char *text, size_t length)
{
    for (size_t i = 0; i < length; ++i) {
        if ((text[i] == 'u' || text[i] == 'U') && !l->is_unsigned) {
            l->is_unsigned = true;
        } else if ((text[i] == 'l' || text[i] == 'L') && l->longs == 0) {
            l->longs = 1;
            if (i + 1 < length && text[i + 1] == text[i]) {
                l->longs = 2;
                ++i;
            }
        } else {
            l->error = "has an invalid suffix";
            return;
        }
    }
}

/* [0-9]* or hexadecimal digits, from *i on. */
static size_t digits(const char *text, size_t length, size_t *i, int base)
{
    const size_t begin = *i;
    while (*i < length && digit_value(text[*i]) < base) ++*i;
    return *i - begin;
}

literal literal_number(const token *t)
{
    literal l = {0};
    const char *text = t->text;
    const size_t length = t->length;
    const bool hex = length > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const bool binary = length > 2 && text[0] == '0' && (text[1] == 'b' || text[1] == 'B');
    size_t i = hex || binary ? 2 : 0;
    const size_t begin = i;
    size_t count = digits(text, length, &i, hex ? 16 : 10);
    const size_t integer_end = i;
    if (i < length && text[i] == '.' && !binary) {
        l.floating = true;
        ++i;
        count += digits(text, length, &i, hex ? 16 : 10);
    }
    if (count == 0) {
        l.error = "has no digits";
        return l;
    }
    const char mark = i < length ? text[i] : '\0';
    bool exponent = false;
    if (hex ? mark == 'p' || mark == 'P' : (mark == 'e' || mark == 'E') && !binary) {
        l.floating = true;
        exponent = true;
        ++i;
        if (i < length && (text[i] == '+' || text[i] == '-')) ++i;
        if (digits(text, length, &i, 10) == 0) {
            l.error = "has an exponent without digits";
            return l;
        }
    }
    if (l.floating) {
        if (hex && !exponent) l.error = "is hexadecimal and needs an exponent (p0)";
        floating(&l, text, i, i + 1 == length && (text[i] == 'f' || text[i] == 'F'));
        if (i + 1 == length && strchr("fFhHlL", text[i])) {
            l.float_suffix = (char)(text[i] | 32);
        } else if (i != length) {
            l.error = "has an invalid suffix";
        }
        return l;
    }
    /* integer-constant: C99 6.4.4.1. Octal constants begin with 0. */
    const bool octal = !hex && !binary && integer_end - begin > 1 && text[0] == '0';
    const unsigned base = hex ? 16 : binary ? 2 : octal ? 8 : 10;
    l.decimal = base == 10;
    for (size_t j = begin; j < integer_end; ++j) {
        const unsigned digit = (unsigned)digit_value(text[j]);
        if (digit >= base) {
            l.error = octal ? "is octal and has a digit above 7" : "has an invalid digit";
            return l;
        }
        if (l.integer > (UINT64_MAX - digit) / base) l.overflow = true;
        l.integer = l.integer * base + digit;
    }
    integer_suffix(&l, text + integer_end, length - integer_end);
    return l;
}

/* escape-sequence: C99 6.4.4.4. *i stands behind the backslash. */
static unsigned escape(const char *text, size_t length, size_t *i, const char **error)
{
    static const char from[] = "abfnrtv\\'\"?", to[] = "\a\b\f\n\r\t\v\\'\"?";
    if (*i >= length) {
        *error = "ends in a backslash";
        return 0;
    }
    const char c = text[(*i)++];
    if (c >= '0' && c <= '7') {
        unsigned value = (unsigned)(c - '0');
        for (int n = 1; n < 3 && *i < length && text[*i] >= '0' && text[*i] <= '7'; ++n)
            value = value * 8 + (unsigned)(text[(*i)++] - '0');
        if (value > 255) *error = "has an octal escape above 255";
        return value & 255;
    }
    if (c == 'x') {
        unsigned value = 0;
        size_t count = 0;
        for (; *i < length && digit_value(text[*i]) < 16; ++*i, ++count) {
            value = value * 16 + (unsigned)digit_value(text[*i]);
            if (value > 255) *error = "has a hexadecimal escape above 255";
            value &= 255;
        }
        if (count == 0) *error = "has an escape \\x without digits";
        return value;
    }
    const char *known = strchr(from, c);
    if (!known || !c) {
        *error = "has an unknown escape";
        return 0;
    }
    return (unsigned char)to[known - from];
}

int64_t literal_character(const token *t, const char **error)
{
    *error = NULL;
    if (t->length < 3) {
        *error = "is empty";
        return 0;
    }
    uint32_t value = 0;
    size_t count = 0;
    for (size_t i = 1; i + 1 < t->length; ++count) {
        unsigned c = (unsigned char)t->text[i++];
        if (c == '\\') c = escape(t->text, t->length - 1u, &i, error);
        value = value << 8 | c;
    }
    if (count > 4) *error = "has more than four characters";
    /* A single character is a char, which is signed (OpenCL C 1.2 6.1.1). */
    return count == 1 ? (int64_t)(value < 128 ? (int32_t)value : (int32_t)value - 256)
                      : (int64_t)(value < 0x80000000u ? (int64_t)value : (int64_t)value - 0x100000000);
}

char *literal_string(arena *a, const token *t, size_t *length, const char **error)
{
    *error = NULL;
    *length = 0;
    char *bytes = arena_array(a, t->length + 1u, 1);
    for (size_t i = 1; i + 1 < t->length;) {
        unsigned c = (unsigned char)t->text[i++];
        if (c == '\\') c = escape(t->text, t->length - 1u, &i, error);
        bytes[(*length)++] = (char)c;
    }
    return bytes;
}
