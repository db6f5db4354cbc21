// @provides: plogisf
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_tail
// @includes: nmathf
//
// Distribution function of the logistic distribution, 1 / (1 + exp(-z)): the smaller tail is e / (1 + e), e =
// exp(-|z|).
// Accuracy: 1 ulp.
// SPDX-License-Identifier: MIT

NMF_FN float plogisf(float q, float location, float scale, int lower_tail, int log_p)
{
    if (q != q || location != location || scale != scale) return q + location + scale;
    if (!(scale > 0.0f) || (fabs(q) == NMF_INF && q == location)) return NMF_NAN;
    if (scale == NMF_INF && (fabs(q) == NMF_INF || fabs(location) == NMF_INF)) return NMF_NAN;
    nmf_pair z;
    if (fabs(q) == NMF_INF || fabs(location) == NMF_INF) z = nmf_of(q < location ? -NMF_INF : NMF_INF);
    else z = scale == NMF_INF ? nmf_of(0.0f) : nmf_quotient(q, -location, scale);
    const int same = (z.hi < 0.0f) == (lower_tail != 0);
    const nmf_pair t = z.hi < 0.0f ? z : nmf_neg(z), e = nmf_exp(t);
    if (log_p) {
        const nmf_pair l = nmf_neg(nmf_log1p(e));
        return same && t.hi > -0x1p60f ? nmf_add(t, l).hi : same ? t.hi : l.hi;
    }
    const nmf_pair o = nmf_add_f(e, 1.0f);
    return same ? nmf_exp_value(t, nmf_div(nmf_of(1.0f), o), 0) : nmf_div(nmf_of(1.0f), o).hi;
}
