// @provides: rnchisq
// @depends: nmath, rgamma, rpois
// @includes: nmath
//
// Non-central chi-square for df >= 0 as a Poisson mixture: 2 G(K + df/2) with K Poisson of mean lambda/2 (Johnson,
// Kotz, Balakrishnan, Continuous univariate distributions 2, 1995, 29.3). df = 0 has an atom at 0.
// SPDX-License-Identifier: MIT

INLINE double rnchisq(double df, double lambda, nm_rng *rng)
{
    if (!(df >= 0.0 && lambda >= 0.0 && lambda <= DBL_MAX)) return ML_NAN;
    const double k = rpois(0.5 * lambda, rng);
    return rgamma(fma(0.5, df, k), 2.0, rng);
}
