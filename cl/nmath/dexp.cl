// @provides: dexp, nm_dexp
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// Density of the exponential distribution with mean scale: exp(-x / scale) / scale, from the definition; x / scale as
// a pair, so that its rounding is not magnified in the tail. No branches. Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_LIGHT double nm_dexp(double x, double scale, int give_log)
{
    // 0 <= x < inf and 0 < scale < inf, decided by integers: a GPU compares them at no cost.
    const int usual = (as_ulong(x + 0.0) < 0x7ff0000000000000UL) & (as_ulong(scale) - 1UL < 0x7fefffffffffffffUL);
    const double a = usual ? x : 0.0, b = usual ? scale : 1.0;
    const int ks = nm_tame(b);
    const double t = b * nm_two_to(ks), inv = 1.0 / t, none = give_log ? ML_NEGINF : 0.0;
    const nm_dd z = nm_light_quotient(-a, t, ks, inv);
    double v;
    if (give_log) {
        const nm_dd l = nm_light_log_of(b, 0.0), g = nm_two_sum(z.hi, -l.hi);
        v = (nm_upper(z.hi) & 0x7fffffff) < 0x5f300000 ? g.hi + (g.lo + (z.lo - l.lo)) : z.hi;
    } else {
        int k;
        const double m = nm_light_exp(z.hi, z.lo, &k), q = m * inv;
        v = nm_scale2(fma(fma(-q, t, m), inv, q), k + ks);
    }
    const double end = x == x && scale > 0.0 ? none : ML_NAN;
    return usual ? v : end;
}

NM_INLINE double dexp(double x, double scale, int give_log)
{
    if (give_log) return nm_dexp(x, scale, 1);
    return nm_dexp(x, scale, 0);
}
