// @provides: qexpf
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_tail, nmf_affine
// @includes: nmathf
//
// Quantile of the exponential distribution: -scale log(upper tail).
// Accuracy: 1 ulp.
// SPDX-License-Identifier: MIT

NMF_FN float qexpf(float p, float scale, int lower_tail, int log_p)
{
    if (p != p || scale != scale) return p + scale;
    if (nmf_bad_p(p, log_p) || scale < 0.0f) return NMF_NAN;
    if (scale == 0.0f) return 0.0f;
    float r;
    if (nmf_quantile_end(p, lower_tail, log_p, 0.0f, NMF_INF, &r)) return r;
    if (log_p && lower_tail && p < -40.0f && scale < NMF_INF) {
        // -log(1 - u) is u, which may be below the floats
        int e;
        const float s = nmf_split(scale, &e);
        return nmf_exp_value(nmf_of(p), nmf_of(s), e);
    }
    return nmf_affine(0.0f, scale, nmf_neg(nmf_log_tail_of(p, !lower_tail, log_p)));
}
