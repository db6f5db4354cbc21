// @provides: dpois
// @depends: nmath, dpois_raw
// @includes: nmath
//
// Poisson probability; 0 unless x is an integer (to 1e-9 relative). Method and accuracy: dpois_raw.cl.
// SPDX-License-Identifier: MIT

NM_FN double dpois(double x, double lambda, int give_log)
{
    if (x != x || lambda != lambda) return x + lambda;
    if (lambda < 0.0) return ML_NAN;
    const double k = rint(x), a = fabs(x);
    const int whole = fabs(x - k) <= 1e-9 * (a > 1.0 ? a : 1.0) || a == ML_POSINF;
    return dpois_raw(whole && x >= 0.0 ? k : -1.0, lambda, give_log);
}
