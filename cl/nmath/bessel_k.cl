// @provides: bessel_k, bessel_k_ex
// @depends: nmath, dd, elementary, lgammafn, nm_quarter, nm_bessel_debye, nm_bessel_temme, nm_bessel_second
// @includes: nmath
//
// The modified Bessel function K of order nu (K_-nu = K_nu) at x >= 0 (else NaN); expo 2: times exp(x).
// bessel_k_ex takes a work area, which is not used and may be null.
// Method, sources and accuracy: nm_bessel_second.
// SPDX-License-Identifier: MIT

static double bessel_k(double x, double nu, double expo)
{
    if (x != x || nu != nu) return x + nu;
    const double order = fmin(fabs(nu), 1e280);
    if (x < 0.0 || fabs(nu) == ML_POSINF) return ML_NAN;
    if (x == ML_POSINF) return 0.0;
    return nm_bessel_second(order, x, 1, expo >= 2.0);
}

static double bessel_k_ex(double x, double nu, double expo, double *work)
{
    (void)work;
    return bessel_k(x, nu, expo);
}
