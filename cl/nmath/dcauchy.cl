// @provides: dcauchy, nm_dcauchy
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// Density of the Cauchy distribution: scale / (pi (scale^2 + (x - location)^2)), from the definition, squares as pairs
// and brought to the size of 1, so that none overflows. No branches. Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_LIGHT double nm_dcauchy(double x, double location, double scale, int give_log)
{
    const int hx = nm_upper(x) & 0x7fffffff, hm = nm_upper(location) & 0x7fffffff;
    const int finite = (hx > hm ? hx : hm) < 0x7ff00000;
    const int usual = (as_ulong(scale) - 1UL < 0x7fefffffffffffffUL) & finite;
    const double s = usual ? scale : 1.0, a = usual ? x : 0.0, m = usual ? location : 0.0;
    const nm_dd d0 = nm_two_sum(a, -m);
    // A difference beyond the doubles: take a quarter of everything.
    const int over = (nm_upper(d0.hi) & 0x7fffffff) >= 0x7ff00000;
    const double dh = over ? 0.25 * a - 0.25 * m : d0.hi, dl = over ? 0.0 : d0.lo, q = over ? 0.25 : 1.0;
    const int hd = nm_upper(dh) & 0x7fffffff, hs = nm_upper(s * q), top = hd > hs ? hd : hs;
    // 2^-e, e the larger exponent.
    const int e0 = (top >> 20) - 1023, e = e0 > 1022 ? 1022 : e0;
    const double f = nm_two_to(-e), y = dh * f, c = fma(s * q, f, 0.0);
    const nm_dd b = nm_two_prod(y, y);
    const double g = c * c, gl = fma(c, c, -g), h = b.hi > g ? b.hi : g, o = b.hi > g ? g : b.hi;
    const nm_dd t = nm_fast_two_sum(h, o);
    const double tl = t.lo + fma(2.0 * y, dl * f, b.lo + gl), p = t.hi * 0x1.921fb54442d18p+1;
    const double pl = fma(t.hi, 0x1.921fb54442d18p+1, -p) + fma(t.hi, 0x1.1a62633145c07p-53, tl * 0x1.921fb54442d18p+1);
    // scale / p 2^(-2 e), with the quarters.
    const int ks = nm_tame(s), k = (over ? -4 : 0) - 2 * e - ks;
    const double n = s * nm_two_to(ks);
    double v;
    if (give_log) {
        v = nm_light_log_quotient(n, 0.0, p, pl, 1, k).hi;
    } else {
        const double inv = 1.0 / p, r = n * inv;
        v = nm_scale2(fma(fma(-r, p, n) - r * pl, inv, r), k);
    }
    const int bad = (x != x) | (location != location) | !(scale > 0.0) | (x == location);
    return usual ? v : bad ? ML_NAN : give_log ? ML_NEGINF : 0.0;
}

NM_INLINE double dcauchy(double x, double location, double scale, int give_log)
{
    // By symmetry, the logarithm from the other side: code that the two share would keep them in one loop.
    if (give_log) return nm_dcauchy(-x, -location, scale, 1);
    return nm_dcauchy(x, location, scale, 0);
}
