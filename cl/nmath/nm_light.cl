// @provides: nm_light_exp, nm_light_exp_pair, nm_light_expm1, nm_light_log, nm_light_log_of, nm_light_log1m,
//   nm_light_log_quotient, nm_light_log1p_unit, nm_light_quotient, nm_light_mantissa
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

// exp(hi + lo) - 1 for hi <= 700, within 1 ulp.
NM_LIGHT double nm_light_expm1(double hi, double lo)
{
    int k;
    const nm_dd r = nm_exp_reduce_quick(nm_dd_make(hi, lo), &k);
    const double x = r.hi, t = fma(x * x, nm_light_tail(x), fma(r.lo, 1.0 + x, 0.0));
    const double s = nm_two_to(k < -100 ? -100 : k), h = fma(s, x, s - 1.0);
    // s x + (s - 1): what rounding lost, exact as one of the two is the larger by far or k = 0.
    return h + fma(s, t, k < 1 ? fma(s, x, (s - 1.0) - h) : 0.0);
}

// log(2^k (1 + r + rl)), r from -1/3 to 1/2.
NM_LIGHT nm_dd nm_light_log_core(double n, double dh, double dl, double k)
{
    const double inv = 1.0 / dh, v = n * inv, vl = fma(-v, dl, fma(-v, dh, n)) * inv;
    const double w = v * v;
    double p = 0x1.169ed9b4fb0a0p-4;
    p = fma(p, w, 0x1.0e8bfe46e337cp-4);
    p = fma(p, w, 0x1.3b29d4b4a8773p-4);
    p = fma(p, w, 0x1.745cac276f1d9p-4);
    p = fma(p, w, 0x1.c71c72dfb4604p-4);
    p = fma(p, w, 0x1.24924923de280p-3);
    p = fma(p, w, 0x1.9999999999f19p-3);
    p = fma(p, w, 0x1.5555555555555p-2);
    const double a = k * 0x1.62e42fefa2p-1, b = fma(2.0, v, 0.0), h = a + b;
    const double l = fma(k, 0x1.9ef35793c7673p-41, fma(2.0, fma(v * w, p, vl), b - (h - a)));
    return nm_fast_two_sum(h, l);
}

// log(2^k (1 + r)).
NM_LIGHT nm_dd nm_light_log(double r, double k)
{
    const double d = 2.0 + r;
    return nm_light_log_core(r, d, r - (d - 2.0), k);
}

// x = m 2^k, m from 3/4 to 3/2, for x > 0, also subnormal.
NM_LIGHT double nm_light_mantissa(double x, double *k)
{
    const ulong w = as_ulong(x);
    const int small = (int)(w >> 32) < 0x00100000;
    const ulong u = small ? as_ulong(x * 0x1p54) : w;
    const int e = (int)((u - 0x3fe8000000000000UL) >> 52);
    // Arithmetic in 64 bits: e is negative below 1.
    const long s = ((long)(u - 0x3fe8000000000000UL)) >> 52;
    *k = (double)((int)s - (small ? 54 : 0));
    (void)e;
    return as_double((long)(u - ((ulong)s << 52)));
}

// log x for 0 < x < inf.
NM_LIGHT nm_dd nm_light_log_of(double x)
{
    double k;
    const double m = nm_light_mantissa(x, &k);
    return nm_light_log(m - 1.0, k);
}

// log(x / b) for x and b in (0, inf): one division.
NM_LIGHT nm_dd nm_light_log_quotient(double x, double b)
{
    const ulong wx = as_ulong(x), wb = as_ulong(b);
    const int sx = (int)(wx >> 32) < 0x00100000, sb = (int)(wb >> 32) < 0x00100000;
    const ulong u = sx ? as_ulong(x * 0x1p54) : wx, t = sb ? as_ulong(b * 0x1p54) : wb;
    const long s = (long)(u - t + 0x0008000000000000UL) >> 52;
    // b to [1, 2), x to [2/3, 3/2] times that.
    const ulong eb = (t & 0x7ff0000000000000UL) - 0x3ff0000000000000UL;
    const double m = as_double((long)(t - eb)), n = as_double((long)(u - eb - ((ulong)s << 52)));
    const nm_dd d = nm_two_sum(m, n);
    return nm_light_log_core(n - m, d.hi, d.lo, (double)((int)s + (sb ? 54 : 0) - (sx ? 54 : 0)));
}

// log(1 - p) for 0 <= p < 1.
NM_LIGHT nm_dd nm_light_log1m(double p)
{
    const long s = (long)(as_ulong(1.0 - p) - 0x3fe8000000000000UL) >> 52;
    const double c = nm_two_to(-(int)s);
    return nm_light_log(fma(-p, c, c - 1.0), (double)(int)s);
}

// log(1 + e + el) for 0 <= e <= 1.
NM_LIGHT nm_dd nm_light_log1p_unit(double e, double el)
{
    const int far = (int)(as_ulong(e) >> 32) >= 0x3fe00000;
    const double f = far ? 0.5 : 1.0, r = far ? fma(0.5, e, -0.5) : e, d = 2.0 + r;
    const nm_dd l = nm_light_log_core(r, d, r - (d - 2.0), far ? 1.0 : 0.0);
    return nm_dd_make(l.hi, fma(el, f / (1.0 + r), l.lo));
}

// x / s as a pair for finite x and s > 0, with inv = 1 / (s 2^k), k = nm_tame(s).
NM_LIGHT nm_dd nm_light_quotient(double x, double s, int k, double inv)
{
    const double f = nm_two_to(k), q = x * inv, r = fma(-q, s * f, x) * inv * f, z = q * f;
    return nm_dd_make(z, (nm_upper(z) & 0x7fffffff) < 0x5f300000 ? r : 0.0);
}
