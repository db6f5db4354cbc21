// @provides: pnf, nm_pnf
// @depends: nmath, dd, elementary, nm_fast_log, nm_fast_gamma, nm_fast_density, nm_mix_quick,
//   nm_mixture, nm_incbeta
// @includes: nmath
//
// Distribution function of the non-central F distribution: the beta mixture at z with z / (1 - z) = q df1 / df2, both
// z and 1 - z in double-double, by nm_mixture; df2 above 1e25 is the chi-square limit.
// Few terms: nm_mix_quick.cl. Measured: 4 ulp, both tails and logarithms.
// SPDX-License-Identifier: MIT

// For finite x > 0 and proper parameters.
NM_FN double nm_pnf(double x, double df1, double df2, double ncp, int lower_tail, int log_p)
{
    const nm_mix p = nm_mix_fdist(x, df1, df2, ncp);
    return nm_mix_prob(&p, lower_tail, log_p);
}

NM_FN double pnf(double q, double df1, double df2, double ncp, int lower_tail, int log_p)
{
    const double none = log_p ? ML_NEGINF : 0.0, sure = log_p ? 0.0 : 1.0;
    if (q != q || df1 != df1 || df2 != df2 || ncp != ncp) return q + df1 + df2 + ncp;
    if (df1 <= 0.0 || df2 <= 0.0 || ncp < 0.0 || ncp == ML_POSINF || df1 == ML_POSINF) return ML_NAN;
    if (q <= 0.0) return lower_tail ? none : sure;
    if (q == ML_POSINF) return lower_tail ? sure : none;
    const double l = 0.5 * ncp, a = 0.5 * df1, b = 0.5 * df2;
    if (!log_p && a >= 0.5 && b >= 0.5 && a + b <= 1e9 && q >= 1e-50 && q <= 1e50 && l <= 16.0) {
        // The two shares of df1 q + df2; the tail away from the mean.
        const nm_dd u = nm_two_prod(df1, q), w = nm_dd_add_d(u, df2);
        const nm_dd x = nm_dd_div(u, w), y = nm_dd_div(nm_dd_of(df2), w);
        int upper = x.hi * (a + b + l) > a + l;
        const double d = nm_fast_density(a, b, x, y, a, 0);
        double v = 1.0;
        for (int i = 0; i < 2 && !(v > 0.0 && v <= 0.65); ++i) {
            upper = i ? !upper : upper;
            v = upper ? nm_mix_upper(a, b, x, l, d, nm_beta_value(nm_incbeta(a, b, x, y), 0, 0)) : nm_mix_lower(a, b, x, l, d);
        }
        if (v > 0.0 && v <= 0.65) return upper == !lower_tail ? v : (0.5 - v) + 0.5;
    }
    return nm_pnf(q, df1, df2, ncp, lower_tail, log_p);
}
