// @provides: ppoisf
// @depends: nmathf, nmf_incgamma
// @includes: nmathf
//
// Poisson distribution function: Q(floor(q) + 1, lambda) of nmf_incgamma.cl. A q within 1e-7 below an integer counts as
// that integer.
// Accuracy: as pgammaf.
// SPDX-License-Identifier: MIT

NMF_FN float ppoisf(float q, float lambda, int lower_tail, int log_p)
{
    if (q != q || lambda != lambda) return q + lambda;
    if (lambda < 0.0f) return NMF_NAN;
    const float one = log_p ? 0.0f : 1.0f, zero = log_p ? -NMF_INF : 0.0f;
    if (q < 0.0f) return lower_tail ? zero : one;
    if (lambda == 0.0f || q == NMF_INF) return lower_tail ? one : zero;
    if (lambda == NMF_INF) return lower_tail ? zero : one;
    const float k = floor(q + 1e-7f);
    const int large = k >= 0x1p24f;
    return nmf_gamma_tails(lambda, large ? k : k + 1.0f, 1.0f, large, !lower_tail, log_p);
}
