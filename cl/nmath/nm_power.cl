// @provides: nm_power, nm_power_log
// @depends: nmath, dd, elementary, mills, nm_light, nm_quick
// @includes: nmath
//
// |b|^y for finite b other than 0 and finite y, as exp(y log |b|), with the sign of b for odd integers y and NaN for
// b < 0 and y no integer. b as a pair. No branches, tables or loops: the logarithm is nm_light_log's with the terms in
// v^3 as pairs; (atanh(v)/v - 1 - v^2/3)/v^4 a polynomial of degree 7 in v^2 through Chebyshev's nodes (mpmath).
// Accuracy: logarithm 2^-65 relative, power 0.55 ulp.
// SPDX-License-Identifier: MIT

// log(x + xl), x > 0 finite.
NM_LIGHT nm_dd nm_power_log(double x, double xl)
{
    const int small = nm_upper(x) < 0x00300000;
    const double f = small ? 0x1p200 : 1.0, y = x * f;
    const int e = nm_light_exponent(y);
    const double c0 = nm_two_to(-(e >> 1)), g0 = nm_two_to((e >> 1) - e);
    const double n = fma(y * c0, g0, -1.0), nl = xl * f * c0 * g0, k = (double)(small ? e - 200 : e);
    const double d = 2.0 + n, dl = n - (d - 2.0) + nl, inv = 1.0 / d, v = n * inv;
    const double vl = fma(-v, dl, fma(-v, d, n) + nl) * inv, w = v * v, wl = fma(v, v, -w) + 2.0 * v * vl;
    double p = 0x1.f36531537aba3p-5;
    p = fma(p, w, 0x1.dd515b2fdcd5fp-5);
    p = fma(p, w, 0x1.11251ee6dc2eap-4);
    p = fma(p, w, 0x1.3b13503104220p-4);
    p = fma(p, w, 0x1.745d1844050e3p-4);
    p = fma(p, w, 0x1.c71c71c5d60ffp-4);
    p = fma(p, w, 0x1.249249249298ep-3);
    p = fma(p, w, 0x1.9999999999999p-3);
    // c = 1/3 + w p, u = w c, s = v u
    const double t = w * p, c = 0x1.5555555555555p-2 + t, cl = t - (c - 0x1.5555555555555p-2) + 0x1.5555555555555p-56;
    const double u = w * c, ul = fma(w, c, -u) + fma(w, cl, wl * c);
    const double s = v * u, sl = fma(v, u, -s) + fma(v, ul, vl * u);
    const double a = k * 0x1.62e42fefa2p-1, h = fma(2.0, v, a), l = fma(2.0, v, a - h);
    const double r = fma(2.0, s, h), rl = fma(2.0, s, h - r) + fma(k, 0x1.9ef35793c7673p-41, fma(2.0, vl + sl, l));
    return nm_fast_two_sum(r, rl);
}

NM_LIGHT double nm_power(nm_dd b, double y)
{
    const int neg = b.hi < 0.0, whole = floor(y) == y, odd = whole & (fabs(y) < 0x1p53) & (rint(0.5 * y) != 0.5 * y);
    const nm_dd l = nm_power_log(neg ? -b.hi : b.hi, neg ? -b.lo : b.lo);
    const double h = l.hi * y;
    const int far = (nm_upper(h) & 0x7fffffff) >= 0x40c00000;
    int k;
    const nm_dd x = nm_exp_reduce_quick(nm_dd_make(h, far ? 0.0 : fma(l.hi, y, -h) + l.lo * y), &k);
    const nm_dd e = nm_quick_expm1_reduced(x);
    const double o = 1.0 + e.hi, r = nm_scale2(o + (e.hi - (o - 1.0) + e.lo), k);
    return neg ? (whole ? (odd ? -r : r) : ML_NAN) : r;
}
