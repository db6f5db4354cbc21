// @provides: tanpi
// @depends: nmath, dd, elementary, nm_trigpi
// @includes: nmath
//
// tan(pi x): exact reduction to |f| <= 1/4, then Taylor's series in double-double; exact 0, 1, -1 at multiples of 1/4,
// NaN at the poles. Accuracy: 0.5 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double nm_tanpi(double x)
{
    if (!(fabs(x) < ML_POSINF)) return ML_NAN;
    double f;
    nm_dd s, c;
    const int n = nm_reduce_half(x, &f) & 1;
    if (n && f == 0.0) return ML_NAN;
    // Tiny f, whose products would lose their low parts.
    const double g = f * 0x1p600;
    if (fabs(f) < 0x1p-400 && !n) return f == 0.0 ? 0.0 : fma(g, NM_PI.hi, g * NM_PI.lo) * 0x1p-600;
    if (fabs(f) == 0.25) return (f > 0.0) == (n == 0) ? 1.0 : -1.0;
    nm_sincospi(nm_dd_of(f), &s, &c);
    const nm_dd r = n ? nm_dd_div(c, s) : nm_dd_div(s, c);
    return n ? -r.hi : r.hi;
}
#undef tanpi
#define tanpi(x) nm_tanpi(x)
