// @provides: bessel_i, bessel_i_ex
// @depends: nmath, dd, elementary, lgammafn, nm_quarter, nm_bessel_debye, nm_bessel_temme, nm_bessel_first,
//   nm_bessel_second
// @includes: nmath
//
// The modified Bessel function I of order nu at x >= 0 (else NaN); expo 2: times exp(-x).
// nu < 0: I_-nu + 2/pi sin(pi nu) K_nu (DLMF 10.27.2). Any finite nu; nu = inf gives NaN.
// bessel_i_ex takes a work area, which is not used and may be null.
// Method, sources and accuracy: nm_bessel_first, nm_bessel_second.
// SPDX-License-Identifier: MIT

static double bessel_i(double x, double nu, double expo)
{
    if (x != x || nu != nu) return x + nu;
    const double order = fmin(fabs(nu), 1e280);
    const int scaled = expo >= 2.0;
    if (x < 0.0 || fabs(nu) == ML_POSINF) return ML_NAN;
    if (x == ML_POSINF) return scaled ? 0.0 : x;
    double r = nm_bessel_first(order, x, 1, scaled);
    if (nu < 0.0 && order != floor(order)) {
        r += M_2_PI * nm_dd_sinpi(order).hi * nm_bessel_second(order, x, 1, -scaled);
    }
    return r;
}

static double bessel_i_ex(double x, double nu, double expo, double *work)
{
    (void)work;
    return bessel_i(x, nu, expo);
}
