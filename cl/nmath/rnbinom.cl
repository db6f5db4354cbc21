// @provides: rnbinom
// @depends: nmath, unif_rand, nm_variate, nm_count_walk, nm_walk_of, rgamma, rpois
// @includes: nmath
//
// Negative binomial by size (real, > 0) and success probability: by inversion from 0 (nm_count_walk) where the mean
// is at most 32 and prob at least 0.08; else Poisson with a gamma-distributed mean.
// Bounds: inversion 511 steps (0.92^511 < 1e-18). An infinite size gives infinity, prob = 1 gives 0.
// SPDX-License-Identifier: MIT

INLINE double rnbinom(double size, double prob, nm_rng *rng)
{
    if (!(size > 0.0 && prob > 0.0 && prob <= 1.0)) return ML_NAN;
    if (prob == 1.0) return 0.0;
    if (size > DBL_MAX) return ML_POSINF;
    nm_rv_walk w;
    if (nm_walk_nbinom(size, prob, NM_WALK_MEAN, &w)) return nm_rv_walk_draw(&w, unif_rand(rng));
    const double mean = rgamma(size, 1.0 - prob, rng) / prob;
    return mean <= DBL_MAX ? rpois(mean, rng) : ML_POSINF;
}
