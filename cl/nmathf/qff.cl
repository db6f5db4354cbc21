// @provides: qff
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_tail, nmf_affine, nmf_solve
// @includes: nmathf
//
// Quantile of F: n / m times the odds of the beta quantile of m / 2 and n / 2, by nmf_solve.cl. Degrees of freedom
// above 2^96 are taken as 2^96; both infinite: 1.
// Accuracy: what 2 ulp of p or of the result explain.
// SPDX-License-Identifier: MIT

NMF_FN float qff(float p, float m, float n, int lower_tail, int log_p)
{
    if (p != p || m != m || n != n) return p + m + n;
    if (!(m > 0.0f) || !(n > 0.0f) || nmf_bad_p(p, log_p)) return NMF_NAN;
    float r;
    if (nmf_quantile_end(p, lower_tail, log_p, 0.0f, NMF_INF, &r)) return r;
    if (m == NMF_INF && n == NMF_INF) return 1.0f;
    const float a = fmin(m, 0x1p96f), b = fmin(n, 0x1p96f);
    const nmf_pair u = nmf_solve_beta(0.5f * a, 0.5f * b, nmf_goal_of(p, lower_tail, log_p));
    if (!(u.hi > -300.0f)) return 0.0f;
    if (!(u.hi < 300.0f)) return NMF_INF;
    // w^2 of half the logarithm, lest exp overflows
    int i, j, k;
    const float s = nmf_split(b, &i), t = nmf_split(a, &j);
    const nmf_pair w = nmf_exp_parts(nmf_scale(u, 0.5f), &k);
    return nmf_ldexp(nmf_mul(nmf_mul(w, w), nmf_div(nmf_of(s), nmf_of(t))).hi, 2 * k + i - j);
}
