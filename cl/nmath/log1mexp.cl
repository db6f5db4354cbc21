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
    // Below 2^-900, 1 - exp(-x) is x; x and its multiple by 2^200 have logarithms that differ by 200 log 2.
    const int tiny = (x > 0.0) & (nm_upper(x) < 0x07b00000);
    const double l = nm_light_log1mexp(x > 0.0 ? tiny ? 1.0 : x : 1.0, 0.0).hi;
    const double t = nm_light_log_of(tiny ? x : 1.0, 0.0).hi;
    return tiny ? t : x > 0.0 ? l : x == 0.0 ? ML_NEGINF : ML_NAN;
}
