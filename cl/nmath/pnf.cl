// @provides: pnf, nm_pnf
// @depends: nmath, dd, elementary, nm_mixture
// @includes: nmath
//
// Distribution function of the non-central F distribution: the beta mixture at z with z / (1 - z) = q df1 / df2, both
// z and 1 - z in double-double, by nm_mixture; df2 above 1e25 is the chi-square limit.
// Measured: 1.9 ulp, both tails and logarithms.
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
    return nm_pnf(q, df1, df2, ncp, lower_tail, log_p);
}
