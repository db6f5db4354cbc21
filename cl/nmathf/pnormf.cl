// @provides: pnormf
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_tail, nmf_normal
// @includes: nmathf
//
// Distribution function of the normal distribution: nmf_normal.cl at (q - mean) / sd as a pair.
// Accuracy: 1.5 ulp, both tails and logarithms.
// SPDX-License-Identifier: MIT

NMF_FN float pnormf(float q, float mean, float sd, int lower_tail, int log_p)
{
    if (q != q || mean != mean || sd != sd) return q + mean + sd;
    if (sd < 0.0f || (fabs(q) == NMF_INF && q == mean)) return NMF_NAN;
    nmf_pair z;
    if (sd == 0.0f || fabs(q) == NMF_INF || fabs(mean) == NMF_INF) z = nmf_of(q < mean ? -NMF_INF : NMF_INF);
    else z = sd == NMF_INF ? nmf_of(0.0f) : nmf_quotient(q, -mean, sd);
    return nmf_normal_give(z, lower_tail, log_p);
}
