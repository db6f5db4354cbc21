// @provides: dlogis, nm_dlogis_any
// @depends: nmath, dd, elementary, nm_quick
// @includes: nmath
//
// Density of the logistic distribution: e / (scale (1 + e)^2) with e = exp(-|x - location| / scale), from the
// definition, in double-double. Accuracy: below 1 ulp.
// Ordinary arguments take a short way, in which no exponent has to be kept apart.
// SPDX-License-Identifier: MIT

// Any arguments.
NM_FN double nm_dlogis_any(double x, double location, double scale, int give_log)
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
        const int gone = y.hi < -1499.0;
        r = nm_quick_scale(h + (fma(-h, ql, fma(-h, q.hi, n.hi)) + n.lo) / q.hi, gone ? -2200 : k - (int)e);
    }
    const double none = give_log ? ML_NEGINF : 0.0;
    const double end = fabs(x) == ML_POSINF && !(fabs(location) < ML_POSINF && scale < ML_POSINF) ? ML_NAN : none;
    r = usual ? r : scale > 0.0 ? end : ML_NAN;
    return x != x || location != location || scale != scale ? x + location + scale : r;
}

NM_INLINE double dlogis(double x, double location, double scale, int give_log)
{
    const nm_dd d = nm_two_sum(x, -location);
    const double inv = 1.0 / scale, q = d.hi * inv, ql = (fma(-q, scale, d.hi) + d.lo) * inv;
    if (!(scale > 0x1p-200 && scale < 0x1p200 && fabs(x) < 0x1p900 && fabs(q) < 650.0))
        return nm_dlogis_any(x, location, scale, give_log);
    const double sign = q > 0.0 ? -1.0 : 1.0;
    int k;
    // e = exp(-|z|) = m 2^k
    const nm_dd m = nm_exp_reduced(nm_quick_reduce(nm_dd_make(sign * q, sign * ql), &k));
    const double p2 = nm_quick_pow2(k), e = m.hi * p2, el = m.lo * p2;
    const nm_dd t = nm_quick_1p(nm_dd_make(e, el));
    if (give_log) {
        const nm_dd l = nm_quick_log_dd(t, 0.0), g = nm_quick_log(scale);
        const nm_dd a = nm_two_sum(sign * q, -2.0 * l.hi), b = nm_two_sum(a.hi, -g.hi);
        return b.hi + (b.lo + (a.lo + (sign * ql - fma(2.0, l.lo, g.lo))));
    }
    // e / (t^2 scale)
    const nm_dd p = nm_two_prod(t.hi, t.hi), w = nm_two_prod(p.hi, scale);
    const double wl = fma(fma(2.0 * t.hi, t.lo, p.lo), scale, w.lo), iw = 1.0 / w.hi, h = e * iw;
    return fma(fma(-h, wl, fma(-h, w.hi, e)) + el, iw, h);
}
