// @provides: log1pexp
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// log(1 + exp(x)), as max(x, 0) + log(1 + exp(-|x|)), logarithm and exponential as pairs. No branches.
// Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double log1pexp(double x)
{
    int k;
    const nm_dd m = nm_light_exp_pair(-fabs(x), 0.0, &k);
    const double b = nm_scale2(1.0, k), e = m.hi * b;
    const nm_dd l = nm_light_log1p_unit(e, fma(m.lo, b, 0.0)), s = nm_two_sum(x > 0.0 ? x : 0.0, l.hi);
    // Below 2^-60, log(1 + e) is e, rounded once from m.
    const double v = k < -60 && x < 0.0 ? nm_scale2(m.hi, k) : s.hi + (s.lo + l.lo);
    return (nm_upper(x) & 0x7fffffff) >= 0x40f00000 ? (x < 0.0 ? 0.0 : x) : v;
}
