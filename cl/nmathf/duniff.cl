// @provides: duniff
// @depends: nmathf, nmf_pair, nmf_elementary
// @includes: nmathf
//
// Density of the uniform distribution, 1 / (b - a) within [a, b].
// Accuracy: 1 ulp.
// SPDX-License-Identifier: MIT

NMF_FN float duniff(float x, float a, float b, int give_log)
{
    if (x != x || a != a || b != b) return x + a + b;
    if (!(a < b)) return NMF_NAN;
    if (!(x >= a && x <= b) || fabs(a) == NMF_INF || fabs(b) == NMF_INF) return give_log ? -NMF_INF : 0.0f;
    // a quarter, lest it overflows
    const nmf_pair w = nmf_two_sum(0.25f * b, -0.25f * a);
    if (give_log) return nmf_neg(nmf_log_scaled(w, 2)).hi;
    int e;
    const float m = nmf_split(w.hi, &e);
    return nmf_ldexp(nmf_div(nmf_of(0.25f), nmf_make(m, nmf_ldexp(w.lo, -e))).hi, -e);
}
