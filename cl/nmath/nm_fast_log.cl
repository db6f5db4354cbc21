// @provides: nm_fast_exp, nm_fast_expm1, nm_fast_mantissa, nm_fast_atanh2, nm_fast_log_1p, nm_fast_log,
//   nm_fast_log_short, nm_fast_log1m, nm_fast_log_ratio,   nm_fast_log_quotient, nm_fast_bd0
// @depends: nmath, dd, elementary, mills
// @includes: nmath
//
// Logarithms to 2^-63 relative, ten bits more than double at some 15 operations more: for exponents up to
// 745 that are rounded once. log(2^k n / d) = k log 2 + 2 atanh(v), v = (n - d) / (n + d), |v| <= 1/5; atanh(v) =
// v (1 + w (1/3 + w P(w))), w = v^2, P interpolates at 8 Chebyshev nodes (mpmath); the outer three terms are pairs.
// bd0(x, m) = x log(x/m) + m - x = d v + 2 x v w (1/3 + w P) for d = x - m, v = d / (x + m) (C. Loader 2000); for x/m
// beyond (2/3, 3/2) with 2^k m for m, and the difference added. No branches, no calls.
// SPDX-License-Identifier: MIT

// exp(hi + lo) = m 2^k, m about 1, within 0.6 ulp.
NM_FLAT double nm_fast_exp(double hi, double lo, int *k)
{
    const nm_dd r = nm_exp_reduce_quick(nm_dd_make(hi, lo), k);
    const double x = r.hi, h = 1.0 + x;
    return h + fma(x * x, nm_exp_tail(x), fma(r.lo, h, x - (h - 1.0)));
}

// exp(hi + lo) - 1 for hi <= 700, within 1 ulp.
NM_FLAT double nm_fast_expm1(double hi, double lo)
{
    int k;
    const nm_dd r = nm_exp_reduce_quick(nm_dd_make(hi, lo), &k);
    const double x = r.hi, t = fma(x * x, nm_exp_tail(x), fma(r.lo, 1.0 + x, 0.0));
    const double s = nm_two_to(k < -100 ? -100 : k), h = fma(s, x, s - 1.0);
    // s x + (s - 1): what rounding lost, exact as one of the two is the larger by far or k = 0.
    return h + fma(s, t, k < 1 ? fma(s, x, (s - 1.0) - h) : 0.0);
}

// x = m 2^k, m from 3/4 to 3/2, for x > 0, also subnormal.
NM_FLAT double nm_fast_mantissa(double x, double *k)
{
    const ulong w = as_ulong(x);
    const int small = (int)(w >> 32) < 0x00100000;
    const ulong u = small ? as_ulong(x * 0x1p54) : w;
    const long s = (long)(u - 0x3fe8000000000000UL) >> 52;
    *k = (double)((int)s - (small ? 54 : 0));
    return as_double((long)(u - ((ulong)s << 52)));
}

// v = n / d as a pair, |v| <= 1/5, and *t = atanh(v)/v - 1.
NM_FLAT nm_dd nm_fast_atanh_parts(double nh, double nl, double dh, double dl, nm_dd *t)
{
    const double inv = 1.0 / dh, v = nh * inv, vl = (fma(-v, dh, nh) + fma(-v, dl, nl)) * inv;
    const double w = v * v, wl = fma(2.0 * v, vl, fma(v, v, -w));
    double p = 0x1.f3606dbd5cc8dp-5;
    p = fma(p, w, 0x1.dd51f9a3ae513p-5);
    p = fma(p, w, 0x1.11251ae1e50bap-4);
    p = fma(p, w, 0x1.3b13504ab7d6dp-4);
    p = fma(p, w, 0x1.745d1843b1670p-4);
    p = fma(p, w, 0x1.c71c71c5d6904p-4);
    p = fma(p, w, 0x1.249249249298bp-3);
    p = fma(p, w, 0x1.9999999999999p-3) * w;
    const double ph = 0x1.5555555555555p-2 + p, pl = (0x1.5555555555555p-2 - ph) + p + 0x1.5555555555555p-56;
    const double th = w * ph;
    *t = nm_dd_make(th, fma(w, ph, -th) + fma(w, pl, wl * ph));
    return nm_dd_make(v, vl);
}

// 2 atanh(n / d).
NM_FLAT nm_dd nm_fast_atanh2(double nh, double nl, double dh, double dl)
{
    nm_dd t;
    const nm_dd v = nm_fast_atanh_parts(nh, nl, dh, dl, &t);
    const double v2 = 2.0 * v.hi, g = v2 * t.hi, gl = fma(v2, t.hi, -g) + fma(v2, t.lo, 2.0 * v.lo * t.hi);
    const double h = v2 + g;
    return nm_dd_make(h, (v2 - h) + g + fma(2.0, v.lo, gl));
}

// a + k log 2, for |a| < 0.41 and integer k.
NM_FLAT nm_dd nm_fast_add_ln2(nm_dd a, double k)
{
    const double b = k * 0x1.62e42fefa2p-1, h = b + a.hi;
    return nm_fast_two_sum(h, fma(k, 0x1.9ef35793c7673p-41, a.lo + (a.hi - (h - b))));
}

// log(2^k (1 + r)), r from -1/3 to 1/2.
NM_FLAT nm_dd nm_fast_log_1p(double r, double k)
{
    const double d = 2.0 + r;
    return nm_fast_add_ln2(nm_fast_atanh2(r, 0.0, d, r - (d - 2.0)), k);
}

// log x for 0 < x < inf.
NM_FLAT nm_dd nm_fast_log(double x)
{
    double k;
    const double m = nm_fast_mantissa(x, &k);
    return nm_fast_log_1p(m - 1.0, k);
}

// log x for 0 < x < inf to 2^-60 absolutely and 2^-57 relatively: two terms less in pairs.
NM_FLAT nm_dd nm_fast_log_short(double x)
{
    double k;
    const double m = nm_fast_mantissa(x, &k), n = m - 1.0, d = m + 1.0, inv = 1.0 / d, v = n * inv, w = v * v;
    const double vl = fma(-v, m - (d - 1.0), fma(-v, d, n)) * inv;
    double p = 0x1.169ed9b4fb0a0p-4;
    p = fma(p, w, 0x1.0e8bfe46e337cp-4);
    p = fma(p, w, 0x1.3b29d4b4a8773p-4);
    p = fma(p, w, 0x1.745cac276f1d9p-4);
    p = fma(p, w, 0x1.c71c72dfb4604p-4);
    p = fma(p, w, 0x1.24924923de280p-3);
    p = fma(p, w, 0x1.9999999999f19p-3);
    p = fma(p, w, 0x1.5555555555555p-2);
    const double a = k * 0x1.62e42fefa2p-1, h = fma(2.0, v, a);
    const double l = fma(k, 0x1.9ef35793c7673p-41, fma(2.0, fma(v * w, p, vl), fma(2.0, v, a - h)));
    return nm_fast_two_sum(h, l);
}

// log(1 - p) for 0 <= p < 1.
NM_FLAT nm_dd nm_fast_log1m(double p)
{
    const int k = (int)((long)(as_ulong(1.0 - p) - 0x3fe8000000000000UL) >> 52);
    const double c = nm_two_to(-k);
    const nm_dd l = nm_fast_log_1p(fma(-p, c, c - 1.0), (double)k);
    // Half of a subnormal p would be rounded.
    return nm_dd_make(p < 0x1p-60 ? -p : l.hi, l.lo);
}

// The k with x / (2^k b) about in (2/3, 3/2), for normal x and b.
NM_FLAT int nm_fast_exponent(double x, double b)
{
    return (int)((long)(as_ulong(x) - as_ulong(b) + 0x0008000000000000UL) >> 52);
}

// log((x + xl) / (b + bl)), for x, b in 2^-500 .. 2^500.
NM_FLAT nm_dd nm_fast_log_ratio(double x, double xl, double b, double bl)
{
    const int k = nm_fast_exponent(x, b);
    const double s = nm_two_to(k), m = b * s, ml = bl * s, d = x + m;
    const nm_dd a = nm_fast_atanh2(x - m, xl - ml, d, (x > m ? (x - d) + m : (m - d) + x) + (ml + xl));
    return nm_fast_add_ln2(a, (double)k);
}

NM_FLAT nm_dd nm_fast_log_quotient(double x, double b, double bl) { return nm_fast_log_ratio(x, 0.0, b, bl); }

// bd0(x, m), for x, m in 2^-450 .. 2^450.
NM_FLAT nm_dd nm_fast_bd0(double x, nm_dd m)
{
    const int k = nm_fast_exponent(x, m.hi);
    const double s = nm_two_to(k), b = m.hi * s, bl = m.lo * s, f = x - b, dh = f - bl, dl = (f - dh) - bl;
    const double c = x + b, cl = (x > b ? (x - c) + b : (b - c) + x) + bl;
    nm_dd t;
    const nm_dd v = nm_fast_atanh_parts(dh, dl, c, cl, &t);
    const double x2 = 2.0 * x, g = x2 * v.hi, gl = fma(x2, v.hi, -g) + x2 * v.lo;
    const double u = g * t.hi, ul = fma(g, t.hi, -u) + fma(g, t.lo, gl * t.hi);
    const double q = dh * v.hi, ql = fma(dh, v.hi, -q) + fma(dh, v.lo, dl * v.hi);
    // |u| < q
    const double h = q + u, l = (q - h) + u + (ql + ul);
    // k log 2 x + m - 2^k m, nothing for k = 0
    const double e = (double)k, c2 = e * 0x1.62e42fefa2p-1, a = x * c2, al = fma(x, c2, -a);
    const double y = m.hi - b, yl = k > 0 ? (m.hi - (y + b)) : (m.hi - y) - b;
    const nm_dd z = nm_two_sum(a, y), r = nm_two_sum(z.hi, h);
    return nm_fast_two_sum(r.hi, r.lo + (z.lo + yl + (m.lo - bl) + fma(x * e, 0x1.9ef35793c7673p-41, al) + l));
}
