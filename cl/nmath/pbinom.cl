// @provides: pbinom
// @depends: nmath, dd, nm_incbeta, nm_discrete
// @includes: nmath
//
// Distribution function of the binomial distribution: I_(1-p)(n - k, k + 1), k = floor(q + 1e-7).
// Measured: 3.4 ulp.
// SPDX-License-Identifier: MIT

NM_FN double pbinom(double q, double n, double p, int lower_tail, int log_p)
{
    if (q != q || n != n || p != p) return q + n + p;
    if (!(n >= 0.0) || n == ML_POSINF || !nm_is_count(n) || !(p >= 0.0 && p <= 1.0)) return ML_NAN;
    const double size = rint(n), k = nm_count_floor(q);
    double r = -1.0;
    if (q < 0.0 && k < 0.0) r = 0.0;
    else if (k >= size || p == 0.0) r = 1.0;
    else if (p == 1.0) r = 0.0;
    if (r >= 0.0) {
        r = lower_tail ? r : 1.0 - r;
        return log_p ? log(r) : r;
    }
    return nm_beta_value(nm_incbeta(size - k, k + 1.0, nm_one_minus(p), nm_dd_of(p)), lower_tail, log_p);
}
