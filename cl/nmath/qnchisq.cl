// @provides: qnchisq
// @depends: nmath, dd, elementary, nm_calls, nm_mixture, nm_root
// @includes: nmath
//
// Quantile of the non-central chi-square distribution: the root of log tail(x) = log p (nm_mixture, nm_root), started
// from the Wilson-Hilferty form of Patnaik's gamma approximation. df = 0 has its point mass at 0.
// Measured: 0.5 ulp of the quantile, or what an ulp of p explains.
// SPDX-License-Identifier: MIT

NM_FN double qnchisq(double p, double df, double ncp, int lower_tail, int log_p)
{
    int upper;
    nm_dd target;
    if (p != p || df != df || ncp != ncp) return p + df + ncp;
    if (df == ML_POSINF || ncp == ML_POSINF || df < 0.0 || ncp < 0.0) return ML_NAN;
    const int kind = nm_tail_of(p, lower_tail, log_p, &upper, &target);
    if (kind < 0) return ML_NAN;
    if (kind == 0) return upper ? ML_POSINF : 0.0;
    if (df == 0.0) {
        const double at0 = upper ? nm_log1mexp(0.5 * ncp) : -0.5 * ncp;
        if (ncp == 0.0 || (upper ? at0 <= target.hi : at0 >= target.hi)) return 0.0;
    }
    const double m = 0.5 * df + 0.5 * ncp, s = m / (m + 0.5 * ncp), shape = s * m, z = nm_tail_z(target.hi, upper);
    const double wh = 1.0 - 1.0 / (9.0 * shape) + z / (3.0 * sqrt(shape));
    const double low = 0.3 * nm_exp_fn(fmax(-600.0, upper ? 0.0 : target.hi / shape));
    nm_root r = nm_root_of(2.0 * m * (wh > 0.3 ? wh * wh * wh : low));
    for (int i = 0; i < NM_ROOT_STEPS; ++i) {
        const nm_mix c = nm_mix_chisq(r.x, df, ncp);
        nm_mix_slopes d;
        const double res = nm_tail_target(nm_mix_log(&c, upper, &d), target, upper);
        if (nm_root_slope(&r, res, d.s, d.c1, d.c2, upper)) break;
    }
    return r.x;
}
