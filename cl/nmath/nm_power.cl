// @provides: nm_power
// @depends: nmath, dd, elementary, nm_quick
// @includes: nmath
//
// |b|^y for finite b other than 0 and finite y, as exp(y log |b|), with the sign of b for odd integers y and NaN for
// b < 0 and y no integer. b as a pair. Accuracy: 0.53 ulp.
// SPDX-License-Identifier: MIT

NM_FN double nm_power(nm_dd b, double y)
{
    const int neg = b.hi < 0.0, whole = floor(y) == y, odd = whole && fabs(y) < 0x1p53 && floor(0.5 * y) != 0.5 * y;
    const nm_dd l = nm_quick_log_dd(neg ? nm_dd_neg(b) : b, 0.0);
    const double h = l.hi * y, g = fabs(h) < 1e5 ? h : h > 0.0 ? 1e5 : -1e5;
    int k;
    const nm_dd e = nm_quick_exp(nm_dd_make(g, fabs(h) < 1e5 ? fma(l.hi, y, -h) + l.lo * y : 0.0), &k);
    const double r = nm_quick_scale(e.hi, k);
    return neg ? (whole ? (odd ? -r : r) : ML_NAN) : r;
}
