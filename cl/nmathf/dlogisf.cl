// @provides: dlogisf
// @depends: nmathf, nmf_pair, nmf_elementary
// @includes: nmathf
//
// Density of the logistic distribution, e / (scale (1 + e)^2) with e = exp(-|x - location| / scale).
// Accuracy: 1 ulp.
// SPDX-License-Identifier: MIT

NMF_FN float dlogisf(float x, float location, float scale, int give_log)
{
    if (x != x || location != location || scale != scale) return x + location + scale;
    if (!(scale > 0.0f)) return NMF_NAN;
    if (fabs(x) == NMF_INF && (x == location || scale == NMF_INF)) return NMF_NAN;
    if (fabs(x) == NMF_INF || fabs(location) == NMF_INF || scale == NMF_INF) return give_log ? -NMF_INF : 0.0f;
    int e;
    nmf_pair z = nmf_quotient(x, -location, scale);
    if (z.hi > 0.0f) z = nmf_neg(z);
    const nmf_pair u = nmf_exp(z);
    const float s = nmf_split(scale, &e);
    if (give_log) {
        if (z.hi < -0x1p60f) return z.hi;
        return nmf_sub(nmf_sub(z, nmf_scale(nmf_log1p(u), 2.0f)), nmf_log_scaled(nmf_of(s), e)).hi;
    }
    const nmf_pair o = nmf_add_f(u, 1.0f);
    return nmf_exp_value(z, nmf_div(nmf_of(1.0f), nmf_mul_f(nmf_mul(o, o), s)), -e);
}
