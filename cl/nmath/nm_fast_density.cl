// @provides: nm_fast_density
// @depends: nmath, dd, elementary, nm_fast_log, nm_fast_gamma, nm_fast_count
// @includes: nmath
//
// X^a Y^b / (B(a, b) g) for a, b >= 1/2, X + Y = 1 as pairs: the saddle point form of nm_fast_count.cl,
// exp(s(n) - s(a) - s(b) - bd0(a, n X) - bd0(b, n Y)) sqrt(a b / (2 pi n)) / g, n = a + b.
// Accuracy: 2.5 ulp; logarithm 2^-52 absolute.
// SPDX-License-Identifier: MIT

// g between 2^-200 and 2^200, a and b to 1e50.
NM_FN double nm_fast_density(double a, double b, nm_dd x, nm_dd y, double g, int give_log)
{
    const nm_dd n = nm_two_sum(a, b), u = nm_dd_mul(n, x), v = nm_dd_mul(n, y);
    const double st = nm_fast_st_any(n.hi) - nm_fast_st_any(a) - nm_fast_st_any(b);
    return nm_fast_saddle(a, u, b, v, st, a * b / (n.hi * g * g), give_log);
}
