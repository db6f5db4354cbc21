// @provides: dpois_raw, nm_dpois_raw_log
// @depends: nmath, dd, elementary, bd0, nm_gamma_front
// @includes: nmath
//
// lambda^x exp(-lambda) / Gamma(x + 1) for real x >= 0 and lambda >= 0. Method: nm_gamma_front.cl (C. Loader's saddle
// point form for x >= 12), rounded once.
// Measured: below 1 ulp for the density and its logarithm, except where the logarithm passes 0.
// SPDX-License-Identifier: MIT

// The logarithm for x > 0, lambda > 0.
NM_FN nm_dd nm_dpois_raw_log(double x, double lambda)
{
    return nm_gamma_front_log(x, nm_dd_of(lambda), nm_dd_log(lambda));
}

NM_FN double dpois_raw(double x, double lambda, int give_log)
{
    if (x != x || lambda != lambda) return x + lambda;
    if (x < 0.0 || x == ML_POSINF || lambda == ML_POSINF || (lambda == 0.0 && x > 0.0))
        return give_log ? ML_NEGINF : 0.0;
    if (x == 0.0) return give_log ? -lambda : nm_exp_dd(nm_dd_of(-lambda));
    if (give_log) return nm_log_value(nm_dpois_raw_log(x, lambda));
    const nm_dd l = nm_gamma_underflow(lambda) ? nm_dd_log(lambda) : nm_dd_of(0.0);
    nm_dd w;
    const nm_dd e = nm_gamma_front(x, nm_dd_of(lambda), l, &w);
    return nm_exp_mul(e, w);
}
