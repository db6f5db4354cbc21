// @provides: nm_light_tail, nm_light_reduce, nm_light_exp, nm_light_expm1, nm_light_scale, nm_light_exp_pair,
//   nm_light_exp_near, nm_light_expm1_pair, nm_light_log_core, nm_light_log_sum, nm_light_log_1p, nm_light_log_rest,
//   nm_light_log_short, nm_light_log_parts, nm_light_log, nm_light_exponent, nm_light_mantissa, nm_light_log_at,
//   nm_light_log_of, nm_light_log_quotient, nm_light_log1m, nm_light_log1p_unit, nm_light_log1mexp, nm_light_z,
//   nm_light_standardize, nm_light_affine, nm_inverse, NM_LIGHT
// @depends: nmath, dd, elementary, mills
// @includes: nmath
//
// Exponential and logarithm for light functions, some 20 to 30 operations each, without branches, tables or loops:
// lanes stay together, and compilers run work-items side by side. Each polynomial is one chain (see nm_exp_tail).
// exp: x = k log 2 + r (Cody and Waite), (exp(r) - 1 - r) / r^2 a polynomial of degree 9, error 6e-18 (minimax,
// tests/nmath/reference/light_coefficients.py).
// log: log(2^k n / d) = k log 2 + 2 atanh(v), v = (n - d) / (n + d), |v| <= 1/5; (atanh(v)/v - 1)/v^2 a polynomial of
// degree 7 in v^2 that interpolates at Chebyshev's nodes (mpmath), the leading coefficient then rounded to 21 bits.
// Accuracy: exp 1 ulp, as a pair 2^-57 relative; log 1 ulp, as a pair 2^-60 absolute and 2^-57 relative.
// SPDX-License-Identifier: MIT

#define NM_LIGHT NM_FLAT

// 1 / x for normal 2^-1020 < x < 2^1020. A GPU's division is correctly rounded by a branch to a slow path, at which
// neighbours' instructions are not put side by side. There: 1 / m of x = m 2^k in single precision, to 2^-19, and one
// step of third order, r (1 + e + e^2) with e = 1 - x r: within 0.51 ulp.
NM_LIGHT double nm_inverse(double x)
{
#ifdef CLB_GPU
    const int h = nm_upper(x), g = as_int(native_recip(as_float((h & 0x000fffff) << 3 | 0x3f800000)));
    const double r = as_double((ulong)(uint)((g >> 3) - (h & 0x7ff00000) + 0x77f00000) << 32), e = fma(-x, r, 1.0);
    return fma(r, fma(e, e, e), r);
#else
    return 1.0 / x;
#endif
}

// (exp(x) - 1 - x) / x^2 for |x| <= 0.347. The leading coefficients have only 21 bits: a GPU takes those as immediate
// operands.
NM_LIGHT double nm_light_tail(double x)
{
    double q = 0x1.ad1ffp-26;
    q = fma(q, x, 0x1.289fap-22);
    q = fma(q, x, 0x1.71df5p-19);
    q = fma(q, x, 0x1.a019ab15a2009p-16);
    q = fma(q, x, 0x1.a01a01213c081p-13);
    q = fma(q, x, 0x1.6c16c17ccbe3cp-10);
    q = fma(q, x, 0x1.1111111127060p-7);
    q = fma(q, x, 0x1.55555555531e5p-5);
    q = fma(q, x, 0x1.555555555550ap-3);
    return fma(q, x, 0.5);
}

// r = hi + lo - k log 2, |r| <= 0.347, within 2^-55; |hi| < 2^30, beyond it k and r mean nothing.
NM_LIGHT double nm_light_reduce(double hi, double lo, int *k)
{
    const double t = fma(hi, 0x1.71547p+0, 0x1.8p52), n = t - 0x1.8p52;
    *k = (int)(uint)(as_ulong(t) & 0xffffffffUL);
    return fma(-n, 0x1.62e42fefa2p-1, hi) + fma(-n, 0x1.9ef35793c7673p-41, lo);
}

// exp(hi + lo) = m 2^k, m about 1, within 1 ulp, for |hi| < 2^30.
NM_LIGHT double nm_light_exp(double hi, double lo, int *k)
{
    const double x = nm_light_reduce(hi, lo, k);
    return 1.0 + fma(x * x, nm_light_tail(x), x);
}

// The same as a sum m + ml, within 2^-57, ml up to 2^-43 m.
NM_LIGHT nm_dd nm_light_exp_near(double hi, double lo, int *k)
{
    const double t = fma(hi, 0x1.71547p+0, 0x1.8p52), n = t - 0x1.8p52;
    *k = (int)(uint)(as_ulong(t) & 0xffffffffUL);
    const double a = fma(-n, 0x1.62e42fefa2p-1, hi), b = n * 0x1.9ef35793c7673p-41, x = a - b, h = 1.0 + x;
    const double e = fma(x * x, nm_light_tail(x), x - (h - 1.0)), m = h + e;
    return nm_dd_make(m, fma((a - x) - b + lo, m, h - m + e));
}

// exp(hi + lo) - 1, within 1.5 ulp, for -2^30 < hi <= 700.
NM_LIGHT double nm_light_expm1(double hi, double lo)
{
    int k;
    const double x = nm_light_reduce(hi, lo, &k), s = nm_two_to(k < -100 ? -100 : k);
    return fma(s, fma(x * x, nm_light_tail(x), x), s - 1.0);
}

// x 2^k, rounded once more only if the result is subnormal, for k <= 2040; below -2040 as at -2040.
NM_LIGHT double nm_light_scale(double x, int k)
{
    const int n = k < -2040 ? -2040 : k, a = n >> 1;
    return x * nm_two_to(a) * nm_two_to(n - a);
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

// 2 atanh(v + vl) + k log 2, |v| <= 1/5.
NM_LIGHT nm_dd nm_light_log_sum(double v, double vl, double k)
{
    const double w = v * v;
    double p = 0x1.169edp-4;
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

// log(2^k (dh + dl + n + nl) / (dh + dl - n - nl)): |n / dh| <= 1/5.
NM_LIGHT nm_dd nm_light_log_core(double n, double nl, double dh, double dl, double k)
{
    const double inv = nm_inverse(dh), v = n * inv;
    return nm_light_log_sum(v, fma(-v, dl, fma(-v, dh, n) + nl) * inv, k);
}

// log(2^k (1 + r)), r from -1/3 to 1/2.
NM_LIGHT nm_dd nm_light_log_1p(double r, double k)
{
    const double d = 2.0 + r, inv = nm_inverse(d), v = r * inv, vl = fma(-v, r - (d - 2.0), fma(-v, d, r)) * inv;
    return nm_light_log_sum(v, vl, k);
}

// log(2^k (1 + r + rl)), r from -1/3 to 1/2.
NM_LIGHT nm_dd nm_light_log(double r, double rl, double k)
{
    const double d = 2.0 + r;
    return nm_light_log_core(r, rl, d, r - (d - 2.0) + rl, k);
}

// r^2/2 - v (r^2/2 + 2 v^2 (1/3 + ...)), v = r / (2 + r): what log(1 + r) lacks of r.
NM_LIGHT double nm_light_log_rest(double r)
{
    const double v = r * nm_inverse(2.0 + r), w = v * v, h = 0.5 * r * r;
    double p = 0x1.169edp-3;
    p = fma(p, w, 0x1.0e8bfe46e337cp-3);
    p = fma(p, w, 0x1.3b29d4b4a8773p-3);
    p = fma(p, w, 0x1.745cac276f1d9p-3);
    p = fma(p, w, 0x1.c71c72dfb4604p-3);
    p = fma(p, w, 0x1.24924923de280p-2);
    p = fma(p, w, 0x1.9999999999f19p-2);
    p = fma(p, w, 0x1.5555555555555p-1);
    return h - v * fma(w, p, h);
}

// log(2^k (1 + r)) as one double, within 1 ulp.
NM_LIGHT double nm_light_log_short(double r, double k)
{
    return fma(k, 0x1.62e42fefa39efp-1, r - nm_light_log_rest(r));
}

// The same as a pair, good to 0.2 ulp.
NM_LIGHT nm_dd nm_light_log_parts(double r, double k)
{
    const double a = k * 0x1.62e42fefa2p-1, s = a + r, l = fma(k, 0x1.9ef35793c7673p-41, r - (s - a));
    return nm_fast_two_sum(s, l - nm_light_log_rest(r));
}

// The k for which x 2^-k is from 3/4 to 3/2, for normal x > 0.
NM_LIGHT int nm_light_exponent(double x) { return (nm_upper(x) - 0x3fe80000) >> 20; }

// x = m 2^k, m from 3/4 to 3/2, for 0 < x < inf.
NM_LIGHT double nm_light_mantissa(double x, int *k)
{
    const int small = nm_upper(x) < 0x00100000;
    const double y = small ? x * 0x1p54 : x;
    const int e = nm_light_exponent(y);
    *k = small ? e - 54 : e;
    return as_double((long)(as_ulong(y) - ((ulong)(long)e << 52)));
}

// log x for 0 < x < inf.
NM_LIGHT nm_dd nm_light_log_at(double x)
{
    int k;
    const double m = nm_light_mantissa(x, &k);
    return nm_light_log_1p(m - 1.0, (double)k);
}

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
    const double m = as_double((long)(t - eb)), n = as_double((long)(u - ex)), f = n - m;
    const double d = fma(2.0, m, f), dl = f - fma(-2.0, m, d); // m + n; either may be the larger
    const double k = (double)(s + (sb ? 54 : 0) - (sx ? 54 : 0) + e);
    if (!pairs) return nm_light_log_core(f, 0.0, d, dl, k);
    // The low parts times the same powers of two.
    const int ib = -(int)(uint)(eb >> 32) >> 20, ix = -(int)(uint)(ex >> 32) >> 20;
    const double lb = bl * nm_two_to(ib >> 1) * nm_two_to(ib - (ib >> 1));
    const double lx = fma(xl * nm_two_to(ix - (ix >> 1)), nm_two_to(ix >> 1), 0.0);
    return nm_light_log_core(f, lx - lb, d, dl + (lx + lb), k);
}

// log(1 - p) for 0 <= p < 1.
NM_LIGHT nm_dd nm_light_log1m(double p)
{
    const int s = nm_light_exponent(1.0 - p);
    const double c = nm_two_to(-s);
    const nm_dd l = nm_light_log_1p(fma(-p, c, c - 1.0), (double)s);
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

// What (x - mean) / sd is made of: z + zl, 1 / (sd 2^k) = inv.
typedef struct {
    double z, zl, t, inv;
    int k;
} nm_light_z;

// (x - mean) / sd for finite x and mean and 0 < sd < inf; top: the larger of the upper halves of |x| and |mean|. A
// tiny sd would have no reciprocal, nor would what division by it leaves be a normal number; a difference beyond the
// doubles is taken in quarters. zl means nothing where z is infinite.
NM_LIGHT nm_light_z nm_light_standardize(double x, double mean, double sd, int top)
{
    const int tiny = nm_upper(sd) < 0x07b00000, huge = top >= 0x7fe00000, low = tiny & (top < 0x6fe00000);
    const double q = huge ? 0.25 : low ? 0x1p200 : 1.0, g = (tiny & !low) ? 0x1p200 : 1.0;
    const nm_dd d = nm_two_sum(x * q, -mean * q);
    nm_light_z r;
    r.k = tiny ? 200 : huge ? -2 : 0;
    r.t = sd * (tiny ? 0x1p200 : q);
    r.inv = 1.0 / r.t; // up to 2^1024, where it is no normal number
    const double h = d.hi * r.inv;
    r.z = h * g;
    r.zl = fma((fma(-h, r.t, d.hi) + d.lo) * r.inv, g, 0.0);
    return r;
}

// m + s (t + tl), within 1 ulp of itself: the fused operation cancels exactly.
NM_LIGHT double nm_light_affine(double t, double tl, double s, double m)
{
    const double h = fma(s, t, m);
    return (nm_upper(h) & 0x7fffffff) < 0x7ff00000 ? h + s * tl : h;
}
