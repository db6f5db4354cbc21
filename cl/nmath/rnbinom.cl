// @provides: nm_rv_nbinom_walk, rnbinom_walk, rnbinom
// @depends: nmath, unif_rand, nm_variate, nm_count_walk, rgamma, rpois
// @includes: nmath
//
// Negative binomial by size (real, > 0) and success probability: by inversion from 0 (nm_count_walk) where the mean is at
// most 32 and prob at least 0.08; else Poisson with a gamma-distributed mean.
// Bounds: inversion 511 steps (0.92^511 < 1e-18). An infinite size gives infinity, prob = 1 gives 0.
// SPDX-License-Identifier: MIT

/* The walk for a proper size, prob and 1 - prob, if inversion serves. */
NM_RV_INLINE int nm_rv_nbinom_walk(double size, double prob, double fail, nm_rv_walk *w)
{
    if (!(size > 0.0 && prob >= 0.08 && prob < 1.0 && size * fail <= 32.0 * prob)) return 0;
    *w = nm_rv_walk_of(0.0, nm_rv_exp(size * nm_rv_log(prob, -fail)), 511);
    w->c0 = fail;
    w->e0 = size;
    w->e1 = 1.0;
    return 1;
}

NM_RV_INLINE int rnbinom_walk(double size, double prob, nm_rv_walk *w)
{
    return nm_rv_nbinom_walk(size, prob, 1.0 - prob, w);
}

INLINE double rnbinom(double size, double prob, nm_rng *rng)
{
    if (!(size > 0.0 && prob > 0.0 && prob <= 1.0)) return ML_NAN;
    if (prob == 1.0) return 0.0;
    if (size > DBL_MAX) return ML_POSINF;
    nm_rv_walk w;
    if (rnbinom_walk(size, prob, &w)) return nm_rv_walk_draw(&w, unif_rand(rng));
    const double mean = rgamma(size, 1.0 - prob, rng) / prob;
    return mean <= DBL_MAX ? rpois(mean, rng) : ML_POSINF;
}
