// @provides: rt
// @depends: nmath, philox, nm_variate, exp_rand
// @includes: nmath
//
// Student's t for real df, without rejection, by the polar method: R. W. Bailey, Polar generation of random variates
// with the t-distribution, Math. Comp. 62 (1994), theorem 1: sqrt(df (W^(-2/df) - 1)) cos(2 pi U) with W and U
// uniform. With y = 2E/df, E = -log(W): exp(y/2) sqrt(-df expm1(-y)) overflows only where the variate does.
// From df = 1e200 on, df expm1(y) = 2E to the last bit: the normal distribution by Box and Muller.
// SPDX-License-Identifier: MIT

INLINE double rt(double df, nm_rng *rng)
{
    const double e = exp_rand(rng);
    const ulong bits = nm_rng_bits(rng);
    /* |cos(2 pi U)|: U folded into the quadrant, q in (0, 1/4] is a quarter of the circle */
    const double v = nm_rng_half(bits);
    const int outer = v > 0.25;
    double s, c;
    nm_rv_sincospi(outer ? 0.5 - v : v, &s, &c);
    const double cosine = outer ? s : c;
    const double y = 2.0 * e / df;
    const double h = nm_rv_exp(0.5 * y), g = df < 1e200 ? -df * nm_rv_expm1(-y) : 2.0 * e;
    const double r = h * sqrt(g);
    return df > 0.0 ? r * (bits & 1 ? cosine : -cosine) : ML_NAN;
}
