/* The built-ins for the host other than the mathematical functions (test_math.c), at all levels that this processor
 * has: integers, conversions, relations, selection, shuffles, memory, half, atomics, parts of numbers, geometry,
 * printf.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <fenv.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef long double wide;
__extension__ typedef __int128 huge;
__extension__ typedef unsigned __int128 huge_unsigned;

static int failures;
#define CHECK(x) ((x) ? (void)0 : complain(#x, __LINE__, CLB_NATIVE_LEVEL))
static void complain(const char *what, int line, int level)
{
    if (failures++ < 40) printf("FAIL level %d, line %d: %.200s\n", level, line, what);
}

static uint64_t seed = 88172645463325252u;
static uint64_t next(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}
/* Of all sizes, and the ends of all types. */
static int64_t draw_integer(void)
{
    static const int64_t ends[] = {
        0,          1,         -1,        2,          INT8_MAX,  INT8_MIN,  UINT8_MAX,     INT16_MAX, INT16_MIN,
        UINT16_MAX, INT32_MAX, INT32_MIN, UINT32_MAX, INT64_MAX, INT64_MIN, INT64_MAX - 1, 1ll << 53, (1ll << 53) + 1};
    const uint64_t bits = next();
    if (bits % 4 == 0) return ends[(bits >> 8) % (sizeof ends / sizeof *ends)];
    return (int64_t)next() >> (bits >> 8) % 64;
}
static double draw_real(void)
{
    static const double ends[] = {0.0,
                                  -0.0,
                                  0.5,
                                  -0.5,
                                  1.5,
                                  2.5,
                                  -1.5,
                                  127.5,
                                  -128.5,
                                  255.5,
                                  32767.5,
                                  -32768.5,
                                  65535.5,
                                  2147483647.5,
                                  -2147483648.5,
                                  4294967295.5,
                                  0x1p63,
                                  -0x1p63,
                                  0x1p64,
                                  -0x1.0000000000001p63,
                                  INFINITY,
                                  -INFINITY,
                                  NAN,
                                  0x1p-1074,
                                  1e300,
                                  0x1.fffffffp127,
                                  0x1.ffffff8p127,
                                  -1e300,
                                  0.4999999};
    double a;
    const uint64_t bits = next(), other = next();
    if (bits % 4 == 0) return ends[(bits >> 8) % (sizeof ends / sizeof *ends)];
    if (bits % 4 == 1) return memcpy(&a, &other, sizeof a), a == a ? a : (double)NAN; /* no signalling ones */
    return (double)draw_integer() / (double)(1 << (bits >> 8) % 8);
}
static huge fit(huge x, huge low, huge high)
{
    return x < low ? low : x > high ? high : x;
}
/* Of a product that does not fit 127 bits, as for ulong, too. */
static huge high_product(huge x, huge y, int bits)
{
    if (x >= 0 && y >= 0) return (huge)(((huge_unsigned)x * (huge_unsigned)y) >> bits);
    return (x * y) >> bits;
}
static wide round_wide(wide a, char mode)
{
    return mode == 'e' ? rintl(a) : mode == 'p' ? ceill(a) : mode == 'n' ? floorl(a) : truncl(a);
}
static int mode_of(char letter)
{
    return letter == 'p' ? FE_UPWARD : letter == 'n' ? FE_DOWNWARD : letter == 'z' ? FE_TOWARDZERO : FE_TONEAREST;
}
static float real_f(wide a, char letter)
{
    volatile wide from = a;
    (void)fesetround(mode_of(letter));
    const volatile float r = (float)from;
    (void)fesetround(FE_TONEAREST);
    return r;
}
static double real_d(wide a, char letter)
{
    volatile wide from = a;
    (void)fesetround(mode_of(letter));
    const volatile double r = (double)from;
    (void)fesetround(FE_TONEAREST);
    return r;
}
static bool same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

static char text[512];
static size_t text_length;
static void keep_text(void *cookie, const char *piece, size_t length)
{
    (void)cookie;
    if (length >= sizeof text - text_length) return;
    memcpy(text + text_length, piece, length);
    text_length += length;
    text[text_length] = '\0';
}

static const int8_t low_c = INT8_MIN, high_c = INT8_MAX;
static const uint8_t low_h = 0, high_h = UINT8_MAX;
static const int16_t low_s = INT16_MIN, high_s = INT16_MAX;
static const uint16_t low_t = 0, high_t = UINT16_MAX;
static const int32_t low_i = INT32_MIN, high_i = INT32_MAX;
static const uint32_t low_u = 0, high_u = UINT32_MAX;
static const int64_t low_l = INT64_MIN, high_l = INT64_MAX;
static const uint64_t low_m = 0, high_m = UINT64_MAX;

#define CLBT_BODY "builtins_level.h"
#include "levels.h"

int main(void)
{
    void (*const checks[])(void) = CLBT_EACH(check_all);
    const int levels = clbt_levels();
    for (int l = 0; l < levels; l++) checks[l]();
    printf("%d failures at %d levels\n", failures, levels);
    return failures ? 1 : 0;
}
