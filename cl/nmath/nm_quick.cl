// @provides: nm_quick_split, nm_quick_log, nm_quick_log_dd, nm_quick_log_mantissa, nm_quick_expm1, nm_quick_exp,
//   nm_quick_exp_dd, nm_quick_scale, nm_quick_ratio, nm_quick_z, nm_quick_recip
// @depends: nmath, dd, elementary
// @includes: nmath
//
// Straight-line logarithm and exponential with some ten bits more than double, for functions that round once at the
// end: no branches, no calls, two table loads for the logarithm, so that lanes stay together and compilers vectorise.
// log: x = 2^e m, m c = 1 + r with c from a table of 17, log(1 + r) = r - r^2/2 + r^3 (1/3 - r/4 + ...) for |r| <= 1/24, three
// terms in double-double (Abramowitz and Stegun 4.1.24).
// exp: x = k log 2 + r, expm1(r) = r + r^2/2 + r^3 (1/6 + ...), likewise (4.2.1).
// Accuracy: log absolute 2^-73, relative 2^-68 near 1; expm1 relative 2^-62.
// SPDX-License-Identifier: MIT

// Inlined whatever its size: a call, or a pair returned, stops vectorisation across work-items.
#ifdef __NO_INLINE__
#define NM_FLAT NM_INLINE
#else
#define NM_FLAT NM_INLINE __attribute__((always_inline))
#endif

// Reciprocals of 1 + j/16 (of half of it from j = 7) to 12 bits, and minus their logarithms: hi, lo.
__constant double nm_quick_tab[] = {
    0x1.0p+0, 0x0.0p+0, 0x0.0p+0,
    0x1.e1ep-1, 0x1.f0c30c1116351p-5, 0x1.94ee90500a333p-62,
    0x1.c72p-1, 0x1.e2507702af03bp-4, 0x1.0cff5bbb6e609p-58,
    0x1.af2p-1, 0x1.601b076e7a8a9p-3, 0x1.afa9bf91ca867p-57,
    0x1.99ap-1, 0x1.c8df7cb9a8f77p-3, 0x1.0bd63879b9fb6p-58,
    0x1.862p-1, 0x1.1661caecb9ba4p-2, -0x1.fff9fc4aba901p-56,
    0x1.746p-1, 0x1.4610bc29c5e18p-2, -0x1.64f9886472e95p-57,
    0x1.643p+0, -0x1.5234e0670a525p-2, -0x1.07a43681b2b27p-57,
    0x1.555p+0, -0x1.268620f34d63dp-2, -0x1.2e662ed438b2ep-58,
    0x1.47bp+0, -0x1.f99dc6c23b409p-3, -0x1.f3dd09792dd7bp-57,
    0x1.3b1p+0, -0x1.a926d3a4ad563p-3, -0x1.942f48aa70ea9p-57,
    0x1.2f7p+0, -0x1.5c28060c46b76p-3, -0x1.c6e9c1d0af78cp-57,
    0x1.249p+0, -0x1.1168e8127e327p-3, 0x1.e487351a45ac2p-57,
    0x1.1a8p+0, -0x1.9375e55595edep-4, 0x1.e463f9e4dd92p-59,
    0x1.111p+0, -0x1.08498b51e39b1p-4, -0x1.9875409b62802p-59,
    0x1.084p+0, -0x1.03d5d85e73eefp-5, -0x1.2c1da539d60edp-61,
    0x1.0p+0, 0x0.0p+0, 0x0.0p+0
};

// 2^k for -1022 <= k <= 1023.
NM_FLAT double nm_quick_pow2(int k) { return as_double((long)(k + 1023) << 52); }

// x = m 2^e, m in [1, 2); for positive x, also subnormal (0, inf and NaN give some m and e).
NM_FLAT double nm_quick_split(double x, double *e)
{
    const int small = x < 0x1p-1022;
    const ulong u = as_ulong(small ? x * 0x1p54 : x);
    *e = (double)(int)((u >> 52) & 0x7ff) - (small ? 1077.0 : 1023.0);
    return as_double((long)((u & 0x000fffffffffffffUL) | 0x3ff0000000000000UL));
}

// log((hi + lo) 2^e) for hi in [1, 2).
NM_FLAT nm_dd nm_quick_log_mantissa(double hi, double lo, double e)
{
    const int j = (int)((hi - 1.0) * 16.0 + 0.5) & 31;
    const double f = j >= 7 ? 0.5 : 1.0;
    e += j >= 7 ? 1.0 : 0.0;
    const double c = nm_quick_tab[3 * j] * f, x = hi * c;
    // x - 1 is exact, and so are the two parts of hi c.
    const nm_dd r = nm_fast_two_sum(x - 1.0, fma(lo, c, fma(hi, c, -x)));
    double q = -1.0 / 14.0;
    q = fma(q, r.hi, 1.0 / 13.0);
    q = fma(q, r.hi, -1.0 / 12.0);
    q = fma(q, r.hi, 1.0 / 11.0);
    q = fma(q, r.hi, -1.0 / 10.0);
    q = fma(q, r.hi, 1.0 / 9.0);
    q = fma(q, r.hi, -1.0 / 8.0);
    q = fma(q, r.hi, 1.0 / 7.0);
    q = fma(q, r.hi, -1.0 / 6.0);
    q = fma(q, r.hi, 1.0 / 5.0);
    q = fma(q, r.hi, -1.0 / 4.0);
    // -r^2/2 + r^3/3: products in two parts.
    const nm_dd w = nm_two_prod(r.hi, r.hi), u = nm_two_prod(w.hi, r.hi * (1.0 / 3.0));
    const double third = fma(-3.0, r.hi * (1.0 / 3.0), r.hi) * (1.0 / 3.0);
    const double ul = fma(w.hi, third, fma(w.lo, r.hi * (1.0 / 3.0), u.lo));
    const double t = fma(w.hi * w.hi, q, fma(w.hi - r.hi, r.lo, fma(-0.5, w.lo, ul))) + r.lo;
    // e log 2 (its leading part has trailing zeros) + table + the series
    const nm_dd a = nm_two_sum(e * 0x1.62e42fefa2p-1, nm_quick_tab[3 * j + 1]), b = nm_fast_two_sum(r.hi, -0.5 * w.hi);
    const nm_dd d = nm_fast_two_sum(b.hi, u.hi), g = nm_two_sum(a.hi, d.hi);
    const double lo2 = fma(e, 0x1.9ef35793c7673p-41, a.lo + nm_quick_tab[3 * j + 2]);
    return nm_fast_two_sum(g.hi, g.lo + (lo2 + (b.lo + (d.lo + t))));
}

// log x for positive finite x.
NM_FLAT nm_dd nm_quick_log(double x)
{
    double e;
    const double m = nm_quick_split(x, &e);
    return nm_quick_log_mantissa(m, 0.0, e);
}

// log(a 2^e) for a.hi > 0; its low part is dropped beyond 2^1000 and below 2^-1000.
NM_FLAT nm_dd nm_quick_log_dd(nm_dd a, double e)
{
    double k;
    const double m = nm_quick_split(a.hi, &k), s = fabs(k) <= 1000.0 ? nm_quick_pow2(-(int)k) : 0.0;
    return nm_quick_log_mantissa(m, a.lo * s, e + k);
}

// k and r = x - k log 2, |r| <= 0.35; x.hi is taken into [-1500, 1500] (Cody and Waite).
NM_FLAT nm_dd nm_quick_reduce(nm_dd x, int *k)
{
    const double lo = fabs(x.hi) < 1500.0 ? x.lo : 0.0, top = fmin(x.hi, 1500.0), hi = fmax(top, -1500.0);
    const double n = rint(hi * 1.4426950408889634);
    *k = (int)n;
    const double a = fma(-n, 0x1.62e42fefa2p-1, hi);
    const nm_dd p = nm_two_prod(n, 0x1.9ef35793c7673p-41), s = nm_two_sum(a, -p.hi);
    return nm_fast_two_sum(s.hi, s.lo + (lo - p.lo - n * 0x1.f97b57a079a19p-103));
}

// exp(r) - 1 for |r| <= 0.35.
NM_FLAT nm_dd nm_quick_expm1_reduced(nm_dd r)
{
    const double x = r.hi;
    double q = 1.0 / 1307674368000.0;
    q = fma(q, x, 1.0 / 87178291200.0);
    q = fma(q, x, 1.0 / 6227020800.0);
    q = fma(q, x, 1.0 / 479001600.0);
    q = fma(q, x, 1.0 / 39916800.0);
    q = fma(q, x, 1.0 / 3628800.0);
    q = fma(q, x, 1.0 / 362880.0);
    q = fma(q, x, 1.0 / 40320.0);
    q = fma(q, x, 1.0 / 5040.0);
    q = fma(q, x, 1.0 / 720.0);
    q = fma(q, x, 1.0 / 120.0);
    q = fma(q, x, 1.0 / 24.0);
    // r + r^2/2 + r^3/6 + ...: the third term's product also in two parts.
    const nm_dd s = nm_two_prod(x, 0.5 * x), a = nm_fast_two_sum(x, s.hi);
    const nm_dd u = nm_two_prod(s.hi, x * (1.0 / 3.0));
    const double ul = fma(s.hi, fma(-3.0, x * (1.0 / 3.0), x) * (1.0 / 3.0), u.lo);
    const nm_dd b = nm_fast_two_sum(a.hi, u.hi);
    const double w = x * x;
    const double t = fma(w * w, q, fma(r.lo, 1.0 + x + s.hi, s.lo + (s.lo * x * (1.0 / 3.0) + ul)));
    return nm_fast_two_sum(b.hi, b.lo + (a.lo + t));
}

// exp(x) = m 2^k, m about 1.
NM_FLAT nm_dd nm_quick_exp(nm_dd x, int *k)
{
    const nm_dd e = nm_quick_expm1_reduced(nm_quick_reduce(x, k)), s = nm_fast_two_sum(1.0, e.hi);
    return nm_fast_two_sum(s.hi, s.lo + e.lo);
}

// exp(x) - 1 for x <= 700.
NM_FLAT nm_dd nm_quick_expm1(nm_dd x)
{
    int k;
    const nm_dd e = nm_quick_expm1_reduced(nm_quick_reduce(x, &k));
    const double s = nm_quick_pow2(k < -1000 ? -1000 : k > 1022 ? 1022 : k);
    const nm_dd a = nm_two_sum(s, -1.0), b = nm_two_sum(a.hi, s * e.hi);
    return nm_fast_two_sum(b.hi, b.lo + (a.lo + s * e.lo));
}

// m 2^e rounded once more only if the result is subnormal, |e| clipped to 2200.
NM_FLAT double nm_quick_scale(double m, int e)
{
    const int c = e > 2200 ? 2200 : e < -2200 ? -2200 : e;
    // Two exact steps, then the last one.
    const int a = c >> 2, b = (c - a) >> 1;
    return m * nm_quick_pow2(a) * nm_quick_pow2(b) * nm_quick_pow2(c - a - b);
}

// exp(x) as a pair, its low part lost below 2^-960.
NM_FLAT nm_dd nm_quick_exp_dd(nm_dd x)
{
    int k;
    const nm_dd m = nm_quick_exp(x, &k);
    const int low = k < -960 || k > 1022;
    return nm_dd_make(nm_quick_scale(m.hi, k), low ? 0.0 : m.lo * nm_quick_pow2(low ? 0 : k));
}

// a / b = q 2^e for finite a of either sign and b > 0, a.hi not 0; q in (1/4, 2).
NM_FLAT nm_dd nm_quick_ratio(nm_dd a, double b, double *e)
{
    double i, j;
    const double h = nm_quick_split(fabs(a.hi), &i), m = nm_quick_split(b, &j), g = a.hi < 0.0 ? -h : h;
    const int k = (int)i, k2 = k >> 1;
    const double l = a.lo * nm_quick_pow2(-k2) * nm_quick_pow2(k2 - k);
    *e = i - j;
    const double inv = 1.0 / m, q = g * inv;
    return nm_fast_two_sum(q, (fma(-q, m, g) + l) * inv);
}

// q 2^e, its low part dropped beyond 2^1000 and below 2^-1000.
NM_FLAT nm_dd nm_quick_ldexp(nm_dd q, double e)
{
    const int k = (int)e, near = fabs(e) <= 1000.0;
    const double h = nm_quick_scale(q.hi, k);
    return nm_dd_make(h, near ? q.lo * nm_quick_pow2(near ? k : 0) : 0.0);
}

// (x - m) / s for finite x, m and s > 0.
NM_FLAT nm_dd nm_quick_z(double x, double m, double s)
{
    const int big = fabs(x) > 0x1p1000 || fabs(m) > 0x1p1000;
    const double f = big ? 0.25 : 1.0;
    const nm_dd d = nm_two_sum(f * x, -(f * m));
    double e;
    const nm_dd q = nm_quick_ratio(d, s, &e), z = nm_quick_ldexp(q, e + (big ? 2.0 : 0.0));
    return d.hi == 0.0 ? nm_dd_of(0.0) : z;
}

// 1 / t, and 1 + e for |e| <= 1.
NM_FLAT nm_dd nm_quick_recip(nm_dd t)
{
    const double h = 1.0 / t.hi;
    return nm_dd_make(h, h * fma(-h, t.lo, fma(-h, t.hi, 1.0)));
}

NM_FLAT nm_dd nm_quick_1p(nm_dd e)
{
    const nm_dd s = nm_fast_two_sum(1.0, e.hi);
    return nm_fast_two_sum(s.hi, s.lo + e.lo);
}

// log(1 - exp(z)) for z < 0, z not below 2^-1000 in size; -exp(z) is all of it from -40 down.
NM_FLAT nm_dd nm_quick_log1mexp(nm_dd z)
{
    const nm_dd l = nm_quick_log_dd(nm_dd_neg(nm_quick_expm1(z)), 0.0), e = nm_quick_exp_dd(z);
    const int far = z.hi < -40.0;
    return nm_dd_make(far ? -e.hi : l.hi, far ? -e.lo : l.lo);
}
