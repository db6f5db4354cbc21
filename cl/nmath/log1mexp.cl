// @provides: log1mexp
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// log(1 - exp(-x)) for x >= 0: the logarithm of -expm1(-x), or of 1 minus exp(-x) where that is small, both as pairs,
// so that nothing is lost (for the problem see M. Maechler, Accurately computing log(1 - exp(-|a|)), 2012).
// No branches. Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double log1mexp(double x)
{
    const double l = nm_light_log1mexp(x > 0.0 ? x : 1.0, 0.0).hi;
    return x > 0.0 ? l : x == 0.0 ? ML_NEGINF : ML_NAN;
}
