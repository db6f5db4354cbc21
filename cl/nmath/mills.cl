// @provides: nm_mills, nm_upper, nm_tame, nm_two_to, nm_half_square
// @depends: nmath, dd, elementary
// @includes: nmath
//
// Parts of the normal distribution. Mills ratio R(t) = (1 - Phi(t)) / phi(t) for t >= 0: (t + 13/16) R(t), which stays
// between 1 and 1.06, is a polynomial of degree 25 in s = (t - 4) / (t + 4) (the substitution of M. M. Shepherd and
// J. G. Laframboise, Math. Comp. 36 (1981) 249-253; the coefficients are this project's own Chebyshev fit).
// The constant coefficient is a pair. Measured: R below 0.8 ulp for all t >= 0.
// SPDX-License-Identifier: MIT

// The upper half of a double: comparisons of it cost a GPU nothing beside double-precision arithmetic.
NM_INLINE int nm_upper(double x) { return (int)(as_ulong(x) >> 32); }

NM_INLINE double nm_mills(double t)
{
    // Beyond 2^56 the series has one term.
    const int far = nm_upper(t) >= 0x43700000;
    const double x = far ? 0x1p56 : t;
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
    return far ? 1.0 / t : m;
}

// The k for which x 2^k has a reciprocal in range: 200 for a tiny positive x, -200 for a huge one, else 0.
NM_INLINE int nm_tame(double x)
{
    const int h = nm_upper(x);
    return h < 0x07b00000 ? 200 : h >= 0x78300000 ? -200 : 0;
}

// 2^k for |k| < 1000.
NM_INLINE double nm_two_to(int k) { return as_double((long)(k + 1023) << 52); }

// -z^2 / 2.
NM_INLINE nm_dd nm_half_square(nm_dd z)
{
    const double h = -0.5 * z.hi, l = (nm_upper(z.hi) & 0x7fffffff) < 0x5f300000 ? z.lo : 0.0;
    const nm_dd p = nm_two_prod(h, z.hi);
    return nm_dd_make(p.hi, fma(-z.hi, l, p.lo));
}
