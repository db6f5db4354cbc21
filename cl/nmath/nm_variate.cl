// @provides: nm_rv_atanh_series, nm_rv_log, nm_rv_scale, nm_rv_exp, nm_rv_expm1, nm_rv_sincospi
// @depends: nmath, philox
// @includes: nmath
//
// Elementary functions for random variates. The built-in functions of OpenCL differ between devices by an ULP or
// two; these use only + - * / fma, which are correctly rounded everywhere, so that a variate has the same bits on
// every device and no accept or reject decision flips. Accuracy: 1 ULP; nm_rv_expm1, nm_rv_sincospi and nm_rv_log of
// a rounded argument 2 ULP.
// OPENCL.cl switches contraction off, which this relies on; where a fused operation is wanted, fma says so.
//
// Method: the series of atanh, exp, sin and cos after argument reduction (Abramowitz and Stegun 4.1.27, 4.2.1,
// 4.3.65, 4.3.66), with as many terms as make the remainder less than 2^-57.
// SPDX-License-Identifier: MIT

#define NM_RV_SQRT_HALF_BITS 0x3FE6A09E667F3BCDul
#define NM_RV_LN2_HI 0x1.62e42fefa39efp-1
#define NM_RV_LN2_LO 0x1.abc9e3b39803fp-56
#define NM_RV_ROUND 0x1.8p52 /* x + this - this is x rounded to an integer, which the low word of x + this holds */

/* R with log((1 + s)/(1 - s)) = 2s + szR, for z = s^2 <= 0.0295. */
NM_RV_INLINE double nm_rv_atanh_series(double z)
{
    double r = 2.0 / 21.0;
    r = fma(r, z, 2.0 / 19.0);
    r = fma(r, z, 2.0 / 17.0);
    r = fma(r, z, 2.0 / 15.0);
    r = fma(r, z, 2.0 / 13.0);
    r = fma(r, z, 2.0 / 11.0);
    r = fma(r, z, 2.0 / 9.0);
    r = fma(r, z, 2.0 / 7.0);
    r = fma(r, z, 2.0 / 5.0);
    return fma(r, z, 2.0 / 3.0);
}

/* log(x) for positive normal x; xm1 = x - 1 is used near 1, where it may know more than x does: nm_rv_log(1 - p, -p)
 * is log1p(-p). With f = x/2^e - 1 and s = f/(2 + f): log(1 + f) = f - s(f - zR). */
NM_RV_INLINE double nm_rv_log(double x, double xm1)
{
    const ulong b = as_ulong(x) - NM_RV_SQRT_HALF_BITS;
    const double e = (double)((long)b >> 52);
    const double m = as_double((b & 0xFFFFFFFFFFFFFul) + NM_RV_SQRT_HALF_BITS);
    const double f = e == 0.0 ? xm1 : m - 1.0;
    const double s = f / (2.0 + f), z = s * s;
    const double r = nm_rv_atanh_series(z);
    return fma(e, NM_RV_LN2_HI, f - fma(s, fma(-z, r, f), -e * NM_RV_LN2_LO));
}

/* 2^k for -1022 <= k <= 1023. */
NM_RV_INLINE double nm_rv_scale(int k) { return as_double((ulong)(1023 + k) << 52); }

/* exp(x) - 1 on |x| <= log(2)/2. */
NM_RV_INLINE double nm_rv_expm1_series(double x)
{
    double r = 1.0 / 6227020800.0;
    r = fma(r, x, 1.0 / 479001600.0);
    r = fma(r, x, 1.0 / 39916800.0);
    r = fma(r, x, 1.0 / 3628800.0);
    r = fma(r, x, 1.0 / 362880.0);
    r = fma(r, x, 1.0 / 40320.0);
    r = fma(r, x, 1.0 / 5040.0);
    r = fma(r, x, 1.0 / 720.0);
    r = fma(r, x, 1.0 / 120.0);
    r = fma(r, x, 1.0 / 24.0);
    r = fma(r, x, 1.0 / 6.0);
    r = fma(r, x, 0.5);
    return fma(r * x, x, x);
}

/* exp(x) with gradual underflow; 0 for NaN. */
NM_RV_INLINE double nm_rv_exp(double x)
{
    const double c = !(x > -746.0) ? -746.0 : x > 710.0 ? 710.0 : x;
    const double shifted = fma(c, 0x1.71547652b82fep+0, NM_RV_ROUND), k = shifted - NM_RV_ROUND;
    const double r = fma(-k, NM_RV_LN2_LO, fma(-k, NM_RV_LN2_HI, c));
    const int ki = (int)(uint)as_ulong(shifted), k1 = ki >> 1;
    return (1.0 + nm_rv_expm1_series(r)) * nm_rv_scale(k1) * nm_rv_scale(ki - k1);
}

/* exp(x) - 1 for x <= 0. */
NM_RV_INLINE double nm_rv_expm1(double x)
{
    const double c = x > -60.0 ? x : -60.0;
    const double shifted = fma(c, 0x1.71547652b82fep+0, NM_RV_ROUND), k = shifted - NM_RV_ROUND;
    const double r = fma(-k, NM_RV_LN2_LO, fma(-k, NM_RV_LN2_HI, c));
    const double scale = nm_rv_scale((int)(uint)as_ulong(shifted));
    return fma(scale, nm_rv_expm1_series(r), scale - 1.0);
}

/* sin(pi x) and cos(pi x) for 0 <= x <= 1/4. */
NM_RV_INLINE void nm_rv_sincospi(double x, double *sine, double *cosine)
{
    const double t = x * M_PI, z = t * t;
    double s = 1.0 / 355687428096000.0, c = -1.0 / 6402373705728000.0;
    s = fma(s, z, -1.0 / 1307674368000.0);
    s = fma(s, z, 1.0 / 6227020800.0);
    s = fma(s, z, -1.0 / 39916800.0);
    s = fma(s, z, 1.0 / 362880.0);
    s = fma(s, z, -1.0 / 5040.0);
    s = fma(s, z, 1.0 / 120.0);
    s = fma(s, z, -1.0 / 6.0);
    *sine = fma(t * z, s, t);
    c = fma(c, z, 1.0 / 20922789888000.0);
    c = fma(c, z, -1.0 / 87178291200.0);
    c = fma(c, z, 1.0 / 479001600.0);
    c = fma(c, z, -1.0 / 3628800.0);
    c = fma(c, z, 1.0 / 40320.0);
    c = fma(c, z, -1.0 / 720.0);
    c = fma(c, z, 1.0 / 24.0);
    c = fma(c, z, -0.5);
    *cosine = fma(c, z, 1.0);
}
