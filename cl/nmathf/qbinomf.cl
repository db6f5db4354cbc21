// @provides: qbinomf
// @depends: nmathf, nmf_tail, nmf_affine, nmf_incbeta, nmf_count
// @includes: nmathf
//
// Quantile of the binomial distribution, by nmf_count.cl; size is rounded to a whole number.
// Accuracy: exact for p more than 8 ulp from a value of the distribution function.
// SPDX-License-Identifier: MIT

NMF_FN float qbinomf(float p, float size, float prob, int lower_tail, int log_p)
{
    if (p != p || size != size || prob != prob) return p + size + prob;
    nmf_counts c;
    c.size = rint(size);
    c.kind = 1;
    if (!(c.size >= 0.0f) || c.size == NMF_INF || !(prob >= 0.0f && prob <= 1.0f)) return NMF_NAN;
    if (nmf_bad_p(p, log_p)) return NMF_NAN;
    float r;
    if (c.size == 0.0f || prob == 0.0f) return 0.0f;
    if (nmf_quantile_end(p, lower_tail, log_p, 0.0f, c.size, &r)) return r;
    if (prob == 1.0f) return c.size;
    c.o = nmf_share_swap(nmf_share_of(prob));
    const float q = c.o.x.hi, mean = c.size * prob, sd = sqrt(mean * q);
    return nmf_count_quantile(c, p, lower_tail, log_p, mean, sd, (q - prob) / sd, c.size);
}
