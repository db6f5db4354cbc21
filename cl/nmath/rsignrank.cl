// @provides: rsignrank
// @depends: nmath, philox
// @includes: nmath
//
// Wilcoxon's signed rank statistic for n pairs (rounded to an integer), by its definition: every rank 1..n counts
// with probability 1/2. 64 ranks at a time: the sum of the positions of the set bits of a word is
// sum over j of 2^j popcount(word & mask_j), mask_j the positions with bit j.
// Bound: ceil(n/64) steps, n < 2^31; larger n give NaN.
// SPDX-License-Identifier: MIT

INLINE double rsignrank(double n, nm_rng *rng)
{
    const double m = rint(n);
    if (!(m >= 0.0 && m < 0x1p31)) return ML_NAN;
    const ulong count = (ulong)m;
    ulong sum = 0;
    for (ulong base = 0; base < count; base += 64) {
        ulong bits = nm_rng_bits(rng);
        if (count - base < 64) bits &= ((ulong)1 << (count - base)) - 1;
        sum += (base + 1) * (ulong)popcount(bits);
        sum += (ulong)popcount(bits & 0xAAAAAAAAAAAAAAAAul);
        sum += (ulong)popcount(bits & 0xCCCCCCCCCCCCCCCCul) << 1;
        sum += (ulong)popcount(bits & 0xF0F0F0F0F0F0F0F0ul) << 2;
        sum += (ulong)popcount(bits & 0xFF00FF00FF00FF00ul) << 3;
        sum += (ulong)popcount(bits & 0xFFFF0000FFFF0000ul) << 4;
        sum += (ulong)popcount(bits & 0xFFFFFFFF00000000ul) << 5;
    }
    return (double)sum;
}
