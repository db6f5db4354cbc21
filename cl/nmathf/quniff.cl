// @provides: quniff
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_tail, nmf_affine
// @includes: nmathf
//
// Quantile of the uniform distribution on [a, b]: a + (b - a) p.
// Accuracy: 1 ulp.
// SPDX-License-Identifier: MIT

NMF_FN float quniff(float p, float a, float b, int lower_tail, int log_p)
{
    if (p != p || a != a || b != b) return p + a + b;
    if (nmf_bad_p(p, log_p) || !(a <= b) || fabs(a) == NMF_INF || fabs(b) == NMF_INF) return NMF_NAN;
    if (a == b) return a;
    const nmf_pair w = nmf_two_sum(0.25f * b, -0.25f * a);
    if (log_p && lower_tail && p < -40.0f) {
        // The probability may be below the floats.
        int e;
        const float m = nmf_split(w.hi, &e);
        return a + nmf_exp_value(nmf_of(p), nmf_of(m), e + 2);
    }
    const nmf_pair u = nmf_tail_of(p, lower_tail != 0, log_p);
    return 4.0f * nmf_add_f(nmf_mul(w, u), 0.25f * a).hi;
}
