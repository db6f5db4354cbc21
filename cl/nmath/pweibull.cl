// @provides: pweibull
// @depends: nmath, dd, elementary, nm_quick
// @includes: nmath
//
// Distribution function of the Weibull distribution: 1 - exp(-t), t = (q / scale)^shape, from the definition, with
// log t and t in double-double. Accuracy: below 2 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double pweibull(double q, double shape, double scale, int lower_tail, int log_p)
{
    const int usual = q > 0.0 && q < ML_POSINF && shape > 0.0 && scale > 0.0 && scale < ML_POSINF;
    double e, v;
    const nm_dd u = nm_quick_ratio(nm_dd_of(usual ? q : 1.0), usual ? scale : 1.0, &e), r = nm_quick_log_dd(u, e);
    const double big = r.hi == 0.0 ? 0.0 : shape * r.hi;
    const int far = !(fabs(big) < 0x1p900);
    const nm_dd l = nm_dd_make(big, far ? 0.0 : fma(shape, r.hi, -big) + shape * r.lo);
    const nm_dd t = nm_quick_exp_dd(l), m = nm_dd_neg(t);
    if (lower_tail) {
        // t so small that 1 - exp(-t) is t.
        const int tiny = l.hi < -80.0;
        if (log_p) {
            const double w = nm_quick_log1mexp(m).hi;
            v = tiny ? l.hi : w;
        } else {
            const double c = -nm_quick_expm1(m).hi;
            v = tiny ? t.hi : c;
        }
    } else {
        int k;
        const nm_dd w = nm_quick_exp(m, &k);
        v = log_p ? m.hi : nm_quick_scale(w.hi, m.hi < -1000.0 ? -2200 : k);
    }
    const int one = (q > 0.0 && scale < ML_POSINF) == (lower_tail != 0);
    const double end = one ? (log_p ? 0.0 : 1.0) : (log_p ? ML_NEGINF : 0.0);
    v = usual ? v : end;
    v = shape > 0.0 && scale > 0.0 ? v : ML_NAN;
    return q != q || shape != shape || scale != scale ? q + shape + scale : v;
}
