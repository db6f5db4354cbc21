// @provides: pexp
// @depends: nmath, dd, elementary, nm_quick
// @includes: nmath
//
// Distribution function of the exponential distribution with mean scale: 1 - exp(-q / scale), from the definition, the
// quotient in double-double. Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double pexp(double q, double scale, int lower_tail, int log_p)
{
    // Arguments outside the usual are computed with harmless ones and replaced at the end.
    const int usual = q > 0.0 && q < ML_POSINF && scale > 0.0 && scale < ML_POSINF;
    double e, r;
    const nm_dd u = nm_quick_ratio(nm_dd_of(usual ? -q : -1.0), usual ? scale : 1.0, &e), z = nm_quick_ldexp(u, e);
    if (lower_tail) {
        const nm_dd c = nm_dd_neg(nm_quick_expm1(z));
        if (log_p) {
            // 1 - exp(z) is -z where it is tiny.
            const int tiny = e < -200.0;
            const nm_dd l = nm_quick_log_dd(tiny ? nm_dd_neg(u) : c, tiny ? e : 0.0);
            r = z.hi < -745.2 ? -0.0 : l.hi;
        } else {
            r = c.hi;
        }
    } else {
        int k;
        const nm_dd m = nm_quick_exp(z, &k);
        r = log_p ? z.hi : nm_quick_scale(m.hi, z.hi < -1000.0 ? -2200 : k);
    }
    const int one = (q > 0.0 && scale < ML_POSINF) == (lower_tail != 0);
    const double end = one ? (log_p ? 0.0 : 1.0) : (log_p ? ML_NEGINF : 0.0);
    r = usual ? r : end;
    r = scale >= 0.0 ? r : ML_NAN;
    return q != q || scale != scale ? q + scale : r;
}
