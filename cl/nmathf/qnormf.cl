// @provides: qnormf
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_tail, nmf_normal, nmf_affine
// @includes: nmathf
//
// Quantile of the normal distribution: mean + sd z, z by nmf_normal.cl.
// Accuracy: 2 ulp of sd z.
// SPDX-License-Identifier: MIT

NMF_FN float qnormf(float p, float mean, float sd, int lower_tail, int log_p)
{
    if (p != p || mean != mean || sd != sd) return p + mean + sd;
    if (nmf_bad_p(p, log_p) || sd < 0.0f) return NMF_NAN;
    float r;
    if (nmf_quantile_end(p, lower_tail, log_p, -NMF_INF, NMF_INF, &r)) return r;
    if (sd == 0.0f || fabs(mean) == NMF_INF) return mean;
    return nmf_affine(mean, sd, nmf_normal_quantile(p, lower_tail, log_p));
}
