// @provides: lgammafn_sign
// @depends: nmath, lgammafn
// @includes: nmath
//
// log |Gamma(x)|, and its sign in *sgn (-1 on (-1, 0), (-3, -2), ..., else 1; also 1 at the poles and for NaN).
// Method and accuracy: lgammafn.cl.
// SPDX-License-Identifier: MIT

NM_FN double lgammafn_sign(double x, int *sgn)
{
    const double f = floor(x);
    const int odd = x < 0.0 && f != x && f - 2.0 * floor(0.5 * f) != 0.0;
    *sgn = odd ? -1 : 1;
    return lgammafn(x);
}
