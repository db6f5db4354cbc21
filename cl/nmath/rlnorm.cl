// @provides: rlnorm
// @depends: nmath, nm_variate, norm_rand
// @includes: nmath
//
// Log-normal: exp(meanlog + sdlog Z) with Z of norm_rand. sdlog = 0 is a point mass.
// SPDX-License-Identifier: MIT

INLINE double rlnorm(double meanlog, double sdlog, nm_rng *rng)
{
    const double x = nm_rv_exp(fma(sdlog, norm_rand(rng), meanlog));
    return sdlog >= 0.0 && sdlog <= DBL_MAX && meanlog == meanlog ? x : ML_NAN;
}
