// @provides: qlnormf
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_tail, nmf_normal, nmf_affine
// @includes: nmathf
//
// Quantile of the log-normal distribution: exp(meanlog + sdlog z), z by nmf_normal.cl.
// Accuracy: 1 ulp and what 2^-25 of sdlog z in the exponent make.
// SPDX-License-Identifier: MIT

NMF_FN float qlnormf(float p, float meanlog, float sdlog, int lower_tail, int log_p)
{
    if (p != p || meanlog != meanlog || sdlog != sdlog) return p + meanlog + sdlog;
    if (nmf_bad_p(p, log_p) || sdlog < 0.0f) return NMF_NAN;
    float r;
    if (nmf_quantile_end(p, lower_tail, log_p, 0.0f, NMF_INF, &r)) return r;
    if (sdlog == 0.0f || fabs(meanlog) == NMF_INF) return nmf_exp_value(nmf_of(meanlog), nmf_of(1.0f), 0);
    const nmf_pair z = nmf_normal_quantile(p, lower_tail, log_p);
    const float h = z.hi * sdlog;
    if (!(fabs(h) < 0x1p60f && fabs(meanlog) < 0x1p60f)) return nmf_exp_value(nmf_of(h + meanlog), nmf_of(1.0f), 0);
    return nmf_exp_value(nmf_add_f(nmf_mul_f(z, sdlog), meanlog), nmf_of(1.0f), 0);
}
