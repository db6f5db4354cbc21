// @provides: rpois
// @depends: nmath, unif_rand, nm_variate, nm_count_variate, nm_count_walk, nm_walk_of
// @includes: nmath
//
// Poisson. Mean below 32: inversion from the mode (nm_count_walk). From 32 on: transformed rejection PTRS, W. Hoermann,
// The transformed rejection method for generating Poisson random variables, Insurance: Math. and Econ. 12 (1993), with
// the density in saddle point form so that means up to 1e300 keep their precision.
// Bounds: inversion 96 steps to either side (P(X > 127) < 1e-35 for a mean of 32); rejection 64 tries (each accepts
// with probability 0.81 or more: 0.19^64 < 1e-46), then floor(mu). NaN for a negative or infinite mean.
// SPDX-License-Identifier: MIT

INLINE double rpois(double mu, nm_rng *rng)
{
    if (!(mu >= 0.0 && mu <= DBL_MAX)) return ML_NAN;
    nm_rv_walk w;
    if (nm_walk_pois(mu, NM_WALK_MEAN, &w)) return nm_rv_walk_draw(&w, unif_rand(rng));
    const double b = fma(2.53, sqrt(mu), 0.931), a = fma(0.02483, b, -0.059);
    const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4), vr = 0.9277 - 3.6224 / (b - 2.0);
    double k = floor(mu);
    for (int i = 0; i < 64; i++) {
        const double u = unif_rand(rng) - 0.5, v = unif_rand(rng), us = 0.5 - fabs(u);
        const double x = floor(fma(fma(2.0, a / us, b), u, mu + 0.43));
        if (us >= 0.07 && v <= vr) {
            k = x;
            break;
        }
        if (x < 0.0 || (us < 0.013 && v > us)) continue;
        const double f = nm_rv_exp(-nm_rv_cell(x, mu)) / sqrt(M_2PI * nm_rv_factor(x));
        if (v * inverse_alpha <= (a / (us * us) + b) * f) {
            k = x;
            break;
        }
    }
    return k;
}
