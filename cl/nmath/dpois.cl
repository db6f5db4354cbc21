// @provides: dpois
// @depends: nmath, dd, elementary, nm_fast_log, nm_fast_gamma, nm_fast_count, dpois_raw
// @includes: nmath
//
// Poisson probability; 0 unless x is an integer (to 1e-9 relative). Whole x and lambda within 2^+-400: Loader's
// saddle point form, exp(-bd0(x, lambda) - stirlerr(x)) / sqrt(2 pi x), as in nm_fast_count.cl, 2 ulp; else
// dpois_raw.cl.
// SPDX-License-Identifier: MIT

NM_FN double dpois(double x, double lambda, int give_log)
{
    if (x != x || lambda != lambda) return x + lambda;
    if (lambda < 0.0) return ML_NAN;
    const double k = rint(x), a = fabs(x);
    const int whole = fabs(x - k) <= 1e-9 * (a > 1.0 ? a : 1.0) || a == ML_POSINF;
    if (whole && k >= 1.0 && k <= 0x1p53 && lambda >= 0x1p-400 && lambda <= 0x1p400)
        return nm_fast_dpois(k, lambda, give_log);
    return dpois_raw(whole && x >= 0.0 ? k : -1.0, lambda, give_log);
}
