// @provides: pnbeta, nm_pnbeta
// @depends: nmath, dd, elementary, nm_fast_log, nm_fast_gamma, nm_fast_density, nm_mix_quick,
//   nm_mixture, pbeta
// @includes: nmath
//
// Distribution function of the non-central beta distribution: sum_j Poisson(j; ncp/2) I_x(a + j, b), by nm_mixture.
// Few terms: nm_mix_quick.cl. Measured: 5 ulp, both tails and logarithms.
// SPDX-License-Identifier: MIT

// For 0 < x < 1 and proper parameters.
NM_FN double nm_pnbeta(double x, double a, double b, double ncp, int lower_tail, int log_p)
{
    const nm_mix p = nm_mix_beta(nm_dd_of(x), nm_two_sum(1.0, -x), a, b, nm_dd_of(0.5 * ncp), 0.0);
    return nm_mix_prob(&p, lower_tail, log_p);
}

NM_FN double pnbeta(double q, double a, double b, double ncp, int lower_tail, int log_p)
{
    const double none = log_p ? ML_NEGINF : 0.0, sure = log_p ? 0.0 : 1.0;
    if (q != q || a != a || b != b || ncp != ncp) return q + a + b + ncp;
    if (ncp < 0.0 || a <= 0.0 || b <= 0.0 || a == ML_POSINF || b == ML_POSINF || ncp == ML_POSINF) return ML_NAN;
    if (q <= 0.0) return lower_tail ? none : sure;
    if (q >= 1.0) return lower_tail ? sure : none;
    const double l = 0.5 * ncp;
    if (!log_p && a >= 0.5 && b >= 0.5 && a + b <= 1e9 && q >= 0x1p-200 && l <= 16.0) {
        // The tail away from the mean.
        int upper = q * (a + b + l) > a + l;
        const nm_dd y = nm_two_sum(1.0, -q);
        const double d = nm_fast_density(a, b, nm_dd_of(q), y, a, 0);
        double v = 1.0;
        for (int i = 0; i < 2 && !(v > 0.0 && v <= 0.65); ++i) {
            upper = i ? !upper : upper;
            v = upper ? nm_mix_upper(a, b, nm_dd_of(q), l, d, pbeta(q, a, b, 0, 0)) : nm_mix_lower(a, b, nm_dd_of(q), l, d);
        }
        if (v > 0.0 && v <= 0.65) return upper == !lower_tail ? v : (0.5 - v) + 0.5;
    }
    return nm_pnbeta(q, a, b, ncp, lower_tail, log_p);
}
