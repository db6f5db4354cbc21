// @provides: R_pow
// @depends: nmath, dd, elementary, mills, nm_light, nm_quick, nm_power
// @includes: nmath
//
// x^y, with 1^y = x^0 = 1 even for NaN, and the limits of IEEE 754 elsewhere (help(Arithmetic) of R). No branches.
// Accuracy: 0.55 ulp, the same on every device.
// SPDX-License-Identifier: MIT

NM_INLINE double R_pow(double x, double y)
{
    const double ax = fabs(x), ay = fabs(y);
    const int usual = ((nm_upper(x) & 0x7fffffff) < 0x7ff00000) & (ay < ML_POSINF) & (x != 0.0);
    const double r = nm_power(nm_dd_of(usual ? x : 1.0), usual ? y : 1.0);
    // 0 and inf: the size of the power, and its sign, negative only for odd powers of -inf.
    const int whole = (floor(y) == y) & (ay < ML_POSINF), odd = whole & (ay < 0x1p53) & (rint(0.5 * y) != 0.5 * y);
    const double base = (ax > 1.0) == (y > 0.0) ? ML_POSINF : 0.0;
    const int wrong = (x < 0.0) & ((ax == ML_POSINF && ay < ML_POSINF) ? !whole : ay == ML_POSINF);
    const double signed_base = x < 0.0 && base > 1.0 && odd ? -base : base;
    double v = usual ? r : wrong ? ML_NAN : signed_base;
    v = x != x || y != y ? ML_NAN : v;
    return x == 1.0 || y == 0.0 ? 1.0 : v;
}
