// @provides: pgammaf
// @depends: nmathf, nmf_incgamma
// @includes: nmathf
//
// Gamma distribution function P(shape, q / scale); methods: nmf_incgamma.cl. Shape 0 is a point mass at 0.
// Accuracy: 2 ulp for shapes up to 2^40, both tails and logarithms.
// SPDX-License-Identifier: MIT

NMF_FN float pgammaf(float q, float shape, float scale, int lower_tail, int log_p)
{
    if (q != q || shape != shape || scale != scale) return q + shape + scale;
    if (shape < 0.0f || scale <= 0.0f) return NMF_NAN;
    const float one = log_p ? 0.0f : 1.0f, zero = log_p ? -NMF_INF : 0.0f;
    const float none = lower_tail ? zero : one, all = lower_tail ? one : zero;
    if (q <= 0.0f || (shape == NMF_INF && q < NMF_INF)) return none;
    if (q == NMF_INF && scale == NMF_INF) return NMF_NAN;
    if (shape == 0.0f || q == NMF_INF) return all;
    if (scale == NMF_INF) return none;
    return nmf_gamma_tails(q, shape, scale, 0, lower_tail, log_p);
}
