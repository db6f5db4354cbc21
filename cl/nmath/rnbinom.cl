// @provides: rnbinom
// @depends: nmath, rgamma, rpois
// @includes: nmath
//
// Negative binomial by size (real, > 0) and prob: Poisson with a gamma-distributed mean (Johnson, Kemp, Kotz,
// Univariate discrete distributions, 2005, 5.2). prob = 1 is a point mass at 0; an infinite size gives infinity.
// SPDX-License-Identifier: MIT

INLINE double rnbinom(double size, double prob, nm_rng *rng)
{
    if (!(size > 0.0 && prob > 0.0 && prob <= 1.0)) return ML_NAN;
    if (prob == 1.0) return 0.0;
    if (size > DBL_MAX) return ML_POSINF;
    const double mean = rgamma(size, 1.0 - prob, rng) / prob;
    return mean <= DBL_MAX ? rpois(mean, rng) : ML_POSINF;
}
