// @provides: gammafn
// @depends: nmath, dd, elementary, mills, lgammafn, nm_fast_gamma
// @includes: nmath
//
// Gamma(x) for real x: Stirling's formula at x or x + 9 (DLMF 5.11.3, 5.5.1) in double-double, below 0 by reflection
// (DLMF 5.5.3); exact for factorials. NaN at 0, -1, -2, ...; inf beyond 171.6; 0 or subnormal below -170.
// From 2^-200 to 171
// nm_fast_gamma.cl, with a table for the exact factorials. Measured: below 1.6 ulp.
// SPDX-License-Identifier: MIT

// Outside 2^-200 .. 171.
NM_FN double nm_gammafn_rest(double x)
{
    if (x != x || x == ML_POSINF) return x;
    const double f = floor(x);
    if (x <= 0.0 && f == x) return ML_NAN;
    if (x > 172.0) return ML_POSINF;
    if (fabs(x) < 0x1p-200) return 1.0 / x;
    if (x < -200.0) return 0.0;
    nm_dd w;
    const nm_dd e = nm_gamma_parts(nm_dd_of(fabs(x)), &w);
    if (x > 0.0) return nm_exp_mul(e, w);
    // Gamma(x) = pi / (-x sin(pi x) Gamma(-x)).
    const nm_dd s = nm_dd_mul_d(nm_dd_sinpi(x), -x);
    return nm_exp_mul(nm_dd_neg(e), nm_dd_div(NM_PI, nm_dd_mul(s, w)));
}

NM_INLINE double gammafn(double x)
{
    return x > 0x1p-200 && x <= 171.0 ? nm_fast_gammafn(x) : nm_gammafn_rest(x);
}
