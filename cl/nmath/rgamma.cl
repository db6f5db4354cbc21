// @provides: rgamma, rgamma_first
// @depends: nmath, nm_variate, nm_gamma_variate
// @includes: nmath
//
// Gamma with shape a and the given scale. Method and bound: nm_gamma_variate. Shape or scale 0 is a point mass at 0;
// else an infinite parameter gives infinity.
// SPDX-License-Identifier: MIT

INLINE double rgamma(double a, double scale, nm_rng *rng)
{
    if (!(a >= 0.0 && scale >= 0.0)) return ML_NAN;
    if (a == 0.0 || scale == 0.0) return 0.0;
    if (a > DBL_MAX || scale > DBL_MAX) return ML_POSINF;
    const double g = nm_rv_gamma(a < 1.0 ? a + 1.0 : a, rng);
    if (a >= 1.0) return scale * g;
    const double h = nm_rv_exp(0.5 * nm_rv_gamma_boost(a, rng)); /* half, lest it underflow before the product does */
    return h * g * (h * scale);
}

/* What nm_rv_gamma_first gives of it, or NaN. */
NM_RV_INLINE double rgamma_first(double a, double scale, nm_rng *rng)
{
    const double x = scale * nm_rv_gamma_first(a, rng);
    return scale >= 0.0 ? x : ML_NAN;
}
