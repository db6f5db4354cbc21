// @provides: rnbinom_mu
// @depends: nmath, rgamma, rpois
// @includes: nmath
//
// Negative binomial by size (real, > 0) and mean: Poisson with a gamma-distributed mean. An infinite size is the
// Poisson distribution, mean 0 a point mass at 0.
// SPDX-License-Identifier: MIT

INLINE double rnbinom_mu(double size, double mu, nm_rng *rng)
{
    if (!(size > 0.0 && mu >= 0.0 && mu <= DBL_MAX)) return ML_NAN;
    double mean = mu;
    if (mu > 0.0 && size <= DBL_MAX) {
        const int large = size > 1.0;
        mean = rgamma(size, large ? 1.0 : mu, rng) / size * (large ? mu : 1.0);
    }
    return mean <= DBL_MAX ? rpois(mean, rng) : ML_POSINF;
}
