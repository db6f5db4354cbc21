// @provides: qbetaf
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_tail, nmf_affine, nmf_solve
// @includes: nmathf
//
// Quantile of the beta distribution, by nmf_solve.cl; infinite and zero shapes are point masses.
// Accuracy: what 2 ulp of p or of the result explain.
// SPDX-License-Identifier: MIT

NMF_FN float qbetaf(float p, float a, float b, int lower_tail, int log_p)
{
    if (p != p || a != a || b != b) return p + a + b;
    if (a < 0.0f || b < 0.0f || nmf_bad_p(p, log_p)) return NMF_NAN;
    if (a == 0.0f || b == 0.0f || a == NMF_INF || b == NMF_INF) {
        if (a == 0.0f && b == 0.0f) {
            const float middle = log_p ? -0.6931472f : 0.5f;
            return p == middle ? 0.5f : (p < middle) == (lower_tail != 0) ? 0.0f : 1.0f;
        }
        if (a == b) return 0.5f;
        return a == 0.0f || b == NMF_INF ? 0.0f : 1.0f;
    }
    float r;
    if (nmf_quantile_end(p, lower_tail, log_p, 0.0f, 1.0f, &r)) return r;
    const nmf_pair u = nmf_solve_beta(a, b, nmf_goal_of(p, lower_tail, log_p));
    if (u.hi < -20.0f) return nmf_exp_value(fmax(u.hi, -200.0f) == u.hi ? u : nmf_of(-200.0f), nmf_of(1.0f), 0);
    if (u.hi > 60.0f) return 1.0f;
    const nmf_pair w = nmf_exp(u);
    return nmf_div(w, nmf_add_f(w, 1.0f)).hi;
}
