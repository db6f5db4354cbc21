// @provides: plogis, nm_plogis
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// Distribution function of the logistic distribution: 1 / (1 + e) or e / (1 + e), e = exp(-|q - location| / scale),
// from the definition, the exponent as a pair. No branches. Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_LIGHT double nm_plogis(double q, double location, double scale, int lower_tail, int log_p)
{
    const int hx = nm_upper(q) & 0x7fffffff, hm = nm_upper(location) & 0x7fffffff;
    const int finite = (hx > hm ? hx : hm) < 0x7ff00000;
    const int usual = (as_ulong(scale) - 1UL < 0x7fefffffffffffffUL) & finite;
    const double s = usual ? scale : 1.0;
    const int ks = nm_tame(s);
    const nm_dd d = nm_standardize_by(usual ? q : 0.0, usual ? location : 0.0, s, ks, 1.0 / (s * nm_two_to(ks)));
    // Infinite arguments: the sign decides, 0 is the middle.
    const double far = (q - location) / scale, z = usual ? d.hi : far;
    const int up = (z > 0.0) == (lower_tail != 0), ends = !((nm_upper(z) & 0x7fffffff) < 0x7ff00000);
    const double y = -fabs(d.hi), yl = d.hi > 0.0 ? -d.lo : d.lo;
    int k;
    double r;
    if (log_p) {
        const nm_dd m = nm_light_exp_pair(y, yl, &k);
        const double b = nm_scale2(1.0, k);
        const nm_dd l = nm_light_log1p_unit(m.hi * b, m.lo * b), w = nm_fast_two_sum(y, -l.hi);
        const double lo = (nm_upper(y) & 0x7fffffff) >= 0x5f300000 ? 0.0 : w.lo + (yl - l.lo);
        r = up ? -l.hi : w.hi + lo;
    } else {
        const double m = nm_light_exp(y, yl, &k), e = nm_scale2(m, k), t = 1.0 + e, tl = e - (t - 1.0);
        const double inv = 1.0 / t, n = up ? 1.0 : m, h = n * inv;
        r = nm_scale2(fma(fma(-h, t, n) - h * tl, inv, h), up ? 0 : k);
    }
    const double end = up ? (log_p ? 0.0 : 1.0) : (log_p ? ML_NEGINF : 0.0);
    r = ends ? end : r;
    const int bad = !(scale > 0.0) | (z != z);
    return bad ? ML_NAN : r;
}

NM_INLINE double plogis(double q, double location, double scale, int lower_tail, int log_p)
{
    // By symmetry, the logarithm from the other side: code that the two share would keep them in one loop.
    const double x = lower_tail ? q : -q, m = lower_tail ? location : -location;
    if (log_p) return nm_plogis(-x, -m, scale, 0, 1);
    return nm_plogis(x, m, scale, 1, 0);
}
