/* Mathematical functions of work-items side by side, in the vectors of clbundle/native/simd.h: those of floats, and
 * exp, exp2, log, sin, cos and tan of doubles. Part of clbundle/native/native.h, once per level.
 *
 * Sources: S. L. Moshier, Methods and Programs for Mathematical Functions (Ellis Horwood, 1989), chapter 3, for exp and
 * log of floats with his minimax coefficients; P. T. P. Tang, Table-driven implementation of the logarithm function in
 * IEEE floating-point arithmetic (ACM TOMS 16, 1990), for log of floats with AVX-512; J.-M. Muller, Elementary Functions
 * (Birkhäuser, 2006), for the reductions by Cody and Waite. All other polynomials are minimax fits (Remez), computed
 * with 60 digits; their relative errors are in the comments. tests/native/test_simd_math.c checks the errors that OpenCL C
 * 1.2, 7.4 allows: of floats 3 ulp for exp, exp2, exp10, expm1, log, log2, log10; 2 for log1p, cbrt; 4 for sin, cos,
 * sinpi, cospi, sinh, cosh, asinh; 5 for tan, tanh, atan, atanh; 6 for atan2; 16 for pow, powr, pown, erf, erfc; none for
 * fmod, remainder; of doubles 3 for exp, exp2, log; 4 for sin, cos; 5 for tan. Knows vectors; must not know memory.
 *
 * SPDX-License-Identifier: MIT */

/* a * b + c, fused if that is an instruction: for sums in which one rounding more does not matter. */
CLBN_FN CLBN(simd_f) CLBN(simd_muladd)(CLBN(simd_f) a, CLBN(simd_f) b, CLBN(simd_f) c)
{
#if CLB_NATIVE_LEVEL > 0
    return CLBN(simd_fma__f_f_f)(a, b, c);
#else
    return a * b + c;
#endif
}
CLBN_FN CLBN(half_d) CLBN(half_muladd)(CLBN(half_d) a, CLBN(half_d) b, CLBN(half_d) c)
{
#if CLB_NATIVE_LEVEL == 2
    return (CLBN(half_d))_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
#elif CLB_NATIVE_LEVEL == 1
    return (CLBN(half_d))_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
#else
    return a * b + c;
#endif
}
CLBN_FN CLBN(half_d) CLBN(half_splat)(double a) { return CLBN(simd_splat_d)(a).low; }
/* A step of Horner's scheme: p * x + c. */
#define CLBN_STEP(p, x, c) CLBN(simd_muladd)(p, x, CLBN(simd_splat_f)(c))
#define CLBN_STEP_D(p, x, c) CLBN(half_muladd)(p, x, CLBN(half_splat)(c))
/* The nearest integer n to x * c for |n| < 2^22, as 12582912 + n: its lowest bits are those of n. */
#define CLBN_SHIFTED(x, c) CLBN_STEP(x, CLBN(simd_splat_f)(c), 12582912.0f)

/* a itself where it is 0: odd functions keep the sign of 0. */
CLBN_FN CLBN(simd_f) CLBN(simd_keep_zero)(CLBN(simd_f) a, CLBN(simd_f) y)
{
    return CLBN(simd_pick_f)(CLBN(simd_eq_f)(a, CLBN(simd_splat_f)(0)), a, y);
}
/* NaN stays NaN. */
CLBN_FN CLBN(simd_f) CLBN(simd_between)(CLBN(simd_f) a, float low, float high)
{
    return CLBN(simd_max__f_f)(CLBN(simd_min__f_f)(a, CLBN(simd_splat_f)(high)), CLBN(simd_splat_f)(low));
}
CLBN_FN CLBN(simd_d) CLBN(simd_between_d)(CLBN(simd_d) a, double low, double high)
{
    return CLBN(simd_max__d_d)(CLBN(simd_min__d_d)(a, CLBN(simd_splat_d)(high)), CLBN(simd_splat_d)(low));
}
CLBN_FN CLBN(simd_f) CLBN(simd_keep_nan)(CLBN(simd_f) a, CLBN(simd_f) y)
{
    return CLBN(simd_pick_f)(CLBN(simd_ne_f)(a, a), a, y);
}

/* ---- Exponential functions --------------------------------------------------------------------------------------- */

/* (e^r - 1 - r) / r^2 for |r| <= ln(2) / 2 */
CLBN_FN CLBN(simd_f) CLBN(simd_exp_tail)(CLBN(simd_f) r)
{
    CLBN(simd_f) p = CLBN_STEP(r, CLBN(simd_splat_f)(1.9875691500e-4f), 1.3981999507e-3f);
    p = CLBN_STEP(p, r, 8.3334519073e-3f);
    p = CLBN_STEP(p, r, 4.1665795894e-2f);
    p = CLBN_STEP(p, r, 1.6666665459e-1f);
    return CLBN_STEP(p, r, 5.0000001201e-1f);
}
/* 2^n * e^r for |r| <= ln(2) / 2 and -160 < n < 160, given 12582912 + n. Without an instruction it takes two steps, since 2^n
 * may be no float. */
CLBN_FN CLBN(simd_f) CLBN(simd_scaled_exp)(CLBN(simd_f) shifted, CLBN(simd_f) r)
{
    const CLBN(simd_f) p = CLBN_STEP(CLBN_STEP(CLBN(simd_exp_tail)(r), r, 1.0f), r, 1.0f);
#if CLB_NATIVE_LEVEL == 2
    return (CLBN(simd_f))_mm512_scalef_ps((__m512)p, (__m512)(shifted - 12582912.0f));
#else
    const CLBN(simd_u) k = (CLBN(simd_u))shifted, first = k >> 1, second = k - first;
    return p * (CLBN(simd_f))((first + 127) << 23) * (CLBN(simd_f))((second + 127) << 23);
#endif
}
/* x - n * c, where c is the sum of two parts, of which the first has so few bits that its product is exact. */
CLBN_FN CLBN(simd_f) CLBN(simd_less)(CLBN(simd_f) x, CLBN(simd_f) n, float first, float second)
{
    return CLBN(simd_muladd)(n, CLBN(simd_splat_f)(-second), CLBN(simd_muladd)(n, CLBN(simd_splat_f)(-first), x));
}
/* x - n * ln(2), where n is the nearest integer to x / ln(2); and 12582912 + n. */
CLBN_FN CLBN(simd_f) CLBN(simd_exp_reduce)(CLBN(simd_f) x, CLBN(simd_f) *shifted)
{
    *shifted = CLBN_SHIFTED(x, 1.44269504088896341f);
    return CLBN(simd_less)(x, *shifted - 12582912.0f, 0.693359375f, -2.12194440e-4f);
}
CLBN_FN CLBN(simd_f) CLBN(simd_exp__f)(CLBN(simd_f) a)
{
    CLBN(simd_f) shifted;
    const CLBN(simd_f) r = CLBN(simd_exp_reduce)(CLBN(simd_between)(a, -104.0f, 89.0f), &shifted);
    return CLBN(simd_scaled_exp)(shifted, r);
}
CLBN_FN CLBN(simd_f) CLBN(simd_exp2__f)(CLBN(simd_f) a)
{
    const CLBN(simd_f) x = CLBN(simd_between)(a, -151.0f, 129.0f), shifted = x + 12582912.0f;
    return CLBN(simd_scaled_exp)(shifted, (x - (shifted - 12582912.0f)) * 0.693147180559945309f);
}
/* log10(2) in two parts, of which the first has 12 bits, so that its product is exact. */
CLBN_FN CLBN(simd_f) CLBN(simd_exp10__f)(CLBN(simd_f) a)
{
    const CLBN(simd_f) x = CLBN(simd_between)(a, -46.0f, 39.0f), shifted = CLBN_SHIFTED(x, 0x1.a934f0p+1f);
    const CLBN(simd_f) r = CLBN(simd_less)(x, shifted - 12582912.0f, 0x1.344p-2f, 0x1.3509f8p-18f);
    return CLBN(simd_scaled_exp)(shifted, r * 0x1.26bb1cp+1f);
}
/* 2^n (e^r - 1) + (2^n - 1), by halves: 2^128 is no float. */
CLBN_FN CLBN(simd_f) CLBN(simd_expm1__f)(CLBN(simd_f) a)
{
    CLBN(simd_f) shifted;
    const CLBN(simd_f) r = CLBN(simd_exp_reduce)(CLBN(simd_between)(a, -18.0f, 89.0f), &shifted);
    const CLBN(simd_f) q = CLBN(simd_muladd)(CLBN(simd_exp_tail)(r), r * r, r);
    const CLBN(simd_f) half = (CLBN(simd_f))(((CLBN(simd_u))shifted + 126) << 23);
    const CLBN(simd_f) y = CLBN(simd_muladd)(half, q, half - 0.5f);
    return CLBN(simd_keep_zero)(a, y + y);
}
/* e^|a| / 2 */
CLBN_FN CLBN(simd_f) CLBN(simd_half_exp)(CLBN(simd_f) size)
{
    CLBN(simd_f) shifted;
    const CLBN(simd_f) r = CLBN(simd_exp_reduce)(CLBN(simd_min__f_f)(size, CLBN(simd_splat_f)(91.0f)), &shifted);
    return CLBN(simd_scaled_exp)(shifted - 1.0f, r);
}
CLBN_FN CLBN(simd_f) CLBN(simd_cosh__f)(CLBN(simd_f) a)
{
    const CLBN(simd_f) half = CLBN(simd_half_exp)(CLBN(simd_fabs__f)(a));
    return half + 0.25f / half;
}
/* sinh up to 1 by a polynomial for (sinh(a) / a - 1) / a^2; error 2^-25. */
CLBN_FN CLBN(simd_f) CLBN(simd_sinh__f)(CLBN(simd_f) a)
{
    const CLBN(simd_f) size = CLBN(simd_fabs__f)(a), half = CLBN(simd_half_exp)(size), z = a * a;
    CLBN(simd_f) p = CLBN_STEP(z, CLBN(simd_splat_f)(0x1.ab5858p-13f), 0x1.10f6e0p-7f);
    p = CLBN_STEP(p, z, 0x1.55559ap-3f);
    const CLBN(simd_f) near = CLBN(simd_muladd)(a * z, p, a), far = CLBN(simd_copysign__f_f)(half - 0.25f / half, a);
    return CLBN(simd_pick_f)(CLBN(simd_le_f)(size, CLBN(simd_splat_f)(1.0f)), near, far);
}
/* tanh up to 0.625 by a polynomial for (tanh(a) / a - 1) / a^2; error 2^-27. */
CLBN_FN CLBN(simd_f) CLBN(simd_tanh__f)(CLBN(simd_f) a)
{
    const CLBN(simd_f) size = CLBN(simd_fabs__f)(a), z = a * a;
    const CLBN(simd_f) half = CLBN(simd_half_exp)(CLBN(simd_min__f_f)(size * 2.0f, CLBN(simd_splat_f)(20.0f)));
    CLBN(simd_f) p = CLBN_STEP(z, CLBN(simd_splat_f)(-0x1.75e274p-8f), 0x1.5226c2p-6f);
    p = CLBN_STEP(p, z, -0x1.b83c60p-5f);
    p = CLBN_STEP(p, z, 0x1.110728p-3f);
    p = CLBN_STEP(p, z, -0x1.555532p-2f);
    const CLBN(simd_f) near = CLBN(simd_muladd)(a * z, p, a);
    const CLBN(simd_f) far = CLBN(simd_copysign__f_f)(1.0f - 1.0f / (half + 0.5f), a);
    const CLBN(simd_f) y = CLBN(simd_pick_f)(CLBN(simd_le_f)(size, CLBN(simd_splat_f)(0.625f)), near, far);
    return CLBN(simd_keep_zero)(a, y);
}

/* ---- Logarithms -------------------------------------------------------------------------------------------------- */

/* log(x) = e ln(2) + entry k + m + m^2 * tail for finite x > 0. */
typedef struct CLBN(simd_log_parts) {
    CLBN(simd_f) e, m, tail;
#if CLB_NATIVE_LEVEL == 2
    CLBN(simd_i) k;
#endif
} CLBN(simd_log_parts);
#if CLB_NATIVE_LEVEL == 2
/* x = 2^e * y, 3/4 <= y < 3/2. The first four bits of y's fraction are k, which tables of 16 entries take for an index: 1 / c,
 * where c is near y and has a logarithm near a float; and log(c), log2(c) and log10(c). y / c is 1 + m. The polynomial's error
 * is 2^-28 of log(1 + m). */
#undef CLBN_LOG_INVERSE
#undef CLBN_LOG_ENTRY
#undef CLBN_LOG2_ENTRY
#undef CLBN_LOG10_ENTRY
#define CLBN_LOG_INVERSE                                                                                             \
    ((CLBN(simd_f)){                                                                                                 \
     0x1.000000p+0f, 0x1.d40f4ep-1f, 0x1.badefep-1f, 0x1.a42db0p-1f, 0x1.8f9708p-1f,                                 \
     0x1.7cf1b6p-1f, 0x1.6c1380p-1f, 0x1.5caeb8p-1f, 0x1.4e5f7ep+0f, 0x1.41525ap+0f,                                 \
     0x1.352496p+0f, 0x1.29e368p+0f, 0x1.1f81eep+0f, 0x1.159aaep+0f, 0x1.0cadccp+0f,                                 \
     0x1.000000p+0f})
#define CLBN_LOG_ENTRY                                                                                               \
    ((CLBN(simd_f)){                                                                                                 \
     0x0p+0f, 0x1.6f8740p-4f, 0x1.290ddap-3f, 0x1.94c6f2p-3f, 0x1.fbab7ep-3f,                                        \
     0x1.2ec494p-2f, 0x1.5d2504p-2f, 0x1.8961fep-2f, -0x1.117d5ap-2f, -0x1.d1707ap-3f,                               \
     -0x1.824e78p-3f, -0x1.365b36p-3f, -0x1.db6deep-4f, -0x1.4bda8ep-4f, -0x1.8bff52p-5f,                            \
     0x0p+0f})
#define CLBN_LOG2_ENTRY                                                                                              \
    ((CLBN(simd_f)){                                                                                                 \
     0x0p+0f, 0x1.091d9ap-3f, 0x1.ac8efap-3f, 0x1.23fc28p-2f, 0x1.6e34d8p-2f,                                        \
     0x1.b4cd3ep-2f, 0x1.f7b58cp-2f, 0x1.1bc404p-1f, -0x1.8a8feap-2f, -0x1.4fbe58p-2f,                               \
     -0x1.16a948p-2f, -0x1.bfbfdep-3f, -0x1.56f328p-3f, -0x1.dec384p-4f, -0x1.1da6d6p-4f,                            \
     0x0p+0f})
#define CLBN_LOG10_ENTRY                                                                                             \
    ((CLBN(simd_f)){                                                                                                 \
     0x0p+0f, 0x1.3f3b26p-5f, 0x1.020496p-4f, 0x1.5f95c0p-4f, 0x1.b8f4dap-4f,                                        \
     0x1.06fb18p-3f, 0x1.2f435ep-3f, 0x1.55b01ep-3f, -0x1.db19a6p-4f, -0x1.944686p-4f,                               \
     -0x1.4f8aa4p-4f, -0x1.0d9272p-4f, -0x1.9cf3e6p-5f, -0x1.203e96p-5f, -0x1.57f57cp-6f,                            \
     0x0p+0f})
CLBN_FN CLBN(simd_f) CLBN(simd_entry)(CLBN(simd_f) table, CLBN(simd_i) k)
{
    return (CLBN(simd_f))_mm512_permutexvar_ps((__m512i)k, (__m512)table);
}
CLBN_FN CLBN(simd_log_parts) CLBN(simd_log_of)(CLBN(simd_f) x)
{
    const CLBN(simd_f) y = (CLBN(simd_f))_mm512_getmant_ps((__m512)x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_nan);
    const CLBN(simd_f) e = (CLBN(simd_f))_mm512_getexp_ps((__m512)x), one = CLBN(simd_splat_f)(1);
    const CLBN(simd_i) k = (CLBN(simd_i))((CLBN(simd_u))y >> 19);
    const CLBN(simd_f) m = CLBN(simd_fma__f_f_f)(y, CLBN(simd_entry)(CLBN_LOG_INVERSE, k), -one);
    CLBN(simd_f) p = CLBN_STEP(m, CLBN(simd_splat_f)(0x1.82cf6ap-3f), -0x1.001894p-2f);
    p = CLBN_STEP(p, m, 0x1.555854p-2f);
    return (CLBN(simd_log_parts)){CLBN(simd_pick_f)(CLBN(simd_lt_f)(y, one), e + one, e), m, CLBN_STEP(p, m, -0.5f), k};
}
/* The logarithm of arguments that are not positive and finite: minus infinity for 0, infinity for itself, and NaN. */
CLBN_FN CLBN(simd_f) CLBN(simd_log_ends)(CLBN(simd_f) a, CLBN(simd_f) y)
{
    return (CLBN(simd_f))_mm512_fixupimm_ps((__m512)y, (__m512)a, (__m512i)CLBN(simd_splat_i)(0x03530422), 0);
}
#else
/* x = 2^e * (1 + m), sqrt(1/2) <= 1 + m < sqrt(2). */
CLBN_FN CLBN(simd_log_parts) CLBN(simd_log_of)(CLBN(simd_f) x)
{
    const CLBN(simd_mask) small = CLBN(simd_lt_f)(x, CLBN(simd_splat_f)(1.17549435e-38f));
    x = CLBN(simd_pick_f)(small, x * 8388608.0f, x);
    /* The bits above those of sqrt(1/2), unsigned, since they wrap if x is not positive. */
    const CLBN(simd_i) bits = (CLBN(simd_i))((CLBN(simd_u))x - 0x3f3504f3u), k = bits >> 23;
    const CLBN(simd_f) e =
        CLBN(simd_cast_f_i)(k) - CLBN(simd_pick_f)(small, CLBN(simd_splat_f)(23.0f), CLBN(simd_splat_f)(0.0f));
    const CLBN(simd_f) m = (CLBN(simd_f))((bits & 0x007fffff) + 0x3f3504f3) - 1.0f;
    CLBN(simd_f) p = CLBN_STEP(m, CLBN(simd_splat_f)(7.0376836292e-2f), -1.1514610310e-1f);
    p = CLBN_STEP(p, m, 1.1676998740e-1f);
    p = CLBN_STEP(p, m, -1.2420140846e-1f);
    p = CLBN_STEP(p, m, 1.4249322787e-1f);
    p = CLBN_STEP(p, m, -1.6668057665e-1f);
    p = CLBN_STEP(p, m, 2.0000714765e-1f);
    p = CLBN_STEP(p, m, -2.4999993993e-1f);
    p = CLBN_STEP(p, m, 3.3333331174e-1f);
    return (CLBN(simd_log_parts)){e, m, CLBN_STEP(p, m, -0.5f)};
}
CLBN_FN CLBN(simd_f) CLBN(simd_log_ends)(CLBN(simd_f) a, CLBN(simd_f) y)
{
    const CLBN(simd_f) zero = CLBN(simd_splat_f)(0.0f), inf = CLBN(simd_splat_f)(__builtin_inff());
    y = CLBN(simd_pick_f)(CLBN(simd_eq_f)(a, inf), inf, y);
    y = CLBN(simd_pick_f)(CLBN(simd_eq_f)(a, zero), -inf, y);
    return CLBN(simd_pick_f)(CLBN(simd_le_f)(zero, a), y, CLBN(simd_splat_f)(__builtin_nanf("")));
}
#endif
/* log(1 + m) */
CLBN_FN CLBN(simd_f) CLBN(simd_log_near)(CLBN(simd_log_parts) l)
{
    return CLBN(simd_muladd)(l.m * l.m, l.tail, l.m);
}
/* The logarithm from its parts and near = log(1 + m). */
CLBN_FN CLBN(simd_f) CLBN(simd_log_sum)(CLBN(simd_log_parts) l, CLBN(simd_f) near)
{
#if CLB_NATIVE_LEVEL == 2
    return CLBN(simd_muladd)(l.e, CLBN(simd_splat_f)(0x1.62e430p-1f), CLBN(simd_entry)(CLBN_LOG_ENTRY, l.k)) + near;
#elif CLB_NATIVE_LEVEL == 1
    return CLBN(simd_muladd)(l.e, CLBN(simd_splat_f)(0x1.62e430p-1f), near);
#else
    return CLBN(simd_less)(near, l.e, -0.693359375f, 2.12194440e-4f);
#endif
}
CLBN_FN CLBN(simd_f) CLBN(simd_log__f)(CLBN(simd_f) a)
{
    const CLBN(simd_log_parts) l = CLBN(simd_log_of)(a);
    return CLBN(simd_log_ends)(a, CLBN(simd_log_sum)(l, CLBN(simd_log_near)(l)));
}
CLBN_FN CLBN(simd_f) CLBN(simd_log2__f)(CLBN(simd_f) a)
{
    const CLBN(simd_log_parts) l = CLBN(simd_log_of)(a);
#if CLB_NATIVE_LEVEL == 2
    const CLBN(simd_f) whole = l.e + CLBN(simd_entry)(CLBN_LOG2_ENTRY, l.k);
#else
    const CLBN(simd_f) whole = l.e;
#endif
    return CLBN(simd_log_ends)(a, CLBN(simd_muladd)(CLBN(simd_log_near)(l), CLBN(simd_splat_f)(0x1.715476p+0f), whole));
}
/* log10(2) in two parts, of which the first has few bits. */
CLBN_FN CLBN(simd_f) CLBN(simd_log10__f)(CLBN(simd_f) a)
{
    const CLBN(simd_log_parts) l = CLBN(simd_log_of)(a);
#if CLB_NATIVE_LEVEL == 2
    const CLBN(simd_f) e = CLBN(simd_muladd)(l.e, CLBN(simd_splat_f)(0x1.344136p-2f), CLBN(simd_entry)(CLBN_LOG10_ENTRY, l.k));
    const CLBN(simd_f) y = CLBN(simd_muladd)(CLBN(simd_log_near)(l), CLBN(simd_splat_f)(0x1.bcb7b2p-2f), e);
#else
    const CLBN(simd_f) small = CLBN(simd_muladd)(l.e, CLBN(simd_splat_f)(2.48745663981195213739e-4f), CLBN(simd_log_near)(l) * 0x1.bcb7b2p-2f);
    const CLBN(simd_f) y = CLBN(simd_muladd)(l.e, CLBN(simd_splat_f)(3.0078125e-1f), small);
#endif
    return CLBN(simd_log_ends)(a, y);
}
/* log1p(a) as log(u) + c / u, where u + c = 1 + a. */
CLBN_FN CLBN(simd_f) CLBN(simd_log1p__f)(CLBN(simd_f) a)
{
    const CLBN(simd_f) u = a + 1.0f, lost = (a - (u - 1.0f)) / u;
    const CLBN(simd_log_parts) l = CLBN(simd_log_of)(u);
    const CLBN(simd_f) y = CLBN(simd_log_sum)(l, CLBN(simd_muladd)(l.m * l.m, l.tail, lost) + l.m);
    return CLBN(simd_keep_zero)(a, CLBN(simd_log_ends)(u, y));
}
/* asinh(a) as log1p(a + a^2 / (1 + sqrt(1 + a^2))); for large numbers as log(a) + log(2). */
CLBN_FN CLBN(simd_f) CLBN(simd_asinh__f)(CLBN(simd_f) a)
{
    const CLBN(simd_f) size = CLBN(simd_fabs__f)(a);
    const CLBN(simd_mask) large = CLBN(simd_lt_f)(CLBN(simd_splat_f)(16384.0f), size);
    const CLBN(simd_f) x = CLBN(simd_pick_f)(large, CLBN(simd_splat_f)(0), size), z = x * x;
    const CLBN(simd_f) more = z / (CLBN(simd_sqrt__f)(z + 1.0f) + 1.0f);
    const CLBN(simd_f) y = CLBN(simd_log1p__f)(CLBN(simd_pick_f)(large, size - 1.0f, x + more));
    const CLBN(simd_f) twice =
        CLBN(simd_pick_f)(large, CLBN(simd_splat_f)(0.693147180559945309f), CLBN(simd_splat_f)(0));
    return CLBN(simd_copysign__f_f)(y + twice, a);
}
/* atanh(a) as log1p(2 a / (1 - a)) / 2. */
CLBN_FN CLBN(simd_f) CLBN(simd_atanh__f)(CLBN(simd_f) a)
{
    const CLBN(simd_f) size = CLBN(simd_fabs__f)(a);
    return CLBN(simd_copysign__f_f)(CLBN(simd_log1p__f)((size + size) / (1.0f - size)) * 0.5f, a);
}

/* ---- Powers ------------------------------------------------------------------------------------------------------ */

/* x = 2^e * m, sqrt(1/2) <= m < sqrt(2); x > 0 and normal. */
CLBN_FN CLBN(half_d) CLBN(half_log_parts)(CLBN(half_d) x, CLBN(half_d) *e)
{
    const CLBN(half_m) bits = (CLBN(half_m))x + (0x3ff0000000000000u - 0x3fe6a09e667f3bcdu);
    *e = (CLBN(half_d))((bits >> 52) | 0x4330000000000000u) - (0x1p52 + 1023);
    return (CLBN(half_d))((bits & 0x000fffffffffffffu) + 0x3fe6a09e667f3bcdu);
}
/* log2(x) for finite x >= 2^-149; error 2^-37. A polynomial in s^2 for 2 atanh(s) / (s ln(2)), where (1 + s) / (1 - s) is the
 * fraction of x. */
CLBN_FN CLBN(half_d) CLBN(half_log2)(CLBN(half_d) x)
{
    CLBN(half_d) e;
    const CLBN(half_d) m = CLBN(half_log_parts)(x, &e);
    const CLBN(half_d) s = (m - 1) / (m + 1), z = s * s;
    CLBN(half_d) p = CLBN_STEP_D(z, CLBN(half_splat)(0x1.5cf2cf477d5a5p-2), 0x1.a58cfe51fe00bp-2);
    p = CLBN_STEP_D(p, z, 0x1.27778100b7479p-1);
    p = CLBN_STEP_D(p, z, 0x1.ec709d116e2a5p-1);
    p = CLBN_STEP_D(p, z, 0x1.71547652bef00p+1);
    return CLBN(half_muladd)(p, s, e);
}
/* 2^x for |x| <= 200; error 2^-29. */
CLBN_FN CLBN(half_d) CLBN(half_exp2)(CLBN(half_d) x)
{
    const CLBN(half_d) shifted = x + 0x1.8p52, f = x - (shifted - 0x1.8p52);
    CLBN(half_d) p = CLBN_STEP_D(f, CLBN(half_splat)(0x1.41d3648982c69p-13), 0x1.5f456973377bep-10);
    p = CLBN_STEP_D(p, f, 0x1.3b2dbb7172e74p-7);
    p = CLBN_STEP_D(p, f, 0x1.c6aed4bc58a49p-5);
    p = CLBN_STEP_D(p, f, 0x1.ebfbdadd3bb1cp-3);
    p = CLBN_STEP_D(p, f, 0x1.62e430c7e3a4bp-1);
    p = CLBN_STEP_D(p, f, 0x1.0000000260b21p+0);
    return (CLBN(half_d))((CLBN(half_m))p + ((CLBN(half_m))shifted << 52));
}
/* size^y for finite size > 0. The exponent is limited to 200, beyond which a float is 0 or infinite. */
CLBN_FN CLBN(simd_f) CLBN(simd_power)(CLBN(simd_f) size, CLBN(simd_d) y)
{
    const CLBN(simd_d) x = CLBN(simd_cast_d_f)(size);
    CLBN(simd_d) t = {y.low * CLBN(half_log2)(x.low), y.high * CLBN(half_log2)(x.high)};
    t = CLBN(simd_between_d)(t, -200, 200);
    return CLBN(simd_cast_f_d)((CLBN(simd_d)){CLBN(half_exp2)(t.low), CLBN(half_exp2)(t.high)});
}
/* size^y where size is 0 or infinite, by the sign of y; elsewhere r. */
CLBN_FN CLBN(simd_f) CLBN(simd_power_ends)(CLBN(simd_f) size, CLBN(simd_f) y, CLBN(simd_f) r)
{
    const CLBN(simd_f) zero = CLBN(simd_splat_f)(0), inf = CLBN(simd_splat_f)(__builtin_inff());
    const CLBN(simd_mask) empty = CLBN(simd_eq_f)(size, zero), endless = CLBN(simd_eq_f)(size, inf);
    const CLBN(simd_f) side = CLBN(simd_pick_f)(empty, -y, y);
    CLBN(simd_f) end = CLBN(simd_pick_f)(CLBN(simd_lt_f)(side, zero), zero, CLBN(simd_splat_f)(1));
    end = CLBN(simd_pick_f)(CLBN(simd_lt_f)(zero, side), inf, end);
    return CLBN(simd_pick_f)(CLBN(simd_either)(empty, endless), end, r);
}
/* Not among the numbers from the least float to the largest. */
CLBN_FN CLBN(simd_mask) CLBN(simd_is_end)(CLBN(simd_f) size)
{
    const CLBN(simd_mask) above = CLBN(simd_lt_f)(CLBN(simd_splat_f)(0), size);
    return CLBN(simd_not)(CLBN(simd_both)(above, CLBN(simd_le_f)(size, CLBN(simd_splat_f)(3.40282347e+38f))));
}
CLBN_FN CLBN(simd_f) CLBN(simd_pow__f_f)(CLBN(simd_f) x, CLBN(simd_f) y)
{
    const CLBN(simd_f) size = CLBN(simd_fabs__f)(x), one = CLBN(simd_splat_f)(1);
    const CLBN(simd_f) most = CLBN(simd_splat_f)(3.40282347e+38f);
    CLBN(simd_f) r = CLBN(simd_power)(size, CLBN(simd_cast_d_f)(y));
    const CLBN(simd_mask) y_is_end = CLBN(simd_not)(CLBN(simd_le_f)(CLBN(simd_fabs__f)(y), most));
    const CLBN(simd_mask) is_end = CLBN(simd_either)(CLBN(simd_is_end)(size), y_is_end);
    if (CLBN(simd_any)(is_end)) r = CLBN(simd_power_ends)(size, y, r);
    const CLBN(simd_mask) negative = CLBN(simd_lt_i)((CLBN(simd_i))x, CLBN(simd_splat_i)(0));
    if (CLBN(simd_any)(negative)) {
        /* Floats from 2^24 on are even integers. */
        const CLBN(simd_mask) even = CLBN(simd_le_f)(CLBN(simd_splat_f)(16777216.0f), CLBN(simd_fabs__f)(y));
        const CLBN(simd_f) near = CLBN(simd_pick_f)(even, CLBN(simd_splat_f)(0), y);
        const CLBN(simd_i) k = CLBN(simd_cast_i_f)(near);
        const CLBN(simd_mask) whole = CLBN(simd_eq_f)(CLBN(simd_cast_f_i)(k), near);
        const CLBN(simd_mask) is_number = CLBN(simd_not)(CLBN(simd_is_end)(size));
        const CLBN(simd_i) odd = CLBN(simd_pick_i)(whole, k, CLBN(simd_splat_i)(0)) & 1;
        r = (CLBN(simd_f))((CLBN(simd_i))r ^ ((CLBN(simd_i))x & (CLBN(simd_i))((CLBN(simd_u))odd << 31)));
        const CLBN(simd_mask) none = CLBN(simd_without)(CLBN(simd_both)(negative, is_number), whole);
        r = CLBN(simd_pick_f)(none, CLBN(simd_splat_f)(__builtin_nanf("")), r);
    }
    if (CLBN(simd_any)(is_end)) {
        const CLBN(simd_mask) number = CLBN(simd_both)(CLBN(simd_eq_f)(x, x), CLBN(simd_eq_f)(y, y));
        r = CLBN(simd_pick_f)(number, r, x + y);
        r = CLBN(simd_pick_f)(CLBN(simd_eq_f)(x, one), one, r);
        r = CLBN(simd_pick_f)(CLBN(simd_eq_f)(y, CLBN(simd_splat_f)(0)), one, r);
        /* -1 to an infinite power */
        r = CLBN(simd_pick_f)(CLBN(simd_both)(CLBN(simd_eq_f)(size, one), CLBN(simd_lt_f)(most, CLBN(simd_fabs__f)(y))),
                              one, r);
    }
    return r;
}
CLBN_FN CLBN(simd_f) CLBN(simd_powr__f_f)(CLBN(simd_f) x, CLBN(simd_f) y)
{
    const CLBN(simd_f) zero = CLBN(simd_splat_f)(0), most = CLBN(simd_splat_f)(3.40282347e+38f);
    CLBN(simd_f) r = CLBN(simd_power)(x, CLBN(simd_cast_d_f)(y));
    const CLBN(simd_mask) y_is_end = CLBN(simd_not)(CLBN(simd_le_f)(CLBN(simd_fabs__f)(y), most));
    const CLBN(simd_mask) x_is_end = CLBN(simd_is_end)(x);
    if (CLBN(simd_any)(CLBN(simd_either)(x_is_end, y_is_end))) {
        r = CLBN(simd_power_ends)(x, y, r);
        /* NaN for 0^0, infinity^0, 1^infinity, and for negative x. */
        const CLBN(simd_mask) first = CLBN(simd_both)(x_is_end, CLBN(simd_eq_f)(y, zero));
        const CLBN(simd_mask) second = CLBN(simd_both)(y_is_end, CLBN(simd_eq_f)(x, CLBN(simd_splat_f)(1)));
        const CLBN(simd_mask) third = CLBN(simd_not)(CLBN(simd_both)(CLBN(simd_le_f)(zero, x), CLBN(simd_eq_f)(y, y)));
        const CLBN(simd_mask) none = CLBN(simd_either)(CLBN(simd_either)(first, second), third);
        r = CLBN(simd_pick_f)(none, CLBN(simd_splat_f)(__builtin_nanf("")), r);
    }
    return r;
}
CLBN_FN CLBN(simd_f) CLBN(simd_pown__f_i)(CLBN(simd_f) x, CLBN(simd_i) n)
{
    const CLBN(simd_f) size = CLBN(simd_fabs__f)(x);
    CLBN(simd_f) r = CLBN(simd_power)(size, CLBN(simd_cast_d_i)(n));
    const CLBN(simd_mask) is_end = CLBN(simd_is_end)(size);
    if (CLBN(simd_any)(is_end)) {
        const CLBN(simd_f) y = CLBN(simd_cast_f_i)(n), one = CLBN(simd_splat_f)(1);
        r = CLBN(simd_keep_nan)(x, CLBN(simd_power_ends)(size, y, r));
        r = CLBN(simd_pick_f)(CLBN(simd_eq_f)(y, CLBN(simd_splat_f)(0)), one, r);
    }
    return (CLBN(simd_f))((CLBN(simd_i))r ^ ((CLBN(simd_i))x & (CLBN(simd_i))((CLBN(simd_u))n << 31)));
}
CLBN_FN CLBN(simd_f) CLBN(simd_cbrt__f)(CLBN(simd_f) a)
{
    const CLBN(simd_f) size = CLBN(simd_fabs__f)(a), r = CLBN(simd_power)(size, CLBN(simd_splat_d)(1.0 / 3));
    return CLBN(simd_pick_f)(CLBN(simd_is_end)(size), a, CLBN(simd_copysign__f_f)(r, a));
}

/* ---- Remainders -------------------------------------------------------------------------------------------------- */

/* Calls the C library for each lane of the mask. */
#define CLBN_ONE_BY_ONE(name, builtin)                                                                                \
    CLBN_FAR CLBN(simd_f) CLBN(simd_each_##name)(CLBN(simd_mask) m, CLBN(simd_f) a, CLBN(simd_f) b, CLBN(simd_f) y)   \
    {                                                                                                                 \
        for (int k = 0; k < CLBN_SIMD_W; k++)                                                                         \
            if (CLBN_SIMD_IN(m, k)) y[k] = builtin(a[k], b[k]);                                                       \
        return y;                                                                                                     \
    }
CLBN_ONE_BY_ONE(fmod, __builtin_fmodf)
CLBN_ONE_BY_ONE(remainder, __builtin_remainderf)
#undef CLBN_ONE_BY_ONE
#if CLB_NATIVE_LEVEL > 0
/* Whether a fused multiply-add with the rounded quotient gives the exact remainder: quotients below 2^22 do. */
CLBN_FN CLBN(simd_mask) CLBN(simd_is_exact)(CLBN(simd_f) quotient, CLBN(simd_f) y)
{
    const CLBN(simd_mask) finite = CLBN(simd_lt_f)(y, CLBN(simd_splat_f)(__builtin_inff()));
    return CLBN(simd_both)(finite, CLBN(simd_lt_f)(quotient, CLBN(simd_splat_f)(4194304.0f)));
}
/* The rounded quotient may be off by one. Then the remainder is negative or too large, and is corrected. */
CLBN_FN CLBN(simd_f) CLBN(simd_fmod__f_f)(CLBN(simd_f) a, CLBN(simd_f) b)
{
    const CLBN(simd_f) x = CLBN(simd_fabs__f)(a), y = CLBN(simd_fabs__f)(b), quotient = x / y;
    CLBN(simd_f) r = CLBN(simd_fma__f_f_f)(-CLBN(simd_trunc__f)(quotient), y, x);
    r = CLBN(simd_pick_f)(CLBN(simd_lt_f)(r, CLBN(simd_splat_f)(0)), r + y, r);
    r = CLBN(simd_copysign__f_f)(CLBN(simd_pick_f)(CLBN(simd_le_f)(y, r), r - y, r), a);
    const CLBN(simd_mask) exact = CLBN(simd_is_exact)(quotient, y);
    return CLBN(simd_all)(exact) ? r : CLBN(simd_each_fmod)(CLBN(simd_not)(exact), a, b, r);
}
/* The distance to the nearest multiple; for a tie, to the even multiple. */
CLBN_FN CLBN(simd_f) CLBN(simd_remainder__f_f)(CLBN(simd_f) a, CLBN(simd_f) b)
{
    const CLBN(simd_f) x = CLBN(simd_fabs__f)(a), y = CLBN(simd_fabs__f)(b), quotient = x / y;
    const CLBN(simd_f) n = CLBN(simd_rint__f)(quotient);
    CLBN(simd_f) r = CLBN(simd_fma__f_f_f)(-n, y, x);
    const CLBN(simd_mask) odd = CLBN(simd_ne_i)(CLBN(simd_cast_i_f)(n) & 1, CLBN(simd_splat_i)(0));
    const CLBN(simd_mask) tie = CLBN(simd_both)(odd, CLBN(simd_eq_f)(CLBN(simd_fabs__f)(r + r), y));
    const CLBN(simd_mask) above = CLBN(simd_lt_f)(y, r + r), below = CLBN(simd_lt_f)(r + r, -y);
    r = CLBN(simd_pick_f)(tie, -r, CLBN(simd_pick_f)(above, r - y, CLBN(simd_pick_f)(below, r + y, r)));
    r = (CLBN(simd_f))((CLBN(simd_i))r ^ ((CLBN(simd_i))a & INT32_MIN));
    const CLBN(simd_mask) exact = CLBN(simd_is_exact)(quotient, y);
    return CLBN(simd_all)(exact) ? r : CLBN(simd_each_remainder)(CLBN(simd_not)(exact), a, b, r);
}
#else
CLBN_FN CLBN(simd_f) CLBN(simd_fmod__f_f)(CLBN(simd_f) a, CLBN(simd_f) b)
{
    return CLBN(simd_each_fmod)(CLBN(simd_full)(1), a, b, a);
}
CLBN_FN CLBN(simd_f) CLBN(simd_remainder__f_f)(CLBN(simd_f) a, CLBN(simd_f) b)
{
    return CLBN(simd_each_remainder)(CLBN(simd_full)(1), a, b, a);
}
#endif

/* ---- Error functions --------------------------------------------------------------------------------------------- */

/* erf(a) / a by a^2 for |a| <= 1; error 2^-29. */
CLBN_FN CLBN(simd_f) CLBN(simd_erf_near)(CLBN(simd_f) a)
{
    const CLBN(simd_f) z = a * a;
    CLBN(simd_f) p = CLBN_STEP(z, CLBN(simd_splat_f)(0x1.496a5ep-14f), -0x1.a3f70ep-11f);
    p = CLBN_STEP(p, z, 0x1.5405b4p-8f);
    p = CLBN_STEP(p, z, -0x1.b7f90ep-6f);
    p = CLBN_STEP(p, z, 0x1.ce2cf8p-4f);
    p = CLBN_STEP(p, z, -0x1.81273ep-2f);
    return CLBN_STEP(p, z, 0x1.20dd74p+0f) * a;
}
/* erfc(x) for x >= 0.9: e^(-x^2), with x^2 in two parts, times a polynomial in (x - 2.5) / (x + 2.5), error 2^-26. */
CLBN_FN CLBN(simd_f) CLBN(simd_erfc_far)(CLBN(simd_f) size)
{
    const CLBN(simd_f) x = CLBN(simd_between)(size, 0.9f, 10.2f), t = (x - 2.5f) / (x + 2.5f), square = x * x;
#if CLB_NATIVE_LEVEL > 0
    const CLBN(simd_f) lost = CLBN(simd_fma__f_f_f)(x, x, -square);
#else
    const CLBN(simd_d) wide = CLBN(simd_cast_d_f)(x), whole = CLBN(simd_cast_d_f)(square);
    const CLBN(simd_f) lost = CLBN(simd_cast_f_d)(
        (CLBN(simd_d)){wide.low * wide.low - whole.low, wide.high * wide.high - whole.high});
#endif
    CLBN(simd_f) p = CLBN_STEP(t, CLBN(simd_splat_f)(0x1.8ce8c2p-14f), 0x1.b91444p-11f);
    p = CLBN_STEP(p, t, -0x1.533a4ep-9f);
    p = CLBN_STEP(p, t, -0x1.05bd18p-8f);
    p = CLBN_STEP(p, t, 0x1.46fc88p-5f);
    p = CLBN_STEP(p, t, -0x1.001114p-3f);
    p = CLBN_STEP(p, t, 0x1.01c130p-2f);
    p = CLBN_STEP(p, t, -0x1.7ca890p-2f);
    p = CLBN_STEP(p, t, 0x1.afbb3ep-3f);
    return (p - p * lost) * CLBN(simd_exp__f)(-square);
}
CLBN_FN CLBN(simd_f) CLBN(simd_erf__f)(CLBN(simd_f) a)
{
    const CLBN(simd_f) size = CLBN(simd_fabs__f)(a);
    const CLBN(simd_f) far = CLBN(simd_copysign__f_f)(1.0f - CLBN(simd_erfc_far)(size), a);
    const CLBN(simd_mask) is_near = CLBN(simd_le_f)(size, CLBN(simd_splat_f)(1.0f));
    return CLBN(simd_pick_f)(is_near, CLBN(simd_erf_near)(a), far);
}
CLBN_FN CLBN(simd_f) CLBN(simd_erfc__f)(CLBN(simd_f) a)
{
    const CLBN(simd_f) size = CLBN(simd_fabs__f)(a), far = CLBN(simd_erfc_far)(size);
    const CLBN(simd_mask) is_near = CLBN(simd_le_f)(size, CLBN(simd_splat_f)(0.9f));
    const CLBN(simd_f) signed_far = CLBN(simd_pick_f)(CLBN(simd_lt_f)(a, CLBN(simd_splat_f)(0)), 2.0f - far, far);
    return CLBN(simd_pick_f)(is_near, 1.0f - CLBN(simd_erf_near)(a), signed_far);
}

/* ---- Trigonometric functions ------------------------------------------------------------------------------------- */

/* libm reduces larger arguments, lane by lane. */
#define CLBN_FAR_F 262144.0f
#define CLBN_FAR_D 1048576.0

/* a minus the nearest multiple of pi/2, and the number of that multiple in the lowest bits; |a| < CLBN_FAR_F. With fused
 * multiply-adds the first difference is exact, and the next two are rounded once. Without them, doubles hold enough digits of
 * pi. */
CLBN_FN CLBN(simd_i) CLBN(simd_quarters)(CLBN(simd_f) a, CLBN(simd_f) *rest)
{
    const CLBN(simd_f) shifted = CLBN_SHIFTED(a, 0x1.45f306p-1f), n = shifted - 12582912.0f;
#if CLB_NATIVE_LEVEL > 0
    CLBN(simd_f) r = CLBN(simd_fma__f_f_f)(n, CLBN(simd_splat_f)(-0x1.921fb6p+0f), a);
    r = CLBN(simd_fma__f_f_f)(n, CLBN(simd_splat_f)(0x1.777a5cp-25f), r);
    *rest = CLBN(simd_fma__f_f_f)(n, CLBN(simd_splat_f)(0x1.ee59dap-50f), r);
#else
    const CLBN(simd_d) x = CLBN(simd_cast_d_f)(a), k = CLBN(simd_cast_d_f)(n);
    *rest = CLBN(simd_cast_f_d)((CLBN(simd_d)){(x.low - k.low * 0x1.921fb544p+0) - k.low * 0x1.0b4611a626331p-34,
                                               (x.high - k.high * 0x1.921fb544p+0) - k.high * 0x1.0b4611a626331p-34});
#endif
    return (CLBN(simd_i))shifted;
}
/* (sin(r) / r - 1) / r^2, error 2^-27; and cos(r), error 2^-32; for |r| <= 0.81. */
CLBN_FN CLBN(simd_f) CLBN(simd_sin_near)(CLBN(simd_f) r)
{
    const CLBN(simd_f) z = r * r;
    CLBN(simd_f) p = CLBN_STEP(z, CLBN(simd_splat_f)(-0x1.98d982p-13f), 0x1.1105fep-7f);
    p = CLBN_STEP(p, z, -0x1.555542p-3f);
    return CLBN(simd_muladd)(r * z, p, r);
}
CLBN_FN CLBN(simd_f) CLBN(simd_cos_near)(CLBN(simd_f) r)
{
    const CLBN(simd_f) z = r * r;
    CLBN(simd_f) p = CLBN_STEP(z, CLBN(simd_splat_f)(0x1.998a54p-16f), -0x1.6c0adcp-10f);
    p = CLBN_STEP(p, z, 0x1.555548p-5f);
    return CLBN_STEP(CLBN_STEP(p, z, -0.5f), z, 1.0f);
}
/* `odd` where the lowest bit of k is set, otherwise `even`; and with the sign that the highest bit of `sign` turns. */
CLBN_FN CLBN(simd_f) CLBN(simd_turned)(CLBN(simd_i) k, CLBN(simd_f) odd, CLBN(simd_f) even, CLBN(simd_u) sign)
{
#if CLB_NATIVE_LEVEL == 1
    const CLBN(simd_f) y = (CLBN(simd_f))_mm256_blendv_ps((__m256)even, (__m256)odd, (__m256)((CLBN(simd_u))k << 31));
#else
    const CLBN(simd_f) y = CLBN(simd_pick_f)(CLBN(simd_ne_i)(k & 1, CLBN(simd_splat_i)(0)), odd, even);
#endif
    return (CLBN(simd_f))((CLBN(simd_u))y ^ (sign & 0x80000000u));
}
/* sin(r + k pi/2), times the sign of `as`; and cos(r + k pi/2). */
CLBN_FN CLBN(simd_f) CLBN(simd_turned_sin)(CLBN(simd_f) r, CLBN(simd_i) k, CLBN(simd_f) as)
{
    const CLBN(simd_u) sign = (CLBN(simd_u))k << 30 ^ (CLBN(simd_u))as;
    return CLBN(simd_turned)(k, CLBN(simd_cos_near)(r), CLBN(simd_sin_near)(r), sign);
}
CLBN_FN CLBN(simd_f) CLBN(simd_turned_cos)(CLBN(simd_f) r, CLBN(simd_i) k)
{
    const CLBN(simd_u) sign = ((CLBN(simd_u))k << 30) + 0x40000000u;
    return CLBN(simd_turned)(k, CLBN(simd_sin_near)(r), CLBN(simd_cos_near)(r), sign);
}
/* Calls libm for each lane with a larger argument. */
#define CLBN_ONE_BY_ONE(name, X, function)                                                                            \
    CLBN_FAR CLBN(simd_##X) CLBN(simd_far_##name##_##X)(CLBN(simd_##X) a, CLBN(simd_##X) y)                           \
    {                                                                                                                 \
        for (int k = 0; k < CLBN_SIMD_W; k++)                                                                         \
            if (!(CLBN_FAR_LANE(X, a, k) < CLBN_FAR_LIMIT(X)) || !(CLBN_FAR_LANE(X, a, k) > -CLBN_FAR_LIMIT(X)))      \
                CLBN_FAR_LANE(X, y, k) = function(CLBN_FAR_LANE(X, a, k));                                            \
        return y;                                                                                                     \
    }
#define CLBN_FAR_LANE(X, a, k) CLBN_FAR_LANE_##X(a, k)
#define CLBN_FAR_LANE_f(a, k) (a)[k]
#define CLBN_FAR_LANE_d(a, k) (*((k) < CLBN_SIMD_W / 2 ? &(a).low : &(a).high))[(k) % (CLBN_SIMD_W / 2)]
#define CLBN_FAR_LIMIT(X) CLBN_FAR_LIMIT_##X
#define CLBN_FAR_LIMIT_f CLBN_FAR_F
#define CLBN_FAR_LIMIT_d CLBN_FAR_D
#define CLBN_LIBM_SIN(a) (float)__builtin_sin((double)(a))
#define CLBN_LIBM_COS(a) (float)__builtin_cos((double)(a))
#define CLBN_LIBM_TAN(a) (float)__builtin_tan((double)(a))
CLBN_ONE_BY_ONE(sin, f, CLBN_LIBM_SIN)
CLBN_ONE_BY_ONE(cos, f, CLBN_LIBM_COS)
CLBN_ONE_BY_ONE(tan, f, CLBN_LIBM_TAN)
CLBN_ONE_BY_ONE(sin, d, __builtin_sin)
CLBN_ONE_BY_ONE(cos, d, __builtin_cos)
CLBN_ONE_BY_ONE(tan, d, __builtin_tan)
#undef CLBN_LIBM_SIN
#undef CLBN_LIBM_COS
#undef CLBN_LIBM_TAN
#undef CLBN_ONE_BY_ONE
#undef CLBN_FAR_LANE
#undef CLBN_FAR_LANE_f
#undef CLBN_FAR_LANE_d
#undef CLBN_FAR_LIMIT
#undef CLBN_FAR_LIMIT_f
#undef CLBN_FAR_LIMIT_d
CLBN_FN int CLBN(simd_all_near)(CLBN(simd_f) a)
{
    return CLBN(simd_all)(CLBN(simd_lt_f)(CLBN(simd_fabs__f)(a), CLBN(simd_splat_f)(CLBN_FAR_F)));
}
CLBN_FN CLBN(simd_f) CLBN(simd_sin__f)(CLBN(simd_f) a)
{
    CLBN(simd_f) r;
    const CLBN(simd_i) k = CLBN(simd_quarters)(CLBN(simd_fabs__f)(a), &r);
    const CLBN(simd_f) y = CLBN(simd_turned_sin)(r, k, a);
    return CLBN(simd_all_near)(a) ? y : CLBN(simd_far_sin_f)(a, y);
}
CLBN_FN CLBN(simd_f) CLBN(simd_cos__f)(CLBN(simd_f) a)
{
    CLBN(simd_f) r;
    const CLBN(simd_i) k = CLBN(simd_quarters)(CLBN(simd_fabs__f)(a), &r);
    const CLBN(simd_f) y = CLBN(simd_turned_cos)(r, k);
    return CLBN(simd_all_near)(a) ? y : CLBN(simd_far_cos_f)(a, y);
}
/* (tan(r) / r - 1) / r^2 for |r| <= 0.81; error 2^-25. */
CLBN_FN CLBN(simd_f) CLBN(simd_tan__f)(CLBN(simd_f) a)
{
    CLBN(simd_f) r;
    const CLBN(simd_i) k = CLBN(simd_quarters)(a, &r);
    const CLBN(simd_f) z = r * r;
    CLBN(simd_f) p = CLBN_STEP(z, CLBN(simd_splat_f)(0x1.487e32p-7f), 0x1.0994fep-9f);
    p = CLBN_STEP(p, z, 0x1.9b9084p-6f);
    p = CLBN_STEP(p, z, 0x1.b3f1f2p-5f);
    p = CLBN_STEP(p, z, 0x1.113a36p-3f);
    p = CLBN_STEP(p, z, 0x1.5554a0p-2f);
    const CLBN(simd_f) t = CLBN(simd_muladd)(r * z, p, r);
    const CLBN(simd_mask) odd = CLBN(simd_ne_i)(k & 1, CLBN(simd_splat_i)(0));
    const CLBN(simd_f) y = CLBN(simd_keep_zero)(a, CLBN(simd_pick_f)(odd, -1.0f / t, t));
    return CLBN(simd_all_near)(a) ? y : CLBN(simd_far_tan_f)(a, y);
}
/* (2 a - n) * pi/2, where n is the nearest integer to 2 a; and n. Floats from 2^24 on are even integers. */
CLBN_FN CLBN(simd_i) CLBN(simd_half_turns)(CLBN(simd_f) a, CLBN(simd_f) *rest)
{
    const CLBN(simd_f) twice = a + a, size = CLBN(simd_fabs__f)(twice);
    const CLBN(simd_mask) small = CLBN(simd_lt_f)(size, CLBN(simd_splat_f)(8388608.0f)); /* others are integers */
    const CLBN(simd_mask) fits = CLBN(simd_lt_f)(size, CLBN(simd_splat_f)(33554432.0f));
    const CLBN(simd_f) nearest = CLBN(simd_copysign__f_f)((size + 8388608.0f) - 8388608.0f, twice);
    const CLBN(simd_f) n = CLBN(simd_pick_f)(small, nearest, twice);
    *rest = CLBN(simd_pick_f)(small, twice - n, a - a) * 0x1.921fb6p+0f;
    return CLBN(simd_cast_i_f)(CLBN(simd_pick_f)(fits, n, CLBN(simd_splat_f)(0)));
}
/* The sign of a zero result: that of a for integers; for cospi at halves it is positive. */
CLBN_FN CLBN(simd_f) CLBN(simd_sinpi__f)(CLBN(simd_f) a)
{
    CLBN(simd_f) r;
    const CLBN(simd_i) k = CLBN(simd_half_turns)(a, &r);
    const CLBN(simd_f) y = CLBN(simd_turned_sin)(r, k, CLBN(simd_splat_f)(0)), zero = CLBN(simd_splat_f)(0);
    return CLBN(simd_pick_f)(CLBN(simd_eq_f)(y, zero), CLBN(simd_copysign__f_f)(zero, a), y);
}
CLBN_FN CLBN(simd_f) CLBN(simd_cospi__f)(CLBN(simd_f) a)
{
    CLBN(simd_f) r;
    const CLBN(simd_i) k = CLBN(simd_half_turns)(a, &r);
    return CLBN(simd_turned_cos)(r, k) + 0.0f;
}

/* The angle of (x, y) for x, y >= 0, not both 0 and not both infinite: the arc tangent of the smaller over the larger, reduced
 * by pi/4 where that is large. A polynomial for (atan(t) / t - 1) / t^2 with |t| <= tan(pi/8), error 2^-25. */
CLBN_FN CLBN(simd_f) CLBN(simd_quarter_angle)(CLBN(simd_f) y, CLBN(simd_f) x)
{
    const CLBN(simd_mask) swap = CLBN(simd_lt_f)(x, y);
    const CLBN(simd_f) over = CLBN(simd_pick_f)(swap, x, y), under = CLBN(simd_pick_f)(swap, y, x);
    const CLBN(simd_mask) turn = CLBN(simd_lt_f)(under * 0x1.a8279ap-2f, over);
    const CLBN(simd_f) above = CLBN(simd_pick_f)(turn, over - under, over);
    const CLBN(simd_f) t = above / CLBN(simd_pick_f)(turn, over + under, under), z = t * t;
    CLBN(simd_f) p = CLBN_STEP(z, CLBN(simd_splat_f)(0x1.4a274ep-4f), -0x1.1c428ap-3f);
    p = CLBN_STEP(p, z, 0x1.9925e2p-3f);
    p = CLBN_STEP(p, z, -0x1.555458p-2f);
    const CLBN(simd_f) first = CLBN(simd_pick_f)(turn, CLBN(simd_splat_f)(0x1.921fb6p-1f), CLBN(simd_splat_f)(0));
    const CLBN(simd_f) angle = first + CLBN(simd_muladd)(t * z, p, t);
    return CLBN(simd_pick_f)(swap, 0x1.921fb6p+0f - angle, angle);
}
CLBN_FN CLBN(simd_f) CLBN(simd_atan__f)(CLBN(simd_f) a)
{
    return CLBN(simd_copysign__f_f)(CLBN(simd_quarter_angle)(CLBN(simd_fabs__f)(a), CLBN(simd_splat_f)(1)), a);
}
CLBN_FN CLBN(simd_f) CLBN(simd_atan2__f_f)(CLBN(simd_f) b, CLBN(simd_f) a)
{
    CLBN(simd_f) y = CLBN(simd_fabs__f)(b), x = CLBN(simd_fabs__f)(a);
    const CLBN(simd_f) inf = CLBN(simd_splat_f)(__builtin_inff()), one = CLBN(simd_splat_f)(1);
    const CLBN(simd_mask) large = CLBN(simd_lt_f)(CLBN(simd_splat_f)(0x1p126f), CLBN(simd_max__f_f)(x, y));
    if (CLBN(simd_any)(large)) { /* scales them, so that their sum is finite; two infinities become 1 and 1 */
        const CLBN(simd_mask) endless = CLBN(simd_both)(CLBN(simd_eq_f)(x, inf), CLBN(simd_eq_f)(y, inf));
        y = CLBN(simd_pick_f)(endless, one, CLBN(simd_pick_f)(large, y * 0.25f, y));
        x = CLBN(simd_pick_f)(endless, one, CLBN(simd_pick_f)(large, x * 0.25f, x));
    }
    const CLBN(simd_mask) empty = CLBN(simd_eq_f)(CLBN(simd_max__f_f)(x, y), CLBN(simd_splat_f)(0));
    const CLBN(simd_f) angle = CLBN(simd_quarter_angle)(y, CLBN(simd_pick_f)(empty, one, x));
    const CLBN(simd_mask) left = CLBN(simd_lt_i)((CLBN(simd_i))a, CLBN(simd_splat_i)(0));
    const CLBN(simd_f) half = CLBN(simd_pick_f)(left, 0x1.921fb6p+1f - angle, angle);
    return CLBN(simd_keep_nan)(a, CLBN(simd_copysign__f_f)(half, b));
}

/* ---- The same for doubles ---------------------------------------------------------------------------------------- */

/* As above, with pi/2 in three parts. Without fused multiply-adds two of them have 33 bits, so that their products with
 * n < 2^20 are exact. */
CLBN_FN CLBN(half_m) CLBN(half_quarters)(CLBN(half_d) a, CLBN(half_d) *rest)
{
    const CLBN(half_d) shifted = a * 0x1.45f306dc9c883p-1 + 0x1.8p52, n = shifted - 0x1.8p52;
#if CLB_NATIVE_LEVEL > 0
    CLBN(half_d) r = CLBN(half_muladd)(n, CLBN(half_splat)(-0x1.921fb54442d18p+0), a);
    r = CLBN(half_muladd)(n, CLBN(half_splat)(-0x1.1a62633145c07p-54), r);
    *rest = CLBN(half_muladd)(n, CLBN(half_splat)(0x1.f1976b7ed8fbcp-110), r);
#else
    *rest = ((a - n * 0x1.921fb544p+0) - n * 0x1.0b4611a6p-34) - n * 0x1.3198a2e037073p-69;
#endif
    return (CLBN(half_m))shifted;
}
/* (sin(r) - r) / r^3, error 2^-68; and cos(r), its polynomial's error 2^-75; for |r| <= pi/4. */
CLBN_FN CLBN(half_d) CLBN(half_sin)(CLBN(half_d) r)
{
    const CLBN(half_d) z = r * r;
    CLBN(half_d) p = CLBN_STEP_D(z, CLBN(half_splat)(-0x1.aaa2485356888p-41), 0x1.61208c4a41722p-33);
    p = CLBN_STEP_D(p, z, -0x1.ae64528d82112p-26);
    p = CLBN_STEP_D(p, z, 0x1.71de3a53308e3p-19);
    p = CLBN_STEP_D(p, z, -0x1.a01a01a018a6dp-13);
    p = CLBN_STEP_D(p, z, 0x1.111111111110bp-7);
    p = CLBN_STEP_D(p, z, -0x1.5555555555555p-3);
    return CLBN(half_muladd)(r * z, p, r);
}
CLBN_FN CLBN(half_d) CLBN(half_cos)(CLBN(half_d) r)
{
    const CLBN(half_d) z = r * r, w = 1 - 0.5 * z;
    CLBN(half_d) p = CLBN_STEP_D(z, CLBN(half_splat)(0x1.aabd164cb2349p-45), -0x1.93932419b0e59p-37);
    p = CLBN_STEP_D(p, z, 0x1.1eed8c90c6a69p-29);
    p = CLBN_STEP_D(p, z, -0x1.27e4fb75eb887p-22);
    p = CLBN_STEP_D(p, z, 0x1.a01a01a018ccap-16);
    p = CLBN_STEP_D(p, z, -0x1.6c16c16c16c0fp-10);
    p = CLBN_STEP_D(p, z, 0x1.5555555555555p-5);
    return w + (((1 - w) - 0.5 * z) + z * z * p);
}
/* a where the lowest bit of `odd` is set, otherwise b. */
CLBN_FN CLBN(half_d) CLBN(half_by_parity)(CLBN(half_m) k, CLBN(half_d) a, CLBN(half_d) b)
{
    const CLBN(half_m) odd = -(k & 1);
    return (CLBN(half_d))((odd & (CLBN(half_m))a) | (~odd & (CLBN(half_m))b));
}
CLBN_FN CLBN(half_d) CLBN(half_turned)(CLBN(half_d) r, CLBN(half_m) k)
{
    const CLBN(half_d) y = CLBN(half_by_parity)(k, CLBN(half_cos)(r), CLBN(half_sin)(r));
    return (CLBN(half_d))((CLBN(half_m))y ^ ((k & 2) << 62));
}
CLBN_FN CLBN(half_d) CLBN(half_tan)(CLBN(half_d) r, CLBN(half_m) k)
{
    const CLBN(half_d) s = CLBN(half_sin)(r), c = CLBN(half_cos)(r);
    return CLBN(half_by_parity)(k, -c, s) / CLBN(half_by_parity)(k, s, c);
}
CLBN_FN int CLBN(simd_all_near_d)(CLBN(simd_d) a)
{
    return CLBN(simd_all)(CLBN(simd_lt_d)(CLBN(simd_fabs__d)(a), CLBN(simd_splat_d)(CLBN_FAR_D)));
}
#define CLBN_PERIODIC(name, result, zeros)                                                                            \
    CLBN_FN CLBN(simd_d) CLBN(simd_##name##__d)(CLBN(simd_d) a)                                                       \
    {                                                                                                                 \
        CLBN(half_d) r;                                                                                               \
        CLBN(half_m) k = CLBN(half_quarters)(a.low, &r);                                                              \
        const CLBN(half_d) low = result;                                                                              \
        k = CLBN(half_quarters)(a.high, &r);                                                                          \
        const CLBN(simd_d) y = {low, result};                                                                         \
        const CLBN(simd_mask) kept = CLBN(simd_eq_d)(a, CLBN(simd_splat_d)(zeros));                                   \
        const CLBN(simd_d) z = CLBN(simd_pick_d)(kept, a, y);                                                         \
        return CLBN(simd_all_near_d)(a) ? z : CLBN(simd_far_##name##_d)(a, z);                                        \
    }
CLBN_PERIODIC(sin, CLBN(half_turned)(r, k), 0)
CLBN_PERIODIC(cos, CLBN(half_turned)(r, k + 1), __builtin_nan(""))
CLBN_PERIODIC(tan, CLBN(half_tan)(r, k), 0)
#undef CLBN_PERIODIC

/* a * 2^n for a near 1. Without an instruction it takes two steps, of which only the second can be inexact. */
CLBN_FN CLBN(half_d) CLBN(half_scaled)(CLBN(half_d) a, CLBN(half_d) n)
{
#if CLB_NATIVE_LEVEL == 2
    return (CLBN(half_d))_mm512_scalef_pd((__m512d)a, (__m512d)n);
#else
    const CLBN(half_d) first = (n * 0.5 + 0x1.8p52) - 0x1.8p52;
    const CLBN(half_m) one = (CLBN(half_m))CLBN(half_splat)(1), k = (CLBN(half_m))(first + 0x1.8p52) << 52;
    const CLBN(half_m) l = (CLBN(half_m))((n - first) + 0x1.8p52) << 52;
    return a * (CLBN(half_d))(k + one) * (CLBN(half_d))(l + one);
#endif
}
/* e^r for |r| <= ln(2) / 2; the error of (e^r - 1 - r) / r^2 is 1.6e-18. */
CLBN_FN CLBN(half_d) CLBN(half_exp_near)(CLBN(half_d) r)
{
    CLBN(half_d) p = CLBN_STEP_D(r, CLBN(half_splat)(0x1.1f75aba0b1e2ep-29), 0x1.af52906239de4p-26);
    p = CLBN_STEP_D(p, r, 0x1.27e4da1a3bf04p-22);
    p = CLBN_STEP_D(p, r, 0x1.71ddffef9e7b1p-19);
    p = CLBN_STEP_D(p, r, 0x1.a01a01a741b3cp-16);
    p = CLBN_STEP_D(p, r, 0x1.a01a01aca0134p-13);
    p = CLBN_STEP_D(p, r, 0x1.6c16c16c16212p-10);
    p = CLBN_STEP_D(p, r, 0x1.111111110ff87p-7);
    p = CLBN_STEP_D(p, r, 0x1.5555555555556p-5);
    p = CLBN_STEP_D(p, r, 0x1.5555555555557p-3);
    p = CLBN_STEP_D(p, r, 0x1.0000000000000p-1);
    return CLBN(half_muladd)(p, r * r, r) + 1;
}
/* n ln(2) is subtracted in two parts. With fused multiply-adds the first difference is exact, otherwise the product with the
 * first 41 bits. */
CLBN_FN CLBN(half_d) CLBN(half_exp_of)(CLBN(half_d) x)
{
    const CLBN(half_d) n = (x * 0x1.71547652b82fep+0 + 0x1.8p52) - 0x1.8p52;
#if CLB_NATIVE_LEVEL > 0
    const CLBN(half_d) first = CLBN(half_muladd)(n, CLBN(half_splat)(-0x1.62e42fefa39efp-1), x);
    const CLBN(half_d) r = CLBN(half_muladd)(n, CLBN(half_splat)(-0x1.abc9e3b39803fp-56), first);
#else
    const CLBN(half_d) r = (x - n * 0x1.62e42fefa3000p-1) - n * 0x1.3de6af278ece6p-42;
#endif
    return CLBN(half_scaled)(CLBN(half_exp_near)(r), n);
}
CLBN_FN CLBN(half_d) CLBN(half_exp2_of)(CLBN(half_d) x)
{
    const CLBN(half_d) n = (x + 0x1.8p52) - 0x1.8p52;
    return CLBN(half_scaled)(CLBN(half_exp_near)((x - n) * 0x1.62e42fefa39efp-1), n);
}
CLBN_FN CLBN(simd_d) CLBN(simd_exp__d)(CLBN(simd_d) a)
{
    const CLBN(simd_d) x = CLBN(simd_between_d)(a, -750, 710);
    return (CLBN(simd_d)){CLBN(half_exp_of)(x.low), CLBN(half_exp_of)(x.high)};
}
CLBN_FN CLBN(simd_d) CLBN(simd_exp2__d)(CLBN(simd_d) a)
{
    const CLBN(simd_d) x = CLBN(simd_between_d)(a, -1080, 1025);
    return (CLBN(simd_d)){CLBN(half_exp2_of)(x.low), CLBN(half_exp2_of)(x.high)};
}

/* log(x) of normal numbers. With x = 2^e * (1 + f), sqrt(1/2) <= 1 + f < sqrt(2), and s = f / (2 + f) it is
 * e ln(2) + f - (f^2 / 2 - s (f^2 / 2 + r)), where r = 2 atanh(s) / s - 2 is a polynomial in s^2, error 2^-58. ln(2) is in two
 * parts, of which the first has 32 bits. */
CLBN_FN CLBN(half_d) CLBN(half_log_of)(CLBN(half_d) x)
{
    CLBN(half_d) e;
    const CLBN(half_d) f = CLBN(half_log_parts)(x, &e) - 1;
    const CLBN(half_d) s = f / (f + 2), z = s * s, half = 0.5 * f * f;
    CLBN(half_d) p = CLBN_STEP_D(z, CLBN(half_splat)(0x1.2f06f41bc35ecp-3), 0x1.39a194df0f45ap-3);
    p = CLBN_STEP_D(p, z, 0x1.7466404c2e5e9p-3);
    p = CLBN_STEP_D(p, z, 0x1.c71c5202fb845p-3);
    p = CLBN_STEP_D(p, z, 0x1.24924941f87dcp-2);
    p = CLBN_STEP_D(p, z, 0x1.999999997fd3cp-2);
    p = CLBN_STEP_D(p, z, 0x1.5555555555592p-1);
    const CLBN(half_d) t = CLBN(half_muladd)(s, CLBN(half_muladd)(p, z, half), e * 0x1.a39ef35793c76p-33);
    return e * 0x1.62e42feep-1 - ((half - t) - f);
}
/* libm computes the logarithms of arguments that are not positive and normal. */
CLBN_FAR CLBN(simd_d) CLBN(simd_far_log)(CLBN(simd_d) a, CLBN(simd_d) y)
{
    for (int k = 0; k < CLBN_SIMD_W / 2; k++) {
        if (!(a.low[k] >= 0x1p-1022 && a.low[k] < __builtin_inf())) y.low[k] = __builtin_log(a.low[k]);
        if (!(a.high[k] >= 0x1p-1022 && a.high[k] < __builtin_inf())) y.high[k] = __builtin_log(a.high[k]);
    }
    return y;
}
CLBN_FN CLBN(simd_d) CLBN(simd_log__d)(CLBN(simd_d) a)
{
    const CLBN(simd_mask) above = CLBN(simd_le_d)(CLBN(simd_splat_d)(0x1p-1022), a);
    const CLBN(simd_mask) normal = CLBN(simd_both)(above, CLBN(simd_lt_d)(a, CLBN(simd_splat_d)(__builtin_inf())));
    const CLBN(simd_d) y = {CLBN(half_log_of)(a.low), CLBN(half_log_of)(a.high)};
    return CLBN(simd_all)(normal) ? y : CLBN(simd_far_log)(a, y);
}

#undef CLBN_STEP
#undef CLBN_STEP_D
#undef CLBN_SHIFTED
#undef CLBN_FAR_F
#undef CLBN_FAR_D
