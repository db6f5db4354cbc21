/* Trigonometric functions of double and their inverses. Part of clbundle/native/math.h, once per level. Branch-free,
 * except sin, cos and tan of radians, which call libm: their reduction needs hundreds of bits of pi. Knows numbers; must not
 * know memory.
 *
 * SPDX-License-Identifier: MIT */

#ifdef CLBN_USES_TRIG

CLBN_FN double CLBN(sin__d)(double a) { return __builtin_sin(a); }
CLBN_FN double CLBN(cos__d)(double a) { return __builtin_cos(a); }
CLBN_FN double CLBN(tan__d)(double a) { return __builtin_tan(a); }
CLBN_FN double CLBN(sincos__d_pd)(double a, double *cosine)
{
    *cosine = CLBN(cos__d)(a);
    return CLBN(sin__d)(a);
}

/* ---- Half turns ---------------------------------------------------------------------------------------------------- */

/* sin(pi t) and cos(pi t) for |t| <= 1/4; errors 2e-22 and 1e-21. */
CLBN_FN double CLBN(sinpi_small)(double t)
{
    double lost;
    const double z = t * t, head = CLBN(two_product)(t, 0x1.921fb54442d18p+1, &lost);
    const double tail = CLBN_POLY_7(z, -0x1.4abbce625be53p+2, 0x1.466bc6775aae2p+1, -0x1.32d2cce62bd85p-1,
                                    0x1.50783487ee378p-4, -0x1.e3074fdd8ab89p-8, 0x1.e8f432b3306d6p-12,
                                    -0x1.6fab3af8ca222p-16, 0x1.a7d9a83e27abdp-21);
    return head + (lost + t * CLBN(muladd)(z, tail, 0x1.1a62633145c07p-53));
}
CLBN_FN double CLBN(cospi_small)(double t)
{
    const double z = t * t;
    return 1 + z * CLBN_POLY_7(z, -0x1.3bd3cc9be45dep+2, 0x1.03c1f081b5ac4p+2, -0x1.55d3c7e3cbff7p+0,
                               0x1.e1f506891ae86p-3, -0x1.a6d1f2a085420p-6, 0x1.f9d38705ffcacp-10,
                               -0x1.b6de89a234c47p-14, 0x1.1e73c6f085f29p-18);
}
/* a minus the nearest multiple of 1/2, and the number of that multiple, from -2 to 2. */
CLBN_FN double CLBN(half_turns)(double a, double *quarter)
{
    const double x = a - 2 * CLBN(whole_rte__d)(a * 0.5), n = CLBN(whole_rte__d)(2 * x);
    *quarter = n;
    return x - 0.5 * n;
}
CLBN_FN double CLBN(sinpi__d)(double a)
{
    double n;
    const double t = CLBN(half_turns)(a, &n), s = CLBN(sinpi_small)(t), c = CLBN(cospi_small)(t);
    const double odd = n < 0 ? -c : c, even = n == 0 ? s : -s;
    const double r = n == 1 || n == -1 ? odd : even;
    return r == 0 ? __builtin_copysign(0, a) : r; /* the zero of an integer has its sign */
}
CLBN_FN double CLBN(cospi__d)(double a)
{
    double n;
    const double t = CLBN(half_turns)(__builtin_fabs(a), &n), s = CLBN(sinpi_small)(t), c = CLBN(cospi_small)(t);
    const double odd = n < 0 ? s : -s, even = n == 0 ? c : -c;
    const double r = n == 1 || n == -1 ? odd : even;
    return r == 0 ? 0 : r;
}
CLBN_FN double CLBN(tanpi__d)(double a)
{
    double n;
    const double t = CLBN(half_turns)(a, &n), s = CLBN(sinpi_small)(t), c = CLBN(cospi_small)(t);
    const int odd = n == 1 || n == -1;
    const double r = (odd ? -c : s) / (odd ? s : c);
    /* For even integers the zero has a's sign, for odd ones the other sign. The infinity at odd multiples of 1/2 is positive
     * in the first and third quarter. */
    const double zero = __builtin_copysign(0, a), pole = n < 0 ? -__builtin_inf() : __builtin_inf();
    return t == 0 ? (odd ? pole : n == 0 ? zero : -zero) : r;
}

#endif

#ifdef CLBN_USES_ARC

/* ---- Inverses ------------------------------------------------------------------------------------------------------ */

/* (atan(t) / t - 1) / t^2 for |t| <= tan(pi/8), from t^2; error 3e-17. */
CLBN_FN double CLBN(atan_tail)(double z)
{
    return CLBN_POLY_10(z, -0x1.5555555555555p-2, 0x1.999999999933dp-3, -0x1.24924924355d5p-3, 0x1.c71c7184c32bfp-4,
                        -0x1.745d0b153ffadp-4, 0x1.3b126143b5cbcp-4, -0x1.10fa5ee9ab25cp-4, 0x1.dfe49b2919c4ep-5,
                        -0x1.a090d1950d2b4p-5, 0x1.41495cefb6c73p-5, -0x1.39f38ad451ea7p-6);
}
/* atan(y / x) for y, x >= 0, not both 0 and not both infinite. Computes the arc tangent of the smaller over the larger,
 * reduces a large ratio by pi/8, and subtracts the result from pi/2 if y is the larger. */
CLBN_FN double CLBN(atan_quarter)(double y, double x)
{
    const int swap = y > x;
    const double over = swap ? x : y, under = swap ? y : x;
    const int turn = over > under * 0x1.a827999fcef32p-2;
    const double t = turn ? (over - under) / (over + under) : over / under, z = t * t;
    const double small = CLBN(muladd)(t * z, CLBN(atan_tail)(z), turn ? 0x1.1a62633145c07p-55 : 0);
    const double first = turn ? 0x1.921fb54442d18p-1 + (t + small) : t + small;
    return swap ? 0x1.921fb54442d18p+0 - (first - 0x1.1a62633145c07p-54) : first;
}
CLBN_FN double CLBN(atan__d)(double a)
{
    const double size = __builtin_fabs(a);
    return a != a ? a : __builtin_copysign(CLBN(atan_quarter)(size > 0x1p100 ? 0x1p100 : size, 1), a);
}
/* The angle in its quarter. Both operands are scaled near 1, so that their sum does not overflow, and their ratio underflows
 * only if the angle does. */
CLBN_FN double CLBN(atan2__d_d)(double b, double a)
{
    const double inf = __builtin_inf(), y = __builtin_fabs(b), x = __builtin_fabs(a);
    const double most = x > y ? x : y, by_small = most < 0x1p-900 ? 0x1p100 : 1, by = most > 0x1p1000 ? 0x1p-60 : by_small;
    /* Two infinities have the ratio 1, a number and infinity the ratio 0, and two zeros count as 0 and 1. */
    const double y_inf = y == inf ? 1 : 0, x_inf = x == inf ? 1 : 0;
    const double y1 = most == inf ? y_inf : y * by, x1 = most == inf ? x_inf : x * by, x2 = most == 0 ? 1 : x1;
    const double angle = CLBN(atan_quarter)(y1, x2);
    const double other = 0x1.921fb54442d18p+1 - (angle - 0x1.1a62633145c07p-53);
    const double half = __builtin_copysign(1, a) < 0 ? other : angle, r = __builtin_copysign(half, b);
    const double known = a == a ? r : a;
    return b == b ? known : b;
}
/* (asin(s) / s - 1) / s^2 for s^2 <= 1/4, from s^2; error 1.5e-17. */
CLBN_FN double CLBN(asin_tail)(double z)
{
    return CLBN_POLY_12(z, 0x1.5555555555556p-3, 0x1.3333333332ec4p-4, 0x1.6db6db6e3292ep-5, 0x1.f1c71c1d4aa0dp-6,
                        0x1.6e8bb1d89492bp-6, 0x1.1c4d343fa57f6p-6, 0x1.c9cf3759fd8ffp-7, 0x1.78246f32d075cp-7,
                        0x1.524ea8b3aad31p-7, 0x1.653a8f8cfd43dp-8, 0x1.1d661531b222ep-6, -0x1.e7a24f548c99dp-7,
                        0x1.d78189767524ep-6);
}
/* Selects by bits: an if would make the root conditional, and loops with it could not be vectorised. */
CLBN_FN double CLBN(root_or)(int want, double root, double other)
{
    const uint64_t mask = want ? UINT64_MAX : 0;
    return CLBN(as_d__m)((CLBN(as_m__d)(root) & mask) | (CLBN(as_m__d)(other) & ~mask));
}
/* Above one half: asin(a) = pi/2 - 2 asin(sqrt((1 - a) / 2)). */
CLBN_FN double CLBN(asin__d)(double a)
{
    const double size = __builtin_fabs(a);
    const int far = size > 0.5;
    const double z = far ? (1 - size) * 0.5 : size * size, s = CLBN(root_or)(far, __builtin_sqrt(z), size);
    const double angle = CLBN(muladd)(s * z, CLBN(asin_tail)(z), s);
    return __builtin_copysign(far ? 0x1.921fb54442d18p+0 - (2 * angle - 0x1.1a62633145c07p-54) : angle, a);
}
CLBN_FN double CLBN(acos__d)(double a)
{
    const double size = __builtin_fabs(a);
    const int far = size > 0.5;
    const double z = far ? (1 - size) * 0.5 : size * size, s = CLBN(root_or)(far, __builtin_sqrt(z), a);
    const double angle = CLBN(muladd)(s * z, CLBN(asin_tail)(z), s);
    const double low = a < 0 ? 0x1.921fb54442d18p+1 - (2 * angle - 0x1.1a62633145c07p-53) : 2 * angle;
    return far ? low : 0x1.921fb54442d18p+0 - (angle - 0x1.1a62633145c07p-54);
}
#define CLBN_OVER_PI(angle) ((angle) * 0x1.45f306dc9c883p-2)
CLBN_FN double CLBN(asinpi__d)(double a) { return CLBN_OVER_PI(CLBN(asin__d)(a)); }
CLBN_FN double CLBN(acospi__d)(double a) { return CLBN_OVER_PI(CLBN(acos__d)(a)); }
CLBN_FN double CLBN(atanpi__d)(double a) { return CLBN_OVER_PI(CLBN(atan__d)(a)); }
CLBN_FN double CLBN(atan2pi__d_d)(double a, double b) { return CLBN_OVER_PI(CLBN(atan2__d_d)(a, b)); }
#undef CLBN_OVER_PI

#endif
