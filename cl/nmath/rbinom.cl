// @provides: rbinom
// @depends: nmath, unif_rand, nm_variate, nm_count_variate, nm_count_walk, nm_walk_of
// @includes: nmath
//
// Binomial, with p reflected to at most 1/2. Mean below 32: inversion from the mode (nm_count_walk). From 32 on:
// transformed rejection BTRS, W. Hoermann, The generation of binomial random variates, J. Stat. Comp. Simul. 46 (1993),
// with the density in saddle point form so that sizes up to 1e300 keep their precision.
// Bounds: inversion 96 steps to either side (P(X > 127) < 1e-35 for a mean of 32); rejection 64 tries (each accepts
// with probability 0.7 or more: 0.3^64 < 1e-33), then the mode. NaN for a size that is no integer or infinite, and p
// outside [0, 1].
// SPDX-License-Identifier: MIT

INLINE double rbinom(double n, double p, nm_rng *rng)
{
    if (!(n >= 0.0 && n <= DBL_MAX && rint(n) == n && p >= 0.0 && p <= 1.0)) return ML_NAN;
    if (n == 0.0 || p == 0.0) return 0.0;
    if (p == 1.0) return n;
    const int flip = p > 0.5;
    const double r = flip ? 1.0 - p : p, q = flip ? p : 1.0 - p, mean = n * r;
    nm_rv_walk w;
    if (nm_walk_binom(n, p, NM_WALK_MEAN, &w)) return nm_rv_walk_draw(&w, unif_rand(rng));
    const double sd = sqrt(mean * q), other = n * q;
    const double b = fma(2.53, sd, 1.15), a = fma(0.01, r, fma(0.0248, b, -0.0873)), c = mean + 0.5;
    const double alpha = (2.83 + 5.1 / b) * sd, vr = 0.92 - 4.2 / b;
    const double mode = floor((n + 1.0) * r);
    const double at_mode = nm_rv_cell(mode, mean) + nm_rv_cell(n - mode, other);
    const double scale = nm_rv_factor(mode) * (nm_rv_factor(n - mode) / n);
    double k = mode;
    for (int i = 0; i < 64; i++) {
        const double u = unif_rand(rng) - 0.5, v = unif_rand(rng), us = 0.5 - fabs(u);
        const double x = floor(fma(fma(2.0, a / us, b), u, c));
        if (x < 0.0 || x > n) continue;
        if (us >= 0.07 && v <= vr) {
            k = x;
            break;
        }
        const double f = nm_rv_exp(at_mode - nm_rv_cell(x, mean) - nm_rv_cell(n - x, other)) *
                         sqrt(scale / (nm_rv_factor(x) * (nm_rv_factor(n - x) / n)));
        if (v * alpha <= (a / (us * us) + b) * f) {
            k = x;
            break;
        }
    }
    return flip ? n - k : k;
}
