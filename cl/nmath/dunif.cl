// @provides: dunif, nm_dunif
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// Density of the uniform distribution on [a, b]: 1 / (b - a), the difference as a pair. No branches.
// Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_LIGHT double nm_dunif(double x, double a, double b, int give_log)
{
    const int ha = nm_upper(a) & 0x7fffffff, hb = nm_upper(b) & 0x7fffffff, top = ha > hb ? ha : hb;
    const int big = top >= 0x7fd00000;
    const double f = big ? 0.25 : 1.0, none = give_log ? ML_NEGINF : 0.0;
    const nm_dd d = nm_two_sum(f * b, -(f * a));
    const int inside = (x >= a) & (x <= b) & (top < 0x7ff00000) & (a < b);
    const double w = inside ? d.hi : 1.0, wl = inside ? d.lo : 0.0;
    double v;
    if (give_log) {
        const nm_dd l = nm_light_log_of(w, wl);
        v = big ? -(l.hi + 2.0 * M_LN2) : -l.hi;
    } else {
        const double r = 1.0 / w, c = fma(-r, fma(r, w, -1.0) + r * wl, r);
        // A width with no low part has no correction; so have the tiniest, whose reciprocal is infinite.
        v = (wl == 0.0 ? r : c) * f;
    }
    const int bad = (x != x) | !(a < b);
    return inside ? v : bad ? ML_NAN : none;
}

NM_INLINE double dunif(double x, double a, double b, int give_log)
{
    if (give_log) return nm_dunif(x, a, b, 1);
    return nm_dunif(x, a, b, 0);
}
