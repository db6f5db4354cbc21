// @provides: logspace_add
// @depends: nmath, dd, elementary
// @includes: nmath
//
// log(exp(logx) + exp(logy)) = larger + log1p(exp(smaller - larger)), in double-double: right also where the sum of
// the two is near 1 and its logarithm cancels. Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double logspace_add(double logx, double logy)
{
    if (logx != logx || logy != logy) return logx + logy;
    const double a = logx > logy ? logx : logy, b = logx > logy ? logy : logx;
    if (!(fabs(a) < ML_POSINF) || !(b > ML_NEGINF)) return a;
    if (!(b - a > ML_NEGINF)) return a;
    return nm_dd_add_d(nm_dd_log1p(nm_dd_exp(nm_two_sum(b, -a))), a).hi;
}
