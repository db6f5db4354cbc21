// @provides: nm_fast_beta_exponent, nm_fast_beta_usual
// @depends: nmath, dd, elementary, nm_fast_log, nm_fast_gamma
// @includes: nmath
//
// B(a, b) = exp(e) sqrt(2 pi s / (a b)), s = a + b, for a, b >= 1/2: e = s log(q / s) + p log(p / q) and Stirling's
// errors, p <= q the two shapes; nothing large cancels. log(q / s) = -2 atanh(p / (2 q + p)), or for p >= q / 2
// 2 atanh((q - p) / (3 q + p)) - log 2.
// Accuracy: 2^-53 absolute, 2^-62 of e.
// SPDX-License-Identifier: MIT

NM_FLAT int nm_fast_beta_usual(double p, double q) { return p >= 0.5 && q <= 1e100; }

NM_FLAT nm_dd nm_fast_beta_exponent(double p, double q)
{
    const int close = 2.0 * p >= q;
    const double s = p + q, sl = (q - s) + p;
    // 2 q + s or 2 q + p as a pair
    const double add = close ? s : p, two = 2.0 * q, h = two + add;
    const double hl = (two > add ? (two - h) + add : (add - h) + two) + (close ? sl : 0.0);
    const nm_dd v = nm_fast_atanh2(close ? q - p : -p, 0.0, h, hl), l1 = nm_fast_add_ln2(v, close ? -1.0 : 0.0);
    const nm_dd l2 = nm_fast_log_quotient(p, q, 0.0);
    const double st = nm_fast_st_any(p) + nm_fast_st_any(q) - nm_fast_st_any(s);
    const double x = s * l1.hi, xl = fma(s, l1.hi, -x) + fma(s, l1.lo, sl * l1.hi);
    const double y = p * l2.hi, yl = fma(p, l2.hi, -y) + p * l2.lo;
    const nm_dd e = nm_two_sum(x, y);
    return nm_fast_two_sum(e.hi, e.lo + (xl + yl + st));
}
