// @provides: ptf
// @depends: nmathf, nmf_pair, nmf_tail, nmf_normal, nmf_halves, nmf_incbeta
// @includes: nmathf
//
// Distribution function of Student's t: P(|T| > |q|) = 1 - I_x(1/2, n/2), x / (1 - x) = q^2 / n (nmf_incbeta.cl); the
// normal distribution for n above 2^60.
// Accuracy: 2 ulp for n up to 2^40, both tails and logarithms.
// SPDX-License-Identifier: MIT

NMF_FN float ptf(float q, float n, int lower_tail, int log_p)
{
    if (q != q || n != n) return q + n;
    if (!(n > 0.0f)) return NMF_NAN;
    const int far = (q > 0.0f) != (lower_tail != 0); // the tail beyond |q|
    if (q == 0.0f) return nmf_give(nmf_of(0.5f), 1, log_p);
    if (fabs(q) == NMF_INF) return nmf_give(nmf_of(0.0f), far, log_p);
    if (n > 0x1p60f && fabs(q) < 0x1p20f) return nmf_normal_give(nmf_of(q), lower_tail, log_p);
    int i, j;
    const float m = nmf_split(fabs(q), &i), d = nmf_split(n, &j);
    const nmf_share o = nmf_share_odds(nmf_div(nmf_two_prod(m, m), nmf_of(d)), 2 * i - j);
    const nmf_pair l = nmf_half_log(nmf_beta_half(nmf_of(0.5f), nmf_of(0.5f * n), o), 1);
    return nmf_from_log(nmf_sub(l, NMF_LN2), far, log_p);
}
