// @provides: dchisq
// @depends: nmath, dgamma
// @includes: nmath
//
// Density of the chi-squared distribution: the gamma distribution with shape df / 2 and scale 2.
// Method and accuracy: dgamma.cl.
// SPDX-License-Identifier: MIT

NM_INLINE double dchisq(double x, double df, int give_log) { return dgamma(x, 0.5 * df, 2.0, give_log); }
