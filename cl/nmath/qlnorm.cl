// @provides: qlnorm, nm_qlnorm
// @depends: nmath, dd, elementary, mills, nm_light, nm_dist, qnorm
// @includes: nmath
//
// Quantile of the log-normal distribution: exp(meanlog + sdlog z), z from qnorm, where the tails are pairs: exp()
// magnifies the rounding of z. No branches on data. Accuracy: 3 ulp in the tails, (1 + sdlog) ulp in the middle.
// SPDX-License-Identifier: MIT

NM_LIGHT double nm_qlnorm(double p, double meanlog, double sdlog, int lower_tail, int log_p)
{
    const double top = log_p ? 0.0 : 1.0, bottom = log_p ? ML_NEGINF : 0.0;
    const int inside = (p > bottom) & (p < top), level = (nm_upper(meanlog) & 0x7fffffff) < 0x7ff00000;
    const double s = (sdlog > 0.0) & level ? sdlog : 0.0;
    const double x = inside ? p : log_p ? -1.0 : 0.5;
    int minus;
    nm_dd z = nm_qnorm_pair(x, lower_tail, log_p, 1, &minus);
    if (log_p) {
        const nm_dd y = nm_qnorm_far(x < -740.0 ? x : -1000.0);
        z = nm_dd_make(x < -740.0 ? y.hi : z.hi, x < -740.0 ? y.lo : z.lo);
    }
    const double f = minus ? -s : s, h = z.hi * f;
    const int far = (nm_upper(h) & 0x7fffffff) >= 0x47f00000;
    const nm_dd t = nm_two_sum(h, meanlog);
    int k;
    const double m = nm_light_exp(t.hi, far || !level ? 0.0 : t.lo + (fma(z.hi, f, -h) + z.lo * f), &k);
    // Far out nothing is left, or all.
    const int out = (nm_upper(t.hi) & 0x7fffffff) >= 0x4095e000;
    double v = out ? (t.hi < 0.0 ? 0.0 : t.hi + ML_POSINF) : nm_light_scale(m, k);
    // An infinite sdlog leaves the sign of z.
    v = sdlog == ML_POSINF ? (h > 0.0 ? ML_POSINF : h < 0.0 ? 0.0 : ML_NAN) : v;
    v = level ? v : meanlog > 0.0 ? ML_POSINF : 0.0;
    const int low = (p == bottom) == (lower_tail != 0);
    v = inside ? v : low ? 0.0 : ML_POSINF;
    const int bad = nm_bad_p(p, log_p) | (meanlog != meanlog) | !(sdlog >= 0.0);
    return bad ? ML_NAN : v;
}

NM_INLINE double qlnorm(double p, double meanlog, double sdlog, int lower_tail, int log_p)
{
    if (log_p) return nm_qlnorm(p, meanlog, sdlog, lower_tail, 1);
    return nm_qlnorm(p, meanlog, sdlog, lower_tail, 0);
}
