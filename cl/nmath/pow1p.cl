// @provides: pow1p
// @depends: nmath, dd, elementary, nm_power
// @includes: nmath
//
// (1 + x)^y without rounding 1 + x: exp(y log1p(x)) in double-double. Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double pow1p(double x, double y)
{
    if (x == 0.0 || y == 0.0) return 1.0;
    if (x != x || y != y) return x + y;
    if (x == -1.0) return y > 0.0 ? 0.0 : ML_POSINF;
    if (!(fabs(y) < ML_POSINF) || !(fabs(x) < ML_POSINF)) return pow(1.0 + x, y);
    if (fabs(x) <= 0.03125) {
        const nm_dd l = nm_dd_log1p(nm_dd_of(x));
        const double h = l.hi * y;
        if (fabs(h) < 1e-40) return 1.0;
        return nm_exp_dd(fabs(h) < 1e5 && fabs(l.hi) > 1e-250 ? nm_dd_mul_d(l, y) : nm_dd_of(h));
    }
    return nm_power(nm_two_sum(1.0, x), y, 1);
}
