// @provides: sinpi
// @depends: nmath, dd, elementary, nm_trigpi
// @includes: nmath
//
// sin(pi x): exact reduction to |f| <= 1/4, then Taylor's series in double-double; exact 0, 1, -1 at multiples of 1/2.
// Accuracy: 0.5 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double nm_sinpi(double x)
{
    if (!(fabs(x) < ML_POSINF)) return ML_NAN;
    double f;
    nm_dd s, c;
    const int n = nm_reduce_half(x, &f);
    nm_sincospi(nm_dd_of(f), &s, &c);
    // Tiny f, whose products would lose their low parts.
    const double g = f * 0x1p600, t = fma(g, NM_PI.hi, g * NM_PI.lo) * 0x1p-600;
    const double r = fabs(f) < 0x1p-400 && !(n & 1) ? t : (n & 1) ? c.hi : s.hi;
    return r == 0.0 ? 0.0 : (n & 2) ? -r : r;
}
#undef sinpi
#define sinpi(x) nm_sinpi(x)
