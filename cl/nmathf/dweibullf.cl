// @provides: dweibullf
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_power
// @includes: nmathf
//
// Density of the Weibull distribution, shape / x t exp(-t) with t = (x / scale)^shape.
// Accuracy: 2 ulp.
// SPDX-License-Identifier: MIT

NMF_FN float dweibullf(float x, float shape, float scale, int give_log)
{
    if (x != x || shape != shape || scale != scale) return x + shape + scale;
    if (!(shape > 0.0f) || !(scale > 0.0f)) return NMF_NAN;
    const float none = give_log ? -NMF_INF : 0.0f;
    if (x < 0.0f || x == NMF_INF) return none;
    if (x == 0.0f && shape != 1.0f) return shape < 1.0f ? NMF_INF : none;
    if (shape == NMF_INF) return x == scale ? NMF_INF : none;
    if (scale == NMF_INF) return none;
    int i, j;
    const float b = nmf_split(scale, &j), a = nmf_split(shape, &i);
    if (x == 0.0f && give_log) return nmf_neg(nmf_log_scaled(nmf_of(b), j)).hi;
    if (x == 0.0f) return nmf_ldexp(nmf_div(nmf_of(1.0f), nmf_of(b)).hi, -j);
    const nmf_pair l = nmf_log_quotient(x, scale), p = nmf_power(l, shape);
    const nmf_pair t = shape == 1.0f ? nmf_quotient(x, 0.0f, scale) : nmf_exp(p);
    if (!(t.hi < NMF_INF)) return none;
    int k;
    const float m = nmf_split(x, &k);
    const nmf_pair u = nmf_div(nmf_of(a), nmf_of(m));
    // shape / x (x / scale)^shape; for shape 1 that is 1 / scale.
    if (give_log) {
        const nmf_pair f = shape == 1.0f ? nmf_neg(nmf_log_scaled(nmf_of(b), j)) : nmf_add(nmf_log_scaled(u, i - k), p);
        return nmf_sub(f, t).hi;
    }
    return nmf_exp_value(nmf_sub(p, t), u, i - k);
}
