// @provides: bessel_j, bessel_j_ex
// @depends: nmath, dd, elementary, lgammafn, nm_quarter, nm_bessel_debye, nm_bessel_temme, nm_bessel_first,
//   nm_bessel_second
// @includes: nmath
//
// The Bessel function J of order nu at x >= 0 (else NaN); |nu| > 1e7 gives NaN.
// nu < 0: with nu for -nu, cos(pi nu) J_nu - sin(pi nu) Y_nu (DLMF 10.4.5). x > 2^100 gives 0.
// bessel_j_ex takes a work area, which is not used and may be null.
// Method, sources and accuracy: nm_bessel_first, nm_bessel_second.
// SPDX-License-Identifier: MIT

static double bessel_j(double x, double nu)
{
    if (x != x || nu != nu) return x + nu;
    const double order = fabs(nu);
    if (x < 0.0 || order > 1e7) return ML_NAN;
    if (x == ML_POSINF) return 0.0;
    if (nu >= 0.0) return nm_bessel_first(order, x, 0, 0);
    // 1/2 - frac(order) with the sign of (-1)^floor(order): cos(pi order) = sin(pi hc), exact for order > 2^-53.
    const double whole = floor(order), hc = (0.5 - (order - whole)) + (whole - 2.0 * floor(0.5 * whole));
    const double c = nm_dd_sinpi(hc).hi, s = nm_dd_sinpi(order).hi;
    double r = 0.0;
    if (c != 0.0) r = c * nm_bessel_first(order, x, 0, 0);
    if (s != 0.0) r -= s * nm_bessel_second(order, x, 0, 0);
    return r;
}

static double bessel_j_ex(double x, double nu, double *work)
{
    (void)work;
    return bessel_j(x, nu);
}
