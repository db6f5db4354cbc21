// @provides: plogis, nm_plogis
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// Distribution function of the logistic distribution: 1 / (1 + e) or e / (1 + e), e = exp(-|q - location| / scale),
// from the definition, the exponent as a pair. No branches. Accuracy: below 3 ulp.
// SPDX-License-Identifier: MIT

NM_LIGHT double nm_plogis(double q, double location, double scale, int lower_tail, int log_p)
{
    const int hx = nm_upper(q) & 0x7fffffff, hm = nm_upper(location) & 0x7fffffff, top = hx > hm ? hx : hm;
    int usual = (scale > 0.0) & (nm_upper(scale) < 0x7ff00000) & (top < 0x7ff00000);
    const nm_light_z s = nm_light_standardize(q, location, scale, top);
    const double y = -fabs(s.z), yl = s.z > 0.0 ? -s.zl : s.zl;
    const int up = (s.z > 0.0) == (lower_tail != 0);
    int k;
    double v;
    if (log_p) {
        const nm_dd m = nm_light_exp_pair(y, yl, &k);
        const double b = nm_scale2(1.0, k);
        const nm_dd l = nm_light_log1p_unit(m.hi * b, m.lo * b), w = nm_fast_two_sum(y, -l.hi);
        const double lo = (nm_upper(y) & 0x7fffffff) >= 0x5f300000 ? 0.0 : w.lo + (yl - l.lo);
        v = up ? -l.hi : w.hi + lo;
    } else {
        const double m = nm_light_exp(y, yl, &k), inv = 1.0 / (1.0 + m * nm_two_to(k < -200 ? -200 : k));
        v = nm_light_scale(up ? inv : m * inv, up ? 0 : k);
        usual &= (nm_upper(y) & 0x7fffffff) < 0x40977000;
    }
    if (!usual) {
        // Far out, or an infinite argument: the sign decides; the middle for an infinite scale.
        const double e = q - location, one = log_p ? 0.0 : 1.0, none = log_p ? ML_NEGINF : 0.0;
        const double end = (e > 0.0) == (lower_tail != 0) ? one : none;
        const int bad = !(scale > 0.0) | (e != e) | ((scale == ML_POSINF) & (fabs(e) == ML_POSINF));
        v = bad ? ML_NAN : scale == ML_POSINF ? (log_p ? -M_LN2 : 0.5) : end;
    }
    return v;
}

NM_INLINE double plogis(double q, double location, double scale, int lower_tail, int log_p)
{
    // By symmetry, the logarithm from the other side: code that the two share would keep them in one loop.
    const double x = lower_tail ? q : -q, m = lower_tail ? location : -location;
    if (log_p) return nm_plogis(-x, -m, scale, 0, 1);
    return nm_plogis(x, m, scale, 1, 0);
}
