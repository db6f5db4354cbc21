// @provides: nm_sincospi_dd, nm_sincospi, nm_reduce_half, nm_atan_dd
// @depends: nmath, dd, elementary
// @includes: nmath
//
// sin(pi f) and cos(pi f) for |f| <= 1/4, and atan(y) for 0 <= y <= 1, in double-double.
// sin and cos: Taylor series in y = pi f (DLMF 4.19.1, 4.19.2), coefficients built on the way, 14 terms each.
// atan: reduction by the nearest multiple of 1/8 (DLMF 4.24.15), then the series 4.24.3.
// nm_sincospi: the same series by Horner's rule, only the first terms in double-double.
// Accuracy: nm_sincospi_dd 2^-99 relative, nm_sincospi 2^-60; atan 2^-60.
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

// The same to about 2^-60, straight-line.
NM_INLINE void nm_sincospi(nm_dd f, nm_dd *sn, nm_dd *cs)
{
    const nm_dd p = nm_two_prod(f.hi, 0x1.921fb54442d18p+1);
    const nm_dd y = nm_fast_two_sum(p.hi, p.lo + fma(f.hi, 0x1.1a62633145c07p-53, f.lo * 0x1.921fb54442d18p+1));
    const nm_dd w = nm_two_prod(y.hi, y.hi);
    const double x = w.hi;
    double s = -1.0 / 121645100408832000.0, c = -1.0 / 6402373705728000.0;
    s = fma(s, x, 1.0 / 355687428096000.0);
    c = fma(c, x, 1.0 / 20922789888000.0);
    s = fma(s, x, -1.0 / 1307674368000.0);
    c = fma(c, x, -1.0 / 87178291200.0);
    s = fma(s, x, 1.0 / 6227020800.0);
    c = fma(c, x, 1.0 / 479001600.0);
    s = fma(s, x, -1.0 / 39916800.0);
    c = fma(c, x, -1.0 / 3628800.0);
    s = fma(s, x, 1.0 / 362880.0);
    c = fma(c, x, 1.0 / 40320.0);
    s = fma(s, x, -1.0 / 5040.0);
    c = fma(c, x, -1.0 / 720.0);
    s = fma(s, x, 1.0 / 120.0);
    c = fma(c, x, 1.0 / 24.0);
    // y^3 / 6 in two parts
    const double v = y.hi * (1.0 / 6.0), vl = fma(-6.0, v, y.hi) * (1.0 / 6.0);
    const nm_dd u = nm_two_prod(x, v), a = nm_fast_two_sum(y.hi, -u.hi);
    const double ul = fma(w.lo, v, fma(x, vl, u.lo));
    *sn = nm_fast_two_sum(a.hi, a.lo + (fma(x * y.hi, x * s, -ul) + y.lo * fma(x, fma(x, 1.0 / 24.0, -0.5), 1.0)));
    const nm_dd b = nm_fast_two_sum(1.0, -0.5 * x);
    *cs = nm_fast_two_sum(b.hi, b.lo + fma(x * x, c, fma(-0.5, w.lo, -y.hi * y.lo)));
}

// x = n / 2 + f with |f| <= 1/4 (exact); returns n modulo 4. For finite x.
NM_INLINE int nm_reduce_half(double x, double *f)
{
    const double big = fabs(x) < 0x1p54 ? x : 0.0, r = big - 2.0 * rint(0.5 * big), n = rint(2.0 * r);
    *f = r - 0.5 * n;
    return ((int)n) & 3;
}

// atan(j / 8), j = 0 ... 8: hi, lo.
__constant double nm_atan_tab[] = {
    0x0.0p+0, 0x0.0p+0,
    0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59,
    0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57,
    0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56,
    0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56,
    0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58,
    0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56,
    0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56,
    0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55
};

NM_INLINE nm_dd nm_atan_dd(nm_dd y)
{
    // y = (c + r) / (1 - c r) with c = j / 8: atan y = atan c + atan r, |r| <= 1/16.
    const int j = (int)fma(8.0, y.hi, 0.5) & 15;
    const double c = 0.125 * (double)j;
    const nm_dd d = nm_two_sum(1.0, c * y.hi), n = nm_two_sum(y.hi, -c);
    // c y.hi may round: its error and the low parts come in with the quotient's correction.
    const double dl = d.lo + fma(c, y.hi, -(c * y.hi)) + c * y.lo, nl = n.lo + y.lo;
    const double inv = 1.0 / d.hi, q = n.hi * inv;
    const nm_dd r = nm_fast_two_sum(q, (fma(-q, d.hi, n.hi) + (nl - q * dl)) * inv);
    const nm_dd w = nm_two_prod(r.hi, r.hi);
    const double x = w.hi;
    double s = -1.0 / 15.0;
    s = fma(s, x, 1.0 / 13.0);
    s = fma(s, x, -1.0 / 11.0);
    s = fma(s, x, 1.0 / 9.0);
    s = fma(s, x, -1.0 / 7.0);
    s = fma(s, x, 1.0 / 5.0);
    s = fma(s, x, -1.0 / 3.0);
    const nm_dd g = nm_fast_two_sum(j > 0 ? nm_atan_tab[2 * j] : r.hi, j > 0 ? r.hi : 0.0);
    return nm_fast_two_sum(g.hi, g.lo + (nm_atan_tab[2 * j + 1] + (r.lo + r.hi * (x * s))));
}
