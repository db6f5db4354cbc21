// @provides: qweibullf
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_tail, nmf_affine
// @includes: nmathf
//
// Quantile of the Weibull distribution: scale (-log(upper tail))^(1 / shape).
// Accuracy: 1 ulp.
// SPDX-License-Identifier: MIT

NMF_FN float qweibullf(float p, float shape, float scale, int lower_tail, int log_p)
{
    if (p != p || shape != shape || scale != scale) return p + shape + scale;
    if (nmf_bad_p(p, log_p) || !(shape > 0.0f) || !(scale > 0.0f)) return NMF_NAN;
    float r;
    if (nmf_quantile_end(p, lower_tail, log_p, 0.0f, NMF_INF, &r)) return r;
    if (shape == NMF_INF || scale == NMF_INF) return scale;
    // log(-log(1 - u)) is log u for tiny u
    const int tiny = log_p && lower_tail && p < -40.0f;
    const nmf_pair l = tiny ? nmf_of(p) : nmf_log(nmf_neg(nmf_log_tail_of(p, !lower_tail, log_p)));
    int i, j;
    const float s = nmf_split(scale, &j), a = nmf_split(shape, &i);
    const nmf_pair e = nmf_div(l, nmf_of(a));
    const float h = nmf_ldexp(e.hi, -i);
    return nmf_exp_value(nmf_make(h, fabs(h) < 0x1p100f ? nmf_ldexp(e.lo, -i) : 0.0f), nmf_of(s), j);
}
