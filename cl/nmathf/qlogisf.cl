// @provides: qlogisf
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_tail, nmf_affine
// @includes: nmathf
//
// Quantile of the logistic distribution: location + scale log(p / (1 - p)); next to p = 1/2 by log1p, lest it cancels.
// Accuracy: 1 ulp of the second term.
// SPDX-License-Identifier: MIT

NMF_FN float qlogisf(float p, float location, float scale, int lower_tail, int log_p)
{
    if (p != p || location != location || scale != scale) return p + location + scale;
    if (nmf_bad_p(p, log_p) || scale < 0.0f) return NMF_NAN;
    float r;
    if (nmf_quantile_end(p, lower_tail, log_p, -NMF_INF, NMF_INF, &r)) return r;
    if (scale == 0.0f) return location;
    const nmf_pair s = log_p ? nmf_add_f(nmf_expm1(nmf_of(p)), 0.5f) : nmf_of(p - 0.5f);
    nmf_pair z;
    if (fabs(s.hi) < 0.05f) {
        // log((1/2 + s) / (1/2 - s)) = log1p(2 s / (1/2 - s))
        z = nmf_log1p(nmf_div(nmf_scale(s, 2.0f), nmf_add_f(nmf_neg(s), 0.5f)));
    } else {
        z = nmf_sub(nmf_log_tail_of(p, 1, log_p), nmf_log_tail_of(p, 0, log_p));
    }
    return nmf_affine(location, scale, lower_tail ? z : nmf_neg(z));
}
