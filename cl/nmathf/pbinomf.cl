// @provides: pbinomf
// @depends: nmathf, nmf_pair, nmf_tail, nmf_halves, nmf_incbeta
// @includes: nmathf
//
// Distribution function of the binomial distribution: I_(1-p)(n - k, k + 1), k = floor(q + 1e-7), nmf_incbeta.cl.
// Accuracy: 2 ulp for n up to 2^40, both tails and logarithms.
// SPDX-License-Identifier: MIT

NMF_FN float pbinomf(float q, float n, float p, int lower_tail, int log_p)
{
    if (q != q || n != n || p != p) return q + n + p;
    if (!(n >= 0.0f) || n == NMF_INF || !nmf_is_count(n) || !(p >= 0.0f && p <= 1.0f)) return NMF_NAN;
    const float size = rint(n), k = floor(q + 1e-7f);
    float r = -1.0f;
    if (q < 0.0f && k < 0.0f) r = 0.0f;
    else if (k >= size || p == 0.0f) r = 1.0f;
    else if (p == 1.0f) r = 0.0f;
    if (r >= 0.0f) return nmf_give(nmf_of(r), lower_tail != 0, log_p);
    const nmf_share o = nmf_share_swap(nmf_share_of(p));
    return nmf_half_give(nmf_beta_half(nmf_two_sum(size, -k), nmf_two_sum(k, 1.0f), o), lower_tail, log_p);
}
