// @provides: R_pow
// @depends: nmath, dd, elementary, mills, nm_light, nm_power
// @includes: nmath
//
// x^y, with 1^y = x^0 = 1 even for NaN, and the limits of IEEE 754 elsewhere (help(Arithmetic) of R). No branches.
// Accuracy: 0.55 ulp, the same on every device.
// SPDX-License-Identifier: MIT

NM_INLINE double R_pow(double x, double y)
{
    const double ax = fabs(x);
    const int hx = nm_upper(ax), hy = nm_upper(y) & 0x7fffffff;
    const int usual = (hx < 0x7ff00000) & (hy < 0x7ff00000) & (x != 0.0), one = (x == 1.0) | (y == 0.0);
    const int bad = (x != x) | (y != y);
    const double r = nm_power_abs(nm_dd_of(ax), y, 0);
    // 0 and inf: the size of the power.
    const double v = usual ? r : (ax > 1.0) == (y > 0.0) ? ML_POSINF : 0.0;
    const double w = x < 0.0 ? nm_power_sign(v, y) : v;
    return one ? 1.0 : bad ? ML_NAN : w;
}
