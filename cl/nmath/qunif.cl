// @provides: qunif, nm_qunif, nm_qunif_log
// @depends: nmath, dd, elementary, mills, nm_light, nm_dist
// @includes: nmath
//
// Quantile of the uniform distribution on [a, b]: a + p (b - a), or b - (1 - p)(b - a) from the smaller tail, products
// and sums as pairs. No branches on data. Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

// exp(p) w as a pair, for p < -log 2, or (1 - exp(p)) w above.
NM_LIGHT nm_dd nm_qunif_log(double p, nm_dd w)
{
    int k;
    const nm_dd m = nm_light_exp_pair(p, 0.0, &k), c = nm_light_expm1_pair(p, 0.0);
    const int low = p < -M_LN2;
    const double none = p < -1490.0 ? 0.0 : 1.0;
    const double f = low ? m.hi * none : -c.hi, fl = low ? m.lo * none : -c.lo, h = f * w.hi;
    const int s = low ? k : 0;
    return nm_dd_make(nm_scale2(h, s), nm_scale2(fma(f, w.hi, -h) + fma(f, w.lo, fl * w.hi), s));
}

NM_LIGHT double nm_qunif(double p, double a, double b, int lower_tail, int log_p)
{
    const int ha = nm_upper(a) & 0x7fffffff, hb = nm_upper(b) & 0x7fffffff, top = ha > hb ? ha : hb;
    const int big = top >= 0x7e700000, tiny = top < 0x26f00000;
    const double f = big ? 0.125 : tiny ? 0x1p400 : 1.0;
    const nm_dd w = nm_two_sum(f * b, -(f * a));
    nm_dd d;
    int low;
    if (log_p) {
        low = p < -M_LN2;
        d = nm_qunif_log(p, w);
    } else {
        low = p <= 0.5;
        const double t = low ? p : 1.0 - p, h = t * w.hi;
        d = nm_dd_make(h, fma(t, w.hi, -h) + t * w.lo);
    }
    const int left = low == (lower_tail != 0);
    const double h = left ? d.hi : -d.hi, l = left ? d.lo : -d.lo;
    const nm_dd r = nm_two_sum(f * (left ? a : b), h);
    const double v = (r.hi + (r.lo + l)) * (big ? 8.0 : tiny ? 0x1p-400 : 1.0);
    const int bad = nm_bad_p(p, log_p) | !(a <= b) | (top >= 0x7ff00000);
    return bad ? ML_NAN : a == b ? a : v;
}

NM_INLINE double qunif(double p, double a, double b, int lower_tail, int log_p)
{
    if (log_p) return lower_tail ? nm_qunif(p, a, b, 1, 1) : nm_qunif(p, a, b, 0, 1);
    return lower_tail ? nm_qunif(p, a, b, 1, 0) : nm_qunif(p, a, b, 0, 0);
}
