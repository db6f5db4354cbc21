// @provides: pexp, nm_pexp
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// Distribution function of the exponential distribution with mean scale: 1 - exp(-q / scale), from the definition, the
// quotient as a pair. No branches. Accuracy: below 2 ulp.
// SPDX-License-Identifier: MIT

NM_LIGHT double nm_pexp(double q, double scale, int lower_tail, int log_p)
{
    // A tiny scale would have no reciprocal.
    const int hs = nm_upper(scale), tiny = hs < 0x07b00000;
    const double g = tiny ? 0x1p200 : 1.0, t = scale * g, inv = 1.0 / t;
    const double c = -q * g, z = c * inv, zl = fma(-z, t, c) * inv;
    int usual = (q > 0.0) & (nm_upper(q) < 0x7ff00000) & (scale > 0.0) & (hs < 0x7ff00000);
    double v;
    if (log_p && !lower_tail) {
        v = (nm_upper(z) & 0x7fffffff) < 0x5f300000 ? z + zl : z;
    } else {
        usual &= (nm_upper(z) & 0x7fffffff) < 0x40977000;
        if (!lower_tail) {
            int k;
            const double m = nm_light_exp(z, zl, &k);
            v = nm_light_scale(m, k);
        } else if (!log_p) {
            v = -nm_light_expm1(z, zl);
        } else {
            // Below 2^-60, 1 - exp(-x) is x.
            const int near = (nm_upper(z) & 0x7fffffff) < 0x3c300000;
            v = near ? nm_light_log_quotient(q, 0.0, scale, 0.0, 0, 0).hi : nm_light_log1mexp(-z, -zl).hi;
        }
    }
    const int one = (q > 0.0 && scale < ML_POSINF) == (lower_tail != 0);
    const double end = one ? (log_p ? 0.0 : 1.0) : (log_p ? ML_NEGINF : 0.0);
    return usual ? v : q == q && scale >= 0.0 ? end : ML_NAN;
}

NM_INLINE double pexp(double q, double scale, int lower_tail, int log_p)
{
    if (log_p) return lower_tail ? nm_pexp(q, scale, 1, 1) : nm_pexp(q, scale, 0, 1);
    return lower_tail ? nm_pexp(q, scale, 1, 0) : nm_pexp(q, scale, 0, 0);
}
