// @provides: pexp, nm_pexp_any
// @depends: nmath, dd, elementary, nm_quick
// @includes: nmath
//
// Distribution function of the exponential distribution with mean scale: 1 - exp(-q / scale), from the definition, the
// quotient in double-double. Accuracy: below 1 ulp.
// Ordinary arguments take a short way, in which no exponent has to be kept apart.
// SPDX-License-Identifier: MIT

// Any arguments.
NM_FN double nm_pexp_any(double q, double scale, int lower_tail, int log_p)
{
    // Arguments outside the usual are computed with harmless ones and replaced at the end.
    const int usual = q > 0.0 && q < ML_POSINF && scale > 0.0 && scale < ML_POSINF;
    double e, r;
    const nm_dd u = nm_quick_ratio(nm_dd_of(usual ? -q : -1.0), usual ? scale : 1.0, &e), z = nm_quick_ldexp(u, e);
    if (lower_tail) {
        if (log_p) {
            // 1 - exp(z) is -z where it is tiny.
            const double t = nm_quick_log_dd(nm_dd_neg(u), e).hi, l = nm_quick_log1mexp(z).hi;
            r = e < -200.0 ? t : l;
        } else {
            r = -nm_quick_expm1(z).hi;
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

NM_INLINE double pexp(double q, double scale, int lower_tail, int log_p)
{
    if (!(scale > 0x1p-200 && scale < 0x1p200 && q > 0x1p-400 && q < 650.0 * scale))
        return nm_pexp_any(q, scale, lower_tail, log_p);
    const double inv = 1.0 / scale, z = -q * inv, zl = fma(-z, scale, -q) * inv;
    const nm_dd y = nm_dd_make(z, zl);
    if (lower_tail) return log_p ? nm_quick_log1mexp(y).hi : -nm_quick_expm1(y).hi;
    int k;
    const double m = nm_exp_reduced(nm_quick_reduce(y, &k)).hi;
    return log_p ? z + zl : m * nm_quick_pow2(k);
}
