// @provides: rcauchy
// @depends: nmath, philox, nm_variate
// @includes: nmath
//
// Cauchy, by inversion: location +- scale cot(pi v) with v uniform on (0, 1/2], so that the tails reach 1e19 and the
// centre keeps its precision. Scale 0 or an infinite location is a point mass.
// SPDX-License-Identifier: MIT

INLINE double rcauchy(double location, double scale, nm_rng *rng)
{
    const ulong bits = nm_rng_bits(rng);
    const double v = nm_rng_half(bits);
    const int outer = v < 0.25;
    double s, c;
    nm_rv_sincospi(outer ? v : 0.5 - v, &s, &c);
    const double t = (outer ? c : s) / (outer ? s : c);
    const double x = fma(bits & 1 ? scale : -scale, t, location);
    return scale >= 0.0 && scale <= DBL_MAX && location == location ? x : ML_NAN;
}
