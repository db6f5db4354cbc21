// @provides: rgeom
// @depends: nmath, nm_variate, exp_rand
// @includes: nmath
//
// Geometric, number of failures, by inversion: floor(E / -log(1 - p)) with E of exp_rand.
// SPDX-License-Identifier: MIT

INLINE double rgeom(double p, nm_rng *rng)
{
    const double e = exp_rand(rng), rate = -nm_rv_log(p < 1.0 ? 1.0 - p : 0.5, -p);
    const double x = p < 1.0 ? floor(e / rate) : 0.0;
    return p > 0.0 && p <= 1.0 ? x : ML_NAN;
}
