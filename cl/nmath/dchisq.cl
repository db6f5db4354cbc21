// @provides: dchisq
// @depends: nmath, dgamma
// @includes: nmath
//
// Density of the chi-squared distribution: the gamma distribution with shape df / 2 and scale 2.
// Method and accuracy: dgamma.cl.
// SPDX-License-Identifier: MIT

NM_INLINE double dchisq(double x, double df, int give_log)
{
    // Half of a subnormal number is not always one; the density is proportional to such degrees of freedom.
    const int tiny = df > 0.0 && df < 0x1p-1000;
    const double d = dgamma(x, tiny ? df : 0.5 * df, 2.0, give_log);
    return !tiny ? d : give_log ? d - M_LN2 : 0.5 * d;
}
