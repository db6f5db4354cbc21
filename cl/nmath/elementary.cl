// @provides: nm_dd_log, nm_dd_log_dd, nm_dd_log_scaled, nm_log_core, nm_log_quick,
//   nm_dd_log1p, nm_dd_log_ratio, nm_dd_exp, nm_dd_expm1,
//   nm_exp_dd, nm_exp_mul, nm_log1mexp, nm_pow2, nm_split, NM_LN2, NM_PI, NM_LN_PI, NM_LN_SQRT_2PI, nm_atanh_tail,
//   nm_dd_horner, nm_horner, nm_log1p_small, nm_log_tab, nm_scale2, nm_exp_reduce, nm_exp_reduce_quick, nm_exp_reduced,
//   nm_exp_tail, nm_expm1_reduced
// @depends: nmath, dd
// @includes: nmath
//
// Elementary functions in double-double, and exponentials of a double-double rounded once to double.
// log: x = 2^e m; m c = 1 + r with c from a table of 17, |r| <= 1/32; log(1 + r) = 2 atanh(r / (2 + r))
//   (Abramowitz and Stegun 4.1.27).
// exp: x = k log 2 + r (Cody and Waite); exp(s) - 1 = 2 s / (s coth(s/2) - s) with s = r / 16 by the even Bernoulli
//   series of s coth(s/2), then four doublings E -> 2 E + E^2 (all relative to expm1, so small x keep their digits).
// Region: all doubles; logarithms of positive values. Measured: log and log1p 2^-91, exp 2^-97, expm1 2^-97
//   relative; nm_exp_dd and nm_exp_mul 0.65 ulp.
// SPDX-License-Identifier: MIT

#define NM_LN2 nm_dd_make(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56)
#define NM_PI nm_dd_make(0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53)
#define NM_LN_PI nm_dd_make(0x1.250d048e7a1bdp+0, 0x1.7abf2ad8d5088p-57)
#define NM_LN_SQRT_2PI nm_dd_make(0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55)

// Reciprocals of 1 + j/16 (of half of it from j = 7) to 12 bits, and minus their logarithms.
__constant double nm_log_tab[] = {
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

// 2^k for -1074 <= k <= 1023.
NM_INLINE double nm_pow2(int k)
{
    return k < -1022 ? as_double((long)(k + 1023 + 60) << 52) * 0x1p-60 : as_double((long)(k + 1023) << 52);
}

// x = m 2^e with 1 <= |m| < 2, for finite x other than 0 (which gives m = 1 or 2 and any e).
NM_INLINE double nm_split(double x, int *e)
{
    const int small = fabs(x) < 0x1p-1022;
    const ulong u = as_ulong(small ? x * 0x1p54 : x);
    *e = (int)((u >> 52) & 0x7ff) - 1023 - (small ? 54 : 0);
    return as_double((long)((u & 0x800fffffffffffffUL) | 0x3ff0000000000000UL));
}

// sum c[2 k + {0, 1}] x^k for k = 0 .. n - 1, tail added to the last coefficient.
NM_INLINE nm_dd nm_dd_horner(__constant const double *c, int n, nm_dd x, double tail)
{
    nm_dd s = nm_fast_two_sum(c[2 * n - 2], c[2 * n - 1] + tail);
    for (int k = n - 2; k >= 0; --k) {
        s = nm_dd_mul(s, x);
        const nm_dd t = nm_fast_two_sum(c[2 * k], s.hi);
        s = nm_fast_two_sum(t.hi, t.lo + (s.lo + c[2 * k + 1]));
    }
    return s;
}

NM_INLINE double nm_horner(__constant const double *c, int n, double x)
{
    double s = c[n - 1];
    for (int k = n - 2; k >= 0; --k) s = fma(s, x, c[k]);
    return s;
}

// (atanh(v) - v) / v^3 = 1/3 + w/5 + w^2/7 + ..., w = v^2, for |v| <= 1/30: 1/3 and 1/5 in double-double. No loop: it
// would keep compilers from running work-items side by side.
NM_INLINE nm_dd nm_atanh_tail(nm_dd w)
{
    const double x = w.hi;
    double t = fma(x, 1.0 / 19.0, 1.0 / 17.0);
    t = fma(t, x, 1.0 / 15.0);
    t = fma(t, x, 1.0 / 13.0);
    t = fma(t, x, 1.0 / 11.0);
    t = fma(t, x, 1.0 / 9.0);
    t = fma(t, x, 1.0 / 7.0) * x;
    const nm_dd s = nm_fast_two_sum(0x1.999999999999ap-3, t), p = nm_two_prod(s.hi, x);
    const nm_dd u = nm_fast_two_sum(0x1.5555555555555p-2, p.hi);
    const double l = fma(s.lo - 0x1.999999999999ap-57, x, fma(s.hi, w.lo, p.lo));
    return nm_fast_two_sum(u.hi, u.lo + (l + 0x1.5555555555555p-56));
}

// log(1 + r) for |r| <= 1/16, relative accuracy.
NM_INLINE nm_dd nm_log1p_small(nm_dd r)
{
    const nm_dd v = nm_dd_div(r, nm_dd_add_d(r, 2.0)), w = nm_dd_mul(v, v);
    const nm_dd t = nm_dd_mul(nm_dd_mul(v, w), nm_atanh_tail(w));
    const nm_dd s = nm_fast_two_sum(v.hi, t.hi);
    return nm_dd_scale(nm_fast_two_sum(s.hi, s.lo + (v.lo + t.lo)), 2.0);
}

// log(x 2^e), for x normal with |log2 x| < 900 and e any integer.
NM_FN nm_dd nm_dd_log_scaled(nm_dd x, double e)
{
    int k;
    nm_split(x.hi, &k);
    const double s = nm_pow2(-k);
    double hi = x.hi * s, lo = x.lo * s;
    const int i = (int)((hi - 1.0) * 16.0 + 0.5), j = i < 0 ? 0 : i > 16 ? 16 : i, up = j >= 7;
    hi = up ? 0.5 * hi : hi;
    lo = up ? 0.5 * lo : lo;
    const double c = nm_log_tab[3 * j];
    const nm_dd p = nm_two_prod(hi, c);
    const nm_dd r = nm_fast_two_sum(p.hi - 1.0, fma(lo, c, p.lo));
    const nm_dd base = nm_dd_add(nm_dd_mul_d(NM_LN2, e + (double)(k + up)),
                                 nm_dd_make(nm_log_tab[3 * j + 1], nm_log_tab[3 * j + 2]));
    return nm_dd_add(base, nm_log1p_small(r));
}

// log(2^k (1 + r)) for r exact, 1 + r from sqrt(1/2) to sqrt(2): absolute error 2^-60, relative 2^-57. No table, no
// loop.
NM_INLINE nm_dd nm_log_core(double r, double k)
{
    const nm_dd d = nm_fast_two_sum(2.0, r);
    const double inv = 1.0 / d.hi, v = r * inv, vl = (fma(-v, d.hi, r) - v * d.lo) * inv;
    const double w = v * v;
    double p = 1.0 / 23.0;
    p = fma(p, w, 1.0 / 21.0);
    p = fma(p, w, 1.0 / 19.0);
    p = fma(p, w, 1.0 / 17.0);
    p = fma(p, w, 1.0 / 15.0);
    p = fma(p, w, 1.0 / 13.0);
    p = fma(p, w, 1.0 / 11.0);
    p = fma(p, w, 1.0 / 9.0);
    p = fma(p, w, 1.0 / 7.0);
    p = fma(p, w, 1.0 / 5.0);
    p = fma(p, w, 1.0 / 3.0);
    const double s = v * w * p;
    const nm_dd h = nm_fast_two_sum(k * 0x1.62e42fefa2p-1, 2.0 * v);
    return nm_fast_two_sum(h.hi, h.lo + fma(k, 0x1.9ef35793c7673p-41, 2.0 * (vl + s)));
}

// log(x 2^e) for x > 0, finite: as nm_log_core. For light kernels, whose logarithm must not be a call.
NM_INLINE nm_dd nm_log_quick(double x, double e)
{
    const int small = x < 0x1p-1022;
    const ulong u = as_ulong(small ? x * 0x1p54 : x), c = 0x3fe6a09e667f3bcdUL;
    const int k = (int)((u - c + 0x3ff0000000000000UL) >> 52) - 1023;
    return nm_log_core(as_double((long)(u - ((ulong)(long)k << 52))) - 1.0, (double)(k - (small ? 54 : 0)) + e);
}

// log of anything positive; -inf at 0, NaN below, inf at inf.
NM_FN nm_dd nm_dd_log_dd(nm_dd x)
{
    const int small = x.hi < 0x1p-900, big = x.hi > 0x1p900;
    const int usual = x.hi > 0.0 && x.hi < ML_POSINF;
    const double s = small ? 0x1p200 : big ? 0x1p-200 : 1.0;
    const nm_dd y = usual ? nm_dd_scale(x, s) : nm_dd_of(1.0);
    const nm_dd r = nm_dd_log_scaled(y, small ? -200.0 : big ? 200.0 : 0.0);
    return usual ? r : nm_dd_of(x.hi == 0.0 ? ML_NEGINF : x.hi > 0.0 ? x.hi : ML_NAN);
}

NM_INLINE nm_dd nm_dd_log(double x) { return nm_dd_log_dd(nm_dd_of(x)); }

// log(a / b) for positive finite a and b, without overflow of the quotient.
NM_FN nm_dd nm_dd_log_ratio(nm_dd a, nm_dd b)
{
    int i, j;
    nm_split(a.hi, &i);
    nm_split(b.hi, &j);
    const int i2 = i / 2, j2 = j / 2;
    const nm_dd p = nm_dd_scale(nm_dd_scale(a, nm_pow2(-i2)), nm_pow2(i2 - i));
    const nm_dd q = nm_dd_scale(nm_dd_scale(b, nm_pow2(-j2)), nm_pow2(j2 - j));
    // A quotient near 1 must not be seen as 2 (or 1/2) times a power of two: nm_dd_log_scaled adds the powers exactly.
    return nm_dd_log_scaled(nm_dd_div(p, q), (double)(i - j));
}

// log(1 + x) for x > -1.
NM_FN nm_dd nm_dd_log1p(nm_dd x)
{
    if (fabs(x.hi) <= 0.03125) return fabs(x.hi) < 0x1p-110 ? x : nm_log1p_small(x);
    return nm_dd_log_dd(nm_dd_add_d(x, 1.0));
}

// k and r = x - k log 2, |r| <= 0.35; x.hi is taken into [-1500, 1500].
NM_INLINE nm_dd nm_exp_reduce(nm_dd x, int *k)
{
    const double lo = fabs(x.hi) < 1500.0 ? x.lo : 0.0;
    const double hi = x.hi > 1500.0 ? 1500.0 : x.hi < -1500.0 ? -1500.0 : x.hi;
    const double n = rint(hi * 1.4426950408889634);
    *k = (int)(n == n ? n : 0.0);
    const double a = fma(-n, 0x1.62e42fefa2p-1, hi);
    const nm_dd p = nm_two_prod(n, 0x1.9ef35793c7673p-41), s = nm_two_sum(a, -p.hi);
    return nm_fast_two_sum(s.hi, s.lo + (lo - p.lo - n * 0x1.f97b57a079a19p-103));
}

// exp(r) - 1 for |r| <= 0.35.
NM_FN nm_dd nm_expm1_reduced(nm_dd r)
{
    const nm_dd s = nm_dd_scale(r, 0.0625), w = nm_dd_mul(s, s);
    const double x = w.hi;
    // s coth(s/2) - 2 = w (1/6 - w/360 + w^2/15120 - ...), B_2k 2 / (2k)!
    const double t = x * x * fma(x, fma(x, 0x1.66a8f2bf70ebep-25, -0x1.bbd779334ef0bp-20), 0x1.1566abc011567p-14);
    nm_dd c = nm_dd_mul(w, nm_dd_make(-0x1.6c16c16c16c17p-9, 0x1.f49f49f49f49fp-64));
    c = nm_dd_add(nm_dd_make(0x1.5555555555555p-3, 0x1.5555555555555p-57), nm_dd_make(c.hi, c.lo + t));
    c = nm_dd_mul(c, w);
    const nm_dd d = nm_dd_add_d(nm_dd_sub(c, s), 2.0);
    nm_dd e = nm_dd_div(nm_dd_scale(s, 2.0), d);
    for (int i = 0; i < 4; ++i) {
        const nm_dd q = nm_dd_mul(e, e), t2 = nm_fast_two_sum(2.0 * e.hi, q.hi);
        e = nm_fast_two_sum(t2.hi, t2.lo + (2.0 * e.lo + q.lo));
    }
    return e;
}

// x 2^k for 2^-1000 < |x| < 2^1000, rounded once more only if the result is subnormal.
NM_INLINE double nm_scale2(double x, int k)
{
    const int n = k > 2040 ? 2040 : k < -2040 ? -2040 : k, a = n >> 1;
    return x * as_double((long)(a + 1023) << 52) * as_double((long)(n - a + 1023) << 52);
}

NM_INLINE nm_dd nm_dd_exp(nm_dd x)
{
    int k;
    const nm_dd e = nm_dd_add_d(nm_expm1_reduced(nm_exp_reduce(x, &k)), 1.0);
    const double h = nm_scale2(e.hi, k);
    return nm_dd_make(h, h < ML_POSINF ? nm_scale2(e.lo, k) : 0.0);
}

NM_FN nm_dd nm_dd_expm1(nm_dd x)
{
    int k;
    const nm_dd r = nm_exp_reduce(x, &k), e = nm_expm1_reduced(r);
    if (k == 0) return fabs(x.hi) < 0x1p-110 ? x : e;
    const double s = nm_pow2(k < -200 ? -200 : k > 1023 ? 1023 : k);
    if (k >= 1023) return nm_dd_exp(x);
    return nm_dd_add(nm_dd_scale(e, s), nm_two_sum(s, -1.0));
}

// As nm_exp_reduce, r to 2^-62 absolutely: enough for a result rounded to double. 1.5 2^52 rounds to an integer and
// leaves it in the low bits. log2(e) to 21 bits, which a GPU takes as an immediate operand, moves n by 2^-11 at most.
NM_INLINE nm_dd nm_exp_reduce_quick(nm_dd x, int *k)
{
    // |x| >= 1500, read from the upper half (NaN stays).
    const uint h = (uint)(as_ulong(x.hi) >> 32), m = h & 0x7fffffffu;
    const int far = m >= 0x40977000u && m <= 0x7ff00000u;
    const double hi = far ? (h != m ? -1500.0 : 1500.0) : x.hi, lo = far ? 0.0 : x.lo;
    const double t = fma(hi, 0x1.71547p+0, 0x1.8p52), n = t - 0x1.8p52;
    *k = (int)(uint)(as_ulong(t) & 0xffffffffUL);
    const double a = fma(-n, 0x1.62e42fefa2p-1, hi), b = n * 0x1.9ef35793c7673p-41, r = a - b;
    return nm_fast_two_sum(r, (a - r) - b + lo);
}

// (exp(x) - 1 - x) / x^2, then exp(r) = hi + lo to about 2^-56, for |r| <= 0.35. One chain of operations, here and in
// nm_log_core: equal operations side by side become vectors of two in compilers that would rather run work-items side
// by side.
NM_INLINE double nm_exp_tail(double x)
{
    double q = 1.0 / 87178291200.0;
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
    q = fma(q, x, 1.0 / 6.0);
    q = fma(q, x, 0.5);
    return q;
}

NM_INLINE nm_dd nm_exp_reduced(nm_dd r)
{
    const double x = r.hi, q = nm_exp_tail(x);
    const nm_dd h = nm_fast_two_sum(1.0, x);
    return nm_fast_two_sum(h.hi, fma(x * x, q, fma(r.lo, h.hi, h.lo)));
}

// exp(x), correctly scaled: 0 and inf at the ends, gradual underflow between.
NM_INLINE double nm_exp_dd(nm_dd x)
{
    int k;
    const nm_dd r = nm_exp_reduce_quick(x, &k);
    return nm_scale2(nm_exp_reduced(r).hi, k);
}

// exp(x) * f for any finite f, without overflow or underflow on the way.
NM_FN double nm_exp_mul(nm_dd x, nm_dd f)
{
    int k, e;
    const nm_dd m = nm_exp_reduced(nm_exp_reduce_quick(x, &k));
    nm_split(f.hi, &e);
    const int e2 = e / 2;
    const nm_dd g = nm_dd_scale(nm_dd_scale(f, nm_pow2(-e2)), nm_pow2(e2 - e));
    const double r = nm_scale2(nm_dd_mul(m, g).hi, k + e);
    return f.hi == 0.0 ? f.hi : r;
}

// log(1 - exp(-x)) for x >= 0.
NM_INLINE double nm_log1mexp(double x)
{
    return x <= M_LN2 ? log(-expm1(-x)) : log1p(-exp(-x));
}
