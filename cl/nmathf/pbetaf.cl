// @provides: pbetaf
// @depends: nmathf, nmf_pair, nmf_tail, nmf_halves, nmf_incbeta
// @includes: nmathf
//
// Distribution function of the beta distribution; methods: nmf_incbeta.cl. Infinite and zero shapes are point masses.
// Accuracy: 2 ulp for shapes up to 2^40, both tails and logarithms.
// SPDX-License-Identifier: MIT

NMF_FN float pbetaf(float q, float a, float b, int lower_tail, int log_p)
{
    if (q != q || a != a || b != b) return q + a + b;
    if (a < 0.0f || b < 0.0f) return NMF_NAN;
    float r = -1.0f; // a lower tail that is 0, 1/2 or 1
    if (q >= 1.0f) r = 1.0f;
    else if (q <= 0.0f) r = 0.0f;
    else if (a == 0.0f && b == 0.0f) r = 0.5f;
    else if (a == NMF_INF && b == NMF_INF) r = q < 0.5f ? 0.0f : 1.0f;
    else if (a == 0.0f || b == NMF_INF) r = 1.0f;
    else if (b == 0.0f || a == NMF_INF) r = 0.0f;
    if (r >= 0.0f) return nmf_give(nmf_of(r), lower_tail != 0, log_p);
    return nmf_half_give(nmf_beta_half(nmf_of(a), nmf_of(b), nmf_share_of(q)), lower_tail, log_p);
}
