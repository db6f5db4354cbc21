/* Exponential functions, logarithms, powers and roots of double. Part of clbundle/native/math.h, once per level.
 *
 * Branch-free, so that loops over them become vector code: every special case is a selection at the end. The methods are
 * the textbook's (reduction by Cody and Waite, Muller's "Elementary Functions"; sums and products in double-double by
 * Dekker and Knuth); the polynomials are Chebyshev fits, computed with 60 digits, whose errors are in the comments. Knows
 * numbers; must not know memory.
 *
 * SPDX-License-Identifier: MIT */

#ifdef CLBN_USES_SUMS

/* ---- Sums and products with their errors --------------------------------------------------------------------------- */

/* a * b + c, fused if that is an instruction: for sums in which one rounding more does not matter. */
CLBN_FN double CLBN(muladd)(double a, double b, double c)
{
#if CLBN_FUSED
    return __builtin_fma(a, b, c);
#else
    return a * b + c;
#endif
}
/* The sum and its error, for |a| >= |b| or a = 0. */
CLBN_FN double CLBN(fast_sum)(double a, double b, double *error)
{
    const double sum = a + b;
    *error = b - (sum - a);
    return sum;
}
CLBN_FN double CLBN(two_sum)(double a, double b, double *error)
{
    const double sum = a + b, part = sum - a;
    *error = (a - (sum - part)) + (b - part);
    return sum;
}
CLBN_FN double CLBN(two_product)(double a, double b, double *error)
{
    const double product = a * b;
#if CLBN_FUSED
    *error = __builtin_fma(a, b, -product);
#else
    /* The upper halves are cut out by masks, so that no further product can overflow. */
    const double a1 = CLBN(as_d__m)(CLBN(as_m__d)(a) & 0xfffffffff8000000u), a2 = a - a1;
    const double b1 = CLBN(as_d__m)(CLBN(as_m__d)(b) & 0xfffffffff8000000u), b2 = b - b1;
    *error = ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2;
#endif
    return product;
}

/* 2^n for an integer n in the range of exponents. */
CLBN_FN double CLBN(power_of_2)(double n)
{
    return CLBN(as_d__m)((CLBN(as_m__d)(n + 0x1.8p52) << 52) + 0x3ff0000000000000u);
}

/* Polynomials, the first coefficient last in the calculation. */
#define CLBN_POLY_1(x, a, b) CLBN(muladd)(b, x, a)
#define CLBN_POLY_2(x, a, ...) CLBN(muladd)(CLBN_POLY_1(x, __VA_ARGS__), x, a)
#define CLBN_POLY_3(x, a, ...) CLBN(muladd)(CLBN_POLY_2(x, __VA_ARGS__), x, a)
#define CLBN_POLY_4(x, a, ...) CLBN(muladd)(CLBN_POLY_3(x, __VA_ARGS__), x, a)
#define CLBN_POLY_5(x, a, ...) CLBN(muladd)(CLBN_POLY_4(x, __VA_ARGS__), x, a)
#define CLBN_POLY_6(x, a, ...) CLBN(muladd)(CLBN_POLY_5(x, __VA_ARGS__), x, a)
#define CLBN_POLY_7(x, a, ...) CLBN(muladd)(CLBN_POLY_6(x, __VA_ARGS__), x, a)
#define CLBN_POLY_8(x, a, ...) CLBN(muladd)(CLBN_POLY_7(x, __VA_ARGS__), x, a)
#define CLBN_POLY_9(x, a, ...) CLBN(muladd)(CLBN_POLY_8(x, __VA_ARGS__), x, a)
#define CLBN_POLY_10(x, a, ...) CLBN(muladd)(CLBN_POLY_9(x, __VA_ARGS__), x, a)
#define CLBN_POLY_11(x, a, ...) CLBN(muladd)(CLBN_POLY_10(x, __VA_ARGS__), x, a)
#define CLBN_POLY_12(x, a, ...) CLBN(muladd)(CLBN_POLY_11(x, __VA_ARGS__), x, a)

#endif

#ifdef CLBN_USES_EXP

/* ---- exp ----------------------------------------------------------------------------------------------------------- */

/* The nearest integer to a small a. The low bits of *shifted hold it as an integer type would. */
CLBN_FN double CLBN(nearest)(double a, double *shifted)
{
    *shifted = a + 0x1.8p52;
    return *shifted - 0x1.8p52;
}
/* a * 2^n in two steps, of which only the second can be inexact if a is about 1. */
CLBN_FN double CLBN(scale)(double a, double n)
{
    double ignored;
    const double half = CLBN(nearest)(n * 0.5, &ignored);
    return a * CLBN(power_of_2)(half) * CLBN(power_of_2)(n - half);
}

/* (e^r - 1 - r) / r^2 for |r| <= ln(2)/2; error 1.6e-18. */
CLBN_FN double CLBN(exp_tail)(double r)
{
    return CLBN_POLY_10(r, 0x1.0000000000000p-1, 0x1.5555555555557p-3, 0x1.5555555555556p-5, 0x1.111111110ff87p-7,
                        0x1.6c16c16c16212p-10, 0x1.a01a01aca0134p-13, 0x1.a01a01a741b3cp-16, 0x1.71ddffef9e7b1p-19,
                        0x1.27e4da1a3bf04p-22, 0x1.af52906239de4p-26, 0x1.1f75aba0b1e2ep-29);
}
/* x - n ln 2 in two parts, where n is the nearest integer to x / ln 2. The product with the first 41 bits of ln 2 is exact. */
CLBN_FN double CLBN(exp_reduce)(double x, double *rest, double *n)
{
    double shifted;
    *n = CLBN(nearest)(x * 0x1.71547652b82fep+0, &shifted);
    const double first = x - *n * 0x1.62e42fefa3000p-1, second = *n * 0x1.3de6af278ece6p-42, r = first - second;
    *rest = (first - r) - second;
    return r;
}
/* e^(r + rest) 2^n */
CLBN_FN double CLBN(exp_finish)(double r, double rest, double n)
{
    double error;
    const double sum = CLBN(fast_sum)(1, r, &error);
    return CLBN(scale)(sum + (error + CLBN(muladd)(r * r, CLBN(exp_tail)(r), rest)), n);
}
/* x, limited to the range beyond which the result is 0 or infinite. NaN stays NaN. */
CLBN_FN double CLBN(bound)(double x, double most)
{
    const double low = x < -most ? -most : x;
    return low > most ? most : low;
}

CLBN_FN double CLBN(exp__d)(double a)
{
    double rest, n;
    const double r = CLBN(exp_reduce)(CLBN(bound)(a, 800), &rest, &n);
    return CLBN(exp_finish)(r, rest, n);
}
CLBN_FN double CLBN(exp2__d)(double a)
{
    double shifted, rest;
    const double x = CLBN(bound)(a, 1200), n = CLBN(nearest)(x, &shifted), part = x - n;
    const double r = CLBN(two_product)(part, 0x1.62e42fefa39efp-1, &rest);
    return CLBN(exp_finish)(r, CLBN(muladd)(part, 0x1.abc9e3b39803fp-56, rest), n);
}
CLBN_FN double CLBN(exp10__d)(double a)
{
    double shifted, rest;
    const double x = CLBN(bound)(a, 400), n = CLBN(nearest)(x * 0x1.a934f0979a371p+1, &shifted);
    const double first = x - n * 0x1.34413509f7000p-2, second = n * 0x1.3fde623e2566bp-43, part = first - second;
    const double r = CLBN(two_product)(part, 0x1.26bb1bbb55516p+1, &rest);
    return CLBN(exp_finish)(r, rest + ((first - part) - second) * 0x1.26bb1bbb55516p+1 + part * -0x1.f48ad494ea3e9p-53, n);
}
/* (e^r - 1 - r - r^2 / 2) / r^3 for |r| <= ln(2)/2; error 9e-18. */
CLBN_FN double CLBN(expm1_tail)(double r)
{
    return CLBN_POLY_9(r, 0x1.5555555555556p-3, 0x1.5555555555555p-5, 0x1.1111111110918p-7, 0x1.6c16c16c16789p-10,
                       0x1.a01a01a83ba17p-13, 0x1.a01a01a4bf4ccp-16, 0x1.71de0be2b5e96p-19, 0x1.27e4e0ede8585p-22,
                       0x1.af3ce42b12b24p-26, 0x1.1f6949e9931a3p-29);
}
/* The terms 2^n - 1, 2^n r and 2^n r^2 / 2 may cancel in part: they are added with their errors. */
CLBN_FN double CLBN(expm1__d)(double a)
{
    double rest, n, error, more, lost;
    const double r = CLBN(exp_reduce)(CLBN(bound)(a, 800), &rest, &n), square = CLBN(two_product)(r, r, &lost);
    const double tail = CLBN(muladd)(square * r, CLBN(expm1_tail)(r), CLBN(muladd)(0.5, lost, rest));
    /* Beyond 2^60, subtracting 1 changes nothing, and the scale may be too large for one factor. */
    const double m = n > 60 ? 60 : n < -100 ? -100 : n, power = CLBN(power_of_2)(m);
    const double first = CLBN(two_sum)(power - 1, power * r, &error), sum = CLBN(two_sum)(first, 0.5 * power * square, &more);
    const double small = sum + (more + (error + power * tail)), result = n > 60 ? CLBN(scale)(small, n - 60) : small;
    return a == 0 ? a : result;
}
/* e^a / 2, for a <= 800. */
CLBN_FN double CLBN(half_exp)(double a)
{
    double rest, n;
    const double r = CLBN(exp_reduce)(a, &rest, &n);
    return CLBN(exp_finish)(r, rest, n - 1);
}
CLBN_FN double CLBN(sinh__d)(double a)
{
    const double size = CLBN(bound)(__builtin_fabs(a), 800), e = CLBN(expm1__d)(size > 40 ? 40 : size);
    const double near = 0.5 * (e + e / (e + 1)), far = CLBN(half_exp)(size);
    return __builtin_copysign(size > 40 ? far : near, a);
}
CLBN_FN double CLBN(cosh__d)(double a)
{
    const double e = CLBN(half_exp)(CLBN(bound)(__builtin_fabs(a), 800));
    return e + 0.25 / e;
}
CLBN_FN double CLBN(tanh__d)(double a)
{
    const double e = CLBN(expm1__d)(2 * CLBN(bound)(__builtin_fabs(a), 22));
    return __builtin_copysign(e / (e + 2), a);
}

#endif

#ifdef CLBN_USES_LOG

/* ---- log ----------------------------------------------------------------------------------------------------------- */

/* a = m 2^k with m in [sqrt(1/2), sqrt(2)), for finite a > 0. */
CLBN_FN double CLBN(log_split)(double a, double *k)
{
    const int tiny = a < 0x1p-1022;
    const uint64_t x = CLBN(as_m__d)(tiny ? a * 0x1p54 : a) + (0x3ff0000000000000u - 0x3fe6a09e667f3bcdu);
    /* Converts an integer below 2^52 to double: its bits are the fraction of a number with the exponent of 2^52. */
    const double biased = CLBN(as_d__m)(x >> 52 | 0x4330000000000000u) - 0x1p52;
    *k = biased - (tiny ? 1023 + 54 : 1023);
    return CLBN(as_d__m)((x & 0x000fffffffffffffu) + 0x3fe6a09e667f3bcdu);
}
/* (log((1 + s) / (1 - s)) - 2 s) / s for s^2 = z < 0.0295; error 1e-17. */
CLBN_FN double CLBN(log_tail)(double z)
{
    return z * CLBN_POLY_6(z, 0x1.5555555555558p-1, 0x1.9999999995273p-2, 0x1.2492492dfd86cp-2, 0x1.c71c62d5e53e0p-3,
                           0x1.7462b91b8df65p-3, 0x1.39fdcceb4bb45p-3, 0x1.2b5f68a50d903p-3);
}
/* f - log(1 + f), for 1 + f in [sqrt(1/2), sqrt(2)]. With s = f / (2 + f) we have f = 2 s + s f, so that
 * log(1 + f) = 2 s + s T = f - s (f - T). */
CLBN_FN double CLBN(log_less)(double f)
{
    const double s = f / (2 + f);
    return s * (f - CLBN(log_tail)(s * s));
}
/* The result for 0, negative numbers, infinity and NaN. */
CLBN_FN double CLBN(log_ends)(double a, double result)
{
    const double low = a == 0 ? -__builtin_inf() : __builtin_nan("");
    return a > 0 ? (a < __builtin_inf() ? result : a) : a != a ? a : low;
}

CLBN_FN double CLBN(log__d)(double a)
{
    double k, error;
    const double f = CLBN(log_split)(a, &k) - 1;
    const double sum = CLBN(two_sum)(k * 0x1.62e42fefa3000p-1, f, &error);
    return CLBN(log_ends)(a, sum + (error + (k * 0x1.3de6af278ece6p-42 - CLBN(log_less)(f))));
}
CLBN_FN double CLBN(log1p__d)(double a)
{
    double k, error, lost;
    const double u = CLBN(two_sum)(1, a, &lost), f = CLBN(log_split)(u, &k) - 1;
    /* The rounding error of 1 + a, with the scale of f. It is negligible if k is large. */
    const double scaled = k > 60 ? 0 : lost * CLBN(power_of_2)(-(k > 60 ? 60 : k < -60 ? -60 : k));
    const double sum = CLBN(two_sum)(k * 0x1.62e42fefa3000p-1, f, &error);
    const double tail = k * 0x1.3de6af278ece6p-42 - CLBN(log_less)(f) + scaled / (1 + f);
    return __builtin_fabs(a) < 0x1p-60 ? a : CLBN(log_ends)(u, sum + (error + tail));
}
/* log(m) in two parts times a constant in two parts. */
CLBN_FN double CLBN(log_times)(double f, double constant, double rest, double *error)
{
    double low, lost;
    const double high = CLBN(fast_sum)(f, -CLBN(log_less)(f), &low), product = CLBN(two_product)(high, constant, &lost);
    *error = lost + (high * rest + low * constant);
    return product;
}
CLBN_FN double CLBN(log2__d)(double a)
{
    double k, rest, error;
    const double part = CLBN(log_times)(CLBN(log_split)(a, &k) - 1, 0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56, &rest);
    const double sum = CLBN(two_sum)(k, part, &error);
    return CLBN(log_ends)(a, sum + (error + rest));
}
CLBN_FN double CLBN(log10__d)(double a)
{
    double k, rest, error;
    const double part = CLBN(log_times)(CLBN(log_split)(a, &k) - 1, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57, &rest);
    const double sum = CLBN(two_sum)(k * 0x1.34413509f7000p-2, part, &error);
    return CLBN(log_ends)(a, sum + (error + (rest + k * 0x1.3fde623e2566bp-43)));
}
CLBN_FN double CLBN(asinh__d)(double a)
{
    const double size = __builtin_fabs(a), x = size > 0x1p60 ? 0 : size;
    const double near = CLBN(log1p__d)(size > 0x1p60 ? size : x + x * x / (1 + __builtin_sqrt(x * x + 1)));
    return __builtin_copysign(size > 0x1p60 ? near + 0x1.62e42fefa39efp-1 : near, a);
}
CLBN_FN double CLBN(acosh__d)(double a)
{
    const double t = a > 0x1p60 ? 0 : a - 1;
    const double near = CLBN(log1p__d)(a > 0x1p60 ? a : t + __builtin_sqrt(t * (t + 2)));
    return a < 1 ? __builtin_nan("") : a > 0x1p60 ? near + 0x1.62e42fefa39efp-1 : near;
}
CLBN_FN double CLBN(atanh__d)(double a)
{
    const double size = __builtin_fabs(a);
    return __builtin_copysign(0.5 * CLBN(log1p__d)(2 * size / (1 - size)), a);
}

#endif

#ifdef CLBN_USES_POWER

/* ---- Powers and roots ---------------------------------------------------------------------------------------------- */

/* log(a) as a sum of two numbers with a relative error of about 2^-63, for finite a > 0: 2 s + (2/3) s^3 + ..., whose large
 * terms are computed in double-double. */
CLBN_FN double CLBN(log_long)(double a, double *low)
{
    double k, dl, lost, zl, tl, el, pl;
    const double f = CLBN(log_split)(a, &k) - 1, d = CLBN(fast_sum)(2, f, &dl);
    const double s = f / d, back = CLBN(two_product)(s, d, &lost), sl = (((f - back) - lost) - s * dl) / d;
    const double z1 = CLBN(two_product)(s, s, &zl);
    zl += 2 * s * sl;
    /* t = z (2/3) + z^2 (2/5 + ...) */
    const double t1 = CLBN(two_product)(z1, 0x1.5555555555555p-1, &tl);
    const double more = z1 * z1 * CLBN_POLY_6(z1, 0x1.999999999999fp-2, 0x1.249249248e4d8p-2, 0x1.c71c71d7fbbacp-3,
                                              0x1.745d09e3d8241p-3, 0x1.3b18bc82cc745p-3, 0x1.1018374c7f117p-3,
                                              0x1.087e4945615c6p-3);
    const double t = CLBN(fast_sum)(t1, more, &el), rest = el + (tl + z1 * 0x1.5555555555555p-55 + zl * 0x1.5555555555555p-1);
    const double p = CLBN(two_product)(s, t, &pl), prest = pl + (s * rest + sl * t);
    /* 2 s + s t, then k ln 2 */
    const double sum = CLBN(fast_sum)(2 * s, p, &el), sum_rest = el + (prest + 2 * sl);
    const double all = CLBN(two_sum)(k * 0x1.62e42fefa3000p-1, sum, &el);
    double out;
    const double high = CLBN(fast_sum)(all, el + (sum_rest + k * 0x1.3de6af278ece6p-42), &out);
    *low = out;
    return high;
}
/* a^(y + y_low) for a >= 0 or NaN; y_low is a correction. */
CLBN_FN double CLBN(power)(double a, double y, double y_low)
{
    double low, lost, rest, n;
    const double high = CLBN(log_long)(a, &low), product = CLBN(two_product)(y, high, &lost);
    const double near = lost + (y * low + y_low * high), x = CLBN(bound)(product, 800);
    const double part = CLBN(exp_reduce)(x, &rest, &n);
    const double r = CLBN(two_sum)(part, rest + (__builtin_fabs(product) < 800 ? near : 0), &rest);
    const double finite = CLBN(exp_finish)(r, rest, n);
    const double at_0 = y < 0 ? __builtin_inf() : 0, at_inf = y < 0 ? 0 : __builtin_inf();
    const double low_end = a == 0 ? at_0 : finite, both_ends = a == __builtin_inf() ? at_inf : low_end;
    const double known = a == a ? both_ends : a, all = y == y ? known : y, some = a == 1 ? 1 : all;
    return y == 0 ? 1 : some;
}
CLBN_FN double CLBN(pow__d_d)(double a, double b)
{
    const double size = CLBN(power)(__builtin_fabs(a), b, 0), half = 0.5 * b, nan = __builtin_nan("");
    const double odd = CLBN(whole_rtz__d)(half) == half ? 1 : -1, negative = __builtin_copysign(1, a) < 0 ? odd : 1;
    const double whole = CLBN(whole_rtz__d)(b) == b ? size * negative : a < 0 ? nan : size;
    /* (-inf)^y has an absolute value for any y; 1^NaN is 1, but (-1)^NaN is NaN. */
    const double r = a == -__builtin_inf() ? (CLBN(whole_rtz__d)(b) == b ? size * negative : size) : whole;
    const double minus_one = b == b ? r : b;
    return a == -1 ? minus_one : r;
}
CLBN_FN double CLBN(powr__d_d)(double a, double b)
{
    const double inf = __builtin_inf(), size = CLBN(power)(__builtin_fabs(a), b, 0);
    const int undefined = (a < 0) | (a != a) | (b != b) | ((a == 0 || a == inf) & (b == 0)) |
                          ((a == 1) & (__builtin_fabs(b) == inf));
    return undefined ? __builtin_nan("") : size;
}
CLBN_FN double CLBN(pown__d_i)(double a, int32_t n) { return CLBN(pow__d_d)(a, (double)n); }
CLBN_FN double CLBN(rootn__d_i)(double a, int32_t n)
{
    double lost;
    const double by = (double)n, y = 1 / by, product = CLBN(two_product)(y, by, &lost);
    const double size = CLBN(power)(__builtin_fabs(a), y, ((1 - product) - lost) / by);
    const int odd = n & 1;
    return n == 0 || (a < 0 && !odd) ? __builtin_nan("") : odd ? __builtin_copysign(size, a) : size;
}
/* A polynomial for the root of m in [1, 2) (error 1.3e-5), times the root of the exponent's remainder; then two steps of
 * Newton's method, the second one from an exact residual. */
CLBN_FN double CLBN(cbrt__d)(double a)
{
    int64_t e;
    double lost, cube_lost;
    const double m = CLBN(split__d)(__builtin_fabs(a), &e), exponent = (double)(int32_t)e;
    const double third = CLBN(whole_rtn__d)((exponent + 0.5) * 0x1.5555555555555p-2), left = exponent - 3 * third;
    const double factor = left == 0 ? 1 : left == 1 ? 0x1.428a2f98d728bp+0 : 0x1.965fea53d6e3dp+0;
    const double x = m * (left == 0 ? 1 : left == 1 ? 2 : 4);
    const double r0 = factor * CLBN_POLY_4(m, 0x1.04bc2bde493b9p-1, 0x1.6c697f83452edp-1, -0x1.2d024eeecb9cbp-2,
                                           0x1.544aaec5e4624p-4, -0x1.4b077fcd0882bp-7);
    const double r1 = r0 - (r0 - x / (r0 * r0)) * 0x1.5555555555555p-2;
    const double square = CLBN(two_product)(r1, r1, &lost), cube = CLBN(two_product)(square, r1, &cube_lost);
    const double r2 = r1 - ((cube - x) + (cube_lost + lost * r1)) / (3 * square);
    const double r = __builtin_copysign(r2 * CLBN(power_of_2)(third), a);
    return a == 0 || !(__builtin_fabs(a) < __builtin_inf()) ? a : r;
}
CLBN_FN double CLBN(hypot__d_d)(double a, double b)
{
    const double x = __builtin_fabs(a), y = __builtin_fabs(b), most = x < y ? y : x, inf = __builtin_inf();
    const double by = most > 0x1p500 ? 0x1p-600 : most < 0x1p-400 ? 0x1p600 : 1;
    const double back = most > 0x1p500 ? 0x1p600 : most < 0x1p-400 ? 0x1p-600 : 1;
    const double u = x * by, v = y * by;
    return x == inf || y == inf ? inf : __builtin_sqrt(u * u + v * v) * back;
}

#endif
