// @provides: dnbeta
// @depends: nmath, dd, elementary, nm_calls, nm_fast_log, nm_fast_gamma, nm_fast_density, nm_mix_quick, nm_mixture
// @includes: nmath
//
// Density of the non-central beta distribution: sum_j Poisson(j; ncp/2) dbeta(x; a + j, b), by nm_mixture.
// Few terms: nm_mix_quick.cl. Measured: 5 ulp.
// SPDX-License-Identifier: MIT

NM_FN double dnbeta(double x, double a, double b, double ncp, int give_log)
{
    const double none = give_log ? ML_NEGINF : 0.0;
    if (x != x || a != a || b != b || ncp != ncp) return x + a + b + ncp;
    if (ncp < 0.0 || a <= 0.0 || b <= 0.0 || a == ML_POSINF || b == ML_POSINF || ncp == ML_POSINF) return ML_NAN;
    if (x < 0.0 || x > 1.0) return none;
    if (x == 0.0) {
        if (a != 1.0) return a < 1.0 ? ML_POSINF : none;
        return give_log ? nm_log_fn(b) - 0.5 * ncp : b * nm_exp_fn(-0.5 * ncp);
    }
    if (x == 1.0) {
        if (b != 1.0) return b < 1.0 ? ML_POSINF : none;
        return give_log ? nm_log_fn(a + 0.5 * ncp) : a + 0.5 * ncp;
    }
    // Next to 1, with a small logarithm: all its parts are small.
    if (give_log && a == 1.0 && b >= 0.75 && b <= 1.25 && ncp <= 0x1p-5) {
        const nm_dd c = nm_dd_mul_d(nm_dd_log1p(nm_dd_of(-x)), b - 1.0), t = nm_dd_add(nm_dd_log(b), c);
        return nm_dd_add(t, nm_two_sum(nm_log1p_fn(nm_mix_more(b + 1.0, x, 0.5 * ncp)), -0.5 * ncp)).hi;
    }
    const nm_dd xc = nm_two_sum(1.0, -x);
    if (!give_log && a >= 0.5 && b >= 0.5 && a + b <= 1e9 && x >= 0x1p-200) {
        const double s = nm_mix_series(a, a + b, nm_dd_of(x), 0.5 * ncp);
        const double d = s > 0.0 ? nm_fast_density(a, b, nm_dd_of(x), xc, x * xc.hi, 0) : 0.0;
        const double r = nm_mix_quick(d, 0.5 * ncp, s);
        if (r > 0.0) return r;
    }
    const nm_mix p = nm_mix_beta(nm_dd_of(x), xc, a, b, nm_dd_of(0.5 * ncp), 0.0);
    return nm_mix_density(&p, nm_dd_add(nm_dd_log(x), nm_dd_log_dd(xc)), give_log);
}
