// @provides: rnbinom_mu_walk, rnbinom_mu
// @depends: nmath, unif_rand, nm_variate, nm_count_walk, rgamma, rpois, rnbinom
// @includes: nmath
//
// Negative binomial by size (real, > 0) and mean: as rnbinom with prob = size / (size + mu). An infinite size is the Poisson
// distribution, mean 0 a point mass at 0.
// SPDX-License-Identifier: MIT

NM_RV_INLINE int rnbinom_mu_walk(double size, double mu, nm_rv_walk *w)
{
    const double fail = mu / (size + mu);
    return size <= DBL_MAX && mu > 0.0 && nm_rv_nbinom_walk(size, 1.0 - fail, fail, w);
}

INLINE double rnbinom_mu(double size, double mu, nm_rng *rng)
{
    if (!(size > 0.0 && mu >= 0.0 && mu <= DBL_MAX)) return ML_NAN;
    nm_rv_walk w;
    if (rnbinom_mu_walk(size, mu, &w)) return nm_rv_walk_draw(&w, unif_rand(rng));
    double mean = mu;
    if (mu > 0.0 && size <= DBL_MAX) {
        const int large = size > 1.0;
        mean = rgamma(size, large ? 1.0 : mu, rng) / size * (large ? mu : 1.0);
    }
    return mean <= DBL_MAX ? rpois(mean, rng) : ML_POSINF;
}
