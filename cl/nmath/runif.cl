// @provides: runif
// @depends: nmath, unif_rand
// @includes: nmath
//
// Uniform on (a, b), by its definition. a = b is a point mass; infinite or reversed bounds give NaN.
// SPDX-License-Identifier: MIT

INLINE double runif(double a, double b, nm_rng *rng)
{
    const double u = unif_rand(rng), width = b - a;
    double x = fma(u, width, a);
    if (!(width <= DBL_MAX)) x = fma(u, b, (1.0 - u) * a); /* the width overflows */
    x = x < a ? a : x > b ? b : x;
    return a <= b && fabs(a) <= DBL_MAX && fabs(b) <= DBL_MAX ? x : ML_NAN;
}
