// @provides: rweibull
// @depends: nmath, nm_variate, exp_rand
// @includes: nmath
//
// Weibull: scale E^(1/shape) with E of exp_rand. Scale 0 is a point mass.
// SPDX-License-Identifier: MIT

INLINE double rweibull(double shape, double scale, nm_rng *rng)
{
    const double e = exp_rand(rng);
    const double h = nm_rv_exp(0.5 * nm_rv_log(e, e - 1.0) / shape); /* half, lest it underflow before the product */
    const double x = h * scale * h;
    const int ok = shape > 0.0 && shape <= DBL_MAX && scale > 0.0 && scale <= DBL_MAX;
    return ok ? x : scale == 0.0 && shape >= 0.0 ? 0.0 : ML_NAN;
}
