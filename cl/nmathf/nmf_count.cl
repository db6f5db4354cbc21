// @provides: nmf_counts, nmf_count_quantile
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_normal, nmf_halves, nmf_incgamma, nmf_incbeta, nmf_solve
// @includes: nmathf
//
// Quantiles of the Poisson, binomial and negative binomial distributions: the smallest whole k with F(k) >= p. The
// distribution function itself decides, in logarithms of the smaller tail, with a tolerance so that a quantile inverts
// a rounded probability. Start: normal with skewness correction (Cornish and Fisher); then Newton's steps on the
// logarithm of the tail, kept in a bracket; at most 120 evaluations, 3 to 5 usual.
// SPDX-License-Identifier: MIT

typedef struct {
    float size;    // of a binomial or negative binomial variate; the mean of a Poisson one
    int kind;      // 0: Poisson, 1: binomial, 2: negative binomial
    nmf_share o;   // x: 1 - p (binomial) or p
} nmf_counts;

// The tails at k.
NMF_FN nmf_half nmf_count_half(nmf_counts c, float k)
{
    if (c.kind != 0)
        return nmf_beta_half(c.kind == 1 ? nmf_two_sum(c.size, -k) : nmf_of(c.size), nmf_two_sum(k, 1.0f), c.o);
    const int large = k >= 0x1p24f;
    nmf_half h = nmf_gamma_half(large ? k : k + 1.0f, nmf_of(c.size), nmf_log_f(c.size), large);
    h.upper = !h.upper;
    return h;
}

// p inside (0, 1) or its logarithm; mean, sd and skew of the distribution, top: its largest value.
NMF_FN float nmf_count_quantile(nmf_counts c, float p, int lower_tail, int log_p, float mean, float sd, float skew,
                                float top)
{
    const nmf_goal goal = nmf_goal_of(p, lower_tail, log_p);
    const int below = goal.lower.hi < goal.upper.hi;
    const nmf_pair target = below ? goal.lower : goal.upper;
    const float q = 1.0f - p, z = nmf_normal_quantile(target.hi, below, 1).hi;
    // what rounding of p may stand for; half an ulp of it where that is more than 1e-5 of 1 - p
    float fuzz = 0x1p-21f - 0x1p-23f * target.hi;
    if (!log_p && p > 0.5f) fuzz += (q > 0x1p-8f ? 0x1p-23f : 0x1.04p-25f) / q;
    if (log_p && p > -0.5f) fuzz += p < -0x1p-8f ? 0x1p-22f : 0.0f;
    float k = floor(mean + sd * (z + skew * (z * z - 1.0f) * (1.0f / 6.0f)) + 0.5f), lo = -1.0f, hi = top;
    for (int i = 0; i < 120 && hi - lo > 1.0f; ++i) {
        // inside the bracket; one without an end grows, a wide one is halved in the logarithm
        const float middle = lo + floor(0.5f * (hi - lo)), root = floor(sqrt(lo + 2.0f) * sqrt(hi));
        const float mid = hi < NMF_INF ? (hi > 1e6f * (lo + 2.0f) ? root : middle) : 2.0f * lo + 2.0f;
        if (!(k > lo && k < hi) || (i > 20 && i % 2 != 0)) k = mid;
        if (!(k > lo && k < hi)) break; // no float between
        const nmf_half t = nmf_count_half(c, k);
        const float g = nmf_sub(nmf_half_log(t, !below), target).hi, at = k;
        const int above = below ? g >= -fuzz : g <= fuzz;
        // Newton's step on the tail that is computed, unless it is above 0.7
        const int upper = t.l.hi > -0.35f ? !t.upper : t.upper;
        const nmf_pair l = nmf_half_log(t, upper);
        const float v = nmf_sub(l, upper ? goal.upper : goal.lower).hi;
        const float w = t.rate - nmf_log_f(k + 1.0f).hi - (c.kind == 1 ? c.o.lx.hi : 0.0f);
        const float slope = nmf_exp(nmf_of(w + (t.l.hi - l.hi))).hi;
        if (above) hi = k;
        else lo = k;
        k = rint(at + (upper ? v : -v) / slope);
        if (hi == at && !(k < at)) k = at - 1.0f;
        if (lo == at && !(k > at)) k = at + 1.0f;
    }
    return hi + 0.0f; // no -0
}
