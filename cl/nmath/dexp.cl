// @provides: dexp, nm_dexp_any
// @depends: nmath, dd, elementary, nm_quick
// @includes: nmath
//
// Density of the exponential distribution with mean scale: exp(-x / scale) / scale, from the definition; x / scale in
// double-double, so that its rounding is not magnified in the tail. Ordinary arguments take a short way, in which
// no product can overflow or lose its low part. Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

// Any arguments.
NM_FN double nm_dexp_any(double x, double scale, int give_log)
{
    // Arguments outside the usual are computed with harmless ones and replaced at the end.
    const int usual = x >= 0.0 && x < ML_POSINF && scale > 0.0 && scale < ML_POSINF;
    const double a = usual ? x : 1.0, s = usual ? scale : 1.0;
    double e, k;
    const double m = nm_quick_split(s, &k);
    const nm_dd q = nm_quick_ratio(nm_dd_of(a > 0.0 ? a : 1.0), s, &e);
    // z = x / scale; where it is beyond 2^1000 or below 2^-1000 its low part does not matter.
    const int f = e > 1000.0 ? 1000 : e < -1000.0 ? -1000 : (int)e;
    const double p = a > 0.0 ? nm_quick_pow2(f) : 0.0;
    double r;
    if (give_log) {
        const nm_dd l = nm_quick_log_mantissa(m, 0.0, k);
        const nm_dd g = nm_two_sum(-q.hi * p, -l.hi);
        r = g.hi + (g.lo - (q.lo * p + l.lo));
        r = a > 0.0 && e > 1000.0 ? -(a / s) : r;
    } else {
        int n;
        const nm_dd w = nm_quick_exp(nm_dd_make(-q.hi * p, -q.lo * p), &n);
        const double inv = 1.0 / m, h = w.hi * inv;
        r = nm_quick_scale(fma(fma(-h, m, w.hi) + w.lo, inv, h), a > 0.0 && e > 11.0 ? -2200 : n - (int)k);
    }
    const double none = give_log ? ML_NEGINF : 0.0;
    r = usual ? r : none;
    r = scale > 0.0 ? r : ML_NAN;
    return x != x || scale != scale ? x + scale : r;
}

NM_INLINE double dexp(double x, double scale, int give_log)
{
    if (!(scale > 0x1p-200 && scale < 0x1p200 && x >= 0.0 && x < 500.0 * scale && (x > 0x1p-400 || x == 0.0)))
        return nm_dexp_any(x, scale, give_log);
    const double inv = 1.0 / scale, z = -x * inv, zl = fma(-z, scale, -x) * inv;
    if (give_log) {
        const nm_dd l = nm_quick_log(scale), g = nm_two_sum(z, -l.hi);
        return g.hi + (g.lo + (zl - l.lo));
    }
    int n;
    const nm_dd w = nm_exp_reduced(nm_quick_reduce(nm_dd_make(z, zl), &n));
    const double h = w.hi * inv;
    return fma(fma(-h, scale, w.hi) + w.lo, inv, h) * nm_quick_pow2(n);
}
