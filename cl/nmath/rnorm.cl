// @provides: rnorm
// @depends: nmath, norm_rand
// @includes: nmath
//
// Normal: mu + sigma Z with Z of norm_rand. sigma = 0 or an infinite mu is a point mass.
// SPDX-License-Identifier: MIT

INLINE double rnorm(double mu, double sigma, nm_rng *rng)
{
    const double x = fma(sigma, norm_rand(rng), mu);
    return sigma >= 0.0 && sigma <= DBL_MAX && mu == mu ? x : ML_NAN;
}
