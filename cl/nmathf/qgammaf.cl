// @provides: qgammaf
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_tail, nmf_normal, nmf_affine, nmf_solve
// @includes: nmathf
//
// Quantile of the gamma distribution, by nmf_solve.cl; shapes above 2^60 by Wilson and Hilferty's value, of which the
// first digits of the normal deviate count.
// Accuracy: what 2 ulp of p or of the result explain; shapes above 2^96 only for p above 1e-30.
// SPDX-License-Identifier: MIT

NMF_FN float qgammaf(float p, float shape, float scale, int lower_tail, int log_p)
{
    if (p != p || shape != shape || scale != scale) return p + shape + scale;
    float r;
    if (nmf_bad_p(p, log_p)) return NMF_NAN;
    if (nmf_quantile_end(p, lower_tail, log_p, 0.0f, NMF_INF, &r)) return r;
    if (shape < 0.0f || scale <= 0.0f) return NMF_NAN;
    if (shape == 0.0f) return 0.0f;
    if (shape == NMF_INF || scale == NMF_INF) return NMF_INF;
    int e;
    const float m = nmf_split(scale, &e);
    if (shape > 0x1p60f) {
        const nmf_pair z = nmf_normal_quantile(p, lower_tail, log_p);
        if (fabs(z.hi) < 0x1p10f || shape > 0x1p96f) {
            const float t = nmf_div(z, nmf_mul_f(nmf_sqrt(nmf_of(shape)), 3.0f)).hi;
            const float w = 1.0f + fmin(fmax(t, -1.0f), 0x1p40f);
            return shape * (w * w * w) * scale;
        }
    }
    nmf_goal g = nmf_goal_of(p, lower_tail, log_p);
    if (shape < 0x1p-90f) {
        // Q is proportional to such shapes; below what it can be, the quantile is 0
        g.upper = nmf_add(g.upper, nmf_mul_f(NMF_LN2, 30.0f));
        if (!(g.upper.hi < -1.0f)) return 0.0f;
        g.lower = nmf_log1mexp(g.upper);
        shape *= 0x1p30f;
    }
    const nmf_pair u = nmf_solve_gamma(shape, g);
    if (!(u.hi > -200.0f)) return 0.0f;
    return nmf_exp_value(u, nmf_of(m), e);
}
