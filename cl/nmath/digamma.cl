// @provides: digamma
// @depends: nmath, dd, elementary, nm_quarter, nm_psi_double, nm_polygamma
// @includes: nmath
//
// psi(x). Method, sources and accuracy: nm_polygamma.
// SPDX-License-Identifier: MIT

static double digamma(double x) { return nm_polygamma(x, 0); }
