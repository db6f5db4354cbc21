// @provides: rlogis
// @depends: nmath, philox, nm_variate
// @includes: nmath
//
// Logistic, by inversion: location +- scale log((1 - v)/v) with v uniform on (0, 1/2]; tails to 45 scales, full
// relative precision at the centre. Scale 0 or an infinite location is a point mass.
// SPDX-License-Identifier: MIT

INLINE double rlogis(double location, double scale, nm_rng *rng)
{
    const ulong bits = nm_rng_bits(rng);
    const double v = nm_rng_half(bits), inv = 1.0 / v;
    const double t = nm_rv_log((1.0 - v) * inv, (0.5 - v) * 2.0 * inv);
    const double x = fma(bits & 1 ? scale : -scale, t, location);
    return scale >= 0.0 && scale <= DBL_MAX && location == location ? x : ML_NAN;
}
