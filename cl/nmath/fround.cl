// @provides: fround
// @depends: nmath, dd, elementary, nm_dist, nm_round10
// @includes: nmath
//
// x rounded to digits decimal places (before the point for negative digits; digits to the nearest integer). The number
// rounded is the double, not its shortest decimal; of the two decimals around it, as doubles, the closer one, to even
// when they are equally close. Accuracy: 0.5 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double fround(double x, double digits)
{
    if (x != x || digits != digits) return x + digits;
    if (!(fabs(x) < ML_POSINF) || digits > 400.0 || x == 0.0) return x;
    if (digits < -310.0) return copysign(0.0, x);
    const int d = (int)floor(digits + 0.5);
    // 2^53 and more units of the last place asked for: x has no further digits to lose.
    if (d > 0 && (double)d + nm_lead10(x) > 16.0) return x;
    const nm_dd y = nm_times_pow10(x, d);
    return y.hi >= 0x1p53 ? x : nm_round10(x, d, y, 1);
}
