// @provides: puniff
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_tail
// @includes: nmathf
//
// Distribution function of the uniform distribution on [a, b], each tail from its own end.
// Accuracy: 1 ulp.
// SPDX-License-Identifier: MIT

NMF_FN float puniff(float q, float a, float b, int lower_tail, int log_p)
{
    if (q != q || a != a || b != b) return q + a + b;
    if (!(a <= b) || fabs(a) == NMF_INF || fabs(b) == NMF_INF) return NMF_NAN;
    const float none = log_p ? -NMF_INF : 0.0f, sure = log_p ? 0.0f : 1.0f;
    if (q >= b) return lower_tail ? sure : none;
    if (q <= a) return lower_tail ? none : sure;
    // Quarters, lest the width overflows.
    const nmf_pair w = nmf_two_sum(0.25f * b, -0.25f * a);
    const nmf_pair lower = nmf_two_sum(0.25f * q, -0.25f * a), upper = nmf_two_sum(0.25f * b, -0.25f * q);
    const nmf_pair mine = lower_tail ? lower : upper, other = lower_tail ? upper : lower;
    int i, j;
    const int same = mine.hi <= other.hi;
    const nmf_pair n = same || !log_p ? mine : other;
    const float m = nmf_split(n.hi, &i), d = nmf_split(w.hi, &j);
    const nmf_pair r = nmf_div(nmf_make(m, nmf_ldexp(n.lo, -i)), nmf_make(d, nmf_ldexp(w.lo, -j)));
    if (!log_p) return nmf_ldexp(r.hi, i - j);
    if (same) return nmf_log_scaled(r, i - j).hi;
    return nmf_log1p(nmf_make(-nmf_ldexp(r.hi, i - j), -nmf_ldexp(r.lo, i - j))).hi;
}
