// @provides: plogis
// @depends: nmath, dd, elementary, nm_quick
// @includes: nmath
//
// Distribution function of the logistic distribution: 1 / (1 + e) or e / (1 + e), e = exp(-|q - location| / scale),
// from the definition, in double-double. Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double plogis(double q, double location, double scale, int lower_tail, int log_p)
{
    // Arguments outside the usual are computed with harmless ones and replaced at the end.
    const int usual = fabs(q) < ML_POSINF && fabs(location) < ML_POSINF && scale > 0.0 && scale < ML_POSINF;
    const nm_dd d = nm_quick_z(usual ? q : 0.0, usual ? location : 0.0, usual ? scale : 1.0);
    // Infinite arguments: the sign decides, 0 is the middle.
    const double far = (q - location) / scale;
    const double z = (lower_tail ? 1.0 : -1.0) * (usual ? d.hi : far);
    const nm_dd y = d.hi > 0.0 ? nm_dd_neg(d) : d;
    int k;
    const nm_dd m = nm_quick_exp(y, &k), t = nm_quick_1p(nm_quick_exp_dd(y));
    double r;
    if (log_p) {
        const nm_dd l = nm_quick_log_dd(t, 0.0), s = nm_two_sum(y.hi, -l.hi);
        r = z > 0.0 ? -l.hi : y.hi < -1000.0 ? y.hi : s.hi + (s.lo + (y.lo - l.lo));
    } else {
        const nm_dd v = nm_quick_recip(t), p = nm_two_prod(m.hi, v.hi);
        const double a = p.hi + fma(m.hi, v.lo, fma(m.lo, v.hi, p.lo));
        r = z > 0.0 ? v.hi + v.lo : nm_quick_scale(a, y.hi < -1000.0 ? -2200 : k);
    }
    const int at_end = !(fabs(z) < ML_POSINF);
    r = at_end ? (z > 0.0 ? (log_p ? 0.0 : 1.0) : (log_p ? ML_NEGINF : 0.0)) : r;
    return !(scale > 0.0) || z != z ? (scale != scale ? scale : z != z ? z : ML_NAN) : r;
}
