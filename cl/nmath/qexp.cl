// @provides: qexp
// @depends: nmath, dd, elementary, nm_quick, nm_dist
// @includes: nmath
//
// Quantile of the exponential distribution with mean scale: -scale log(1 - p), in double-double.
// Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double qexp(double p, double scale, int lower_tail, int log_p)
{
    const double top = log_p ? 0.0 : 1.0, bottom = log_p ? ML_NEGINF : 0.0;
    const int inside = p > bottom && p < top;
    nm_dd t;
    double far = 0.0;
    if (lower_tail && log_p) {
        const double x = inside ? p : -1.0;
        const nm_dd e = nm_quick_exp_dd(nm_dd_of(x)), c = nm_quick_expm1(nm_dd_of(x));
        // log(1 - e), and -e scale where that is all: exp(x) alone might underflow.
        t = x < -100.0 ? nm_dd_neg(e) : nm_quick_log_dd(nm_dd_neg(c), 0.0);
        int k;
        double f;
        const nm_dd m = nm_quick_exp(nm_dd_of(x), &k);
        const double s = nm_quick_split(scale, &f);
        far = nm_quick_scale(m.hi * s, x < -1499.0 ? -2200 : k + (int)f);
    } else if (log_p) {
        t = nm_dd_of(p);
    } else {
        t = lower_tail ? nm_quick_log_dd(nm_two_sum(1.0, inside ? -p : -0.5), 0.0) : nm_quick_log(inside ? p : 0.5);
    }
    double r = lower_tail && log_p && p < -100.0 ? far : nm_affine(nm_dd_neg(t), scale, 0.0);
    r = scale == ML_POSINF ? ML_POSINF : r;
    const int low = (p == bottom) == (lower_tail != 0);
    r = inside ? r : low ? 0.0 : ML_POSINF;
    r = scale == 0.0 && !(nm_bad_p(p, log_p)) ? 0.0 : r;
    r = nm_bad_p(p, log_p) || scale < 0.0 ? ML_NAN : r;
    return p != p || scale != scale ? p + scale : r;
}
