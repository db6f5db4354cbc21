// @provides: pweibull, nm_pweibull
// @depends: nmath, dd, elementary, mills, nm_light, nm_fine
// @includes: nmath
//
// Distribution function of the Weibull distribution: 1 - exp(-t), t = (q / scale)^shape, from the definition, with
// log t and t as pairs, to 2^-59: exp(-t) magnifies the error of t by t. No branches. Accuracy: below 2 ulp, in an
// upper tail from exp(-100) to exp(-745) 10 ulp.
// SPDX-License-Identifier: MIT

NM_LIGHT double nm_pweibull(double q, double shape, double scale, int lower_tail, int log_p)
{
    const int hq = nm_upper(q), ha = nm_upper(shape), hs = nm_upper(scale);
    const int inside = (q > 0.0) & (hq < 0x7ff00000) & (shape > 0.0) & (scale > 0.0) & (hs < 0x7ff00000);
    int usual = inside & (ha < 0x7ff00000);
    const nm_dd r = nm_fine_quotient(q, scale);
    const double u = shape * r.hi, ul = fma(shape, r.hi, -u) + shape * r.lo;
    int k, j;
    double v;
    if (log_p) {
        // log t below -80 is the logarithm of the lower tail, and t minus that of the upper one.
        const int far = (nm_upper(u) & 0x7fffffff) >= 0x40c00000;
        const nm_dd m = nm_fine_exp(far ? (u > 0.0 ? 8192.0 : -8192.0) : u, far ? 0.0 : ul, &k);
        const double t = nm_scale2(m.hi, k), tl = t < 2048.0 ? nm_scale2(m.lo, k) : 0.0;
        v = -t;
        if (lower_tail) v = u < -80.0 ? u : nm_light_log1mexp(u < -80.0 ? 1.0 : t, tl).hi;
    } else {
        // From t = 2^11 on nothing is left, nor below the doubles.
        usual &= (u < 7.7) & (u > -4000.0);
        const nm_dd m = nm_fine_exp(u, ul, &k);
        const double g = nm_two_to(k < -1000 ? -1000 : k), th = m.hi * g, tl = m.lo * g;
        if (lower_tail) {
            v = k < -100 ? nm_light_scale(m.hi + m.lo, k) : -nm_light_expm1(-th, -tl);
        } else {
            const double w = nm_light_exp(-th, -tl, &j);
            v = nm_light_scale(w, j);
        }
    }
    // A step at scale for an infinite shape, at 0 for q or scale outside.
    const double top = log_p ? 0.0 : 1.0, none = log_p ? ML_NEGINF : 0.0;
    const double lower = log_p ? -0.45867514538708193 : 0.63212055882855767, upper = log_p ? -1.0 : 0.36787944117144233;
    const double at = lower_tail ? lower : upper;
    const int one = (inside ? q > scale : q > 0.0 && scale < ML_POSINF) == (lower_tail != 0);
    const int bad = (q != q) | !(shape > 0.0) | !(scale > 0.0);
    return usual ? v : bad ? ML_NAN : inside && q == scale ? at : one ? top : none;
}

NM_INLINE double pweibull(double q, double shape, double scale, int lower_tail, int log_p)
{
    if (log_p) return lower_tail ? nm_pweibull(q, shape, scale, 1, 1) : nm_pweibull(q, shape, scale, 0, 1);
    return lower_tail ? nm_pweibull(q, shape, scale, 1, 0) : nm_pweibull(q, shape, scale, 0, 0);
}
