// @provides: pchisq
// @depends: nmath, pgamma
// @includes: nmath
//
// Distribution function of the chi-squared distribution: the gamma distribution with shape df / 2 and scale 2.
// Method and accuracy: pgamma.cl.
// SPDX-License-Identifier: MIT

NM_INLINE double pchisq(double q, double df, int lower_tail, int log_p)
{
    return pgamma(q, 0.5 * df, 2.0, lower_tail, log_p);
}
