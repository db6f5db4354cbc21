// @provides: pchisq
// @depends: nmath, pgamma
// @includes: nmath
//
// Distribution function of the chi-squared distribution: the gamma distribution with shape df / 2 and scale 2.
// Method and accuracy: pgamma.cl.
// SPDX-License-Identifier: MIT

NM_INLINE double pchisq(double q, double df, int lower_tail, int log_p)
{
    // Half of a subnormal number is not always one; the upper tail is proportional to such degrees of freedom.
    const int tiny = df > 0.0 && df < 0x1p-1000 && q > 0.0;
    const double p = pgamma(q, tiny ? df : 0.5 * df, 2.0, lower_tail, log_p);
    if (!tiny || (lower_tail && !log_p)) return p;
    return !lower_tail && log_p ? p - M_LN2 : 0.5 * p;
}
