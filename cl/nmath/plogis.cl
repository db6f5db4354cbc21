// @provides: plogis, nm_plogis_any
// @depends: nmath, dd, elementary, nm_quick
// @includes: nmath
//
// Distribution function of the logistic distribution: 1 / (1 + e) or e / (1 + e), e = exp(-|q - location| / scale),
// from the definition, in double-double. Accuracy: below 1 ulp.
// Ordinary arguments take a short way, in which no exponent has to be kept apart.
// SPDX-License-Identifier: MIT

// Any arguments.
NM_FN double nm_plogis_any(double q, double location, double scale, int lower_tail, int log_p)
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

NM_INLINE double plogis(double q, double location, double scale, int lower_tail, int log_p)
{
    const nm_dd d = nm_two_sum(q, -location);
    const double inv = 1.0 / scale, z = d.hi * inv, zl = (fma(-z, scale, d.hi) + d.lo) * inv;
    if (!(scale > 0x1p-200 && scale < 0x1p200 && fabs(q) < 0x1p900 && fabs(z) < 650.0))
        return nm_plogis_any(q, location, scale, lower_tail, log_p);
    const double sign = z > 0.0 ? -1.0 : 1.0;
    int k;
    // e = exp(-|z|) = m 2^k
    const nm_dd m = nm_exp_reduced(nm_quick_reduce(nm_dd_make(sign * z, sign * zl), &k));
    const double p2 = nm_quick_pow2(k), e = m.hi * p2, el = m.lo * p2;
    const nm_dd t = nm_quick_1p(nm_dd_make(e, el));
    const int up = (z > 0.0) == (lower_tail != 0);
    if (log_p) {
        const nm_dd l = nm_quick_log_dd(t, 0.0), s = nm_two_sum(sign * z, -l.hi);
        return up ? -l.hi : s.hi + (s.lo + (sign * zl - l.lo));
    }
    const nm_dd v = nm_quick_recip(t);
    return up ? v.hi + v.lo : fma(e, v.hi, fma(e, v.lo, el * v.hi));
}
