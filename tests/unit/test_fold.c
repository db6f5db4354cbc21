/* Constant expressions have the values that the compiler of this test gives them: C, and numbers of the same widths.
 *
 * SPDX-License-Identifier: MIT */
#include "support.h"

#include "clc/parse.h"

#include <inttypes.h>
#include <stdio.h>

typedef unsigned int uint;
typedef unsigned char uchar;
typedef unsigned short ushort;
/* `long` has 64 bits in OpenCL C; the texts below say LONG, which is that in both. */
typedef int64_t LONG;
typedef uint64_t ULONG;

/* What compilers warn of is what is tested. */
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Woverflow"
#pragma GCC diagnostic ignored "-Wpedantic"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wliteral-conversion"
#endif

#define X(expression) {#expression, (int64_t)(expression)},
static const struct {
    const char *text;
    int64_t value;
} integers[] = {
    /* Operators, with signs that matter. */
    /* clang-format off */
    X(7 + 5 * 3 - 8 / 3) X(-7 / 2) X(-7 % 2) X(7 % -2) X(-7 / -2) X(7u / 2u) X(-7 / 2u) X(-7 % 10u) X(0 / 3) X(5 % 1) X(-7 / -1) X(7 % -1) X(7 / -1)
    X(-1 >> 1) X(-8 >> 2) X(-1 >> 31) X(1 << 31 >> 31 & 1) X(-1 / 1) X(2147483647 + 0u + 1u) X(4294967295u + 1u)
    X((LONG)-1 >> 63) X((LONG)-5 >> 1) X((ULONG)-5 >> 1) X((LONG)1 << 62) X((ULONG)1 << 63) X(1u << 31) X(-2147483647 - 1)
    X((LONG)-9 >> 0) X(-9 >> 0) X(-256 >> 8) X(-255 >> 8) X((LONG)1 << 40 >> 39)
    X(6 & 3) X(6 | 3) X(6 ^ 3) X(~6) X(~0u) X(-(-3)) X(+5) X(!0) X(!7) X(!!7) X(~(LONG)0) X(-1u) X(- (LONG)5)
    X(-1 & 0xff) X(-1 ^ 5) X(-256 | 3)
    /* Comparisons, at and beside equality. */
    X(1 < 2) X(2 < 2) X(3 < 2) X(1 <= 2) X(2 <= 2) X(3 <= 2) X(1 > 2) X(2 > 2) X(3 > 2) X(1 >= 2) X(2 >= 2) X(3 >= 2)
    X(1 == 2) X(2 == 2) X(1 != 2) X(2 != 2) X(-1 < 1) X(-1 < 1u) X(-1 > 1u) X(0u > -1) X((LONG)-1 < 1u) X((ULONG)-1 > 1)
    X((LONG)-2 < (LONG)-1) X((ULONG)1 << 63 > 5u) X(-5 < -4) X(-4 < -5)
    X(1.5 < 2.0) X(2.0 < 2.0) X(2.5 < 2.0) X(1.5 <= 2.0) X(2.0 <= 2.0) X(2.5 <= 2.0) X(1.5 > 2.0) X(2.0 > 2.0) X(2.5 > 2.0)
    X(1.5 >= 2.0) X(2.0 >= 2.0) X(2.5 >= 2.0) X(1.5 == 2.0) X(2.0 == 2.0) X(1.5 != 2.0) X(2.0 != 2.0) X(-0.0 == 0.0)
    X(0.0 < -0.0) X(-1.5 < -1.0) X(0.1f == 0.1) X(0.5f == 0.5)
    /* Both sides of what may stop. */
    X(0 && 0) X(0 && 1) X(1 && 0) X(1 && 1) X(0 || 0) X(0 || 1) X(1 || 0) X(1 || 1) X(2 && 4) X(0 || 4) X(0.5 && 0.25)
    X(0.0 || 0.5) X(0.0 || 0.0) X(!0.5) X(!0.0) X(1 ? 5 : 7) X(0 ? 5 : 7) X(1 ? -1 : 0u)
    X((1 ? -1 : 0u) > 5) X(1 && (2 || 0)) X(0 ? 1 : 0 ? 2 : 3)
    /* Conversions, at the ends of each type. */
    X((char)127) X((char)128) X((char)255) X((char)256) X((char)-129) X((uchar)255) X((uchar)256) X((uchar)-1) X((short)32767)
    X((short)32768) X((short)65535) X((ushort)65536) X((ushort)-1) X((int)4294967295u) X((int)2147483648u) X((uint)-1)
    X((LONG)(int)-1) X((LONG)(uint)-1) X((ULONG)(int)-1) X((int)(LONG)-1) X((int)((LONG)1 << 32)) X((uint)((LONG)1 << 32) + 1)
    X((char)200 + (char)100) X((uchar)200 + (uchar)100) X((char)-1 == (uchar)-1) X((uchar)-1 >> 1) X((char)-2 >> 1)
    X((int)2.9) X((int)-2.9) X((int)2147483647.0) X((int)-2147483648.0) X((uint)4294967295.0) X((char)127.9) X((char)-128.0)
    X((uchar)255.9) X((short)-32768.0) X((LONG)9007199254740993.0) X((LONG)-9223372036854775808.0) X((ULONG)1e19)
    X((LONG)16777217.0f) X((LONG)(float)16777217) X((LONG)(float)16777219) X((LONG)(float)-16777217) X((LONG)(double)16777217)
    X((LONG)(float)4294967295u) X((LONG)(float)((LONG)1 << 54)) X((LONG)(0.1f * 1e9f)) X((LONG)(0.1 * 1e9)) X((int)(1.0f / 3 * 3))
    X((LONG)(float)(((LONG)1 << 60) + ((LONG)1 << 36) + 1)) X((LONG)(double)(((LONG)1 << 60) + 129))
    X((int)(7.0 / 2)) X((int)(7.5 - 8.5)) X((int)(2.5 * 4)) X((int)(2.5f + 4)) X((int)-(2.5)) X((int)+(2.5)) X((int)(-7.5 / 2))
    X((_Bool)0) X((_Bool)2) X((_Bool)0.5) X((_Bool)0.0) X((_Bool)256) X((int)(_Bool)-1)
    /* Sizes, characters, and literals of every kind. */
    X((int)sizeof(char)) X((int)sizeof(short)) X((int)sizeof(int)) X((int)sizeof(LONG)) X((int)sizeof(float)) X((int)sizeof(double))
    X((int)sizeof(1 + 1u)) X((int)sizeof((char)1 + (char)1)) X((int)sizeof('a')) X((int)sizeof(1.0)) X((int)sizeof(1.0f))
    X((int)sizeof(1 ? 1 : (LONG)1)) X((int)sizeof(int[7])) X((int)sizeof(struct { char c; int i; })) X((int)sizeof(1 < 2))
    X('a') X('\n') X('\0') X('\x41') X('\101') X('\\') X('\'') X(0x7fffffff) X(0xffffffff) X(017) X(0) X(0xABCdef) X(1e2 == 100)
    X(0x1p4 == 16) X(.5 == 1. / 2) X(10u) X(0xffffffff > 0) X(0x80000000 >> 31) X(2147483648 > 0) X(037777777777 > 0)
    X((int)sizeof(2147483647)) X((int)sizeof(2147483648)) X((int)sizeof(0xffffffff)) X((int)sizeof(0x100000000))
    /* clang-format on */
};

static void integer_constants_have_their_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof integers / sizeof *integers; ++i) {
        workbench w;
        lex_cache cache;
        char text[512];
        workbench_start(&w);
        lex_cache_start(&cache, &w.arena);
        /* As the size of an array: 1 where it is right, refused where it is not or is no constant. */
        snprintf(text, sizeof text,
                 "typedef long LONG; typedef ulong ULONG; typedef char right[(long)(%s) == (long)%" PRIu64
                 "UL ? 1 : -1];",
                 integers[i].text, (uint64_t)integers[i].value);
        const source *s = workbench_source(&w, "a.cl", text);
        const preprocessed unit = preprocess(&w.arena, &cache, &w.diagnostics, &s, 1, NULL);
        parse(&w.arena, &w.diagnostics, &unit, NULL);
        if (w.diagnostics.errors) print_message("%s is %" PRId64 "\n", integers[i].text, integers[i].value);
        assert_string_equal(workbench_messages(&w), "");
        workbench_end(&w);
    }
}

/* The same through `#if`, where all numbers have 64 bits (C99 6.10.1). */
#define Y(expression) {#expression, (expression) ? 1 : 0},
static const struct {
    const char *text;
    int value;
} conditions[] = {
    /* clang-format off */
    Y(1) Y(0) Y(-1) Y(1 - 1) Y(2 > 1) Y(1 > 2) Y(1 >= 1) Y(1 <= 0) Y(1 < 1) Y(3 == 3) Y(3 != 3) Y(!1) Y(!0) Y(~0) Y(1 && 0)
    Y(0 || 2) Y(1 ? 0 : 1) Y(0 ? 0 : 1) Y(7 % 4 == 3) Y(-7 / 2 == -3) Y(-7 % 2 == -1) Y(1 << 3 == 8) Y(-8 >> 1 == -4)
    Y((6 & 3) == 2) Y((6 | 3) == 7) Y((6 ^ 3) == 5) Y('a' == 97) Y(0x10 == 16) Y(010 == 8) Y(2 * 3 + 4 == 10) Y(2 + 3 * 4 == 14)
    Y(10 - 4 - 3 == 3) Y(1 || 1 && 0) Y(100 / 10 / 5 == 2) Y(+3 == 3) Y(- -3 == 3) Y(1 == 1 == 1) Y(5 > 3 > 1) Y(0 && 1 || 1)
    /* clang-format on */
};

static void conditions_of_the_preprocessor_have_their_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; ++i) {
        workbench w;
        lex_cache cache;
        char text[256];
        workbench_start(&w);
        lex_cache_start(&cache, &w.arena);
        snprintf(text, sizeof text, "#if %s\nyes\n#else\nno\n#endif\n", conditions[i].text);
        const source *s = workbench_source(&w, "a.cl", text);
        const preprocessed unit = preprocess(&w.arena, &cache, &w.diagnostics, &s, 1, NULL);
        assert_string_equal(workbench_messages(&w), "");
        if (!token_is(&unit.tokens[0], conditions[i].value ? "yes" : "no")) fail_msg("#if %s", conditions[i].text);
        workbench_end(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integer_constants_have_their_values),
        cmocka_unit_test(conditions_of_the_preprocessor_have_their_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
