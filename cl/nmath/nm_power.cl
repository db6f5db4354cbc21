// @provides: nm_power, nm_power_abs, nm_power_sign, nm_power_log
// @depends: nmath, dd, elementary, mills, nm_light, nm_fine
// @includes: nmath
//
// |b|^y for finite b other than 0 and finite y, as exp(y log |b|), with the sign of b for odd integers y and NaN for
// b < 0 and y no integer. b as a pair. No branches, tables or loops: the logarithm is nm_light_log's with the terms in
// v^3 as pairs; (atanh(v)/v - 1 - v^2/3)/v^4 a polynomial of degree 7 in v^2 through Chebyshev's nodes (mpmath).
// Accuracy: logarithm 2^-65 relative, power 0.55 ulp.
// SPDX-License-Identifier: MIT

// log(x + xl), x > 0 finite; without pair xl is 0.
NM_LIGHT nm_dd nm_power_log(double x, double xl, int pair)
{
    int e;
    const double n = nm_light_mantissa(x, &e) - 1.0, k = (double)e;
    const double nl = pair ? xl * nm_two_to(-(e >> 1)) * nm_two_to((e >> 1) - e) : 0.0;
    const double d = 2.0 + n, dl = pair ? n - (d - 2.0) + nl : n - (d - 2.0), inv = 1.0 / d, v = n * inv;
    const double vl = fma(-v, dl, pair ? fma(-v, d, n) + nl : fma(-v, d, n)) * inv;
    const double w = v * v, wl = fma(v, v, -w) + 2.0 * v * vl;
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

// b^y for b > 0; pair: b has a low part.
NM_LIGHT double nm_power_abs(nm_dd b, double y, int pair)
{
    const nm_dd l = nm_power_log(b.hi, b.lo, pair);
    const double h = l.hi * y;
    // From 1400 on nothing is left, or all.
    const int far = (nm_upper(h) & 0x7fffffff) >= 0x4095e000;
    int k;
    const double m = nm_fine_exp(far ? (h > 0.0 ? 1410.0 : -1410.0) : h, far ? 0.0 : fma(l.hi, y, -h) + l.lo * y, &k).hi;
    return m * nm_two_to(k >> 1) * nm_two_to(k - (k >> 1));
}

// The same for -b from v = b^y: the sign for odd y, NaN for y no integer.
NM_LIGHT double nm_power_sign(double v, double y)
{
    const double h = 0.5 * y;
    const int whole = (rint(y) == y) & (fabs(y) < ML_POSINF), odd = (fabs(y) < 0x1p53) & (rint(h) != h);
    return whole ? (odd ? -v : v) : ML_NAN;
}

NM_LIGHT double nm_power(nm_dd b, double y, int pair)
{
    const int neg = b.hi < 0.0;
    const double v = nm_power_abs(neg ? nm_dd_neg(b) : b, y, pair);
    return neg ? nm_power_sign(v, y) : v;
}
