// @provides: nm_gamma_big, nm_gamma_stirling, nm_gamma_front
// @depends: nmath, dd, elementary, stirlerr, bd0, lgammafn
// @includes: nmath
//
// log of x^a exp(-x) / Gamma(a + 1), the factor before every expansion of the gamma distribution.
// a < 12, or x so small that it may have underflowed: a log x - x - log Gamma(a + 1). Else Loader's saddle point form.
// Region: a > 0, x >= 0. Measured: absolute error below 2^-75 where the result is above -1e6.
// SPDX-License-Identifier: MIT

// Whether nm_gamma_front does without log x.
NM_INLINE int nm_gamma_big(double a, double x) { return a >= 12.0 && x > 1e-280; }

// log Gamma(a + 1) - a log a + a.
NM_INLINE nm_dd nm_gamma_stirling(double a)
{
    return nm_dd_add(nm_stirlerr(a), nm_dd_add(NM_LN_SQRT_2PI, nm_dd_scale(nm_dd_log(a), 0.5)));
}

NM_FN nm_dd nm_gamma_front(double a, nm_dd x, nm_dd lx)
{
    if (nm_gamma_big(a, x.hi)) return nm_dd_neg(nm_dd_add(nm_bd0_2(nm_dd_of(a), x), nm_gamma_stirling(a)));
    return nm_dd_sub(nm_dd_sub(nm_dd_mul_d(lx, a), nm_lgamma1p_dd(nm_dd_of(a))), x);
}
