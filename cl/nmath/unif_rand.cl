// @provides: unif_rand
// @depends: nmath, philox
// @includes: nmath
//
// Uniform on (0, 1): (k + 1/2)/2^52 with 52 random bits k, exact, symmetric about 1/2, never 0 or 1.
// SPDX-License-Identifier: MIT

NM_RV_INLINE double unif_rand(nm_rng *rng) { return fma((double)(nm_rng_bits(rng) >> 12), 0x1p-52, 0x1p-53); }
