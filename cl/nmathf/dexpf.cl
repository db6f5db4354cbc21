// @provides: dexpf
// @depends: nmathf, nmf_pair, nmf_elementary
// @includes: nmathf
//
// Density of the exponential distribution, exp(-x / scale) / scale.
// Accuracy: 1 ulp.
// SPDX-License-Identifier: MIT

NMF_FN float dexpf(float x, float scale, int give_log)
{
    if (x != x || scale != scale) return x + scale;
    if (!(scale > 0.0f)) return NMF_NAN;
    if (x < 0.0f || x == NMF_INF || scale == NMF_INF) return give_log ? -NMF_INF : 0.0f;
    int e;
    const nmf_pair t = nmf_quotient(-x, 0.0f, scale);
    const float s = nmf_split(scale, &e);
    if (give_log) return t.hi > -NMF_INF ? nmf_sub(t, nmf_log_scaled(nmf_of(s), e)).hi : t.hi;
    return nmf_exp_value(t, nmf_div(nmf_of(1.0f), nmf_of(s)), -e);
}
