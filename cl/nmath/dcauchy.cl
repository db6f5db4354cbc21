// @provides: dcauchy, nm_dcauchy, nm_dcauchy_log
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// Density of the Cauchy distribution: scale / (pi (scale^2 + (x - location)^2)), from the definition, brought to where
// no square overflows; for the logarithm with squares as pairs. No branches.
// Accuracy: below 3 ulp, logarithm below 1.
// SPDX-License-Identifier: MIT

// The logarithm.
NM_LIGHT double nm_dcauchy_log(double x, double location, double scale)
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
    const double v = nm_light_log_quotient(n, 0.0, p, pl, 1, k).hi;
    const int bad = (x != x) | (location != location) | !(scale > 0.0) | ((x == location) & (fabs(x) == ML_POSINF));
    return usual ? v : bad ? ML_NAN : ML_NEGINF;
}

NM_LIGHT double nm_dcauchy(double x, double location, double scale)
{
    const int hx = nm_upper(x) & 0x7fffffff, hm = nm_upper(location) & 0x7fffffff, top = hx > hm ? hx : hm;
    const int usual = (scale > 0.0) & (nm_upper(scale) < 0x7ff00000) & (top < 0x7ff00000);
    // A difference beyond the doubles: a quarter of everything; then to where squares are doubles.
    const double q = top >= 0x7fe00000 ? 0.25 : 1.0, d = x * q - location * q, s = scale * q;
    const int hd = nm_upper(d) & 0x7fffffff, hs = nm_upper(s), h = hd > hs ? hd : hs;
    const double f = h >= 0x5f300000 ? 0x1p-600 : h < 0x20b00000 ? 0x1p600 : 1.0, y = d * f, c = s * f;
    const double p = fma(c, c, y * y) * 0x1.921fb54442d18p+1, v = c * (1.0 / p) * q * f;
    const int bad = (x != x) | (location != location) | !(scale > 0.0) | ((x == location) & (fabs(x) == ML_POSINF));
    return usual ? v : bad ? ML_NAN : 0.0;
}

NM_INLINE double dcauchy(double x, double location, double scale, int give_log)
{
    if (give_log) return nm_dcauchy_log(x, location, scale);
    return nm_dcauchy(x, location, scale);
}
