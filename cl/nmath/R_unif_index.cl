// @provides: R_unif_index
// @depends: nmath, philox
// @includes: nmath
//
// Uniform on 0, 1, ..., ceil(dn) - 1, without bias: the high word of a 64-bit product, rejecting the low words that
// would be counted once too often (D. Lemire, Fast random integer generation in an interval, ACM TOMACS 29, 2019).
// dn <= 0 gives 0; dn above 2^53, where the integers are no longer all doubles, gives floor(dn * uniform).
// Bound: 8 tries; each fails with probability less than 2^-11, the ninth would be needed with less than 2^-88. Then
// the last one is taken.
// SPDX-License-Identifier: MIT

INLINE double R_unif_index(double dn, nm_rng *rng)
{
    if (dn != dn || dn == ML_POSINF) return ML_NAN;
    if (dn <= 0.0) return 0.0;
    if (dn > 0x1p53) return floor(dn * fma((double)(nm_rng_bits(rng) >> 12), 0x1p-52, 0x1p-53));
    const ulong n = (ulong)ceil(dn);
    ulong high = 0;
    for (int i = 0; i < 8; i++) {
        const ulong x = nm_rng_bits(rng), low = x * n;
        high = mul_hi(x, n);
        if (low >= n || low >= (0ul - n) % n) break;
    }
    return (double)high;
}
