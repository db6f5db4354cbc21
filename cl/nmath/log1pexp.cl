// @provides: log1pexp
// @depends: nmath, dd, elementary, nm_quick
// @includes: nmath
//
// log(1 + exp(x)), as max(x, 0) + log(1 + exp(-|x|)) in double-double. Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double log1pexp(double x)
{
    const nm_dd e = nm_quick_exp_dd(nm_dd_of(-fabs(x))), l = nm_quick_log_dd(nm_quick_1p(e), 0.0);
    const nm_dd s = nm_two_sum(x > 0.0 ? x : 0.0, l.hi);
    return x != x || x == ML_POSINF ? x : s.hi + (s.lo + l.lo);
}
