/* Error functions and gamma functions of double. Part of clbundle/native/math.h, once per level. Knows numbers; must not know
 * memory.
 *
 * SPDX-License-Identifier: MIT */

#ifdef CLBN_USES_GAMMA

/* erfc(x) = e^(-x^2) G(t) / (1 + 2 x) for x >= 0 with t = (x - 3.75) / (x + 3.75), after Shepherd and Laframboise (1981);
 * error of G 5e-19. */
CLBN_FN double CLBN(erfc_positive)(double x)
{
    double lost, rest, n, error;
    const double square = CLBN(two_product)(x, x, &lost), t = (x - 3.75) / (x + 3.75), t2 = t * t;
    const double even = CLBN_POLY_12(t2, 0x1.3ccda0b5d5dc2p+0, 0x1.d5f2948159c9ap-9, -0x1.bda9309a28769p-4,
                                     -0x1.e0d0fa6e049afp-5, -0x1.3f603c32fb197p-7, 0x1.33fb23e7344a0p-12,
                                     0x1.b144510473537p-15, -0x1.800836986f6d1p-17, 0x1.d69d0a8264b38p-20,
                                     -0x1.1767eb1e55984p-22, 0x1.5299f0e6e9a4fp-25, -0x1.6254960d9aaa3p-28,
                                     0x1.541a968b64698p-32);
    const double odd = CLBN_POLY_11(t2, -0x1.1f367683f89a6p-3, 0x1.510169d096780p-4, 0x1.7a14188a9afdfp-4,
                                    0x1.d0b0037d6a965p-6, 0x1.cc3a0e634d317p-10, -0x1.303fa4429231fp-12,
                                    0x1.778bf26bd69a9p-16, -0x1.057673c3f6b44p-20, -0x1.e1922b1779719p-25,
                                    0x1.74288ff6bf30ap-26, -0x1.5ebe49fce41a3p-29, -0x1.1321ab23c9a33p-34);
    const double part = CLBN(exp_reduce)(-square, &rest, &n), r = CLBN(two_sum)(part, rest - lost, &rest);
    const double sum = CLBN(fast_sum)(1, r, &error), e = sum + (error + CLBN(muladd)(r * r, CLBN(exp_tail)(r), rest));
    return CLBN(scale)(e * (CLBN(muladd)(odd, t, even) / (1 + 2 * x)), n);
}
CLBN_FN double CLBN(erfc__d)(double a)
{
    const double size = __builtin_fabs(a), far = CLBN(erfc_positive)(size > 28 ? 28 : size);
    return a != a ? a : a < 0 ? 2 - far : far;
}
/* erf below 1: x times a polynomial in x^2, error 7e-18. */
CLBN_FN double CLBN(erf__d)(double a)
{
    const double size = __builtin_fabs(a), x = size > 6 ? 6 : size, z = a * a;
    const double near = a * CLBN_POLY_11(z, 0x1.20dd750429b6dp+0, -0x1.812746b0379c0p-2, 0x1.ce2f21a040f20p-4,
                                         -0x1.b82ce31202513p-6, 0x1.565bccfa1cce7p-8, -0x1.c02db0604590bp-11,
                                         0x1.f9a2bdb8fcb67p-14, -0x1.f4ca7a42278fdp-17, 0x1.b981799c363d2p-20,
                                         -0x1.5c10c8957465dp-23, 0x1.d75aba73d5ca8p-27, -0x1.ac641bc040b16p-31);
    const double far = __builtin_copysign(1 - CLBN(erfc_positive)(x), a);
    return size < 1 ? near : a != a ? a : far;
}

/* These are rarely used, so libm computes them. */
CLBN_FN double CLBN(tgamma__d)(double a) { return __builtin_tgamma(a); }
CLBN_FN double CLBN(lgamma_r__d_pi)(double a, int32_t *sign)
{
    int found = 1;
    const double r = lgamma_r(a, &found); /* lgamma would write to the variable signgam */
    *sign = found < 0 ? -1 : 1;
    return r;
}
CLBN_FN double CLBN(lgamma__d)(double a)
{
    int32_t ignored;
    return CLBN(lgamma_r__d_pi)(a, &ignored);
}

#endif
