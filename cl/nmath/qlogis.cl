// @provides: qlogis
// @depends: nmath, dd, elementary, nm_quick, nm_dist
// @includes: nmath
//
// Quantile of the logistic distribution: location + scale log(p / (1 - p)), in double-double. Accuracy: below 1 ulp,
// also beside p = 1/2.
// SPDX-License-Identifier: MIT

NM_INLINE double qlogis(double p, double location, double scale, int lower_tail, int log_p)
{
    const double top = log_p ? 0.0 : 1.0, bottom = log_p ? ML_NEGINF : 0.0;
    const int inside = p > bottom && p < top;
    nm_dd t;
    if (log_p) {
        const double x = inside ? p : -1.0;
        const nm_dd c = nm_quick_expm1(nm_dd_of(x));
        // log(1 - exp(x)) is log(-x) for tiny x.
        const nm_dd l = nm_quick_log_dd(nm_dd_neg(c), 0.0), s = nm_two_sum(x, x < -745.2 ? 0.0 : -l.hi);
        t = nm_fast_two_sum(s.hi, s.lo - (x < -745.2 ? 0.0 : l.lo));
    } else {
        const double x = inside ? p : 0.5;
        const nm_dd o = nm_two_sum(1.0, -x);
        double e;
        const nm_dd q = nm_quick_ratio(nm_dd_of(x), o.hi, &e);
        // divided by 1 + o.lo / o.hi
        t = nm_quick_log_dd(nm_fast_two_sum(q.hi, q.lo - q.hi * (o.lo / o.hi)), e);
    }
    double r = nm_affine(lower_tail ? t : nm_dd_neg(t), scale, location);
    r = scale == 0.0 ? location : r;
    r = inside ? r : (p == top) == (lower_tail != 0) ? ML_POSINF : ML_NEGINF;
    r = nm_bad_p(p, log_p) || scale < 0.0 ? ML_NAN : r;
    return p != p || location != location || scale != scale ? p + location + scale : r;
}
