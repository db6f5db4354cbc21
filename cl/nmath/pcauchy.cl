// @provides: pcauchy
// @depends: nmath, dd, elementary, nm_dist, nm_trigpi
// @includes: nmath
//
// Distribution function of the Cauchy distribution: 1/2 + atan(z) / pi, and atan(1 / |z|) / pi in the tails beyond
// |z| = 1 (DLMF 4.24.17). Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double pcauchy(double q, double location, double scale, int lower_tail, int log_p)
{
    if (q != q || location != location || scale != scale) return q + location + scale;
    if (!(scale > 0.0)) return ML_NAN;
    const int inside = fabs(q) < ML_POSINF && fabs(location) < ML_POSINF && scale < ML_POSINF;
    if (!inside) {
        const double z = (q - location) / scale;
        if (z != z) return ML_NAN;
        if (!(fabs(z) < ML_POSINF)) {
            const int one = (z > 0.0) == (lower_tail != 0);
            return one ? (log_p ? 0.0 : 1.0) : (log_p ? ML_NEGINF : 0.0);
        }
        return log_p ? -M_LN2 : 0.5;
    }
    int i, k = 0;
    const nm_dd d = nm_diff(q, location, &i);
    if (d.hi == 0.0) return log_p ? -M_LN2 : 0.5;
    nm_dd u = nm_div_split(d, scale, &k);
    k += i;
    const int up = (d.hi > 0.0) == (lower_tail != 0);
    u = d.hi > 0.0 ? u : nm_dd_neg(u);
    const int far = k > 0 || (k == 0 && u.hi > 1.0);
    u = far ? nm_dd_div(nm_dd_of(1.0), u) : u;
    k = far ? -k : k;
    // a = atan(u 2^k) / pi = r 2^e
    int e = 0;
    nm_dd r;
    if (k < -100) {
        r = nm_dd_div(u, NM_PI);
        e = k;
    } else {
        r = nm_dd_div(nm_atan_dd(nm_ldexp_dd(u, k)), NM_PI);
    }
    const nm_dd a = nm_ldexp_dd(r, e);
    if (far && !up) {
        if (log_p) return nm_dd_log_scaled(r, (double)e).hi;
        return a.hi == 0.0 || e > -1000 ? a.hi : nm_scale2(r.hi, e < -2200 ? -2200 : e);
    }
    const nm_dd s = far || !up ? nm_dd_neg(a) : a;
    if (!log_p) return nm_dd_add_d(s, far ? 1.0 : 0.5).hi;
    return far ? nm_dd_log1p(s).hi : nm_dd_log_dd(nm_dd_add_d(s, 0.5)).hi;
}
