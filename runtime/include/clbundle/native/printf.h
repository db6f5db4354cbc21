/* printf (OpenCL C 1.2, 6.12.13), to the callback of the launch. Part of clbundle/native/native.h, once per level.
 *
 * Arguments are promoted as in C, long is int64_t, and a vector (%v4hlf) is passed as the address of its elements. The output
 * of one call reaches the callback in one piece, unless it is longer than CLBN_PRINT_MAX. Knows formats; must not know where
 * the text goes.
 *
 * SPDX-License-Identifier: MIT */

#ifndef CLBN_PRINT_MAX
#define CLBN_PRINT_MAX 2048

typedef struct clbn_printer {
    const clb_native_range *range;
    size_t length;
    char text[CLBN_PRINT_MAX];
} clbn_printer;

/* One conversion of the format: "%", flags, width and precision as they stand, and the kind of argument that it takes. */
typedef struct clbn_directive {
    char text[32]; /* the directive up to its length modifier, which is not copied */
    size_t length;
    int components; /* of the argument; 1: it is a scalar */
    int size;       /* bytes of an element; 0: as C promotes it */
    char conversion;
} clbn_directive;
#endif

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
#endif

CLBN_FAR void CLBN(print_text)(clbn_printer *p, const char *text, size_t length)
{
    if (length > CLBN_PRINT_MAX - p->length) {
        if (p->length > 0) p->range->print(p->range->cookie, p->text, p->length);
        p->length = 0;
        if (length > CLBN_PRINT_MAX) {
            p->range->print(p->range->cookie, text, length);
            return;
        }
    }
    __builtin_memcpy(p->text + p->length, text, length);
    p->length += length;
}

/* Returns the first character behind the conversion; NULL: the text is no valid conversion. */
CLBN_FAR const char *CLBN(print_directive)(const char *at, clbn_directive *d)
{
    static const char plain[] = "-+ #0123456789.";
    *d = (clbn_directive){.components = 1};
    d->text[d->length++] = *at++;
    for (;; at++) {
        int known = 0;
        for (const char *c = plain; *c; c++) known |= *c == *at;
        if (!known) break;
        if (d->length > sizeof d->text - 6) return NULL;
        d->text[d->length++] = *at;
    }
    if (*at == 'v') {
        int n = 0;
        for (at++; *at >= '0' && *at <= '9' && n < 100; at++) n = 10 * n + (*at - '0');
        d->components = n;
        if (n != 2 && n != 3 && n != 4 && n != 8 && n != 16) return NULL;
    }
    if (at[0] == 'h' && at[1] == 'h') d->size = 1, at += 2;
    else if (at[0] == 'h' && at[1] == 'l') d->size = 4, at += 2;
    else if (at[0] == 'h') d->size = 2, at++;
    else if (at[0] == 'l') d->size = 8, at++;
    d->conversion = *at;
    return *at ? at + 1 : NULL;
}

/* Prints a text of %s or %p with its width and '-'. `is_cut`: the precision limits the characters that are read. */
CLBN_FAR void CLBN(print_padded)(clbn_printer *p, const clbn_directive *d, const char *text, int is_cut)
{
    const char *at = d->text + 1, *end = d->text + d->length;
    size_t width = 0, most = (size_t)-1, length = 0;
    int left = 0;
    for (; at < end && (*at < '1' || *at > '9') && *at != '.'; at++) left |= *at == '-';
    for (; at < end && *at >= '0' && *at <= '9' && width < 100000; at++) width = 10 * width + (size_t)(*at - '0');
    if (at < end && *at == '.')
        for (at++, most = 0; at < end && *at >= '0' && *at <= '9' && most < 100000; at++) most = 10 * most + (size_t)(*at - '0');
    while ((!is_cut || length < most) && text[length]) length++;
    const size_t padding = width > length ? width - length : 0;
    for (size_t k = 0; !left && k < padding; k++) CLBN(print_text)(p, " ", 1);
    CLBN(print_text)(p, text, length);
    for (size_t k = 0; left && k < padding; k++) CLBN(print_text)(p, " ", 1);
}

/* Prints a number. `integer` and `real`: its value in the widest type. */
CLBN_FAR int CLBN(print_value)(clbn_printer *p, const clbn_directive *d, int64_t integer, double real)
{
    char format[40], text[512];
    int n = 0;
    __builtin_memcpy(format, d->text, d->length);
    char *end = format + d->length;
    switch (d->conversion) {
    case 'd': case 'i': case 'o': case 'u': case 'x': case 'X':
        end[0] = end[1] = 'l';
        end[2] = d->conversion;
        end[3] = '\0';
        n = snprintf(text, sizeof text, format, (long long)integer);
        break;
    case 'c':
        end[0] = 'c';
        end[1] = '\0';
        n = snprintf(text, sizeof text, format, (int)integer);
        break;
    default: /* one of a A e E f F g G */
        end[0] = d->conversion;
        end[1] = '\0';
        n = snprintf(text, sizeof text, format, real);
        break;
    }
    if (n < 0) return -1;
    CLBN(print_text)(p, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
    return 0;
}

/* An integer of `size` bytes, signed or unsigned as the conversion demands. */
CLBN_FAR int64_t CLBN(print_narrow)(int64_t value, int size, int is_signed)
{
    const int64_t low = size == 1 ? (int64_t)(uint8_t)value : size == 2 ? (int64_t)(uint16_t)value : (int64_t)(uint32_t)value;
    const int64_t half = size == 1 ? 0x80 : size == 2 ? 0x8000 : 0x80000000;
    return size == 8 ? value : is_signed && low >= half ? low - 2 * half : low;
}

CLBN_FAR int CLBN(print_vector)(clbn_printer *p, const clbn_directive *d, const void *elements, int is_real)
{
    const unsigned char *from = elements;
    const int size = d->size == 0 ? 4 : d->size, is_signed = d->conversion == 'd' || d->conversion == 'i';
    for (int k = 0; k < d->components; k++, from += size) {
        double real = 0;
        int64_t integer = 0;
        if (is_real) {
            float one;
            uint16_t half;
            if (size == 8) __builtin_memcpy(&real, from, 8);
            else if (size == 4) __builtin_memcpy(&one, from, 4), real = (double)one;
            else __builtin_memcpy(&half, from, 2), real = (double)CLBN(of_half__t)(half);
        } else {
            uint64_t bits = 0;
            for (int b = size - 1; b >= 0; b--)
                bits = bits << 8 | from[__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? b : size - 1 - b];
            integer = CLBN(print_narrow)((int64_t)bits, size, is_signed);
        }
        if (k > 0) CLBN(print_text)(p, ",", 1);
        if (CLBN(print_value)(p, d, integer, real) < 0) return -1;
    }
    return 0;
}

CLBN_FAR int CLBN(print_knows)(const clbn_directive *d)
{
    for (const char *known = d->components > 1 ? "diouxXaAeEfFgG" : "diouxXaAeEfFgGcsp"; *known; known++)
        if (*known == d->conversion) return 1;
    return 0;
}

CLBN_FAR int32_t CLBN(printf)(const clb_native_range *range, const char *format, ...)
{
    if (!range->print) return 0;
    clbn_printer p;
    clbn_directive d;
    int32_t result = 0;
    va_list arguments;
    p.range = range;
    p.length = 0;
    va_start(arguments, format);
    while (*format && result == 0) {
        const char *at = format;
        while (*at && *at != '%') at++;
        CLBN(print_text)(&p, format, (size_t)(at - format));
        format = at;
        if (*at == '\0') break;
        if (at[1] == '%') {
            CLBN(print_text)(&p, "%", 1);
            format = at + 2;
            continue;
        }
        format = CLBN(print_directive)(at, &d);
        const int is_known = CLBN(print_knows)(&d);
        if (!format || !is_known) {
            /* Text that is no directive is printed as it stands, as C libraries do. */
            format = format ? format : at + 1;
            CLBN(print_text)(&p, at, (size_t)(format - at));
            continue;
        }
        const int is_signed = d.conversion == 'd' || d.conversion == 'i';
        const int is_real = !is_signed && d.conversion != 's' && d.conversion != 'p' && d.conversion != 'o' &&
                            d.conversion != 'u' && d.conversion != 'x' && d.conversion != 'X' && d.conversion != 'c';
        if (d.components > 1) {
            result = CLBN(print_vector)(&p, &d, va_arg(arguments, const void *), is_real);
        } else if (d.conversion == 's') {
            const char *text = va_arg(arguments, const char *);
            CLBN(print_padded)(&p, &d, text ? text : "(null)", 1);
        } else if (d.conversion == 'p') {
            char text[32];
            const int n = snprintf(text, sizeof text, "%p", va_arg(arguments, void *));
            if (n > 0) CLBN(print_padded)(&p, &d, text, 0);
        } else if (is_real) {
            result = CLBN(print_value)(&p, &d, 0, va_arg(arguments, double));
        } else {
            const int64_t value = d.size == 8 ? va_arg(arguments, int64_t) : (int64_t)va_arg(arguments, int);
            result = CLBN(print_value)(&p, &d, CLBN(print_narrow)(value, d.size == 0 ? 4 : d.size, is_signed), 0);
        }
    }
    va_end(arguments);
    if (p.length > 0) range->print(range->cookie, p.text, p.length);
    return result;
}

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
