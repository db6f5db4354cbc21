// @provides: qtf
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_tail, nmf_normal, nmf_affine, nmf_solve
// @includes: nmathf
//
// Quantile of Student's t: t^2 / n are the odds of the beta quantile of 1/2 and n / 2 for the two-sided probability
// (nmf_solve.cl); the normal quantile for n above 2^60.
// Accuracy: what 2 ulp of p or of the result explain.
// SPDX-License-Identifier: MIT

NMF_FN float qtf(float p, float n, int lower_tail, int log_p)
{
    if (p != p || n != n) return p + n;
    if (!(n > 0.0f) || nmf_bad_p(p, log_p)) return NMF_NAN;
    float r;
    if (nmf_quantile_end(p, lower_tail, log_p, -NMF_INF, NMF_INF, &r)) return r;
    if (p == (log_p ? -0.6931472f : 0.5f)) return 0.0f; // the float next to log(1/2)
    if (n > 0x1p60f && !(log_p && p < -0x1p30f)) return nmf_normal_quantile(p, lower_tail, log_p).hi;
    // p - 1/2: the sign, and half of the lower two-sided probability
    const nmf_pair s = log_p ? nmf_add_f(nmf_expm1(nmf_of(p)), 0.5f) : nmf_of(p - 0.5f);
    const int below = s.hi < 0.0f;
    nmf_goal g;
    if (fabs(s.hi) < 0.25f) {
        const nmf_pair v = nmf_scale(below ? nmf_neg(s) : s, 2.0f);
        g.lower = nmf_log(v);
        g.upper = nmf_log1p(nmf_neg(v));
    } else {
        g.upper = nmf_add(nmf_log_tail_of(p, below, log_p), NMF_LN2);
        g.lower = nmf_log1mexp(g.upper);
    }
    const nmf_pair u = nmf_scale(nmf_solve_beta(0.5f, 0.5f * n, g), 0.5f);
    int j;
    const float m = nmf_split(n, &j);
    const int odd = j & 1;
    const nmf_pair root = nmf_sqrt(nmf_of(odd ? 2.0f * m : m));
    const float z = !(u.hi > -200.0f) ? 0.0f : !(u.hi < 200.0f) ? NMF_INF : nmf_exp_value(u, root, (j - odd) / 2);
    return below == (lower_tail != 0) ? -z : z;
}
