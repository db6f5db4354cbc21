/* The exact results of the mathematical built-ins, in long double, and distances from them in units of the last place.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBT_REFERENCE_H
#define CLBT_REFERENCE_H

#ifndef _GNU_SOURCE
#error "exp10l and lgammal_r want _GNU_SOURCE"
#endif
#include <float.h>
#include <math.h>
#include <stdbool.h>

typedef long double wide;
static const wide pi = 3.14159265358979323846264338327950288L;

/* ---- References ----------------------------------------------------------------------------------------------------
 */

static wide ref_acospi(wide a)
{
    return acosl(a) / pi;
}
static wide ref_asinpi(wide a)
{
    return asinl(a) / pi;
}
static wide ref_atanpi(wide a)
{
    return atanl(a) / pi;
}
static wide ref_atan2pi(wide a, wide b)
{
    return atan2l(a, b) / pi;
}
static wide ref_rsqrt(wide a)
{
    return 1 / sqrtl(a);
}
static wide ref_sinpi(wide a)
{
    const wide x = fabsl(fmodl(a, 2)), y = x > 1 ? x - 1 : x, z = y > 0.5L ? 1 - y : y;
    if (!(fabsl(a) < INFINITY)) return NAN;
    const wide s = z > 0.25L ? cosl(pi * (0.5L - z)) : sinl(pi * z);
    return s == 0 ? copysignl(0, a) : (x > 1) != (a < 0) ? -s : s;
}
static wide ref_cospi(wide a)
{
    const wide x = fabsl(fmodl(a, 2)), y = x > 1 ? 2 - x : x, z = y > 0.5L ? 1 - y : y;
    if (!(fabsl(a) < INFINITY)) return NAN;
    const wide c = z > 0.25L ? sinl(pi * (0.5L - z)) : cosl(pi * z);
    return c == 0 ? 0 : y > 0.5L ? -c : c;
}
static wide ref_tanpi(wide a)
{
    const wide x = fmodl(a, 2), s = ref_sinpi(a), c = ref_cospi(a);
    if (!(fabsl(a) < INFINITY)) return NAN;
    if (fmodl(a, 1) == 0) return fmodl(a, 2) == 0 ? copysignl(0, a) : -copysignl(0, a);
    if (c == 0) return x == 0.5L || x == -1.5L ? INFINITY : -INFINITY;
    return s / c;
}
/* Of zeros, the first. */
static wide ref_fmax(wide a, wide b)
{
    return a == b ? a : fmaxl(a, b);
}
static wide ref_fmin(wide a, wide b)
{
    return a == b ? a : fminl(a, b);
}
static wide ref_maxmag(wide a, wide b)
{
    return fabsl(a) > fabsl(b) ? a : fabsl(b) > fabsl(a) ? b : ref_fmax(a, b);
}
static wide ref_minmag(wide a, wide b)
{
    return fabsl(a) < fabsl(b) ? a : fabsl(b) < fabsl(a) ? b : ref_fmin(a, b);
}
static wide ref_powr(wide a, wide b)
{
    if (a < 0 || isnan(a) || isnan(b) || ((a == 0 || isinf(a)) && b == 0) || (a == 1 && isinf(b))) return NAN;
    return powl(fabsl(a), b);
}
static wide ref_pown(wide a, int n)
{
    return powl(a, n);
}
static wide ref_rootn(wide a, int n)
{
    if (n == 0 || (a < 0 && n % 2 == 0)) return NAN;
    const wide size = powl(fabsl(a), 1 / (wide)n);
    return n % 2 ? copysignl(size, a) : size;
}
static wide ref_lgamma(wide a)
{
    int sign;
    return lgammal_r(a, &sign);
}
static wide ref_ldexp(wide a, int n)
{
    return ldexpl(a, n);
}
/* Of the type's own neighbours. */
static wide ref_nextafter(wide a, wide b)
{
    return (wide)nextafter((double)a, (double)b);
}
static wide ref_nextafter_f(wide a, wide b)
{
    return (wide)nextafterf((float)a, (float)b);
}

/* ---- Comparing ---- */

typedef struct kind {
    int digits, least, most;
    wide largest;
} kind; /* digits behind the first; exponents */
static const kind kind_d = {52, -1022, 1023, DBL_MAX}, kind_f = {23, -126, 127, FLT_MAX};

/* Distance in units of the last place; 0 for what counts as equal. */
static double distance(double got, wide ref, const kind *k)
{
    if (isnan(ref)) return isnan(got) ? 0 : INFINITY;
    if (isnan(got)) return INFINITY;
    const wide edge = k->largest * (1 + ldexpl(1, -k->digits - 2));
    if (isinf(ref) || fabsl(ref) >= edge) {
        const wide one_off = fabsl(ref) < edge * (1 + ldexpl(1, -k->digits + 4)) ? k->largest : INFINITY;
        return !signbit(got) == !signbit(ref) && fabsl((wide)got) >= one_off ? 0 : INFINITY;
    }
    if (ref == 0) return got == 0 ? (!signbit(got) == !signbit(ref) ? 0 : INFINITY) : INFINITY;
    int e = ilogbl(ref);
    if (e < k->least) e = k->least;
    const wide last = ldexpl(1, e - k->digits);
    /* An infinite result counts as the power of two above the largest number. */
    const wide value = isinf(got) ? copysignl(ldexpl(1, k->most + 1), (wide)got) : (wide)got;
    return (double)(fabsl(value - ref) / last);
}

#endif
