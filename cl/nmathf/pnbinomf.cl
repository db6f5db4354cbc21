// @provides: pnbinomf
// @depends: nmathf, nmf_pair, nmf_tail, nmf_halves, nmf_incbeta
// @includes: nmathf
//
// Distribution function of the negative binomial distribution: I_p(n, k + 1), k = floor(q + 1e-7), n > 0 real
// (nmf_incbeta.cl); n = 0 is a point mass at 0.
// Accuracy: 2 ulp for n and k up to 2^40, both tails and logarithms.
// SPDX-License-Identifier: MIT

NMF_FN float pnbinomf(float q, float n, float p, int lower_tail, int log_p)
{
    if (q != q || n != n || p != p) return q + n + p;
    if (!(n >= 0.0f) || n == NMF_INF || !(p > 0.0f && p <= 1.0f)) return NMF_NAN;
    const float k = floor(q + 1e-7f);
    float r = -1.0f;
    if (k < 0.0f) r = 0.0f;
    else if (n == 0.0f || p == 1.0f || k == NMF_INF) r = 1.0f;
    if (r >= 0.0f) return nmf_give(nmf_of(r), lower_tail != 0, log_p);
    return nmf_half_give(nmf_beta_half(nmf_of(n), nmf_two_sum(k, 1.0f), nmf_share_of(p)), lower_tail, log_p);
}
