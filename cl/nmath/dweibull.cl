// @provides: dweibull, nm_dweibull, nm_dweibull_log, nm_dweibull_ratio, nm_dweibull_end
// @depends: nmath, dd, elementary, mills, nm_light, nm_fine
// @includes: nmath
//
// Density of the Weibull distribution: (shape / scale) (x / scale)^(shape - 1) exp(-t), t = (x / scale)^shape, as
// exp(shape log(x / scale) - t) shape / x, the exponent and its parts as pairs: to 2^-59, as exp(-t) magnifies the
// error of t by t. No branches. Accuracy: below 4 ulp, 16 ulp for t from 100 to 745.
// SPDX-License-Identifier: MIT

// log(x / b), and 1 / x = *inv 2^-*e: one division for both.
NM_LIGHT nm_dd nm_dweibull_ratio(double x, double b, double *inv, int *e)
{
    // Unlike operations: two equal ones side by side become a vector of two, and lanes are then not put side by side.
    const int sx = nm_upper(x) < 0x00100000, sb = nm_upper(b) < 0x00100000;
    const double y = sx ? x * 0x1p54 : x, c = b * (sb ? 0x1p54 : 1.0);
    const int hc = nm_upper(c), s = (nm_upper(y) - hc + 0x00080000) >> 20, eb = (hc >> 20) - 1023, ex = eb + s;
    // c to [1, 2), y to [2/3, 3/2] times that.
    const double m = as_double((long)((as_ulong(c) & 0x000fffffffffffffUL) | 0x3ff0000000000000UL));
    const double n = as_double((long)(as_ulong(y) - ((ulong)(long)ex << 52)));
    *e = ex - (sx ? 54 : 0);
    return nm_fine_ratio(n, m, nm_upper(n) - nm_upper(m), (double)(s + (sb ? 54 : 0) - (sx ? 54 : 0)), 1, inv);
}

// Outside 0 < x < inf, 0 < shape < inf, 0 < scale < inf; flat: the value at 0 for shape 1.
NM_LIGHT double nm_dweibull_end(double x, double shape, double scale, double flat, double none)
{
    const double zero = shape < 1.0 ? ML_POSINF : shape == 1.0 ? flat : none;
    const double at = x == scale && x < ML_POSINF ? ML_POSINF : none, point = shape == ML_POSINF ? at : none;
    const double end = x == 0.0 && (scale < ML_POSINF || shape != 1.0) ? zero : point;
    const int bad = (x != x) | !(shape > 0.0) | !(scale > 0.0);
    return bad ? ML_NAN : end;
}

NM_LIGHT double nm_dweibull(double x, double shape, double scale)
{
    const int hx = nm_upper(x), ha = nm_upper(shape), hs = nm_upper(scale);
    int usual = (x > 0.0) & (hx < 0x7ff00000) & (shape > 0.0) & (ha < 0x7ff00000) & (scale > 0.0) & (hs < 0x7ff00000);
    double inv;
    int k, j, e;
    const nm_dd l = nm_dweibull_ratio(x, scale, &inv, &e);
    const double u = shape * l.hi, ul = fma(shape, l.hi, -u) + shape * l.lo;
    // t as a pair; from 2^11 on nothing is left, nor below the doubles.
    const nm_dd t = nm_fine_exp(u, ul, &k);
    const double g = nm_two_to(k < -1000 ? -1000 : k), m = nm_light_exp(-t.hi * g, -t.lo * g, &j);
    // shape / x t exp(-t)
    const int ka = nm_tame(shape);
    const double n = shape * nm_two_to(ka) * inv, v = nm_light_scale((t.hi + t.lo) * m * n, k + j - e - ka);
    usual &= (u < 7.7) & (u > -4000.0);
    return usual ? v : nm_dweibull_end(x, shape, scale, 1.0 / scale, 0.0);
}

// The logarithm: nothing that the two could share, which would keep them in one loop.
NM_LIGHT double nm_dweibull_log(double x, double shape, double scale)
{
    const int usual = (x > 0.0) & (x < ML_POSINF) & (shape > 0.0) & (shape < ML_POSINF)
                      & (as_ulong(scale) - 1UL < 0x7fefffffffffffffUL);
    const int level = as_ulong(scale) - 1UL < 0x7fefffffffffffffUL;
    const double c = usual ? x : 1.0, a = usual ? shape : 1.0, b = level ? scale : 1.0;
    const nm_dd l = nm_fine_quotient(c, b);
    const double u0 = a * l.hi;
    const int far = (nm_upper(u0) & 0x7fffffff) >= 0x40c00000;
    const double u = far ? (u0 > 0.0 ? 8192.0 : -8192.0) : u0, ul = far ? 0.0 : fma(a, l.hi, -u) + a * l.lo;
    int k;
    const nm_dd t = nm_fine_exp(u, ul, &k);
    // t itself; beyond 2^11 nothing is left.
    const double th = nm_scale2(t.hi, k), tl = th < 2048.0 ? nm_scale2(t.lo, k) : 0.0;
    // (shape - 1) log(x / scale) + log(shape / scale) - t
    const nm_dd g = nm_light_log_quotient(a, 0.0, b, 0.0, 0, 0), a1 = nm_two_sum(a, -1.0);
    const double p = a1.hi * l.hi, pl = far ? 0.0 : fma(a1.hi, l.hi, -p) + fma(a1.hi, l.lo, a1.lo * l.hi);
    const int first = p * p > g.hi * g.hi;
    const nm_dd s = nm_fast_two_sum(first ? p : g.hi, first ? g.hi : p), w = nm_two_sum(s.hi, -th);
    double v = w.hi + (w.lo + (s.lo + (g.lo + pl - tl)));
    v = far ? u0 < 0.0 ? s.hi : ML_NEGINF : th < ML_POSINF ? v : ML_NEGINF;
    return usual ? v : nm_dweibull_end(x, shape, scale, -nm_light_log_at(b).hi, ML_NEGINF);
}

NM_INLINE double dweibull(double x, double shape, double scale, int give_log)
{
    if (give_log) return nm_dweibull_log(x, shape, scale);
    return nm_dweibull(x, shape, scale);
}
