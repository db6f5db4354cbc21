// @provides: logspace_add, nm_logspace_add_near
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// log(exp(logx) + exp(logy)) = larger + log1p(exp(smaller - larger)), difference, exponential and logarithm as pairs;
// in full double-double where the two terms cancel (the sum is near 1). Accuracy: below 1 ulp, unless |result| < 1e-16.
// SPDX-License-Identifier: MIT

NM_FN double nm_logspace_add_near(nm_dd d, double a)
{
    return nm_dd_add_d(nm_dd_log1p(nm_dd_exp(d)), a).hi;
}

NM_INLINE double logspace_add(double logx, double logy)
{
    const double a = logx > logy ? logx : logy, b = logx > logy ? logy : logx;
    const int usual = (fabs(a) < ML_POSINF) & (b - a > ML_NEGINF);
    const nm_dd d0 = nm_two_sum(b, -a), d = nm_dd_make(usual ? d0.hi : -1.0, usual ? d0.lo : 0.0);
    int k;
    const nm_dd m = nm_light_exp_pair(d.hi, d.lo, &k);
    const double f = nm_scale2(1.0, k);
    const nm_dd l = nm_light_log1p_unit(m.hi * f, fma(m.lo, f, 0.0)), s = nm_two_sum(usual ? a : 0.0, l.hi);
    double r = s.hi + (s.lo + l.lo);
    if (usual && fabs(r) < 0.03 * l.hi) r = nm_logspace_add_near(d, a);
    r = usual ? r : a;
    return logx != logx || logy != logy ? ML_NAN : r;
}
