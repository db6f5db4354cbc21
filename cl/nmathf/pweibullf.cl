// @provides: pweibullf
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_tail, nmf_power
// @includes: nmathf
//
// Distribution function of the Weibull distribution: the upper tail is exp(-(q / scale)^shape).
// Accuracy: 2 ulp.
// SPDX-License-Identifier: MIT

NMF_FN float pweibullf(float q, float shape, float scale, int lower_tail, int log_p)
{
    if (q != q || shape != shape || scale != scale) return q + shape + scale;
    if (!(shape > 0.0f) || !(scale > 0.0f)) return NMF_NAN;
    nmf_pair t, p = nmf_of(-NMF_INF);
    if (q <= 0.0f || scale == NMF_INF) t = nmf_of(0.0f);
    else if (q == NMF_INF) t = nmf_of(NMF_INF);
    else if (shape == NMF_INF) t = nmf_of(q < scale ? 0.0f : q > scale ? NMF_INF : 1.0f);
    else {
        p = nmf_power(nmf_log_quotient(q, scale), shape);
        t = shape == 1.0f ? nmf_quotient(q, 0.0f, scale) : nmf_exp(p);
        // where 1 - exp(-t) is t, its logarithm as it is
        if (p.hi < -40.0f && lower_tail) return log_p ? p.hi : nmf_exp_value(p, nmf_of(1.0f), 0);
    }
    return nmf_from_log(nmf_neg(t), !lower_tail, log_p);
}
