// @provides: logspace_sub, nm_logspace_sub_near
// @depends: nmath, dd, elementary, nm_light, nm_triple
// @includes: nmath
//
// log(exp(logx) - exp(logy)) for logx >= logy: logx + log(1 - exp(logy - logx)), difference, exponential and logarithm
// as pairs; in full double-double where the two terms cancel, by nm_triple.cl where a pair's digits cancel, too.
// Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_FN double nm_logspace_sub_near(nm_dd d, double a)
{
    const nm_dd l = d.hi > -M_LN2 ? nm_dd_log_dd(nm_dd_neg(nm_dd_expm1(d))) : nm_dd_log1p(nm_dd_neg(nm_dd_exp(d)));
    return nm_dd_add_d(l, a).hi;
}

NM_INLINE double logspace_sub(double logx, double logy)
{
    const int usual = (logx > logy) & (logx < ML_POSINF) & (logy - logx > ML_NEGINF);
    const nm_dd d0 = nm_two_sum(logx, -logy), d = nm_dd_make(usual ? d0.hi : 1.0, usual ? d0.lo : 0.0);
    const nm_dd l = nm_light_log1mexp(d.hi, d.lo), s = nm_two_sum(usual ? logx : 0.0, l.hi);
    double r = s.hi + (s.lo + l.lo);
    if (usual && fabs(r) < 0.03 * fabs(l.hi)) {
        const int close = fabs(r) < 0x1p-40 * fabs(l.hi) && logy > -690.0;
        r = close ? nm_log_exp_sum(logx, logy, -1.0) : nm_logspace_sub_near(nm_dd_neg(d), logx);
    }
    const double end = logx == logy ? (logx < ML_POSINF ? ML_NEGINF : ML_NAN) : logx > logy ? logx : ML_NAN;
    r = usual ? r : end;
    return logx != logx || logy != logy ? ML_NAN : r;
}
