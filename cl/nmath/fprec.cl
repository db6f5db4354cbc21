// @provides: fprec, nm_fprec_rest, nm_fprec_power
// @depends: nmath, dd, elementary, mills, nm_dist, nm_round10
// @includes: nmath
//
// x rounded to digits significant decimal digits (to the nearest integer, at least 1); ties of the double itself go to
// the even digit. From 17 digits on x is its own rounding. Where the power of ten
// is a double, product or quotient and remainder are exact and there is nothing to choose. Accuracy: 0.5 ulp.
// SPDX-License-Identifier: MIT

NM_FN double nm_fprec_rest(double x, double digits)
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

// 10^k for 0 <= k <= 22.
NM_INLINE double nm_fprec_power(int k) { return nm_pow5_exact[k] * nm_two_to(k); }

NM_INLINE double fprec(double x, double digits)
{
    const double a = fabs(x);
    if (!(a >= 0.1 && a < 1e15 && digits >= 0.5 && digits < 15.5)) return nm_fprec_rest(x, digits);
    const int k = (int)(digits + 0.5), h = nm_upper(a);
    // The decimal exponent from the binary one and the leading digits, at most one too small; d the decimal places.
    const int g = (int)((double)(h - 0x3ff00000) * (0.30102999566398114 * 0x1p-20) + 1.0);
    const int d = k - g - (a >= nm_fprec_power(g) ? 1 : 0), m = d < 0 ? -d : d;
    const double p = nm_fprec_power(m), y = d < 0 ? a / p : a * p, n = floor(y);
    // What rounding lost; of a quotient only the sign counts.
    const double l = d < 0 ? fma(-y, p, a) * 0x1p-80 : fma(a, p, -y), f = (y - n - 0.5) + l;
    const double odd = floor(0.5 * n) != 0.5 * n ? 1.0 : 0.0, r = n + (f > 0.0 ? 1.0 : f == 0.0 ? odd : 0.0);
    return copysign(d < 0 ? r * p : r / p, x);
}
