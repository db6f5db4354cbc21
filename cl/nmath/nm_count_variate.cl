// @provides: nm_rv_phi, nm_rv_cell, nm_rv_factor
// @depends: nmath, nm_variate
// @includes: nmath
//
// What the rejection methods for counts need of a factorial: for an integer x >= 0 and m > 0
//     x! = sqrt(2 pi f) exp(nm_rv_cell(x, m) + x log(m) - m),  f = nm_rv_factor(x),
// that is nm_rv_cell = m phi(x/m) + stirlerr(x), phi(q) = q log(q) - q + 1: the saddle point form of C. Loader, Fast
// and accurate computation of binomial probabilities, 2000, which does not cancel for large counts. phi near q = 1
// from the series of atanh: with t = q - 1, s = t/(2 + t): s (t + (1 + t) s^2 R).
// stirlerr: exact values for x < 16 (own, 60 digits), else its asymptotic series (DLMF 5.11.1), error < 1e-16.
// Bit-identical on every device, see nm_variate. Relative error below 6e-15.
// SPDX-License-Identifier: MIT

__constant double nm_rv_stirlerr[16] = {
    0.0,                  0.08106146679532726,  0.0413406959554093,    0.02767792568499834,
    0.020790672103765093, 0.016644691189821193, 0.013876128823070748,  0.01189670994589177,
    0.010411265261972096, 0.009255462182712733, 0.00833056343336287,   0.007573675487951841,
    0.00694284010720953,  0.006408994188004207, 0.0059513701127588475, 0.005554733551962801,
};

/* phi(x/m) = (x/m) log(x/m) - x/m + 1. */
INLINE double nm_rv_phi(double x, double m)
{
    const double t = (x - m) / m, q = x / m;
    const ulong b = as_ulong(q) - NM_RV_SQRT_HALF_BITS;
    const double e = (double)((long)b >> 52);
    const double mant = as_double((b & 0xFFFFFFFFFFFFFul) + NM_RV_SQRT_HALF_BITS);
    const double f = e == 0.0 ? t : mant - 1.0;
    const double s = f / (2.0 + f), z = s * s;
    const double r = nm_rv_atanh_series(z);
    const double lq = fma(e, NM_RV_LN2_HI, f - fma(s, fma(-z, r, f), -e * NM_RV_LN2_LO));
    const double phi = e == 0.0 ? s * fma(1.0 + t, z * r, t) : fma(q, lq, -t);
    return x == 0.0 ? 1.0 : phi;
}

NOINLINE double nm_rv_cell(double x, double m)
{
    const double i = 1.0 / (x < 16.0 ? 16.0 : x), z = i * i;
    double s = fma(z, 1.0 / 1188.0, -1.0 / 1680.0);
    s = fma(z, s, 1.0 / 1260.0);
    s = fma(z, s, -1.0 / 360.0);
    s = fma(z, s, 1.0 / 12.0) * i;
    return fma(m, nm_rv_phi(x, m), x < 16.0 ? nm_rv_stirlerr[(int)x] : s);
}

INLINE double nm_rv_factor(double x) { return x == 0.0 ? 0.15915494309189535 : x; }
