// @provides: dlogis
// @depends: nmath, dd, elementary, nm_quick
// @includes: nmath
//
// Density of the logistic distribution: e / (scale (1 + e)^2) with e = exp(-|x - location| / scale), from the
// definition, in double-double. Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double dlogis(double x, double location, double scale, int give_log)
{
    // Arguments outside the usual are computed with harmless ones and replaced at the end.
    const int usual = fabs(x) < ML_POSINF && fabs(location) < ML_POSINF && scale > 0.0 && scale < ML_POSINF;
    const double s = usual ? scale : 1.0;
    const nm_dd d = nm_quick_z(usual ? x : 0.0, usual ? location : 0.0, s), y = d.hi > 0.0 ? nm_dd_neg(d) : d;
    const nm_dd t = nm_quick_1p(nm_quick_exp_dd(y));
    double e, r;
    const double m = nm_quick_split(s, &e);
    if (give_log) {
        const nm_dd l = nm_quick_log_dd(t, 0.0), g = nm_quick_log_mantissa(m, 0.0, e);
        const nm_dd a = nm_two_sum(y.hi, -2.0 * l.hi), b = nm_two_sum(a.hi, -g.hi);
        r = y.hi > -0x1p500 ? b.hi + (b.lo + (a.lo + (y.lo - fma(2.0, l.lo, g.lo)))) : y.hi;
    } else {
        int k;
        const nm_dd n = nm_quick_exp(y, &k), p = nm_two_prod(t.hi, t.hi);
        const nm_dd q = nm_two_prod(p.hi, m);
        const double ql = fma(fma(2.0 * t.hi, t.lo, p.lo), m, q.lo), h = n.hi / q.hi;
        r = nm_quick_scale(h + (fma(-h, ql, fma(-h, q.hi, n.hi)) + n.lo) / q.hi, y.hi < -1000.0 ? -2200 - (int)e : k - (int)e);
    }
    const double none = give_log ? ML_NEGINF : 0.0;
    const double end = fabs(x) == ML_POSINF && !(fabs(location) < ML_POSINF && scale < ML_POSINF) ? ML_NAN : none;
    r = usual ? r : scale > 0.0 ? end : ML_NAN;
    return x != x || location != location || scale != scale ? x + location + scale : r;
}
