// @provides: pcauchy, nm_pcauchy
// @depends: nmath, dd, elementary, mills, nm_light, nm_light_angle
// @includes: nmath
//
// Distribution function of the Cauchy distribution: 1/2 + atan(z) / pi, and atan(1 / |z|) / pi in the tails beyond
// |z| = 1 (DLMF 4.24.17), the quotient of the smaller by the larger.
// No branches. Accuracy: below 2 ulp.
// SPDX-License-Identifier: MIT

// P(X <= q); on the log scale P(X >= q).
NM_LIGHT double nm_pcauchy(double q, double location, double scale, int log_p)
{
    const int hx = nm_upper(q) & 0x7fffffff, hm = nm_upper(location) & 0x7fffffff;
    const int hs = nm_upper(scale), top = hx > hm ? hx : hm, all = top > hs ? top : hs;
    const int inside = (scale > 0.0) & (all < 0x7ff00000);
    // A difference beyond the doubles: a quarter of everything; where all is tiny, a multiple.
    const double g = all >= 0x7fc00000 ? 0.25 : all < 0x07b00000 ? 0x1p200 : 1.0;
    const double d = q * g - location * g, c = scale * g, y = fabs(d);
    const int swap = y > c, up = (nm_upper(d) >= 0) != (log_p != 0);
    double base;
    const double n = swap ? c : y, t = nm_light_angle(n, swap ? y : c, &base);
    const double first = (swap ? (up ? 1.0 : 0.0) : 0.5) + (swap == up ? -base : base), th = swap == up ? -t : t;
    double v = first + th;
    if (log_p) {
        const int i = all >= 0x7fc00000 ? -2 : all < 0x07b00000 ? 200 : 0;
        const nm_dd w = nm_light_log_of(v, th - (v - first)), l = nm_light_log_quotient(scale, 0.0, y, 0.0, 0, i);
        // A tiny tail may be below the doubles.
        const int alone = swap & !up & ((uint)nm_upper(t) < 0x30000000u);
        v = alone ? l.hi + (l.lo - 0x1.7abf2ad8d5088p-57 - 0x1.250d048e7a1bdp+0) : w.hi;
    }
    // In the middle, and for infinite arguments: the sign decides; an infinite scale gives the middle.
    const double e = q - location, end = log_p ? (e < 0.0 ? 0.0 : ML_NEGINF) : (e > 0.0 ? 1.0 : 0.0);
    const int middle = (scale == ML_POSINF) | (inside & (y == 0.0));
    const double other = middle ? (log_p ? -M_LN2 : 0.5) : end;
    const int bad = !(scale > 0.0) | (e != e) | ((scale == ML_POSINF) & (fabs(e) == ML_POSINF));
    const int usual = inside & (y > 0.0);
    return usual ? v : bad ? ML_NAN : other;
}

NM_INLINE double pcauchy(double q, double location, double scale, int lower_tail, int log_p)
{
    // By symmetry: the upper tail, and the logarithm from the other side, lest shared code keeps both in one loop.
    const double x = lower_tail ? q : -q, m = lower_tail ? location : -location;
    if (log_p) return nm_pcauchy(-x, -m, scale, 1);
    return nm_pcauchy(x, m, scale, 0);
}
