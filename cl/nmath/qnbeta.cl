// @provides: qnbeta, nm_qnbeta_kind
// @depends: nmath, dd, elementary, nm_calls, nm_mixture, nm_root, nm_kind
// @includes: nmath
//
// Quantile of the non-central beta distribution: the root z = x / (1 - x) of log tail = log p (nm_mixture, nm_root), by
// the derivatives that come with the sums of the tail.
// Measured: 1 ulp of the quantile, or what 1.6 ulp of p explain.
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
        nm_mix_slopes d;
        const double res = nm_tail_target(nm_mix_log(&c, upper, &d), target, upper);
        if (nm_root_slope(&r, res, d.s, d.c1, d.c2, upper)) break;
    }
    return r.x < 1e300 ? r.x / (1.0 + r.x) : 1.0;
}

// By the tail and the terms of the series (nm_mix_ratio) that is asked for at the start, or the integral in its place.
NM_INLINE int nm_qnbeta_kind(double p, double shape, double other, double ncp, int lower_tail, int log_p)
{
    const float a = (float)shape, b = (float)other, l = 0.5f * (float)ncp, m = a + l;
    const float z = nm_rough_deviate(p, lower_tail, log_p), sd = sqrt((m + l) / (m * m) + 1.0f / b);
    const float r = m / b * exp(z * sd), y = 1.0f / (1.0f + r), x = r * y, top = m + 6.6f * sqrt(l + 1.0f);
    const int upper = z > 0.0f;
    const float q = upper ? fmax(y * (a + b) / (b + 1.0f), y) : fmax(x * (top + b) / (top + 1.0f), x);
    if (!(q < (float)NM_MIX_SERIES)) return NM_KINDS - 1;
    return nm_kind(4.0f * log2(-39.0f / log(fmax(q, 1e-6f))) - 8.0f, 0, 14) + (upper ? 15 : 0);
}
