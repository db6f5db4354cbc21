// @provides: pexpf
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_tail
// @includes: nmathf
//
// Distribution function of the exponential distribution: the upper tail is exp(-q / scale).
// Accuracy: 1 ulp.
// SPDX-License-Identifier: MIT

NMF_FN float pexpf(float q, float scale, int lower_tail, int log_p)
{
    if (q != q || scale != scale) return q + scale;
    if (!(scale >= 0.0f)) return NMF_NAN;
    if (q <= 0.0f) return nmf_from_log(nmf_of(0.0f), !lower_tail, log_p);
    const int none = scale == NMF_INF, all = q == NMF_INF || scale == 0.0f;
    const nmf_pair t = none ? nmf_of(0.0f) : all ? nmf_of(-NMF_INF) : nmf_quotient(-q, 0.0f, scale);
    return nmf_from_log(t, !lower_tail, log_p);
}
