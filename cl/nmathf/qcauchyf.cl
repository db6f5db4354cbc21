// @provides: qcauchyf
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_tail, nmf_affine, nmf_angle
// @includes: nmathf
//
// Quantile of the Cauchy distribution: location + scale cot(pi p), p the smaller tail.
// Accuracy: 1 ulp of the second term.
// SPDX-License-Identifier: MIT

NMF_FN float qcauchyf(float p, float location, float scale, int lower_tail, int log_p)
{
    if (p != p || location != location || scale != scale) return p + location + scale;
    if (nmf_bad_p(p, log_p) || scale < 0.0f) return NMF_NAN;
    if (scale == 0.0f) return location;
    float r;
    if (nmf_quantile_end(p, lower_tail, log_p, -NMF_INF, NMF_INF, &r)) return r;
    if (fabs(location) == NMF_INF) return location;
    const int same = log_p ? p < -0.6931472f : p <= 0.5f, minus = same == (lower_tail != 0);
    nmf_pair z;
    if (log_p && same && p < -40.0f) {
        // exp(-p) / pi: the tail itself may be below the floats
        int k, j;
        const nmf_pair m = nmf_mul(nmf_exp_parts(nmf_of(-p), &k), nmf_make(0x1.45f306p-2f, 0x1.b93910p-27f));
        const float s = nmf_split(scale, &j), h = nmf_ldexp(nmf_mul_f(m, s).hi, k + j);
        return minus ? location - h : location + h;
    }
    z = nmf_cot_pi(nmf_tail_of(p, same, log_p));
    return nmf_affine(location, scale, minus ? nmf_neg(z) : z);
}
