/* clbundle/native/simd_math.h at each level: the errors that OpenCL C 1.2, 7.4 allows, against the host's functions of
 * more digits, over all sizes of numbers; and zeros, infinities and what is no number against the functions of one
 * number.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* exp10l, and the constants */
#define CLBT_BODY "simd_math_level.h"
#include "levels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 4096 };

static const long double pi = 3.141592653589793238462643383279502884L;

/* By the distance from the nearest zero, which is exact. */
static long double ref_sinpi(long double x)
{
    const long double r = fmodl(x, 2), n = rintl(r);
    return (n == 0 || fabsl(n) == 2 ? 1 : -1) * sinl(pi * (r - n));
}
static long double ref_cospi(long double x)
{
    const long double r = fmodl(fabsl(x), 2);
    return r == 0.5L || r == 1.5L ? 0 : sinl(pi * (r < 1 ? 0.5L - r : r - 1.5L));
}
static long double ref_powr(long double x, long double y)
{
    return powl(x, y);
}
static long double ref_exp10(long double x)
{
    return exp10l(x);
}

typedef long double of_one(long double);
typedef long double of_two(long double, long double);

static const struct {
    const char *name;
    void (*all[3])(const float *, const void *, float *, size_t);
    float (*one[3])(float, float);
    of_one *of_one;
    of_two *of_two;
    int bound;
} functions[] = {
#define ref_exp expl
#define ref_exp2 exp2l
#define ref_expm1 expm1l
#define ref_log logl
#define ref_log2 log2l
#define ref_log10 log10l
#define ref_log1p log1pl
#define ref_sinh sinhl
#define ref_cosh coshl
#define ref_tanh tanhl
#define ref_asinh asinhl
#define ref_atanh atanhl
#define ref_cbrt cbrtl
#define ref_erf erfl
#define ref_erfc erfcl
#define ref_sin sinl
#define ref_cos cosl
#define ref_tan tanl
#define ref_atan atanl
#define ref_atan2 atan2l
#define ref_pow powl
#define ref_fmod fmodl
#define ref_remainder remainderl
#define X(f, bound) {#f, CLBT_EACH(all_##f##__f), CLBT_EACH(one_##f##__f), ref_##f, NULL, bound},
    CLBT_FLOAT_1(X)
#undef X
#define X(f, bound) {#f, CLBT_EACH(all_##f##__f_f), CLBT_EACH(one_##f##__f_f), NULL, ref_##f, bound},
        CLBT_FLOAT_2(X)
#undef X
            {"pown", CLBT_EACH(all_pown__f_i), CLBT_EACH(one_pown__f_i), NULL, NULL, 16},
};

static const struct {
    const char *name;
    void (*all[3])(const double *, const void *, double *, size_t);
    of_one *reference;
    int bound;
} double_functions[] = {
#define X(f, bound) {#f " of doubles", CLBT_EACH(all_##f##__d), ref_##f, bound},
    CLBT_DOUBLE_1(X)
#undef X
};

/* In units of the last of `digits` places, the least exponent being `least`. */
static double distance(long double found, long double wanted, int digits, int least, long double most)
{
    int e = 0;
    if (isnan(wanted) || isnan(found)) return isnan(wanted) && isnan(found) ? 0 : INFINITY;
    if (fabsl(wanted) > most) wanted = wanted > 0 ? INFINITY : -INFINITY;
    if (found == wanted) return 0;
    if (isinf(wanted) || isinf(found)) return fabsl(isinf(wanted) ? found : wanted) > most * 0.999999L ? 1 : INFINITY;
    frexpl(wanted, &e);
    return (double)(fabsl(found - wanted) / ldexpl(1, e - digits < least ? least : e - digits));
}

static void judge(const char *name, int level, double a, double b, double r, double off, int bound, int *wrong)
{
    if (off > bound && !(*wrong)++) printf("%s, level %d: of %a and %a: %a, %g ulp off\n", name, level, a, b, r, off);
}

static int32_t bits_of(float a)
{
    int32_t bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}

static uint32_t next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 32);
}

static long double wanted_of(size_t f, float a, float b)
{
    if (functions[f].of_one) return functions[f].of_one((long double)a);
    if (!functions[f].of_two) return powl((long double)a, (long double)bits_of(b));
    return functions[f].of_two((long double)a, (long double)b);
}

/* Floats of all sizes; the second operand of all sizes too, or small. */
static int check_errors(void)
{
    static float a[N], b[N], r[N];
    static long double wanted[N];
    int wrong = 0;
    for (size_t f = 0; f < sizeof functions / sizeof *functions; ++f) {
        uint64_t seed = 1;
        int of_this = 0;
        for (uint32_t round = 0; round < 200; ++round) {
            for (uint32_t i = 0; i < N; ++i) {
                uint32_t own = (uint32_t)(((uint64_t)round * N + i) * 5242), other = next(&seed);
                /* Every fourth row near 1 and every fourth up to some hundreds, where most numbers of programs are;
                 * every eighth where floats cease to have fractions. */
                if (round % 4 == 1) own = 0x3f000000u + next(&seed) % 0x01800000u;
                if (round % 8 == 3) own = (next(&seed) & 0x80000000u) | (0x48000000u + next(&seed) % 0x05000000u);
                if (round % 4 == 2) own = (next(&seed) & 0x80000000u) | (0x3d000000u + next(&seed) % 0x08000000u);
                memcpy(&a[i], &own, sizeof own);
                memcpy(&b[i], &other, sizeof other);
                if (round % 2) b[i] = (float)((int32_t)other / 65536) / (round % 4 == 1 ? 256 : 1);
                if (!functions[f].of_one && !functions[f].of_two) {
                    const int32_t n = (int32_t)(other % 64) - 32;
                    if (round % 8) memcpy(&b[i], &n, sizeof n);
                }
                wanted[i] = wanted_of(f, a[i], b[i]);
                if (strcmp(functions[f].name, "powr") == 0 && !(a[i] > 0 && a[i] < INFINITY && fabsf(b[i]) < INFINITY))
                    wanted[i] = (long double)(a[i] = b[i] = 1);
            }
            for (int level = 0; level < clbt_levels(); ++level) {
                functions[f].all[level](a, functions[f].of_one ? NULL : b, r, N);
                for (uint32_t i = 0; i < N; ++i) {
                    const double off = distance((long double)r[i], wanted[i], 24, -149, 3.40282347e38L);
                    judge(functions[f].name, level, (double)a[i], (double)b[i], (double)r[i], off, functions[f].bound,
                          &of_this);
                }
            }
        }
        wrong += of_this;
    }
    return wrong;
}

static int check_doubles(void)
{
    static double a[N], r[N];
    int wrong = 0;
    for (size_t f = 0; f < sizeof double_functions / sizeof *double_functions; ++f) {
        uint64_t seed = 1;
        for (int round = 0; round < 80; ++round) {
            for (int i = 0; i < N; ++i) {
                const uint64_t bits = (uint64_t)next(&seed) << 32 | next(&seed);
                const double share = (double)next(&seed) / 4294967296.0 - 0.5;
                memcpy(&a[i], &bits, sizeof bits); /* any; up to hundreds; near multiples of pi/2; near 1 */
                if (round % 4 == 1) a[i] = share * 2000;
                if (round % 4 == 2)
                    a[i] = nearbyint(share * 1200000) * 1.57079632679489661923 * (1 + (i % 5 - 2) * 0x1p-52);
                if (round % 4 == 3) a[i] = 1 + share * (i % 2 ? 1 : 1e-4);
                if (round == 0 && i < 4) a[i] = (const double[]){0.0, -0.0, INFINITY, 0x1.8p900}[i];
            }
            for (int level = 0; level < clbt_levels(); ++level) {
                double_functions[f].all[level](a, NULL, r, N);
                for (int i = 0; i < N; ++i) {
                    const long double wanted = double_functions[f].reference((long double)a[i]);
                    const double off = distance((long double)r[i], wanted, 53, -1074, 1.7976931348623157e308L);
                    judge(double_functions[f].name, level, a[i], 0, r[i], off, double_functions[f].bound, &wrong);
                    wrong += a[i] == 0 && signbit(r[i]) != signbit((double)wanted);
                }
            }
        }
    }
    return wrong;
}

static const float specials[] = {0.0f,        -0.0f,       1.0f,          -1.0f,   INFINITY, -INFINITY,   NAN,
                                 1e-45f,      -1e-45f,     1e-39f,        3.4e38f, -3.4e38f, 0.5f,        -0.5f,
                                 1.5f,        2.5f,        -2.5f,         3.0f,    -3.0f,    16777216.0f, 16777217.0f,
                                 -8388607.0f, 8388608.5f,  2147483648.0f, 88.7f,   -103.9f,  127.9f,      1e30f,
                                 -1e30f,      0.99999994f, 1.0000001f};
enum { SPECIALS = sizeof specials / sizeof *specials };

/* As the functions of one number, zeros' signs included. */
static int check_ends(void)
{
    int wrong = 0;
    for (size_t f = 0; f < sizeof functions / sizeof *functions; ++f)
        for (int level = 0; level < clbt_levels(); ++level)
            for (size_t j = 0; j < SPECIALS; ++j) {
                float a[32], b[32], r[32];
                for (size_t i = 0; i < 32; ++i) {
                    const int32_t n = (int32_t)j - 15;
                    a[i] = specials[i % SPECIALS];
                    b[i] = specials[j];
                    if (!functions[f].of_one && !functions[f].of_two) memcpy(&b[i], &n, sizeof n);
                }
                functions[f].all[level](a, functions[f].of_one ? NULL : b, r, 32);
                for (size_t i = 0; i < 32; ++i) {
                    const float one = functions[f].one[level](a[i], b[i]);
                    const double off = distance((long double)r[i], (long double)one, 24, -149, 3.40282347e38L);
                    judge(functions[f].name, level, (double)a[i], (double)b[i], (double)r[i], off, functions[f].bound,
                          &wrong);
                    if (one == 0 && signbit(one) != signbit(r[i])) {
                        if (!wrong++)
                            printf("%s, level %d: of %a and %a: %a, not %a\n", functions[f].name, level, (double)a[i],
                                   (double)b[i], (double)r[i], (double)one);
                    }
                }
            }
    return wrong;
}

int main(void)
{
    const int errors = check_errors(), doubles = check_doubles(), ends = check_ends();
    return errors || doubles || ends;
}
