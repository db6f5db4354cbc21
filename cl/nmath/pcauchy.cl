// @provides: pcauchy, nm_pcauchy
// @depends: nmath, dd, elementary, mills, nm_light, nm_light_angle
// @includes: nmath
//
// Distribution function of the Cauchy distribution: 1/2 + atan(z) / pi, and atan(1 / |z|) / pi in the tails beyond
// |z| = 1 (DLMF 4.24.17), from (q - location) and scale brought to the size of 1. No branches.
// Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

// P(X <= q).
NM_LIGHT double nm_pcauchy(double q, double location, double scale, int log_p)
{
    const int hx = nm_upper(q) & 0x7fffffff, hm = nm_upper(location) & 0x7fffffff;
    const int finite = (hx > hm ? hx : hm) < 0x7ff00000;
    const int usual = (as_ulong(scale) - 1UL < 0x7fefffffffffffffUL) & finite;
    const double s = usual ? scale : 1.0, a = usual ? q : 0.0, m = usual ? location : 0.0;
    const nm_dd d0 = nm_two_sum(a, -m);
    // A difference beyond the doubles: take a quarter of it.
    const int over = (nm_upper(d0.hi) & 0x7fffffff) >= 0x7ff00000;
    const double dh = fabs(over ? 0.25 * a - 0.25 * m : d0.hi), d1 = over ? 0.0 : d0.lo;
    const double dl = nm_upper(d0.hi) < 0 ? -d1 : d1;
    // |q - location| = y 2^i and scale = c 2^j, y and c about 1.
    const int ty = nm_upper(dh) < 0x08000000, tc = nm_upper(s) < 0x08000000;
    const double y0 = ty ? dh * 0x1p200 : dh, c0 = s * (tc ? 0x1p200 : 1.0);
    const int i0 = (nm_upper(y0) - 0x3ff00000) >> 20, j0 = (nm_upper(c0) >> 20) - 1023;
    const double fy = nm_two_to(-(i0 >> 1)), gy = nm_two_to((i0 >> 1) - i0), y = y0 * fy * gy;
    const double yl = dl * (ty ? 0x1p200 : 1.0) * fy * gy;
    const double c = as_double((long)((as_ulong(c0) & 0x000fffffffffffffUL) | 0x3ff0000000000000UL));
    const int e = i0 - (ty ? 200 : 0) + (over ? 2 : 0) - (j0 - (tc ? 200 : 0));
    // z = y / c 2^e, or its reciprocal where that is smaller; without the power of two where it is tiny.
    const int swap = (e > 0) | ((e == 0) & (y > c)), g = swap ? -e : e, tiny = (g < -200) | (dh == 0.0);
    const double f = nm_two_to(tiny ? -60 : g);
    const double n = (swap ? c : y) * f, nl = (swap ? 0.0 : yl) * f, d = swap ? y : c, l = swap ? yl : 0.0;
    double base;
    const nm_dd t = nm_light_angle(dh == 0.0 ? 0.0 : n, dh == 0.0 ? 0.0 : nl, d, l, &base);
    const int up = nm_upper(d0.hi) >= 0;
    const double first = (swap ? (up ? 1.0 : 0.0) : 0.5) + (swap == up ? -base : base), sg = swap == up ? -1.0 : 1.0;
    // The tail itself, times 2^k.
    const int k = tiny ? g + 60 : 0, alone = swap & !up & tiny;
    const double th = sg * t.hi * (tiny && !alone ? 0.0 : 1.0);
    const double h = first + th, lo = th - (h - first) + sg * t.lo;
    double v;
    if (log_p) {
        const int none = alone | !(h > 0.0);
        const nm_dd w = nm_light_log_of(none ? t.hi : h, none ? t.lo : lo);
        const double r = fma((double)k, M_LN2, w.hi);
        v = alone ? r : w.hi;
        // Beside 1: minus the other tail.
        v = (first == 1.0) & tiny ? -nm_scale2(t.hi, k) : v;
    } else {
        v = alone ? nm_scale2(t.hi, k) : h + lo;
    }
    const double z = (q - location) / scale;
    const double end = z > 0.0 ? (log_p ? 0.0 : 1.0) : (log_p ? ML_NEGINF : 0.0), middle = log_p ? -M_LN2 : 0.5;
    const double other = (nm_upper(z) & 0x7fffffff) >= 0x7ff00000 ? end : middle;
    const int bad = !(scale > 0.0) | (z != z);
    return usual ? v : bad ? ML_NAN : other;
}

NM_INLINE double pcauchy(double q, double location, double scale, int lower_tail, int log_p)
{
    // By symmetry: the upper tail, and the logarithm from the other side, lest shared code keeps both in one loop.
    const double x = lower_tail ? q : -q, m = lower_tail ? location : -location;
    if (log_p) return nm_pcauchy(x, m, scale, 1);
    return nm_pcauchy(x, m, scale, 0);
}
