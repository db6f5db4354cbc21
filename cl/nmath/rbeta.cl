// @provides: rbeta, rbeta_first, rbeta_second
// @depends: nmath, philox, nm_variate, nm_gamma_variate
// @includes: nmath
//
// Beta: X/(X + Y) = 1/(1 + Y/X) with gamma variates X and Y (Devroye, Non-uniform random variate generation, 1986,
// IX.4.1), the ratio on the log scale for shapes below 1, so that the tiniest shapes give values near 0 and near 1 in
// the right proportion. An infinite or zero shape is a point mass, as in R's documentation.
// SPDX-License-Identifier: MIT

INLINE double rbeta(double a, double b, nm_rng *rng)
{
    if (!(a >= 0.0 && b >= 0.0)) return ML_NAN;
    if (a > DBL_MAX || b > DBL_MAX) return a == b ? 0.5 : a > b ? 1.0 : 0.0;
    if (a == 0.0 && b == 0.0) return (double)(int)(nm_rng_bits(rng) & 1);
    if (a == 0.0 || b == 0.0) return a == 0.0 ? 0.0 : 1.0;
    /* at the very smallest the variate is 0 or 1 and only the ratio of the shapes matters */
    const double up = a < 1e-250 && b < 1e-250 ? 0x1p100 : 1.0;
    double g[2], w[2];
    for (int i = 0; i < 2; i++) {
        const double s = up * (i ? b : a);
        g[i] = nm_rv_gamma(s < 1.0 ? s + 1.0 : s, rng);
        w[i] = nm_rv_gamma_boost(s, rng);
    }
    /* the smaller over the larger, so that a result next to 0 underflows gradually */
    const int small = w[0] < w[1];
    const double r = small ? g[0] / g[1] : g[1] / g[0], h = nm_rv_exp(-fabs(w[0] - w[1]));
    return (small ? r * h : 1.0) / fma(r, h, 1.0);
}

/* The variate from the first tries of its two gamma variates, or NaN. Two calls, so that a kernel can run each as
 * vector lanes; the second one's generator stands behind the first block. */
NM_RV_INLINE double rbeta_first(double a, nm_rng *rng) { return nm_rv_gamma_first(a, rng); }

NM_RV_INLINE double rbeta_second(double first, double b, nm_rng *rng)
{
    return 1.0 / fma(nm_rv_gamma_first(b, rng) / first, 1.0, 1.0);
}
