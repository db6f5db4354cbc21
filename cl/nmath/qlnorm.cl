// @provides: qlnorm, nm_qlnorm
// @depends: nmath, dd, elementary, mills, nm_light, nm_dist, qnorm
// @includes: nmath
//
// Quantile of the log-normal distribution: exp(meanlog + sdlog z), z from qnorm, where the tails are pairs: exp()
// magnifies the rounding of z. Accuracy: 3 ulp in the tails, (1 + sdlog) ulp in the middle.
// SPDX-License-Identifier: MIT

NM_LIGHT double nm_qlnorm(double p, double meanlog, double sdlog, int lower_tail, int log_p)
{
    const double top = log_p ? 0.0 : 1.0, bottom = log_p ? ML_NEGINF : 0.0;
    const int inside = (p > bottom) & (p < top);
    int minus;
    nm_dd z = nm_qnorm_pair(p, lower_tail, log_p, 1, &minus);
    if (log_p) {
        const nm_dd y = nm_qnorm_far(p < -740.0 ? p : -1000.0);
        z = nm_dd_make(p < -740.0 ? y.hi : z.hi, p < -740.0 ? y.lo : z.lo);
    }
    const double f = minus ? -sdlog : sdlog, h = z.hi * f;
    const nm_dd t = nm_two_sum(h, meanlog);
    int k;
    const double m = nm_light_exp(t.hi, t.lo + (fma(z.hi, f, -h) + z.lo * f), &k);
    double v = nm_light_scale(m, k);
    // Not near also where something is infinite or NaN.
    const int near = (nm_upper(t.hi) & 0x7fffffff) < 0x4095e000;
    if (!(inside & (sdlog >= 0.0) & near)) {
        const int level = (nm_upper(meanlog) & 0x7fffffff) < 0x7ff00000;
        // Far out nothing is left, or all. An infinite sdlog leaves the sign of z; sdlog = 0 leaves meanlog.
        const double e = sdlog > 0.0 ? t.hi : meanlog;
        const double far = e < 0.0 ? 0.0 : e + ML_POSINF, step = h > 0.0 ? ML_POSINF : h < 0.0 ? 0.0 : ML_NAN;
        const double point = meanlog > 0.0 ? ML_POSINF : 0.0;
        const double end = (p == bottom) == (lower_tail != 0) ? 0.0 : ML_POSINF;
        const int bad = nm_bad_p(p, log_p) | (meanlog != meanlog) | !(sdlog >= 0.0);
        v = (near & inside) ? v : !inside ? end : !level ? point : sdlog == ML_POSINF ? step : far;
        v = bad ? ML_NAN : v;
    }
    return v;
}

NM_INLINE double qlnorm(double p, double meanlog, double sdlog, int lower_tail, int log_p)
{
    if (log_p) return nm_qlnorm(p, meanlog, sdlog, lower_tail, 1);
    return nm_qlnorm(p, meanlog, sdlog, lower_tail, 0);
}
