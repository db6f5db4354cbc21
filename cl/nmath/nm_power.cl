// @provides: nm_power
// @depends: nmath, dd, elementary
// @includes: nmath
//
// |b|^y for finite b other than 0 and finite y, as exp(y log |b|), with the sign of b for odd integers y and NaN for
// b < 0 and y no integer. b in double-double. Accuracy: 0.51 ulp.
// SPDX-License-Identifier: MIT

NM_FN double nm_power(nm_dd b, double y)
{
    const int neg = b.hi < 0.0, whole = floor(y) == y, odd = whole && fabs(y) < 0x1p53 && floor(0.5 * y) != 0.5 * y;
    const nm_dd l = nm_dd_log_dd(neg ? nm_dd_neg(b) : b);
    const double h = l.hi * y;
    const nm_dd t = fabs(h) < 1e5 ? nm_dd_mul_d(l, y) : nm_dd_of(h > 0.0 ? 1e5 : -1e5);
    const double r = fabs(h) < 1e-40 ? 1.0 : nm_exp_dd(t);
    return neg ? (whole ? (odd ? -r : r) : ML_NAN) : r;
}
