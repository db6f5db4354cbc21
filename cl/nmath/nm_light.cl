// @provides: nm_light_tail, nm_light_exp, nm_light_exp_pair, nm_light_expm1_pair, nm_light_log_core, nm_light_log,
//   nm_light_exponent, nm_light_log_of, nm_light_log_quotient, nm_light_log1m, nm_light_log1p_unit, nm_light_log1mexp,
//   nm_light_quotient, nm_light_affine, NM_LIGHT
// @depends: nmath, dd, elementary, mills
// @includes: nmath
//
// Exponential and logarithm for light functions, some 30 operations each, without branches, tables or loops: lanes
// stay together, and compilers run work-items side by side. Each polynomial is one chain (see nm_exp_tail).
// exp: x = k log 2 + r (Cody and Waite), (exp(r) - 1 - r) / r^2 a polynomial of degree 10.
// log: log(2^k n / d) = k log 2 + 2 atanh(v), v = (n - d) / (n + d), |v| <= 1/5; (atanh(v)/v - 1)/v^2 a polynomial of
// degree 7 in v^2. Both polynomials interpolate at Chebyshev's nodes (mpmath).
// Accuracy: exp 2^-57 relative before the last rounding; log 2^-60 absolute and 2^-57 relative.
// SPDX-License-Identifier: MIT

// Inlined whatever its size: a call stops vectorisation across work-items.
#ifdef __NO_INLINE__
#define NM_LIGHT NM_INLINE
#else
#define NM_LIGHT NM_INLINE __attribute__((always_inline))
#endif

// (exp(x) - 1 - x) / x^2 for |x| <= 0.35.
NM_LIGHT double nm_light_tail(double x)
{
    double q = 0x1.1f730349868cep-29;
    q = fma(q, x, 0x1.af4de97ca4194p-26);
    q = fma(q, x, 0x1.27e4db646b17ep-22);
    q = fma(q, x, 0x1.71de0231960ebp-19);
    q = fma(q, x, 0x1.a01a01a6d889cp-16);
    q = fma(q, x, 0x1.a01a01abe7fe1p-13);
    q = fma(q, x, 0x1.6c16c16c162d4p-10);
    q = fma(q, x, 0x1.11111111100dcp-7);
    q = fma(q, x, 0x1.5555555555556p-5);
    q = fma(q, x, 0x1.5555555555557p-3);
    return fma(q, x, 0.5);
}

// exp(hi + lo) = m 2^k, m about 1, within 0.6 ulp.
NM_LIGHT double nm_light_exp(double hi, double lo, int *k)
{
    const nm_dd r = nm_exp_reduce_quick(nm_dd_make(hi, lo), k);
    const double x = r.hi, h = 1.0 + x;
    return h + fma(x * x, nm_light_tail(x), fma(r.lo, h, x - (h - 1.0)));
}

// The same as a pair.
NM_LIGHT nm_dd nm_light_exp_pair(double hi, double lo, int *k)
{
    const nm_dd r = nm_exp_reduce_quick(nm_dd_make(hi, lo), k);
    const double x = r.hi;
    const nm_dd h = nm_fast_two_sum(1.0, x);
    return nm_fast_two_sum(h.hi, fma(x * x, nm_light_tail(x), fma(r.lo, h.hi, h.lo)));
}

// (exp(hi + lo) - 1) as a pair for hi <= 700, within 2^-56.
NM_LIGHT nm_dd nm_light_expm1_pair(double hi, double lo)
{
    int k;
    const nm_dd r = nm_exp_reduce_quick(nm_dd_make(hi, lo), &k);
    const double x = r.hi, t = fma(x * x, nm_light_tail(x), fma(r.lo, 1.0 + x, 0.0));
    // s x + (s - 1) with what rounding loses: the second is 0 or the larger.
    const double s = nm_two_to(k < -100 ? -100 : k), c = s - 1.0, h = fma(s, x, c);
    return nm_fast_two_sum(h, fma(s, t, fma(s, x, c - h)));
}

// log(2^k (dh + dl + n + nl) / (dh + dl - n - nl)): |n / dh| <= 1/5.
NM_LIGHT nm_dd nm_light_log_core(double n, double nl, double dh, double dl, double k)
{
    const double inv = 1.0 / dh, v = n * inv, vl = fma(-v, dl, fma(-v, dh, n) + nl) * inv;
    const double w = v * v;
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

// log(2^k (1 + r + rl)), r from -1/3 to 1/2.
NM_LIGHT nm_dd nm_light_log(double r, double rl, double k)
{
    const double d = 2.0 + r;
    return nm_light_log_core(r, rl, d, r - (d - 2.0) + rl, k);
}

// The k for which x 2^-k is from 3/4 to 3/2, for normal x > 0.
NM_LIGHT int nm_light_exponent(double x) { return (nm_upper(x) - 0x3fe80000) >> 20; }

// log(x + xl) for 0 < x < inf, also subnormal.
NM_LIGHT nm_dd nm_light_log_of(double x, double xl)
{
    const int small = nm_upper(x) < 0x00300000;
    const double f = small ? 0x1p200 : 1.0, y = x * f;
    const int k = nm_light_exponent(y);
    // In two steps: 2^-1023 is no normal number.
    const double c = nm_two_to(-(k >> 1)), g = nm_two_to((k >> 1) - k);
    return nm_light_log(fma(y * c, g, -1.0), xl * f * c * g, (double)(small ? k - 200 : k));
}

// log((x + xl) / (b + bl) 2^e) for x and b in (0, inf); with pairs, normal b and normal x that has a
// low part. One division.
NM_LIGHT nm_dd nm_light_log_quotient(double x, double xl, double b, double bl, int pairs, int e)
{
    const int sx = nm_upper(x) < 0x00100000, sb = !pairs & (nm_upper(b) < 0x00100000);
    const ulong u = sx ? as_ulong(x * 0x1p54) : as_ulong(x), t = sb ? as_ulong(b * 0x1p54) : as_ulong(b);
    const int s = (int)((uint)((u - t + 0x0008000000000000UL) >> 32)) >> 20;
    // b to [1, 2), x to [2/3, 3/2] times that.
    const ulong eb = (t & 0x7ff0000000000000UL) - 0x3ff0000000000000UL, ex = eb + ((ulong)(long)s << 52);
    const double m = as_double((long)(t - eb)), n = as_double((long)(u - ex));
    const double d = m + n, dl = m - (d - n);
    const double k = (double)(s + (sb ? 54 : 0) - (sx ? 54 : 0) + e);
    if (!pairs) return nm_light_log_core(n - m, 0.0, d, dl, k);
    // The low parts times the same powers of two.
    const int ib = -(int)(uint)(eb >> 32) >> 20, ix = -(int)(uint)(ex >> 32) >> 20;
    const double lb = bl * nm_two_to(ib >> 1) * nm_two_to(ib - (ib >> 1));
    const double lx = fma(xl * nm_two_to(ix - (ix >> 1)), nm_two_to(ix >> 1), 0.0);
    return nm_light_log_core(n - m, lx - lb, d, dl + (lx + lb), k);
}

// log(1 - p) for 0 <= p < 1.
NM_LIGHT nm_dd nm_light_log1m(double p)
{
    const int s = nm_light_exponent(1.0 - p);
    const double c = nm_two_to(-s);
    const nm_dd l = nm_light_log(fma(-p, c, c - 1.0), 0.0, (double)s);
    return nm_dd_make(nm_upper(p) < 0x3c300000 ? -p : l.hi, l.lo);
}

// log(1 + e + el) for 0 <= e <= 1.
NM_LIGHT nm_dd nm_light_log1p_unit(double e, double el)
{
    const int far = nm_upper(e) >= 0x3fe00000;
    const double f = far ? 0.5 : 1.0;
    return nm_light_log(fma(f, e, far ? -0.5 : 0.0), f * el, far ? 1.0 : 0.0);
}

// log(1 - exp(-hi - lo)), hi > 0: the logarithm of -expm1, or of 1 minus the exponential where that is below 1/3.
NM_LIGHT nm_dd nm_light_log1mexp(double hi, double lo)
{
    int k;
    const nm_dd r = nm_exp_reduce_quick(nm_dd_make(-hi, -lo), &k);
    const double x = r.hi, t = fma(x * x, nm_light_tail(x), fma(r.lo, 1.0 + x, 0.0));
    const int far = nm_upper(hi) >= 0x3ff19400;
    // -expm1 = 1 - s - s x - s t, near; scaled to m below 3/2.
    const double s = nm_two_to(k < -2 ? -2 : k), c = 1.0 - s, h = fma(-s, x, c);
    const nm_dd o = nm_fast_two_sum(h, fma(-s, t, fma(-s, x, c - h)));
    const int tiny = nm_upper(o.hi) < 0x00300000;
    const double hs = tiny ? o.hi * 0x1p200 : o.hi;
    const int j = nm_light_exponent(hs);
    // exp, far.
    const double o1 = 1.0 + x;
    const nm_dd e = nm_fast_two_sum(o1, x - (o1 - 1.0) + t);
    // Unlike operations: two equal ones side by side become a vector of two, and lanes are then not put side by side.
    const double g = far ? -nm_scale2(1.0, k) : nm_two_to(-j), rh = fma(far ? e.hi : hs, g, far ? 0.0 : -1.0);
    const double rl = (far ? e.lo : tiny ? o.lo * 0x1p200 : o.lo) * g;
    const nm_dd v = nm_light_log(rh, rl, far ? 0.0 : (double)(tiny ? j - 200 : j));
    return nm_dd_make(k < -60 ? nm_scale2(-e.hi, k) : v.hi, v.lo);
}

// x / s as a pair for finite x and s = t 2^-k > 0, inv = 1 / t, k = nm_tame(s).
NM_LIGHT nm_dd nm_light_quotient(double x, double t, int k, double inv)
{
    const double f = nm_two_to(k), q = x * inv, r = fma(-q, t, x) * inv * f, z = q * f;
    return nm_dd_make(z, (nm_upper(z) & 0x7fffffff) < 0x5f300000 ? r : 0.0);
}

// m + s (t + tl), rounded once.
NM_LIGHT double nm_light_affine(double t, double tl, double s, double m)
{
    const double h0 = t * s;
    const int a = nm_upper(h0) & 0x7fffffff, b = nm_upper(m) & 0x7fffffff;
    const int big = (a > b ? a : b) >= 0x7e700000, tiny = (nm_upper(s) < 0x26f00000) & (b < 0x26f00000);
    const double f = big ? 0.125 : tiny ? 0x1p300 : 1.0, g = big ? 8.0 : tiny ? 0x1p-300 : 1.0;
    const double u = f * s, h = t * u;
    const nm_dd r = nm_two_sum(h, f * m);
    const double v = (r.hi + (r.lo + fma(tl, u, fma(t, u, -h)))) * g;
    return (nm_upper(h) & 0x7fffffff) < 0x7fd00000 ? v : h0 + m;
}
