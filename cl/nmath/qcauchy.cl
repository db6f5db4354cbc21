// @provides: qcauchy
// @depends: nmath, dd, elementary, nm_dist, nm_trigpi
// @includes: nmath
//
// Quantile of the Cauchy distribution: location - scale / tan(pi p) for the smaller tail p, and
// location + scale tan(pi (p - 1/2)) in the middle half. Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double qcauchy(double p, double location, double scale, int lower_tail, int log_p)
{
    if (p != p || location != location || scale != scale) return p + location + scale;
    if (nm_bad_p(p, log_p) || !(scale >= 0.0) || !(fabs(location) < ML_POSINF)) return ML_NAN;
    const double top = log_p ? 0.0 : 1.0, bottom = log_p ? ML_NEGINF : 0.0;
    if (scale == 0.0) return location;
    if (p == bottom) return lower_tail ? ML_NEGINF : ML_POSINF;
    if (p == top) return lower_tail ? ML_POSINF : ML_NEGINF;
    if (scale == ML_POSINF) return ML_NAN;
    nm_dd s, c;
    // 1 / (pi p), as exp(-p) / pi where exp(p) may underflow.
    if (log_p && p < -50.0) {
        int e;
        const double m = nm_split(scale, &e);
        const double t = nm_exp_pow(nm_dd_of(-p), nm_dd_div(nm_dd_of(m), NM_PI), e);
        return lower_tail ? location - t : location + t;
    }
    const nm_dd a = nm_tail_dd(p, 1, log_p), b = nm_tail_dd(p, 0, log_p);
    const int low = a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo);
    const nm_dd t = low ? a : b;
    nm_dd x;
    if (t.hi < 0.25) {
        nm_sincospi(t.hi < 1e-40 ? nm_dd_of(1e-40) : t, &s, &c);
        // Tiny t: 1 / (pi t), with t brought near 1.
        if (t.hi < 1e-40) {
            int k, e;
            nm_split(t.hi, &k);
            const nm_dd v = nm_dd_mul(nm_ldexp_dd(t, -k), NM_PI);
            const double m = nm_split(scale, &e);
            const nm_dd y = nm_dd_div(nm_dd_of(m), v);
            const double r = nm_scale2(y.hi, e - k > 2200 ? 2200 : e - k);
            return (low == (lower_tail != 0)) ? location - r : location + r;
        }
        x = nm_dd_div(c, s);
    } else {
        nm_sincospi(nm_dd_neg(nm_dd_add_d(t, -0.5)), &s, &c);
        x = nm_dd_div(s, c);
    }
    return nm_affine((low == (lower_tail != 0)) ? nm_dd_neg(x) : x, scale, location);
}
