// @provides: cospi
// @depends: nmath, dd, elementary, nm_trigpi
// @includes: nmath
//
// cos(pi x): exact reduction to |f| <= 1/4, then Taylor's series in double-double; exact 0, 1, -1 at multiples of 1/2.
// Accuracy: 0.5 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double nm_cospi(double x)
{
    if (!(fabs(x) < ML_POSINF)) return ML_NAN;
    double f;
    nm_dd s, c;
    const int n = nm_reduce_half(x, &f);
    nm_sincospi(nm_dd_of(f), &s, &c);
    const double r = (n & 1) ? s.hi : c.hi;
    return r == 0.0 ? 0.0 : ((n + 1) & 2) ? -r : r;
}
#undef cospi
#define cospi(x) nm_cospi(x)
