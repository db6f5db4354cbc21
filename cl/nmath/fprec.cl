// @provides: fprec
// @depends: nmath, dd, elementary, nm_dist, nm_round10
// @includes: nmath
//
// x rounded to digits significant decimal digits (to the nearest integer, at least 1); ties of the double itself go to
// the even digit. From 17 digits on x is its own rounding. Accuracy: 0.5 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double fprec(double x, double digits)
{
    if (x != x || digits != digits) return x + digits;
    if (!(fabs(x) < ML_POSINF) || x == 0.0 || digits >= 16.5) return x;
    const int k = digits < 1.0 ? 1 : (int)floor(digits + 0.5);
    const double top = nm_pow5(k).hi * nm_pow2(k);
    // The decimal exponent, estimated and then set right by one step.
    int d = k - 1 - (int)floor(nm_lead10(x));
    nm_dd y = nm_times_pow10(x, d);
    const int over = y.hi > top || (y.hi == top && y.lo >= 0.0);
    const int under = y.hi < 0.1 * top || (y.hi == 0.1 * top && y.lo < 0.0);
    if (over || under) {
        d += over ? -1 : 1;
        y = nm_times_pow10(x, d);
    }
    return nm_round10(x, d, y, 0);
}
