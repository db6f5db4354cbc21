// @provides: rpois
// @depends: nmath, unif_rand, nm_variate, nm_count_variate
// @includes: nmath
//
// Poisson. Mean below 10: inversion by sequential search. From 10 on: transformed rejection PTRS, W. Hoermann, The
// transformed rejection method for generating Poisson random variables, Insurance: Math. and Econ. 12 (1993), with
// the density in saddle point form so that means up to 1e300 keep their precision.
// Bounds: search 64 steps (P(X > 64) < 1e-30 for a mean of 10); rejection 64 tries (each accepts with probability
// 0.74 or more: 0.26^64 < 1e-37), then floor(mu). NaN for a negative or infinite mean.
// SPDX-License-Identifier: MIT

INLINE double rpois(double mu, nm_rng *rng)
{
    if (!(mu >= 0.0 && mu <= DBL_MAX)) return ML_NAN;
    if (mu < 10.0) {
        double u = unif_rand(rng), p = nm_rv_exp(-mu), k = 0.0;
        for (int i = 0; i < 64 && u > p; i++) {
            u -= p;
            k += 1.0;
            p *= mu / k;
        }
        return k;
    }
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
