// @provides: log1mexp
// @depends: nmath, dd, elementary, nm_quick
// @includes: nmath
//
// log(1 - exp(-x)) for x >= 0: the logarithm of -expm1(-x), which is kept as a pair, so that nothing is lost where
// it is close to 1 (for the problem see M. Maechler, Accurately computing log(1 - exp(-|a|)), 2012).
// Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double log1mexp(double x)
{
    const double l = nm_quick_log1mexp(nm_dd_of(x > 0x1p-900 ? -x : -1.0)).hi;
    const double t = nm_quick_log(x > 0.0 ? x : 1.0).hi;
    return x > 0x1p-900 ? l : x > 0.0 ? t : x == 0.0 ? ML_NEGINF : ML_NAN;
}
