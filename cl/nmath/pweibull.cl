// @provides: pweibull, nm_pweibull
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// Distribution function of the Weibull distribution: 1 - exp(-t), t = (q / scale)^shape, from the definition, with
// log t and t as pairs. No branches. Accuracy: below 2 ulp, beyond |log t| = 40 the 2^-57 of the logarithm times that.
// SPDX-License-Identifier: MIT

NM_LIGHT double nm_pweibull(double q, double shape, double scale, int lower_tail, int log_p)
{
    const int usual = (q > 0.0) & (q < ML_POSINF) & (shape > 0.0) & (as_ulong(scale) - 1UL < 0x7fefffffffffffffUL);
    const double a = usual ? shape : 1.0;
    const nm_dd r = nm_light_log_quotient(usual ? q : 1.0, 0.0, usual ? scale : 1.0, 0.0, 0, 0);
    const double u = r.hi == 0.0 ? 0.0 : a * r.hi;
    const int far = (nm_upper(u) & 0x7fffffff) >= 0x40c00000;
    int k;
    const nm_dd m = nm_light_exp_pair(u, far ? 0.0 : fma(a, r.hi, -u) + a * r.lo, &k);
    const double t = nm_scale2(m.hi, k), tl = t < 2048.0 ? nm_scale2(m.lo, k) : 0.0;
    double v;
    if (lower_tail) {
        if (log_p) v = u < -80.0 ? u : nm_light_log1mexp(u < -80.0 ? 1.0 : t, tl).hi;
        else v = -nm_light_expm1_pair(-t, -tl).hi;
    } else {
        int j;
        const double w = nm_light_exp(-t, -tl, &j);
        v = log_p ? -t : nm_scale2(w, j);
    }
    const int one = (q > 0.0 && scale < ML_POSINF) == (lower_tail != 0);
    const double end = one ? (log_p ? 0.0 : 1.0) : (log_p ? ML_NEGINF : 0.0);
    const int bad = (q != q) | !(shape > 0.0) | !(scale > 0.0);
    return bad ? ML_NAN : usual ? v : end;
}

NM_INLINE double pweibull(double q, double shape, double scale, int lower_tail, int log_p)
{
    if (log_p) return lower_tail ? nm_pweibull(q, shape, scale, 1, 1) : nm_pweibull(q, shape, scale, 0, 1);
    return lower_tail ? nm_pweibull(q, shape, scale, 1, 0) : nm_pweibull(q, shape, scale, 0, 0);
}
