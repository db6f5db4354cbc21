// @provides: dcauchy
// @depends: nmath, dd, elementary, nm_dist
// @includes: nmath
//
// Density of the Cauchy distribution: 1 / (pi scale (1 + z^2)), z = (x - location) / scale, from the definition; for
// |z| > 1 through 1 / z, with exponents kept apart, so that no square overflows. Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double dcauchy(double x, double location, double scale, int give_log)
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
