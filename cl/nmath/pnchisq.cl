// @provides: pnchisq, nm_pnchisq
// @depends: nmath, dd, elementary, nm_calls, nm_mixture
// @includes: nmath
//
// Distribution function of the non-central chi-square distribution: sum_j Poisson(j; ncp/2) P(df/2 + j, x/2), see
// nm_mixture for the method. df = 0 has the point mass exp(-ncp/2) at 0.
// Measured: 1.9 ulp, both tails and logarithms.
// SPDX-License-Identifier: MIT

// For finite 0 < x, df >= 0, ncp >= 0.
NM_FN double nm_pnchisq(double x, double df, double ncp, int lower_tail, int log_p)
{
    nm_mix p = nm_mix_chisq(x, df, ncp);
    return nm_mix_prob(&p, lower_tail, log_p);
}

NM_FN double pnchisq(double q, double df, double ncp, int lower_tail, int log_p)
{
    const double none = log_p ? ML_NEGINF : 0.0, sure = log_p ? 0.0 : 1.0;
    if (q != q || df != df || ncp != ncp) return q + df + ncp;
    if (df == ML_POSINF || ncp == ML_POSINF || df < 0.0 || ncp < 0.0) return ML_NAN;
    if (q < 0.0) return lower_tail ? none : sure;
    if (q == ML_POSINF || (df == 0.0 && ncp == 0.0)) return lower_tail ? sure : none;
    if (q == 0.0) {
        if (df > 0.0) return lower_tail ? none : sure;
        if (lower_tail) return log_p ? -0.5 * ncp : nm_exp_fn(-0.5 * ncp);
        return log_p ? nm_log1mexp(0.5 * ncp) : -nm_expm1_fn(-0.5 * ncp);
    }
    return nm_pnchisq(q, df, ncp, lower_tail, log_p);
}
