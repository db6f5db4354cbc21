// @provides: dunif
// @depends: nmath, dd, elementary, nm_dist
// @includes: nmath
//
// Density of the uniform distribution on [a, b]: 1 / (b - a). Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double dunif(double x, double a, double b, int give_log)
{
    if (x != x || a != a || b != b) return x + a + b;
    if (b <= a) return ML_NAN;
    if (!(x >= a && x <= b) || !(fabs(a) < ML_POSINF && fabs(b) < ML_POSINF)) return give_log ? ML_NEGINF : 0.0;
    int e, k;
    const nm_dd d = nm_diff(b, a, &e);
    const nm_dd m = nm_div_split(d, 1.0, &k);
    if (give_log) return -nm_dd_log_scaled(m, (double)(k + e)).hi;
    return nm_scale2(nm_dd_div(nm_dd_of(1.0), m).hi, -k - e);
}
