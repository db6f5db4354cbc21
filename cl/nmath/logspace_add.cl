// @provides: logspace_add, nm_logspace_add_near
// @depends: nmath, dd, elementary, mills, nm_light, nm_triple
// @includes: nmath
//
// log(exp(logx) + exp(logy)) = larger + log1p(exp(smaller - larger)), difference, exponential and logarithm as pairs;
// in full double-double where the two terms cancel (the sum is near 1) and where the smaller is tiny; where a pair's
// digits cancel, too, by nm_triple.cl.
// Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_FN double nm_logspace_add_near(nm_dd d, double a)
{
    return nm_dd_add_d(nm_dd_log1p(nm_dd_exp(d)), a).hi;
}

NM_INLINE double logspace_add(double logx, double logy)
{
    const double a = logx > logy ? logx : logy, b = logx > logy ? logy : logx;
    const nm_dd d = nm_two_sum(b, -a);
    // Infinities and NaN, and where the smaller term is nothing beside the larger.
    if (!(d.hi > -690.0)) return logx != logx || logy != logy ? ML_NAN : d.hi > -746.0 ? nm_logspace_add_near(d, a) : a;
    int k;
    const nm_dd m = nm_light_exp_near(d.hi, d.lo, &k);
    // log(1 + e), e at most 1
    const int large = (k >= 0) | ((k == -1) & (m.hi >= 1.0));
    const double f = nm_two_to(large ? k - 1 : k);
    const nm_dd l = nm_light_log(fma(m.hi, f, large ? -0.5 : 0.0), m.lo * f, large ? 1.0 : 0.0);
    const nm_dd s = nm_two_sum(a, l.hi);
    const double r = s.hi + (s.lo + l.lo);
    if (!(fabs(r) < 0.03 * l.hi)) return r;
    return fabs(r) < 0x1p-40 * l.hi ? nm_log_exp_sum(a, b, 1.0) : nm_logspace_add_near(d, a);
}
