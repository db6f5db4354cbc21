// @provides: dlogis, nm_dlogis
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// Density of the logistic distribution: e / (scale (1 + e)^2) with e = exp(-|x - location| / scale), from the
// definition, the exponent as a pair. No branches. Accuracy: below 4 ulp.
// SPDX-License-Identifier: MIT

NM_LIGHT double nm_dlogis(double x, double location, double scale, int give_log)
{
    const int hx = nm_upper(x) & 0x7fffffff, hm = nm_upper(location) & 0x7fffffff, top = hx > hm ? hx : hm;
    int usual = (scale > 0.0) & (nm_upper(scale) < 0x7ff00000) & (top < 0x7ff00000);
    const nm_light_z s = nm_light_standardize(x, location, scale, top);
    const double y = -fabs(s.z), yl = s.z > 0.0 ? -s.zl : s.zl;
    int k;
    double v;
    if (give_log) {
        const nm_dd m = nm_light_exp_pair(y, yl, &k);
        const double b = nm_scale2(1.0, k);
        const nm_dd l = nm_light_log1p_unit(m.hi * b, m.lo * b), g = nm_light_log_of(scale, 0.0);
        const nm_dd u = nm_two_sum(y, -2.0 * l.hi), w = nm_two_sum(u.hi, -g.hi);
        v = (nm_upper(y) & 0x7fffffff) < 0x5f300000 ? w.hi + (w.lo + (u.lo + (yl - fma(2.0, l.lo, g.lo)))) : y;
    } else {
        const double m = nm_light_exp(y, yl, &k), e = m * nm_two_to(k < -200 ? -200 : k), o = 1.0 + e;
        // m / (t (1 + e)^2)
        const double p = fma(o, o, 2.0 * o * (e - (o - 1.0))), q = m * (1.0 / p) * s.inv;
        v = nm_light_scale(q, k + s.k);
        usual &= (nm_upper(y) & 0x7fffffff) < 0x40977000;
    }
    const double none = give_log ? ML_NEGINF : 0.0;
    const int far = (hx >= 0x7ff00000) & ((x == location) | !(scale < ML_POSINF));
    const int bad = (x != x) | (location != location) | !(scale > 0.0) | far;
    return usual ? v : bad ? ML_NAN : none;
}

NM_INLINE double dlogis(double x, double location, double scale, int give_log)
{
    // By symmetry, the logarithm from the other side: code that the two share would keep them in one loop.
    if (give_log) return nm_dlogis(-x, -location, scale, 1);
    return nm_dlogis(x, location, scale, 0);
}
