// @provides: pexp, nm_pexp
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// Distribution function of the exponential distribution with mean scale: 1 - exp(-q / scale), from the definition, the
// quotient as a pair. No branches. Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_LIGHT double nm_pexp(double q, double scale, int lower_tail, int log_p)
{
    // 0 < q < inf and 0 < scale < inf.
    const int usual = (q > 0.0) & (q < ML_POSINF) & (as_ulong(scale) - 1UL < 0x7fefffffffffffffUL);
    const double a = usual ? q : 1.0, b = usual ? scale : 1.0;
    const int ks = nm_tame(b);
    const double t = b * nm_two_to(ks);
    const nm_dd z = nm_light_quotient(-a, t, ks, 1.0 / t);
    double v;
    if (lower_tail) {
        if (log_p) {
            // Below 2^-60, 1 - exp(-x) is x.
            const int tiny = (nm_upper(z.hi) & 0x7fffffff) < 0x3c300000;
            v = tiny ? nm_light_log_quotient(a, 0.0, b, 0.0, 0, 0).hi : nm_light_log1mexp(-z.hi, -z.lo).hi;
        } else {
            v = -nm_light_expm1_pair(z.hi, z.lo).hi;
        }
    } else {
        int k;
        const double m = nm_light_exp(z.hi, z.lo, &k);
        v = log_p ? z.hi + z.lo : nm_scale2(m, k);
    }
    const int one = (q > 0.0 && scale < ML_POSINF) == (lower_tail != 0);
    const double end = one ? (log_p ? 0.0 : 1.0) : (log_p ? ML_NEGINF : 0.0);
    return usual ? v : q == q && scale >= 0.0 ? end : ML_NAN;
}

NM_INLINE double pexp(double q, double scale, int lower_tail, int log_p)
{
    if (log_p) return lower_tail ? nm_pexp(q, scale, 1, 1) : nm_pexp(q, scale, 0, 1);
    return lower_tail ? nm_pexp(q, scale, 1, 0) : nm_pexp(q, scale, 0, 0);
}
