// @provides: qweibull, nm_qweibull
// @depends: nmath, dd, elementary, mills, nm_light, nm_dist
// @includes: nmath
//
// Quantile of the Weibull distribution: scale (-log(1 - p))^(1 / shape), logarithm and exponent as pairs. Accuracy:
// below 1 ulp; beyond an exponent of 40 the 2^-57 of the logarithm times that.
// SPDX-License-Identifier: MIT

NM_LIGHT double nm_qweibull(double p, double shape, double scale, int lower_tail, int log_p)
{
    const double top = log_p ? 0.0 : 1.0, bottom = log_p ? ML_NEGINF : 0.0;
    const int inside = (p > bottom) & (p < top);
    const double x = inside ? p : log_p ? -1.0 : 0.5;
    // u = -log(1 - p), l its logarithm.
    nm_dd u;
    if (log_p) u = lower_tail ? nm_light_log1mexp(-x, 0.0) : nm_dd_of(x);
    else u = lower_tail ? nm_light_log1m(x) : nm_light_log_of(x, 0.0);
    nm_dd l = nm_light_log_of(-u.hi, -u.lo);
    if (lower_tail && log_p) {
        // log(-log(1 - exp(x))) = x + exp(x)/2 + ... far down, where exp(x) alone might underflow.
        int k;
        const double m = nm_light_exp(x < -1000.0 ? -1000.0 : x, 0.0, &k), fall = 0.5 * nm_scale2(m, k);
        const int low = x < -20.0;
        l = nm_dd_make(low ? x : l.hi, low ? fall : l.lo);
    }
    const int ka = nm_tame(shape), ks = nm_tame(scale);
    const double f = nm_two_to(ka), inv = nm_inverse(shape * f), h = l.hi * inv * f;
    int k;
    const double t = scale * nm_two_to(ks);
    const nm_dd w = nm_light_exp_near(h, (fma(-h, shape, l.hi) + l.lo) * inv * f, &k);
    double v = nm_scale2(fma(w.hi, t, w.lo * t), k - ks);
    const int near = inside & ((nm_upper(h) & 0x7fffffff) < 0x40977000);
    // An infinite shape or scale gives scale; beyond an exponent of 1500 nothing is left, or all.
    if (!(near & (shape > 0.0) & (nm_upper(shape) < 0x7ff00000) & (scale > 0.0) & (nm_upper(scale) < 0x7ff00000))) {
        const int whole = (shape == ML_POSINF) | (scale == ML_POSINF);
        const double far = whole ? scale : h < 0.0 ? 0.0 : ML_POSINF;
        const int bad = nm_bad_p(p, log_p) | !(shape > 0.0) | !(scale > 0.0);
        v = (near & !whole) ? v : inside ? far : (p == bottom) == (lower_tail != 0) ? 0.0 : ML_POSINF;
        v = bad ? ML_NAN : v;
    }
    return v;
}

NM_INLINE double qweibull(double p, double shape, double scale, int lower_tail, int log_p)
{
    if (log_p) return lower_tail ? nm_qweibull(p, shape, scale, 1, 1) : nm_qweibull(p, shape, scale, 0, 1);
    return lower_tail ? nm_qweibull(p, shape, scale, 1, 0) : nm_qweibull(p, shape, scale, 0, 0);
}
