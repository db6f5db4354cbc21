// @provides: nmf_goal, nmf_goal_of, nmf_solve_gamma, nmf_solve_beta
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_tail, nmf_normal, nmf_density, nmf_lgamma, nmf_halves, nmf_incgamma,
//   nmf_incbeta
// @includes: nmathf
//
// Quantiles of the gamma and beta distributions as u = log x and u = log(x / (1 - x)), pairs, so that both ends keep
// their digits. In u both densities are log-concave, hence so are the tails. Where the first term of the tail's power
// series is the whole of it, its inverse; else Halley's steps on the logarithm of the tail, kept in a bracket, from
// Wilson and Hilferty's value (Proc. Nat. Acad. Sci. 17 (1931) 684) or Abramowitz and Stegun's 26.5.22; at most 60,
// mostly 2 or 3.
// Accuracy: what 1 ulp of the probability or 2^-24 of exp(u) explain.
// SPDX-License-Identifier: MIT

// The logarithms of the lower and of the upper tail wanted.
typedef struct {
    nmf_pair lower, upper;
} nmf_goal;

// For p inside (0, 1), or its logarithm.
NMF_INLINE nmf_goal nmf_goal_of(float p, int lower_tail, int log_p)
{
    nmf_goal g;
    g.lower = nmf_log_tail_of(p, lower_tail != 0, log_p);
    g.upper = nmf_log_tail_of(p, lower_tail == 0, log_p);
    return g;
}

// a, b: shapes; b below 0: the gamma distribution.
NMF_FN nmf_pair nmf_solve(nmf_pair a, nmf_pair b, nmf_goal goal, float lo, float hi, float start)
{
    nmf_pair u = nmf_of(start > lo ? start < hi ? start : hi : lo);
    for (int i = 0; i < 60; ++i) {
        int k;
        const nmf_pair m = nmf_exp_parts(u, &k);
        nmf_half t;
        float fall; // how fast the density's slope falls
        if (b.hi < 0.0f) {
            fall = nmf_ldexp(m.hi, k);
            t = nmf_gamma_half(a.hi, nmf_make(fall, nmf_ldexp(m.lo, k)), u, 0);
        } else {
            const nmf_share o = nmf_share_odds(m, k);
            fall = (a.hi + b.hi) * o.x.hi * o.y.hi;
            t = nmf_beta_half(a, b, o);
        }
        // the tail that is computed, unless it is above 0.7
        const int upper = t.l.hi > -0.35f ? !t.upper : t.upper;
        const nmf_pair l = nmf_half_log(t, upper), want = upper ? goal.upper : goal.lower;
        const float g = nmf_sub(l, want).hi, s = nmf_exp(nmf_of(t.rate + (t.l.hi - l.hi))).hi;
        const float slope = upper ? -s : s, bend = t.bend - slope;
        const int rough = fabs(bend) < 0x1p-16f * s; // what is left of it is rounding
        if (g * slope > 0.0f) hi = u.hi;
        else lo = u.hi;
        const float raw = -g / slope, curve = rough ? 0.0f : 0.5f * raw * bend;
        const float step = raw / (curve > 1.0f ? 2.0f : curve < -0.5f ? 0.5f : 1.0f + curve);
        // what Newton's or Halley's step leaves
        const float left = rough ? step * step : step * step * fabs(step) * (bend * bend + fall + 1.0f);
        if (!(left > 0x1p-30f)) return step == step ? nmf_add_f(u, step) : u;
        u = nmf_add_f(u, step);
        if (!(u.hi >= lo && u.hi <= hi) || (i > 8 && (i & 1) != 0 && hi - lo > 1e-2f)) u = nmf_of(0.5f * (lo + hi));
    }
    return u;
}

// The normal quantile of the same probability.
NMF_INLINE float nmf_goal_z(nmf_goal g)
{
    const int low = g.lower.hi < g.upper.hi;
    return nmf_normal_quantile(low ? g.lower.hi : g.upper.hi, low, 1).hi;
}

// log x for shapes from 2^-90 to 2^96.
NMF_FN nmf_pair nmf_solve_gamma(float a, nmf_goal goal)
{
    // log((p Gamma(a + 1))^(1 / a))
    nmf_pair l0;
    if (a <= 1.0f) {
        l0 = nmf_add(nmf_div(goal.lower, nmf_of(a)), nmf_lgamma1p_slope(a));
    } else {
        const nmf_pair la = nmf_log_f(a), s = nmf_add(nmf_stirling(a), NMF_LN_SQRT_2PI);
        const nmf_pair v = nmf_add(nmf_add(goal.lower, s), nmf_scale(la, 0.5f));
        l0 = nmf_add_f(nmf_add(nmf_div(v, nmf_of(a)), la), -1.0f);
    }
    if (!(l0.hi > -20.0f)) return l0;
    const float c = 1.0f / (9.0f * a), w = 1.0f - c + nmf_goal_z(goal) * sqrt(c);
    const float x0 = nmf_exp(l0).hi, lq = goal.upper.hi;
    float u;
    if (x0 < 0.3f * (a + 1.0f)) u = l0.hi + x0 / (a + 1.0f);
    else if (a >= 0.5f && w > 0.1f) u = nmf_log_f(a).hi + 3.0f * nmf_log_f(w).hi;
    else if (lq < -1.0f)
        u = nmf_log_f(fmax(-lq + nmf_log_f(a).hi + (a - 1.0f) * nmf_log_f(fmax(-lq, 1.0f)).hi, 0.5f)).hi;
    else u = fmin(l0.hi, nmf_log_f(a + 1.0f).hi);
    return nmf_solve(nmf_of(a), nmf_of(-1.0f), goal, l0.hi - 1e-3f, 69.0f, u);
}

// log(x / (1 - x)).
NMF_FN nmf_pair nmf_solve_beta(float a, float b, nmf_goal goal)
{
    const float small = fmin(a, b), big = fmax(a, b);
    if (small < 0x1p-111f) {
        // the tail away from a tiny shape is proportional to it; of two tiny ones the ratio counts
        if (big >= 0x1p-59f) {
            nmf_pair *const mine = a < b ? &goal.upper : &goal.lower, *const other = a < b ? &goal.lower : &goal.upper;
            *mine = nmf_add(*mine, nmf_mul_f(NMF_LN2, 26.0f));
            if (!(mine->hi < -1.0f)) return nmf_of(a < b ? -NMF_INF : NMF_INF);
            *other = nmf_log1mexp(*mine);
        }
        a = a < 0x1p-59f ? a * 0x1p26f : a;
        b = b < 0x1p-59f ? b * 0x1p26f : b;
    }
    // F(w) <= w^a / (a B), 1 - F(w) <= w^-b / (b B)
    const nmf_pair pa = nmf_of(a), pb = nmf_of(b), lo = nmf_beta_edge(pa, pb, goal.lower);
    const nmf_pair hi = nmf_neg(nmf_beta_edge(pb, pa, goal.upper));
    const float far = 20.0f + nmf_log_f(fmax(a + b, 1.0f)).hi;
    if (!(lo.hi > -far) || lo.hi > 200.0f) return lo;
    if (!(hi.hi < far) || hi.hi < -200.0f) return hi;
    float u = a < b ? lo.hi : hi.hi;
    if (a >= 0.5f && b >= 0.5f) {
        const float s = 1.0f / fmax(2.0f * a - 1.0f, 0.5f), v = 1.0f / fmax(2.0f * b - 1.0f, 0.5f);
        const float y = -nmf_goal_z(goal);
        const float lam = (y * y - 3.0f) * (1.0f / 6.0f), h = 2.0f / (s + v);
        const float vs = a > 1.0f && b > 1.0f ? 2.0f * (a - b) * s * v : v - s;
        const float w = y * sqrt(fmax(h + lam, 0.1f)) / h - vs * (lam + 5.0f / 6.0f - 2.0f / (3.0f * h));
        u = nmf_sub(nmf_log_f(a), nmf_log_f(b)).hi - 2.0f * w;
    }
    return nmf_solve(pa, pb, goal, lo.hi - 1e-3f, hi.hi + 1e-3f, u);
}
