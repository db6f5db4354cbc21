// @provides: lgamma1p, nm_lgamma1p_rest
// @depends: nmath, dd, elementary, mills, nm_light, lgammafn, nm_fast_gamma
// @includes: nmath
//
// log |Gamma(1 + a)| without loss for small a. Method: nm_fast_gamma.cl, its factors z - 1 and z - 2 and log(1 + a)
// taken from a itself. Measured: below 2 ulp for a > -1.
// SPDX-License-Identifier: MIT

// Outside -1 < a < 1e300.
NM_FN double nm_lgamma1p_rest(double a)
{
    if (a != a || a == ML_POSINF) return a;
    if (a <= -1.0 && a == floor(a)) return ML_POSINF;
    return lgammafn(a + 1.0);
}

NM_INLINE double lgamma1p(double a)
{
    if (!(a > -1.0 && a < 1e300)) return nm_lgamma1p_rest(a);
    const int near = a < 2.0, below = a < 0.0;
    const double x = 1.0 + a;
    const int k = nm_light_exponent(x);
    // log(1 + a), 1 + a = 2^k (1 + f)
    const double c = nm_two_to(-(k >> 1)), d = nm_two_to((k >> 1) - k), e = c * d, f = fma(a * c, d, e - 1.0);
    const nm_dd l = nm_light_log(f, k == 0 || k > 60 ? 0.0 : fma(a, e, (e - 1.0) - f), (double)k);
    const double z = below ? 2.0 + a : x, num = near ? z - 1.75 : 1.0, q = num / (near ? z + 1.75 : x);
    const double g = (below ? x : a) * (below ? a : a - 1.0) * nm_fast_near(q), low = below ? (g - l.lo) - l.hi : g;
    const double m = x - 0.5, p = m * l.hi, pl = fma(m, l.lo, fma(m, l.hi, -p));
    const nm_dd h = nm_two_sum(p, -x);
    const double far = h.hi + (h.lo + pl + (nm_fast_st(q) + M_LN_SQRT_2PI));
    return near ? low : far;
}
