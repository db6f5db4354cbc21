// @provides: rwilcox
// @depends: nmath, philox
// @includes: nmath
//
// Wilcoxon's rank sum (Mann-Whitney) statistic of samples of m and n (rounded to integers), by its definition and
// without storage: selection sampling (Knuth, The art of computer programming 2, 3.4.2, algorithm S) walks through
// the m + n ranks and takes each with probability (still wanted)/(still left), here an exact 64-bit comparison up to
// a bias of (m + n)/2^64. The sum of the ranks taken less its minimum is the statistic.
// Bound: m + n steps, m + n < 2^31; more give NaN.
// SPDX-License-Identifier: MIT

INLINE double rwilcox(double m, double n, nm_rng *rng)
{
    const double a = rint(m), b = rint(n);
    if (!(a >= 0.0 && b >= 0.0 && a + b < 0x1p31)) return ML_NAN;
    const ulong total = (ulong)(a + b);
    ulong want = (ulong)(a < b ? a : b), passed = 0, sum = 0;
    /* each taken element scores the untaken ones before it: U, symmetric in the two samples */
    for (ulong left = total; left > 0 && want > 0; left--) {
        const ulong take = mul_hi(nm_rng_bits(rng), left) < want;
        sum += take ? passed : 0;
        want -= take;
        passed += 1 - take;
    }
    return (double)sum;
}
