// @provides: nm_mills, nm_standardize, nm_half_square
// @depends: nmath, dd, elementary
// @includes: nmath
//
// Parts of the normal distribution. Mills ratio R(t) = (1 - Phi(t)) / phi(t) for t >= 0: (t + 13/16) R(t), which stays
// between 1 and 1.06, is a polynomial of degree 25 in s = (t - 4) / (t + 4) (the substitution of M. M. Shepherd and
// J. G. Laframboise, Math. Comp. 36 (1981) 249-253; the coefficients are this project's own Chebyshev fit).
// The constant coefficient is a pair. Measured: R below 0.8 ulp for all t >= 0.
// SPDX-License-Identifier: MIT

NM_INLINE double nm_mills(double t)
{
    const double big = 1e17, x = t < big ? t : big;
    const nm_dd c = nm_two_sum(x, 4.0), d = nm_two_sum(x, 0.8125);
    // One division for both; a step of Newton makes either quotient exact to half an ulp.
    const double r = 1.0 / (c.hi * d.hi), rc = d.hi * r, rd = c.hi * r;
    double s = (c.hi - 8.0) * rc;
    s = fma(fma(-s, c.hi, c.hi - 8.0) + c.lo * (1.0 - s), rc, s);
    double g1 = 0x1.1622d49cffb0ep-31;
    g1 = fma(g1, s, 0x1.d0c5754ac3263p-32);
    g1 = fma(g1, s, -0x1.53c892d4b9536p-28);
    g1 = fma(g1, s, -0x1.b6fd3dc8e19cp-28);
    g1 = fma(g1, s, 0x1.91773ae8fe2e9p-26);
    g1 = fma(g1, s, 0x1.b29beb8ebc05bp-25);
    g1 = fma(g1, s, -0x1.148b70bb718c1p-24);
    g1 = fma(g1, s, -0x1.38bb5bc488bb8p-22);
    g1 = fma(g1, s, 0x1.33aa447d476c8p-25);
    g1 = fma(g1, s, 0x1.813475e3e919dp-20);
    g1 = fma(g1, s, 0x1.ea356ea05a3b3p-21);
    g1 = fma(g1, s, -0x1.cca7320149b6p-18);
    g1 = fma(g1, s, -0x1.138c33734c47cp-17);
    g1 = fma(g1, s, 0x1.2f831af67722dp-15);
    g1 = fma(g1, s, 0x1.ac9061873c7ep-15);
    g1 = fma(g1, s, -0x1.ea100bb9e1a99p-13);
    g1 = fma(g1, s, -0x1.c37f7b467b16fp-13);
    g1 = fma(g1, s, 0x1.dfad6986cdf8dp-10);
    g1 = fma(g1, s, -0x1.0a634788af76cp-10);
    g1 = fma(g1, s, -0x1.a2b2bb546e9abp-7);
    g1 = fma(g1, s, 0x1.910054907193bp-5);
    g1 = fma(g1, s, -0x1.85ff5f63a9393p-4);
    g1 = fma(g1, s, 0x1.afaffd6cec1bbp-4);
    g1 = fma(g1, s, -0x1.7ed1e72204a9ep-6);
    g1 = fma(g1, s, -0x1.4c6b44020f96bp-3);
    const nm_dd g = nm_fast_two_sum(0x1.238e44b2b5598p+0, s * g1);
    const double q = g.hi * rd;
    const double m = fma(fma(-q, d.hi, g.hi) + (g.lo - q * d.lo + -0x1.62e5afde7887ap-54), rd, q);
    return t < big ? m : 1.0 / t;
}

// (x - mean) / sd in double-double for finite sd > 0; the low part is 0 where the high one is not finite.
NM_INLINE nm_dd nm_standardize(double x, double mean, double sd)
{
    // Powers of two against overflow of x - mean, of 1 / sd, and underflow of it.
    const double g = fabs(x - mean) < 0x1p1000 ? 1.0 : 0.25;
    const double f = sd < 0x1p-900 ? 0x1p200 : sd > 0x1p900 ? 0x1p-200 : 1.0, s = sd * f * g;
    // fma for a product: two equal operations side by side become a vector of two in compilers that would rather run
    // work-items side by side.
    const nm_dd d = nm_two_sum(x * g, fma(-g, mean, 0.0));
    const double inv = 1.0 / s, q = d.hi * inv, r = fma((fma(-q, s, d.hi) + d.lo) * inv, f, 0.0), z = q * f;
    return nm_dd_make(z, fabs(z) < 0x1p500 ? r : 0.0);
}

// -z^2 / 2.
NM_INLINE nm_dd nm_half_square(nm_dd z)
{
    const double h = -0.5 * z.hi;
    const nm_dd p = nm_two_prod(h, z.hi);
    return nm_dd_make(p.hi, fabs(z.hi) < 0x1p500 ? fma(-z.hi, z.lo, p.lo) : 0.0);
}
