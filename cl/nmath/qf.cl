// @provides: qf
// @depends: nmath, dd, elementary, nm_qbeta
// @includes: nmath
//
// Quantile of F: (n / m) w, w the odds of nm_beta_solve(m/2, n/2). Degrees of freedom above 1e250 are taken as 1e250
// (inf: the limits, chi-square and its reciprocal; both inf: 1).
// Measured: what 2.7 ulp of p or of the result explain, 99 % below 1.8.
// SPDX-License-Identifier: MIT

NM_FN double qf(double p, double m, double n, int lower_tail, int log_p)
{
    if (p != p || m != m || n != n) return p + m + n;
    if (!(m > 0.0) || !(n > 0.0)) return ML_NAN;
    if (log_p ? p > 0.0 : p < 0.0 || p > 1.0) return ML_NAN;
    const double zero = log_p ? ML_NEGINF : 0.0, one = log_p ? 0.0 : 1.0;
    if (p == zero) return lower_tail ? 0.0 : ML_POSINF;
    if (p == one) return lower_tail ? ML_POSINF : 0.0;
    if (m == ML_POSINF && n == ML_POSINF) return 1.0;
    // Tiny ones count by their ratio.
    const double up = fmax(m, n) < 1e-200 ? 0x1p200 : 1.0;
    const double u = fmin(fmax(m * up, 1e-300), 1e250), v = fmin(fmax(n * up, 1e-300), 1e250);
    const nm_beta_target t = nm_target_of(p, lower_tail, log_p);
    const nm_beta_root s = nm_beta_solve(0.5 * u, 0.5 * v, t, ML_NAN);
    if (s.r == 0.0 || s.r == ML_POSINF) {
        const nm_dd e = nm_beta_far(0.5 * u, 0.5 * v, t, s.r > 0.0);
        return nm_exp_dd(nm_dd_add(e, nm_dd_log_ratio(nm_dd_of(v), nm_dd_of(u))));
    }
    if (s.r < 1e-140 || s.r > 1e140 || v / u > 0x1p900 || v / u < 0x1p-900) {
        const double k = sqrt(v) / sqrt(u) * s.r;
        return k * k * (1.0 + s.step);
    }
    nm_dd w = nm_two_prod(s.r, s.r);
    w = nm_dd_add(w, nm_dd_mul_d(w, s.step));
    const double rough = w.hi * (v / u);
    return rough < 0x1p1000 && rough > 0x1p-900 ? nm_dd_mul(w, nm_dd_ratio(v, u)).hi : rough;
}
