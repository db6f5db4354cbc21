/* Every mathematical built-in for the host, at all levels that this processor has, against long double functions of
 * libm: random arguments of all sizes and special ones; within the table of OpenCL C 1.2, 7.4, in units of the last
 * place. With an argument: prints the largest error of each.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* exp10l, lgammal_r */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* X(name) */
/* clang-format off */
#define CLBT_UNARIES(X)                                                                                   \
    X(acos) X(acosh) X(acospi) X(asin) X(asinh) X(asinpi) X(atan) X(atanh) X(atanpi) X(cbrt) X(ceil)      \
    X(cos) X(cosh) X(cospi) X(erf) X(erfc) X(exp) X(exp2) X(exp10) X(expm1) X(fabs) X(floor) X(lgamma)    \
    X(log) X(log2) X(log10) X(log1p) X(logb) X(rint) X(round) X(rsqrt) X(sin) X(sinh) X(sinpi) X(sqrt)    \
    X(tan) X(tanh) X(tanpi) X(tgamma) X(trunc)
#define CLBT_BINARIES(X)                                                                                  \
    X(atan2) X(atan2pi) X(copysign) X(fdim) X(fmax) X(fmin) X(fmod) X(hypot) X(maxmag) X(minmag)          \
    X(nextafter) X(pow) X(powr) X(remainder)
#define CLBT_INTEGERS(X) X(ldexp) X(pown) X(rootn)
/* clang-format on */
#define CLBT_BODY "math_level.h"
#include "levels.h"

#include "reference.h"

typedef struct one {
    const char *name;
    void (*d[3])(const double *, double *, size_t);
    void (*f[3])(const float *, float *, size_t);
    wide (*ref)(wide);
    double ulp_d, ulp_f;
} one;
typedef struct two {
    const char *name;
    void (*d[3])(const double *, const double *, double *, size_t);
    void (*f[3])(const float *, const float *, float *, size_t);
    wide (*ref)(wide, wide), (*ref_f)(wide, wide);
    double ulp_d, ulp_f;
} two;
typedef struct mixed {
    const char *name;
    void (*d[3])(const double *, const int32_t *, double *, size_t);
    void (*f[3])(const float *, const int32_t *, float *, size_t);
    wide (*ref)(wide, int);
    double ulp_d, ulp_f;
} mixed;
#define ENTRY(name, ref, ulp_d, ulp_f)                                                   \
    {                                                                                    \
#name, CLBT_EACH(loop_##name##_d), CLBT_EACH(loop_##name##_f), ref, ulp_d, ulp_f \
    }
#define PAIR(name, ref, ulp_d, ulp_f)                                                         \
    {                                                                                         \
#name, CLBT_EACH(loop_##name##_d), CLBT_EACH(loop_##name##_f), ref, ref, ulp_d, ulp_f \
    }

/* Limits: double, float. 0.501: correctly rounded. Ours are tighter for exp, expm1, log, log1p. */
static const one ones[] = {
    ENTRY(acos, acosl, 4, 4),
    ENTRY(acosh, acoshl, 4, 4),
    ENTRY(acospi, ref_acospi, 5, 5),
    ENTRY(asin, asinl, 4, 4),
    ENTRY(asinh, asinhl, 4, 4),
    ENTRY(asinpi, ref_asinpi, 5, 5),
    ENTRY(atan, atanl, 5, 5),
    ENTRY(atanh, atanhl, 5, 5),
    ENTRY(atanpi, ref_atanpi, 5, 5),
    ENTRY(cbrt, cbrtl, 2, 2),
    ENTRY(ceil, ceill, 0, 0),
    ENTRY(cos, cosl, 4, 4),
    ENTRY(cosh, coshl, 4, 4),
    ENTRY(cospi, ref_cospi, 4, 4),
    ENTRY(erf, erfl, 16, 16),
    ENTRY(erfc, erfcl, 16, 16),
    ENTRY(exp, expl, 1, 3),
    ENTRY(exp2, exp2l, 3, 3),
    ENTRY(exp10, exp10l, 3, 3),
    ENTRY(expm1, expm1l, 1, 3),
    ENTRY(fabs, fabsl, 0, 0),
    ENTRY(floor, floorl, 0, 0),
    ENTRY(lgamma, ref_lgamma, -1, -1),
    ENTRY(log, logl, 1, 3),
    ENTRY(log2, log2l, 3, 3),
    ENTRY(log10, log10l, 3, 3),
    ENTRY(log1p, log1pl, 1, 2),
    ENTRY(logb, logbl, 0, 0),
    ENTRY(rint, rintl, 0, 0),
    ENTRY(round, roundl, 0, 0),
    ENTRY(rsqrt, ref_rsqrt, 2, 2),
    ENTRY(sin, sinl, 4, 4),
    ENTRY(sinh, sinhl, 4, 4),
    ENTRY(sinpi, ref_sinpi, 4, 4),
    ENTRY(sqrt, sqrtl, 0.501, 0.501),
    ENTRY(tan, tanl, 5, 5),
    ENTRY(tanh, tanhl, 5, 5),
    ENTRY(tanpi, ref_tanpi, 6, 6),
    ENTRY(tgamma, tgammal, 16, 16),
    ENTRY(trunc, truncl, 0, 0),
};
static const two twos[] = {
    PAIR(atan2, atan2l, 6, 6),
    PAIR(atan2pi, ref_atan2pi, 6, 6),
    PAIR(copysign, copysignl, 0, 0),
    PAIR(fdim, fdiml, 0.501, 0.501),
    PAIR(fmax, ref_fmax, 0, 0),
    PAIR(fmin, ref_fmin, 0, 0),
    PAIR(fmod, fmodl, 0, 0),
    PAIR(hypot, hypotl, 4, 4),
    PAIR(maxmag, ref_maxmag, 0, 0),
    PAIR(minmag, ref_minmag, 0, 0),
    {"nextafter", CLBT_EACH(loop_nextafter_d), CLBT_EACH(loop_nextafter_f), ref_nextafter, ref_nextafter_f, 0, 0},
    PAIR(pow, powl, 16, 16),
    PAIR(powr, ref_powr, 16, 16),
    PAIR(remainder, remainderl, 0, 0),
};
static const mixed mixeds[] = {
    ENTRY(ldexp, ref_ldexp, 0.501, 0.501),
    ENTRY(pown, ref_pown, 16, 16),
    ENTRY(rootn, ref_rootn, 16, 16),
};

/* ---- Arguments -----------------------------------------------------------------------------------------------------
 */

enum { COUNT = 1 << 15 };
static const double specials[] = {
    0.0,
    -0.0,
    1,
    -1,
    0.5,
    -0.5,
    0.25,
    1.5,
    -1.5,
    2,
    -2,
    2.5,
    -2.5,
    3,
    -3,
    4,
    10,
    -10,
    100,
    0.1,
    -0.1,
    1e-5,
    -1e-5,
    1e-10,
    1e-20,
    1e-300,
    -1e-300,
    1e300,
    -1e300,
    709.782712893384,
    709.7827128933841,
    -708.3964185322641,
    -745.1332191019411,
    -745.1332191019412,
    88.72283,
    -87.33655,
    -103.97208,
    0x1p52,
    0x1p53,
    0x1.fffffffffffffp52,
    0x1p51,
    0x1.8p51,
    -0x1p52,
    0x1p31,
    0x1p32,
    0x1p63,
    0x1p24,
    0x1p23,
    0x1.fffffep22,
    0x1.fffffffffffffp-2,
    0x1.fffffep-2,
    0x1.fffffffffffffp-1,
    0x1.fffffep-1,
    0x1.0000000000001p0,
    0x1.000002p0,
    0x1p-1022,
    0x1p-1074,
    -0x1p-1074,
    0x1.8p-1060,
    0x1p-126,
    0x1p-149,
    0x1.fffffffffffffp-1023,
    DBL_MAX,
    -DBL_MAX,
    FLT_MAX,
    -FLT_MAX,
    INFINITY,
    -INFINITY,
    NAN,
    3.14159265358979311600,
    1.57079632679489655800,
    0.78539816339744827900,
    22,
    710.4758600739439,
    26.5,
    27.2,
    5.9,
    6,
    171.6,
    -170.5,
    0.7071067811865476,
    1.4142135623730951,
    0.3465735902799727,
    1023,
    1024,
    -1074,
    -1075,
    308,
    309,
    -323,
    -324,
    127,
    128,
    -149,
    -150,
    38,
    -45,
};
enum { SPECIALS = sizeof specials / sizeof *specials };

static uint64_t seed = 88172645463325252u;
static uint64_t next(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}
static double unit(void)
{
    return (double)(next() >> 11) * 0x1p-53;
}

/* The i-th argument: of all sizes, of the sizes of daily life, near 1, evenly over some range. */
static double draw(size_t i)
{
    const double sign = next() & 1 ? -1 : 1;
    double a;
    const uint64_t bits = next();
    switch (i % 8) {
    case 0: memcpy(&a, &bits, sizeof a); return a;
    case 1: return sign * exp2(80 * unit() - 40);
    case 2: return sign * (1 + sign * exp2(-50 * unit()));
    case 3: return sign * unit();
    case 4: return sign * 750 * unit();
    case 5: return sign * 30 * unit();
    case 6: return sign * exp2(2000 * unit() - 1000);
    default: return sign * 4 * unit();
    }
}

/* ---- Comparing -----------------------------------------------------------------------------------------------------
 */

static bool verbose;
static int failures;

typedef struct worst {
    double ulp, a, b, got;
    wide ref;
} worst;
static void look(worst *w, double a, double b, double got, wide ref, const kind *k)
{
    const double ulp = distance(got, ref, k);
    if (ulp > w->ulp) *w = (worst){ulp, a, b, got, ref};
}
static void report(const char *name, const char *type, int level, const worst *w, double limit)
{
    const bool bad = limit >= 0 && w->ulp > limit;
    failures += bad;
    if (verbose || bad)
        printf("%s %-10s %s level %d: %.3f ulp (limit %g) at %a, %a: %a, not %La\n", bad ? "FAIL" : "    ", name, type,
               level, w->ulp, limit, w->a, w->b, w->got, w->ref);
}

static double a[COUNT], b[COUNT], r[COUNT];
static float af[COUNT], bf[COUNT], rf[COUNT];
static int32_t n[COUNT];

int main(int argc, char **argv)
{
    (void)argv;
    verbose = argc > 1;
    const int levels = clbt_levels();
    for (size_t i = 0; i < COUNT; i++) {
        a[i] = i < SPECIALS * SPECIALS ? specials[i % SPECIALS] : draw(i);
        b[i] = i < SPECIALS * SPECIALS ? specials[i / SPECIALS] : draw(i / 8);
        n[i] = (int32_t)(i < SPECIALS * SPECIALS ? (double)(i / SPECIALS) - 20
                         : i % 2                 ? (double)(int32_t)next()
                                                 : 64 * (unit() - 0.5));
        if (i < 8 * SPECIALS && i / SPECIALS % 2) n[i] = (int32_t[]){INT32_MAX, INT32_MIN, 1, -1}[i / SPECIALS / 2];
        af[i] = (float)(i % 8 == 0 && i >= SPECIALS * SPECIALS ? a[i] * 0x1p300 : a[i]);
        bf[i] = (float)b[i];
    }
    for (int l = 0; l < levels; l++) {
        for (size_t k = 0; k < sizeof ones / sizeof *ones; k++) {
            const one *t = &ones[k];
            worst w = {0}, wf = {0};
            t->d[l](a, r, COUNT);
            t->f[l](af, rf, COUNT);
            for (size_t i = 0; i < COUNT; i++) {
                look(&w, a[i], 0, r[i], t->ref((wide)a[i]), &kind_d);
                look(&wf, (double)af[i], 0, (double)rf[i], t->ref((wide)af[i]), &kind_f);
            }
            report(t->name, "double", l, &w, t->ulp_d);
            report(t->name, "float ", l, &wf, t->ulp_f);
        }
        for (size_t k = 0; k < sizeof twos / sizeof *twos; k++) {
            const two *t = &twos[k];
            worst w = {0}, wf = {0};
            t->d[l](a, b, r, COUNT);
            t->f[l](af, bf, rf, COUNT);
            for (size_t i = 0; i < COUNT; i++) {
                look(&w, a[i], b[i], r[i], t->ref((wide)a[i], (wide)b[i]), &kind_d);
                look(&wf, (double)af[i], (double)bf[i], (double)rf[i], t->ref_f((wide)af[i], (wide)bf[i]), &kind_f);
            }
            report(t->name, "double", l, &w, t->ulp_d);
            report(t->name, "float ", l, &wf, t->ulp_f);
        }
        for (size_t k = 0; k < sizeof mixeds / sizeof *mixeds; k++) {
            const mixed *t = &mixeds[k];
            worst w = {0}, wf = {0};
            t->d[l](a, n, r, COUNT);
            t->f[l](af, n, rf, COUNT);
            for (size_t i = 0; i < COUNT; i++) {
                look(&w, a[i], n[i], r[i], t->ref((wide)a[i], n[i]), &kind_d);
                look(&wf, (double)af[i], n[i], (double)rf[i], t->ref((wide)af[i], n[i]), &kind_f);
            }
            report(t->name, "double", l, &w, t->ulp_d);
            report(t->name, "float ", l, &wf, t->ulp_f);
        }
    }
    printf("%d failures at %d levels\n", failures, levels);
    return failures ? 1 : 0;
}
