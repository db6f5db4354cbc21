// @provides: rchisq
// @depends: nmath, rgamma
// @includes: nmath
//
// Chi-square for real df >= 0: twice a gamma variate of shape df/2.
// SPDX-License-Identifier: MIT

INLINE double rchisq(double df, nm_rng *rng)
{
    return df >= 0.0 && df <= DBL_MAX ? rgamma(0.5 * df, 2.0, rng) : ML_NAN;
}
