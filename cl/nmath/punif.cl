// @provides: punif, nm_punif
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// Distribution function of the uniform distribution on [a, b]: (q - a) / (b - a), both differences as pairs. The
// logarithm is that of their quotient, without the quotient. No branches. Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_LIGHT double nm_punif(double q, double a, double b, int lower_tail, int log_p)
{
    const int ha = nm_upper(a) & 0x7fffffff, hb = nm_upper(b) & 0x7fffffff, top = ha > hb ? ha : hb;
    // The differences times 2^-3 or 2^370, lest they leave the range in which pairs are exact.
    const double f = top >= 0x7e700000 ? 0.125 : top < 0x14300000 ? 0x1p370 : 1.0;
    const int inside = (q > a) & (q < b) & (top < 0x7ff00000);
    const double t = lower_tail ? q : b, o = lower_tail ? a : q;
    const nm_dd w0 = nm_two_sum(f * b, -(f * a)), u0 = nm_two_sum(f * t, -(f * o));
    const double w = inside ? w0.hi : 1.0, wl = inside ? w0.lo : 0.0;
    const double u = inside ? u0.hi : 1.0, ul = inside ? u0.lo : 0.0;
    double v;
    if (log_p) {
        v = nm_light_log_quotient(u, ul, w, wl, 1, 0).hi;
    } else {
        const double inv = 1.0 / w, h = u * inv;
        v = fma(fma(-h, w, u) + fma(-h, wl, ul), inv, h);
    }
    const int one = (q >= b) == (lower_tail != 0);
    const double end = one ? (log_p ? 0.0 : 1.0) : (log_p ? ML_NEGINF : 0.0);
    const int bad = (q != q) | !(a <= b) | (top >= 0x7ff00000);
    return inside ? v : bad ? ML_NAN : end;
}

NM_INLINE double punif(double q, double a, double b, int lower_tail, int log_p)
{
    if (log_p) return lower_tail ? nm_punif(q, a, b, 1, 1) : nm_punif(q, a, b, 0, 1);
    return lower_tail ? nm_punif(q, a, b, 1, 0) : nm_punif(q, a, b, 0, 0);
}
