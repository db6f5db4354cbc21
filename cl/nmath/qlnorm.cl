// @provides: qlnorm, nm_qlnorm_middle
// @depends: nmath, dd, elementary, nm_dist, nm_quick, mills, qnorm
// @includes: nmath
//
// Quantile of the log-normal distribution: exp(meanlog + sdlog z), z from qnorm. As exp() magnifies the rounding of z,
// beyond |z| = 1.2 a step of Newton on log P(Z > z) = -z^2/2 - log(2 pi)/2 + log R(z) (R: mills.cl) makes it a
// double-double; so does, for sdlog > 3, one on P(Z <= z) - 1/2 = phi(z) (z + z^3/3 + z^5/15 + ...) (Abramowitz and
// Stegun 26.2.11) within. Accuracy: below 4 ulp, for sdlog up to 20.
// SPDX-License-Identifier: MIT

// z of P(Z <= z) = p, from z0 within 2 ulp of it, |z0| <= 1.2.
NM_FN nm_dd nm_qlnorm_middle(double z0, double p, int lower_tail, int log_p)
{
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
    return nm_two_sum(z0, g.hi / d.hi);
}

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
    // The logarithm of the smaller tail: the one that p states, or the other.
    const int stated = log_p ? p < -M_LN2 : p < 0.5;
    nm_dd g;
    if (log_p) {
        const nm_dd o = p > -0x1p-900 ? nm_quick_log(-p) : nm_quick_log1mexp(nm_dd_of(p));
        g = nm_dd_make(stated ? p : o.hi, stated ? 0.0 : o.lo);
    } else {
        const nm_dd o = nm_two_sum(1.0, -p);
        g = nm_quick_log_dd(nm_dd_make(stated ? p : o.hi, stated ? 0.0 : o.lo), 0.0);
    }
    // log P(Z > t) - g as a sum of pairs; d/dz of it is -1 / R.
    const double r = nm_mills(t), tt = t < 1e150 ? t : 0.0;
    const nm_dd h = nm_half_square(nm_dd_of(tt)), a = nm_two_sum(g.hi, -h.hi), l = nm_quick_log(r);
    const nm_dd b = nm_two_sum(a.hi, NM_LN_SQRT_2PI.hi), c = nm_two_sum(b.hi, -l.hi);
    const double e = c.hi + (c.lo + (b.lo + (a.lo + (g.lo - h.lo + NM_LN_SQRT_2PI.lo - l.lo))));
    const nm_dd n = nm_fast_two_sum(t, t < 1e150 ? -e * r : 0.0);
    const double sign = (stated == (lower_tail != 0)) ? -1.0 : 1.0;
    nm_dd z = t > 1.2 ? nm_dd_make(sign * n.hi, sign * n.lo) : nm_dd_of(z0);
    if (t <= 1.2 && sdlog > 3.0) z = nm_qlnorm_middle(z0, p, lower_tail, log_p);
    return nm_exp_dd(nm_dd_add_d(nm_dd_mul_d(z, sdlog), meanlog));
}
