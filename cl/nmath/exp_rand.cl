// @provides: exp_rand
// @depends: nmath, philox, nm_variate
// @includes: nmath
//
// Standard exponential, by inversion: -log(v) or -log(1 - v) with v uniform on (0, 1/2], either with probability 1/2.
// So the result keeps full relative precision near 0, is never 0, and reaches 45.05.
// SPDX-License-Identifier: MIT

NM_RV_INLINE double exp_rand(nm_rng *rng)
{
    const ulong bits = nm_rng_bits(rng);
    const double v = nm_rng_half(bits);
    const int low = (int)(bits & 1);
    return -nm_rv_log(low ? 1.0 - v : v, low ? -v : v - 1.0);
}
