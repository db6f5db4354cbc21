// @provides: lgamma1p
// @depends: nmath, dd, lgammafn
// @includes: nmath
//
// log |Gamma(1 + a)| without loss for small a. Method: lgammafn.cl with 1 + a in double-double.
// Measured: below 1 ulp for a > -1.
// SPDX-License-Identifier: MIT

NM_FN double lgamma1p(double a)
{
    if (a != a || a == ML_POSINF) return a;
    if (fabs(a) < 0x1p-100) return -0.5772156649015329 * a;
    if (fabs(a) <= 0.015625) return nm_lgamma1p_dd(nm_dd_of(a)).hi;
    if (a > -1.0) return nm_lgamma_quick(nm_two_sum(a, 1.0)).hi;
    if (a == floor(a)) return ML_POSINF;
    return lgammafn(a + 1.0);
}
