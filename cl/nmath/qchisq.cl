// @provides: qchisq
// @depends: nmath, qgamma
// @includes: nmath
//
// Quantile of the chi-squared distribution: the gamma distribution with shape df / 2 and scale 2.
// Method and accuracy: qgamma.cl.
// SPDX-License-Identifier: MIT

NM_INLINE double qchisq(double p, double df, int lower_tail, int log_p)
{
    return qgamma(p, 0.5 * df, 2.0, lower_tail, log_p);
}
