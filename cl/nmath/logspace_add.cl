// @provides: logspace_add, nm_logspace_add_near
// @depends: nmath, dd, elementary, nm_quick
// @includes: nmath
//
// log(exp(logx) + exp(logy)) = larger + log1p(exp(smaller - larger)), with some ten bits more than double; in full
// double-double where the two terms cancel (the sum is near 1). Accuracy: below 1 ulp, unless |result| < 1e-16.
// SPDX-License-Identifier: MIT

NM_FN double nm_logspace_add_near(nm_dd d, double a)
{
    return nm_dd_add_d(nm_dd_log1p(nm_dd_exp(d)), a).hi;
}

NM_INLINE double logspace_add(double logx, double logy)
{
    const double a = logx > logy ? logx : logy, b = logx > logy ? logy : logx;
    const int usual = fabs(a) < ML_POSINF && b - a > ML_NEGINF;
    const nm_dd d = usual ? nm_two_sum(b, -a) : nm_dd_of(-1.0);
    const nm_dd l = nm_quick_log_dd(nm_quick_1p(nm_quick_exp_dd(d)), 0.0), s = nm_two_sum(usual ? a : 0.0, l.hi);
    double r = s.hi + (s.lo + l.lo);
    if (usual && fabs(r) < 0.25 * l.hi) r = nm_logspace_add_near(d, a);
    r = usual ? r : a;
    return logx != logx || logy != logy ? logx + logy : r;
}
