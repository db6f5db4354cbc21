// @provides: pff
// @depends: nmathf, nmf_pair, nmf_tail, nmf_halves, nmf_incbeta
// @includes: nmathf
//
// Distribution function of F: I_x(m/2, n/2), x / (1 - x) = m q / n (nmf_incbeta.cl). Degrees of freedom above 2^96 are
// taken as 2^96.
// Accuracy: 2 ulp for degrees of freedom up to 2^40 or infinite, both tails and logarithms.
// SPDX-License-Identifier: MIT

NMF_FN float pff(float q, float m, float n, int lower_tail, int log_p)
{
    if (q != q || m != m || n != n) return q + m + n;
    if (!(m > 0.0f) || !(n > 0.0f)) return NMF_NAN;
    float r = -1.0f;
    if (q <= 0.0f) r = 0.0f;
    else if (q == NMF_INF) r = 1.0f;
    else if (m == NMF_INF && n == NMF_INF) r = q < 1.0f ? 0.0f : q > 1.0f ? 1.0f : 0.5f;
    if (r >= 0.0f) return nmf_give(nmf_of(r), lower_tail != 0, log_p);
    const float u = fmin(m, 0x1p96f), v = fmin(n, 0x1p96f);
    int i, j, k;
    const float a = nmf_split(u, &i), b = nmf_split(q, &j), c = nmf_split(v, &k);
    const nmf_share o = nmf_share_odds(nmf_div(nmf_two_prod(a, b), nmf_of(c)), i + j - k);
    return nmf_half_give(nmf_beta_half(nmf_of(0.5f * u), nmf_of(0.5f * v), o), lower_tail, log_p);
}
