// @provides: rchisq, rchisq_first
// @depends: nmath, rgamma
// @includes: nmath
//
// Chi-square for real df >= 0: twice a gamma variate of shape df/2.
// SPDX-License-Identifier: MIT

INLINE double rchisq(double df, nm_rng *rng)
{
    return df >= 0.0 && df <= DBL_MAX ? rgamma(0.5 * df, 2.0, rng) : ML_NAN;
}

/* What nm_rv_gamma_first gives of it, or NaN. */
NM_RV_INLINE double rchisq_first(double df, nm_rng *rng) { return rgamma_first(0.5 * df, 2.0, rng); }
