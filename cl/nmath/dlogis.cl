// @provides: dlogis, nm_dlogis
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// Density of the logistic distribution: e / (scale (1 + e)^2) with e = exp(-|x - location| / scale), from the
// definition, the exponent as a pair. No branches. Accuracy: below 2 ulp.
// SPDX-License-Identifier: MIT

NM_LIGHT double nm_dlogis(double x, double location, double scale, int give_log)
{
    const int hx = nm_upper(x) & 0x7fffffff, hm = nm_upper(location) & 0x7fffffff;
    const int finite = (hx > hm ? hx : hm) < 0x7ff00000;
    const int usual = (as_ulong(scale) - 1UL < 0x7fefffffffffffffUL) & finite;
    const double s = usual ? scale : 1.0;
    const int ks = nm_tame(s);
    const double t = s * nm_two_to(ks), inv = 1.0 / t;
    const nm_dd z = nm_standardize_by(usual ? x : 0.0, usual ? location : 0.0, s, ks, inv);
    const double y = -fabs(z.hi), yl = z.hi > 0.0 ? -z.lo : z.lo;
    int k;
    double v;
    if (give_log) {
        const nm_dd m = nm_light_exp_pair(y, yl, &k);
        const double b = nm_scale2(1.0, k);
        const nm_dd l = nm_light_log1p_unit(m.hi * b, m.lo * b), g = nm_light_log_of(s, 0.0);
        const nm_dd u = nm_two_sum(y, -2.0 * l.hi), w = nm_two_sum(u.hi, -g.hi);
        v = (nm_upper(y) & 0x7fffffff) < 0x5f300000 ? w.hi + (w.lo + (u.lo + (yl - fma(2.0, l.lo, g.lo)))) : y;
    } else {
        const double m = nm_light_exp(y, yl, &k), e = nm_scale2(m, k), o = 1.0 + e, ol = e - (o - 1.0);
        // m / (t (o + ol)^2)
        const double p = o * o, pl = fma(o, o, -p) + 2.0 * o * ol, w = p * t, wl = fma(p, t, -w) + pl * t;
        const double iw = 1.0 / w, h = m * iw;
        v = nm_scale2(fma(fma(-h, w, m) - h * wl, iw, h), k + ks);
    }
    const double none = give_log ? ML_NEGINF : 0.0;
    const int far = (hx >= 0x7ff00000) & !((hm < 0x7ff00000) & (scale < ML_POSINF));
    const int bad = (x != x) | (location != location) | !(scale > 0.0) | far;
    return usual ? v : bad ? ML_NAN : none;
}

NM_INLINE double dlogis(double x, double location, double scale, int give_log)
{
    // By symmetry, the logarithm from the other side: code that the two share would keep them in one loop.
    if (give_log) return nm_dlogis(-x, -location, scale, 1);
    return nm_dlogis(x, location, scale, 0);
}
