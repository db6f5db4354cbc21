// @provides: rexp
// @depends: nmath, exp_rand
// @includes: nmath
//
// Exponential with mean `scale`: scale times exp_rand. Scale 0 is a point mass.
// SPDX-License-Identifier: MIT

INLINE double rexp(double scale, nm_rng *rng)
{
    const double x = scale * exp_rand(rng);
    return scale >= 0.0 && scale <= DBL_MAX ? x : ML_NAN;
}
