// @provides: rf, rf_first, rf_second
// @depends: nmath, nm_variate, nm_gamma_variate
// @includes: nmath
//
// F: the ratio of two gamma variates of shapes m/2 and n/2, each over its mean; on the log scale for shapes below 1.
// Infinite degrees of freedom make that part 1.
// SPDX-License-Identifier: MIT

INLINE double rf(double m, double n, nm_rng *rng)
{
    if (!(m > 0.0 && n > 0.0)) return ML_NAN;
    /* at the very smallest the variate is 0 or infinite and only the ratio of the degrees of freedom matters */
    const double up = m < 1e-250 && n < 1e-250 ? 0x1p100 : 1.0;
    double g[2], w[2];
    for (int i = 0; i < 2; i++) {
        const double s = 0.5 * up * (i ? n : m);
        g[i] = 1.0;
        w[i] = 0.0;
        if (s <= DBL_MAX) {
            g[i] = nm_rv_gamma(s < 1.0 ? s + 1.0 : s, rng) / s;
            w[i] = nm_rv_gamma_boost(s, rng);
        }
    }
    const double h = nm_rv_exp(0.5 * (w[0] - w[1])); /* half, lest a factor overflows before the product does */
    return h == 0.0 ? 0.0 : h * (g[0] / g[1]) * h;
}

/* See rbeta_first. */
NM_RV_INLINE double rf_first(double m, nm_rng *rng) { return nm_rv_gamma_first(0.5 * m, rng) / (0.5 * m); }

NM_RV_INLINE double rf_second(double first, double n, nm_rng *rng)
{
    return first / (nm_rv_gamma_first(0.5 * n, rng) / (0.5 * n));
}
