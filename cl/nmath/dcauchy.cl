// @provides: dcauchy, nm_dcauchy_any
// @depends: nmath, dd, elementary, nm_dist, nm_quick
// @includes: nmath
//
// Density of the Cauchy distribution: scale / (pi (scale^2 + (x - location)^2)), from the definition, in
// double-double. Extreme arguments go through z = (x - location) / scale or, for |z| > 1, 1 / z, with exponents kept
// apart, so that no square overflows. Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

// Any arguments.
NM_FN double nm_dcauchy_any(double x, double location, double scale, int give_log)
{
    if (x != x || location != location || scale != scale) return x + location + scale;
    if (!(scale > 0.0)) return ML_NAN;
    if (!(fabs(x) < ML_POSINF) || !(fabs(location) < ML_POSINF) || scale == ML_POSINF)
        return x == location ? ML_NAN : give_log ? ML_NEGINF : 0.0;
    int i, k = 0, j;
    const nm_dd d = nm_diff(x, location, &i);
    const nm_dd one = nm_dd_of(1.0);
    nm_dd u = d.hi == 0.0 ? nm_dd_of(0.0) : nm_div_split(d, scale, &k);
    // z = u 2^k; u is turned into 1 / z when that is the smaller.
    k = d.hi == 0.0 ? 0 : k + i;
    const int far = k > 0;
    u = far ? nm_dd_div(one, u) : u;
    k = far ? -k : k;
    const nm_dd y = nm_ldexp_dd(u, k < -300 ? -300 : k);
    // pi (1 + y^2) / numerator
    const nm_dd t = nm_dd_mul(nm_dd_add_d(nm_dd_mul(y, y), 1.0), NM_PI);
    const nm_dd n = far ? nm_dd_mul(u, u) : one;
    const double m = nm_split(scale, &j);
    const nm_dd r = nm_dd_div(n, nm_dd_mul_d(t, m));
    const int e = (far ? 2 * k : 0) - j;
    if (give_log) return nm_dd_log_scaled(r, (double)e).hi;
    return nm_scale2(r.hi, e > 2200 ? 2200 : e < -2200 ? -2200 : e);
}

NM_INLINE double dcauchy(double x, double location, double scale, int give_log)
{
    const nm_dd d = nm_two_sum(x, -location);
    if (!(scale > 0x1p-200 && scale < 0x1p200 && fabs(d.hi) < 0x1p200 && fabs(x) < 0x1p900))
        return nm_dcauchy_any(x, location, scale, give_log);
    const nm_dd a = nm_two_prod(scale, scale), b = nm_two_prod(d.hi, d.hi), s = nm_two_sum(a.hi, b.hi);
    const nm_dd t = nm_fast_two_sum(s.hi, s.lo + fma(2.0 * d.hi, d.lo, a.lo + b.lo));
    const nm_dd p = nm_two_prod(t.hi, NM_PI.hi);
    const double pl = fma(t.hi, NM_PI.lo, fma(t.lo, NM_PI.hi, p.lo)), inv = 1.0 / p.hi, h = scale * inv;
    const nm_dd r = nm_fast_two_sum(h, (fma(-h, p.hi, scale) - h * pl) * inv);
    return give_log ? nm_quick_log_dd(r, 0.0).hi : r.hi;
}
