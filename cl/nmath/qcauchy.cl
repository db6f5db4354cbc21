// @provides: qcauchy, nm_qcauchy
// @depends: nmath, dd, elementary, mills, nm_light, nm_light_angle, nm_dist
// @includes: nmath
//
// Quantile of the Cauchy distribution: location - scale / tan(pi p) for the smaller tail p, and
// location + scale tan(pi (p - 1/2)) in the middle half. No branches on data. Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_LIGHT double nm_qcauchy(double p, double location, double scale, int lower_tail, int log_p)
{
    const double top = log_p ? 0.0 : 1.0, bottom = log_p ? ML_NEGINF : 0.0;
    const int inside = (p > bottom) & (p < top);
    const double x = inside ? p : log_p ? -1.0 : 0.5;
    // The smaller tail t 2^k.
    int low, k = 0;
    double t, tl;
    if (log_p) {
        int e;
        const nm_dd m = nm_light_exp_pair(x, 0.0, &e), c = nm_light_expm1_pair(x, 0.0);
        low = x < -M_LN2;
        const double f = nm_two_to(e < -100 ? -100 : e);
        t = low ? m.hi * f : -c.hi;
        tl = low ? m.lo * f : -c.lo;
        k = low && e < -100 ? e + 100 : 0;
    } else {
        const double o = 1.0 - x;
        low = x < 0.5;
        t = low ? x : o;
        tl = 0.0;
    }
    // Below 2^-120 the cotangent is the reciprocal: there a power of two is put aside.
    const int h = nm_upper(t) >> 20, tiny = h < 1023 - 120, j = tiny ? (h == 0 ? -1022 : h - 1023) + 60 : 0;
    const double fj = nm_two_to(-(j + 60 > 0 ? 0 : j >> 1)), gj = nm_two_to(-(j - (j >> 1))), f = tiny ? fj * gj : 1.0;
    const double u = t * f, ul = tl * f;
    const int middle = u > 0.25;
    const nm_dd c = nm_light_cot(middle ? 0.5 - u : u, middle ? -ul : ul, middle);
    // u <= 2^-60 when something is put aside.
    const int s = tiny ? -(j + k) : -k;
    const double sg = low == (lower_tail != 0) ? -1.0 : 1.0;
    const int aside = s != 0, ks = aside ? nm_tame(scale) : 0;
    const double r = nm_light_affine(sg * c.hi, sg * c.lo, scale, location);
    const double far = location + nm_scale2(sg * c.hi * (scale * nm_two_to(ks)), s - ks);
    double v = aside ? far : r;
    v = inside ? v : (p == top) == (lower_tail != 0) ? ML_POSINF : ML_NEGINF;
    v = (scale == 0.0) | (inside & !(fabs(location) < ML_POSINF)) ? location : v;
    const int wide = inside & (scale == ML_POSINF);
    const int bad = nm_bad_p(p, log_p) | !(scale >= 0.0) | (location != location) | wide;
    return bad ? ML_NAN : v;
}

NM_INLINE double qcauchy(double p, double location, double scale, int lower_tail, int log_p)
{
    if (log_p) return nm_qcauchy(p, location, scale, lower_tail, 1);
    return nm_qcauchy(p, location, scale, lower_tail, 0);
}
