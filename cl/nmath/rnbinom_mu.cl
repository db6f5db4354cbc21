// @provides: rnbinom_mu
// @depends: nmath, unif_rand, nm_variate, nm_count_walk, nm_walk_of, rgamma, rpois
// @includes: nmath
//
// Negative binomial by size (real, > 0) and mean: as rnbinom with prob = size / (size + mu). An infinite size is the
// Poisson distribution, mean 0 a point mass at 0.
// SPDX-License-Identifier: MIT

INLINE double rnbinom_mu(double size, double mu, nm_rng *rng)
{
    if (!(size > 0.0 && mu >= 0.0 && mu <= DBL_MAX)) return ML_NAN;
    nm_rv_walk w;
    if (nm_walk_nbinom_mu(size, mu, NM_WALK_MEAN, &w)) return nm_rv_walk_draw(&w, unif_rand(rng));
    double mean = mu;
    if (mu > 0.0 && size <= DBL_MAX) {
        const int large = size > 1.0;
        mean = rgamma(size, large ? 1.0 : mu, rng) / size * (large ? mu : 1.0);
    }
    return mean <= DBL_MAX ? rpois(mean, rng) : ML_POSINF;
}
