// @provides: dexp, nm_dexp
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// Density of the exponential distribution with mean scale: exp(-x / scale) / scale, from the definition; x / scale as
// a pair, so that its rounding is not magnified in the tail. No branches. Accuracy: below 2 ulp.
// SPDX-License-Identifier: MIT

NM_LIGHT double nm_dexp(double x, double scale, int give_log)
{
    // A tiny scale would have no reciprocal.
    const int hs = nm_upper(scale), tiny = hs < 0x07b00000;
    const double g = tiny ? 0x1p200 : 1.0, t = scale * g, inv = 1.0 / t;
    const double c = -x * g, z = c * inv, zl = fma(-z, t, c) * inv, none = give_log ? ML_NEGINF : 0.0;
    int usual = (x >= 0.0) & (nm_upper(x) < 0x7ff00000) & (scale > 0.0) & (hs < 0x7ff00000);
    double v;
    if (give_log) {
        const nm_dd l = nm_light_log_at(scale), s = nm_two_sum(z, -l.hi);
        v = (nm_upper(z) & 0x7fffffff) < 0x5f300000 ? s.hi + (s.lo + (zl - l.lo)) : z;
    } else {
        int k;
        const double m = nm_light_exp(z, zl, &k), q = m * inv;
        v = nm_light_scale(fma(fma(-q, t, m), inv, q), k + (tiny ? 200 : 0));
        usual &= (nm_upper(z) & 0x7fffffff) < 0x40977000;
    }
    const double end = x == x && scale > 0.0 ? none : ML_NAN;
    return usual ? v : end;
}

NM_INLINE double dexp(double x, double scale, int give_log)
{
    if (give_log) return nm_dexp(x, scale, 1);
    return nm_dexp(x, scale, 0);
}
