// @provides: psigamma
// @depends: nmath, dd, elementary, nm_quarter, nm_psi_double, nm_polygamma
// @includes: nmath
//
// The derivative of order deriv (rounded to an integer, 0 to 100, else NaN) of the digamma function.
// Method, sources and accuracy: nm_polygamma.
// SPDX-License-Identifier: MIT

static double psigamma(double x, double deriv)
{
    const double n = rint(deriv);
    if (x != x || deriv != deriv) return x + deriv;
    if (!(n >= 0.0 && n <= 100.0)) return ML_NAN;
    return nm_polygamma(x, (int)n);
}
