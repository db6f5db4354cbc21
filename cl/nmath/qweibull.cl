// @provides: qweibull
// @depends: nmath, dd, elementary, nm_quick, nm_dist
// @includes: nmath
//
// Quantile of the Weibull distribution: scale (-log(1 - p))^(1 / shape), logarithm and exponent in double-double.
// Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double qweibull(double p, double shape, double scale, int lower_tail, int log_p)
{
    const double top = log_p ? 0.0 : 1.0, bottom = log_p ? ML_NEGINF : 0.0;
    const int inside = p > bottom && p < top;
    const double x = inside ? p : log_p ? -1.0 : 0.5;
    // u = -log(1 - p), l its logarithm.
    nm_dd u;
    if (log_p) u = lower_tail ? nm_dd_neg(nm_quick_log1mexp(nm_dd_of(x))) : nm_dd_of(-x);
    else u = nm_dd_neg(lower_tail ? nm_quick_log_dd(nm_two_sum(1.0, -x), 0.0) : nm_quick_log(x));
    nm_dd l = nm_quick_log_dd(u, 0.0);
    // log(-log(1 - exp(x))) = x + exp(x)/2 + ... far down, where exp(x) alone might underflow.
    const int low = lower_tail && log_p && x < -20.0;
    l = nm_dd_make(low ? x : l.hi, low ? 0.5 * nm_quick_exp_dd(nm_dd_of(x)).hi : l.lo);
    const double h = l.hi / shape;
    const int usual = fabs(h) < 1e5;
    const nm_dd y = usual ? nm_dd_make(h, (fma(-h, shape, l.hi) + l.lo) / shape) : nm_dd_of(h > 0.0 ? 1e5 : -1e5);
    int k;
    double e;
    const double m = nm_quick_split(scale, &e);
    const nm_dd w = nm_quick_exp(y, &k);
    double v = nm_quick_scale(fma(w.hi, m, w.lo * m), y.hi < -1499.0 ? -2200 : k + (int)e);
    v = shape == ML_POSINF ? scale : v;
    v = scale == ML_POSINF ? scale : v;
    v = inside ? v : (p == bottom) == (lower_tail != 0) ? 0.0 : ML_POSINF;
    v = shape > 0.0 && scale > 0.0 && !nm_bad_p(p, log_p) ? v : ML_NAN;
    return p != p || shape != shape || scale != scale ? p + shape + scale : v;
}
