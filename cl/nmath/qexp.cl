// @provides: qexp, nm_qexp, nm_qexp_log
// @depends: nmath, dd, elementary, mills, nm_light, nm_dist
// @includes: nmath
//
// Quantile of the exponential distribution with mean scale: -scale log(1 - p). No branches on data.
// Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

// -log(1 - exp(p)) scale, p < 0.
NM_LIGHT double nm_qexp_log(double p, double scale)
{
    const nm_dd l = nm_light_log1mexp(-p, 0.0);
    // exp(p) scale is all of it far down, where exp(p) alone might underflow.
    const int ks = nm_tame(scale), far = p < -100.0;
    int k;
    const nm_dd m = nm_light_exp_pair(p, 0.0, &k);
    const double t = scale * nm_two_to(ks), v = fma(m.hi, t, m.lo * t);
    return far ? nm_scale2(v, k - ks) : fma(-l.hi, scale, -l.lo * scale);
}

NM_LIGHT double nm_qexp(double p, double scale, int lower_tail, int log_p)
{
    const double top = log_p ? 0.0 : 1.0, bottom = log_p ? ML_NEGINF : 0.0;
    const int inside = (p > bottom) & (p < top);
    double r;
    if (log_p) {
        const double x = inside ? p : -1.0;
        r = lower_tail ? nm_qexp_log(x, scale) : -x * scale;
    } else {
        int k;
        double m;
        if (lower_tail) {
            // (1 - p) 2^-k - 1
            k = nm_light_exponent(1.0 - p);
            const double c = nm_two_to(-k);
            m = fma(-p, c, c - 1.0);
        } else {
            m = nm_light_mantissa(p, &k) - 1.0;
        }
        const nm_dd l = nm_light_log_parts(m, (double)k);
        r = -fma(l.hi, scale, l.lo * scale);
    }
    r = scale == ML_POSINF ? ML_POSINF : r;
    const int low = (p == bottom) == (lower_tail != 0);
    r = inside ? r : low ? 0.0 : ML_POSINF;
    r = scale == 0.0 ? 0.0 : r;
    const int bad = nm_bad_p(p, log_p) | !(scale >= 0.0);
    return bad ? ML_NAN : r;
}

NM_INLINE double qexp(double p, double scale, int lower_tail, int log_p)
{
    if (log_p) return lower_tail ? nm_qexp(p, scale, 1, 1) : nm_qexp(p, scale, 0, 1);
    return lower_tail ? nm_qexp(p, scale, 1, 0) : nm_qexp(p, scale, 0, 0);
}
