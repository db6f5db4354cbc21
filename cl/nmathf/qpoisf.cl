// @provides: qpoisf
// @depends: nmathf, nmf_tail, nmf_affine, nmf_incbeta, nmf_count
// @includes: nmathf
//
// Poisson quantile, by nmf_count.cl.
// Accuracy: exact for p more than 8 ulp from a value of the distribution function.
// SPDX-License-Identifier: MIT

NMF_FN float qpoisf(float p, float lambda, int lower_tail, int log_p)
{
    if (p != p || lambda != lambda) return p + lambda;
    if (nmf_bad_p(p, log_p) || lambda < 0.0f || lambda == NMF_INF) return NMF_NAN;
    if (lambda == 0.0f) return 0.0f;
    float r;
    if (nmf_quantile_end(p, lower_tail, log_p, 0.0f, NMF_INF, &r)) return r;
    nmf_counts c;
    c.size = lambda;
    c.kind = 0;
    c.o = nmf_share_of(0.5f);
    const float sd = sqrt(lambda);
    return nmf_count_quantile(c, p, lower_tail, log_p, lambda, sd, 1.0f / sd, NMF_INF);
}
