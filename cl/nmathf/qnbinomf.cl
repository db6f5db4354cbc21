// @provides: qnbinomf
// @depends: nmathf, nmf_tail, nmf_affine, nmf_incbeta, nmf_count
// @includes: nmathf
//
// Quantile of the negative binomial distribution, by nmf_count.cl; size 0 is a point mass at 0.
// Accuracy: exact for p more than 8 ulp from a value of the distribution function.
// SPDX-License-Identifier: MIT

NMF_FN float qnbinomf(float p, float size, float prob, int lower_tail, int log_p)
{
    if (p != p || size != size || prob != prob) return p + size + prob;
    if (!(size >= 0.0f) || size == NMF_INF || !(prob > 0.0f && prob <= 1.0f)) return NMF_NAN;
    if (nmf_bad_p(p, log_p)) return NMF_NAN;
    float r;
    if (size == 0.0f || prob == 1.0f) return 0.0f;
    if (nmf_quantile_end(p, lower_tail, log_p, 0.0f, NMF_INF, &r)) return r;
    nmf_counts c;
    c.size = size;
    c.kind = 2;
    c.o = nmf_share_of(prob);
    const float q = c.o.y.hi, m = size * q;
    return nmf_count_quantile(c, p, lower_tail, log_p, m / prob, sqrt(m) / prob, (1.0f + q) / sqrt(m), NMF_INF);
}
