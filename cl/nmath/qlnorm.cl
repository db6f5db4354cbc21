// @provides: qlnorm
// @depends: nmath, dd, elementary, nm_dist, mills, qnorm
// @includes: nmath
//
// Quantile of the log-normal distribution: exp(meanlog + sdlog z). z starts at qnorm and gets one step of Newton in
// double-double, as exp() magnifies its rounding: beyond 1.2 on log P(Z > z) = -z^2/2 - log(2 pi)/2 + log R(z) (R:
// mills.cl), within on P(Z <= z) - 1/2 = phi(z) (z + z^3/3 + z^5/15 + ...) (Abramowitz and Stegun 26.2.11).
// Accuracy: below 1 ulp, for sdlog up to 1e3; a few ulp beyond.
// SPDX-License-Identifier: MIT

NM_INLINE double qlnorm(double p, double meanlog, double sdlog, int lower_tail, int log_p)
{
    if (p != p || meanlog != meanlog || sdlog != sdlog) return p + meanlog + sdlog;
    if (sdlog < 0.0 || nm_bad_p(p, log_p)) return ML_NAN;
    const double top = log_p ? 0.0 : 1.0, bottom = log_p ? ML_NEGINF : 0.0;
    if (p == bottom) return lower_tail ? 0.0 : ML_POSINF;
    if (p == top) return lower_tail ? ML_POSINF : 0.0;
    if (sdlog == 0.0 || !(fabs(meanlog) < ML_POSINF)) return nm_exp_dd(nm_dd_of(meanlog));
    if (sdlog == ML_POSINF) return ML_NAN;
    const double z0 = qnorm(p, 0.0, 1.0, lower_tail, log_p), t = fabs(z0);
    // The smaller tail: below the median or above.
    const int stated = log_p ? p < -M_LN2 : p < 0.5;
    nm_dd z;
    if (t > 1.2) {
        const double r = nm_mills(t);
        nm_dd g = nm_dd_sub(nm_log_tail(p, stated, log_p), nm_half_square(nm_dd_of(t)));
        g = nm_dd_add_d(nm_dd_add(g, NM_LN_SQRT_2PI), -log(r));
        // d/dz of the logarithm is -1 / R.
        z = nm_two_sum(t, -g.hi * r);
        z = (stated == (lower_tail != 0)) ? nm_dd_neg(z) : z;
    } else {
        const nm_dd w = nm_two_prod(z0, z0);
        nm_dd u = nm_dd_of(z0), s = u;
        for (int k = 1; k <= 45; ++k) {
            u = nm_dd_div_d(nm_dd_mul(u, w), 2.0 * k + 1.0);
            s = nm_dd_add(s, u);
            if (fabs(u.hi) < 1e-25 * fabs(s.hi)) break;
        }
        // 1 / sqrt(2 pi)
        const nm_dd c = nm_dd_make(0x1.9884533d43651p-2, -0x1.bc0d30ebfd15cp-56);
        const nm_dd d = nm_dd_mul(c, nm_dd_exp(nm_dd_scale(w, -0.5)));
        const nm_dd g = nm_dd_sub(nm_dd_add_d(nm_tail_dd(p, lower_tail != 0, log_p), -0.5), nm_dd_mul(d, s));
        z = nm_two_sum(z0, g.hi / d.hi);
    }
    return nm_exp_dd(nm_dd_add_d(nm_dd_mul_d(z, sdlog), meanlog));
}
