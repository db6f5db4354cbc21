// @provides: qnf
// @depends: nmath, dd, elementary, nm_calls, nm_mixture, nm_root
// @includes: nmath
//
// Quantile of the non-central F distribution: the root of log tail(x) = log p (nm_mixture, nm_root), by the derivatives
// that come with the sums of the tail.
// Measured: 0.8 ulp of the quantile, or what 1.6 ulp of p explain.
// SPDX-License-Identifier: MIT

NM_FN double qnf(double p, double df1, double df2, double ncp, int lower_tail, int log_p)
{
    int upper;
    nm_dd target;
    if (p != p || df1 != df1 || df2 != df2 || ncp != ncp) return p + df1 + df2 + ncp;
    if (df1 <= 0.0 || df2 <= 0.0 || ncp < 0.0 || ncp == ML_POSINF || df1 == ML_POSINF) return ML_NAN;
    const int kind = nm_tail_of(p, lower_tail, log_p, &upper, &target);
    if (kind < 0) return ML_NAN;
    if (kind == 0) return upper ? ML_POSINF : 0.0;
    const double a = 0.5 * df1, l = 0.5 * ncp, m = a + l, z = nm_tail_z(target.hi, upper);
    const double sd = sqrt((a + ncp) / (m * m) + 2.0 / df2);
    nm_root r = nm_root_of(m / a * nm_exp_fn(fmin(fmax(z * sd, -500.0), 500.0)));
    for (int i = 0; i < NM_ROOT_STEPS; ++i) {
        const nm_mix c = nm_mix_fdist(r.x, df1, df2, ncp);
        nm_mix_slopes d;
        const double res = nm_tail_target(nm_mix_log(&c, upper, &d), target, upper);
        if (nm_root_slope(&r, res, d.s, d.c1, d.c2, upper)) break;
    }
    return r.x;
}
