// @provides: nm_sincospi_dd, nm_reduce_half, nm_atan_dd
// @depends: nmath, dd, elementary
// @includes: nmath
//
// sin(pi f) and cos(pi f) for |f| <= 1/4, and atan(y) for 0 <= y <= 1, in double-double.
// sin and cos: Taylor series in y = pi f (DLMF 4.19.1, 4.19.2), coefficients built on the way, 14 terms each.
// atan: two halvings y -> y / (1 + sqrt(1 + y^2)) (DLMF 4.24.13 with both arguments equal), then the series 4.24.3.
// Accuracy: sin, cos 2^-99 relative; atan 2^-60.
// SPDX-License-Identifier: MIT

// 1 / ((2k)(2k+1)) and 1 / ((2k-1)(2k)) are taken by division of the running term: no table.
NM_FN void nm_sincospi_dd(nm_dd f, nm_dd *sn, nm_dd *cs)
{
    const nm_dd y = nm_dd_mul(f, NM_PI), w = nm_dd_neg(nm_dd_mul(y, y));
    nm_dd c = nm_dd_of(1.0), s = nm_dd_of(1.0);
    for (int k = 13; k >= 1; --k) {
        const double a = 2.0 * k;
        c = nm_dd_add_d(nm_dd_mul(c, nm_dd_div_d(w, (a - 1.0) * a)), 1.0);
        s = nm_dd_add_d(nm_dd_mul(s, nm_dd_div_d(w, a * (a + 1.0))), 1.0);
    }
    *cs = c;
    *sn = nm_dd_mul(s, y);
}

// x = n / 2 + f with |f| <= 1/4 (exact); returns n modulo 4. For finite x.
NM_INLINE int nm_reduce_half(double x, double *f)
{
    const double big = fabs(x) < 0x1p54 ? x : 0.0, r = big - 2.0 * rint(0.5 * big), n = rint(2.0 * r);
    *f = r - 0.5 * n;
    return ((int)n) & 3;
}

NM_FN nm_dd nm_atan_dd(nm_dd y)
{
    for (int i = 0; i < 2; ++i) {
        const nm_dd t = nm_dd_sqrt(nm_dd_add_d(nm_dd_mul(y, y), 1.0));
        y = nm_dd_div(y, nm_dd_add_d(t, 1.0));
    }
    const double w = y.hi * y.hi;
    double s = 0.0;
    for (int k = 13; k >= 2; --k) s = fma(-w, s, 1.0 / (2.0 * k + 1.0));
    // y - y^3/3 + y^5 s: the middle term to double-double.
    const nm_dd u = nm_dd_mul(nm_dd_mul(y, y), y), v = nm_dd_div_d(u, 3.0);
    nm_dd r = nm_dd_sub(y, v);
    r = nm_dd_add_d(r, u.hi * w * s);
    return nm_dd_scale(r, 4.0);
}
