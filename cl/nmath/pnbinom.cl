// @provides: pnbinom
// @depends: nmath, dd, nm_incbeta, nm_discrete
// @includes: nmath
//
// Distribution function of the negative binomial distribution: I_p(n, k + 1), k = floor(q + 1e-7), n > 0 real;
// n = 0 is a point mass at 0.
// Measured: 3.1 ulp.
// SPDX-License-Identifier: MIT

NM_FN double pnbinom(double q, double n, double p, int lower_tail, int log_p)
{
    if (q != q || n != n || p != p) return q + n + p;
    if (!(n >= 0.0) || n == ML_POSINF || !(p > 0.0 && p <= 1.0)) return ML_NAN;
    const double k = nm_count_floor(q);
    double r = -1.0;
    if (k < 0.0) r = 0.0;
    else if (n == 0.0 || p == 1.0 || k == ML_POSINF) r = 1.0;
    if (r >= 0.0) {
        r = lower_tail ? r : 1.0 - r;
        return log_p ? log(r) : r;
    }
    return nm_beta_value(nm_incbeta(n, k + 1.0, nm_dd_of(p), nm_one_minus(p)), lower_tail, log_p);
}
