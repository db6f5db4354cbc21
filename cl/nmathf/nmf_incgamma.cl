// @provides: nmf_gamma_half, nmf_gamma_tails
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_power, nmf_normal, nmf_density, nmf_lgamma, nmf_halves
// @includes: nmathf
//
// Regularised incomplete gamma functions P(a, x) and Q = 1 - P as the logarithm of the tail that has no cancellation,
// a pair. F is x^a exp(-x) / Gamma(a + 1), nmf_density.cl.
// - a >= 12, a / 2 <= x <= 1.8 a: Temme's uniform expansion (A. Gil, J. Segura, N. Temme, SIAM J. Sci. Comput. 34
//   (2012) A2965, section 2.5): exp(-D) / sqrt(2 pi) (R(y) +- S / sqrt(a)), y^2 / 2 = D, R Mills' ratio, 16 terms.
// - a < 1, x <= 1, a log x > -0.8: Q = 1 - x^a / Gamma(a + 1) + ... (DLMF 8.7.1), 12 terms.
// - x <= max(a, 1): P = F (1 + x / (a + 1) + ...) (DLMF 8.7.1), at most 60 terms.
// - else Q = F a times the continued fraction DLMF 8.9.2, by at most 40 steps from the back.
// - a or x above 2^100: the deviance alone.
// Region: a > 0, x > 0. Accuracy: 2^-26 absolute.
// SPDX-License-Identifier: MIT

// eta / (lambda - 1) in powers of eta, eta^2 / 2 = lambda - 1 - log lambda.
__constant float nmf_temme_tab[] = {
    0x1.000000p+0f, -0x1.555556p-2f, 0x1.555556p-4f, -0x1.e573acp-7f, 0x1.2f684cp-10f, 0x1.71de3ap-12f,
    -0x1.76e070p-13f, 0x1.48c58ap-15f, -0x1.255370p-19f, -0x1.f1b230p-20f, 0x1.bd6d22p-21f, -0x1.7b5f9ap-23f,
    0x1.ccf5cep-28f, 0x1.6097d6p-27f, -0x1.2d2198p-28f, 0x1.f6e66ep-31f, -0x1.c0d9b6p-36f
};

// S(eta) of Temme's expansion.
NMF_FN float nmf_temme_sum(float a, float eta)
{
    const float inv = 1.0f / a;
    float s = 0.0f, b0 = 0.0f, b1 = 0.0f;
    for (int n = 16; n > 0; --n) {
        const float b = fma((float)(n + 1) * inv, b1, nmf_temme_tab[n]);
        b1 = b0;
        b0 = b;
        s = fma(s, eta, b);
    }
    return s / fma(b1, inv, 1.0f);
}

// 1 + x / (a + 1) + x^2 / ((a + 1) (a + 2)) + ...
NMF_FN nmf_pair nmf_gamma_series(float a, nmf_pair x)
{
    nmf_pair t = nmf_of(1.0f), s = t;
    for (int k = 1; k <= 60 && t.hi > 0x1p-31f * s.hi; ++k) {
        t = nmf_div(nmf_mul(t, x), nmf_two_sum(a, (float)k));
        s = nmf_add(s, t);
    }
    return s;
}

// x^a exp(-x) / Gamma(a, x), for y = x - a.
NMF_FN nmf_pair nmf_gamma_fraction(float a, nmf_pair x, nmf_pair y)
{
    const int steps = (int)(4.0f + 30.0f / x.hi + (a < 12.0f ? 2.0f : 8.0f * a / x.hi));
    nmf_pair d = nmf_add_f(y, (float)(2 * steps + 1));
    for (int n = steps; n > 0; --n) {
        const float m = (float)n;
        d = nmf_add(nmf_add_f(y, 2.0f * m - 1.0f), nmf_div(nmf_mul_f(nmf_two_sum(a, -m), m), d));
    }
    return d;
}

// For lx = log x, which alone counts where x is below the floats. more: P and Q of a + 1, for whole a of 2^24 and more,
// which have no float between.
NMF_FN nmf_half nmf_gamma_half(float a, nmf_pair x, nmf_pair lx, int more)
{
    nmf_half r;
    r.bend = a - x.hi;
    r.upper = !(x.hi <= a || x.hi <= 1.0f);
    if (a >= 12.0f && x.hi >= 0.5f * a && x.hi <= 1.8f * a) {
        const nmf_pair d = nmf_deviance(nmf_of(a), x), y = nmf_sqrt(nmf_scale(d, 2.0f));
        const nmf_pair e = nmf_neg(nmf_add(d, NMF_LN_SQRT_2PI)), root = nmf_sqrt(nmf_of(a));
        r.upper = (x.hi - a) + x.lo >= 0.0f;
        float s = nmf_temme_sum(a, nmf_div(r.upper ? y : nmf_neg(y), root).hi);
        // the term x^a exp(-x) / Gamma(a + 1) goes from one tail to the other
        if (more) s += 1.0f;
        s /= root.hi;
        const nmf_pair f = nmf_log(nmf_add_f(nmf_mills(y), r.upper ? s : -s));
        r.l = nmf_add(e, f);
        // Stirling's error is part of the density
        r.rate = 0.5f * nmf_log_f(a).hi - f.hi - 1.0f / (12.0f * a);
        return r;
    }
    if (a < 1.0f && x.hi <= 1.0f && lx.hi * a > -0.8f) {
        nmf_pair t = nmf_of(0.0f);
        for (int n = 12; n > 1; --n)
            t = nmf_mul(nmf_div(x, nmf_of((float)n)), nmf_sub(nmf_div(nmf_of(1.0f), nmf_two_sum((float)n, a)), t));
        // Q = -m + a (1 + m) x (1 / (a + 1) - t), m = x^a / Gamma(a + 1) - 1: the last steps lose two bits
        const nmf_pair m = nmf_expm1(nmf_mul_f(nmf_sub(lx, nmf_lgamma1p_slope(a)), a));
        const nmf_pair w = nmf_mul(nmf_sub(nmf_div(nmf_of(1.0f), nmf_two_sum(1.0f, a)), t), x);
        const nmf_pair f = nmf_sub(nmf_mul(nmf_mul_f(w, a), nmf_add_f(m, 1.0f)), m);
        r.upper = 1;
        r.l = nmf_log(f);
        r.rate = nmf_log_f(a * (1.0f + m.hi)).hi - x.hi - r.l.hi;
        return r;
    }
    const nmf_pair la = nmf_log_f(a), e = nmf_sub(nmf_gamma_log(a, x, lx), nmf_scale(la, 0.5f));
    const nmf_pair f = nmf_log(r.upper ? nmf_gamma_fraction(a, x, nmf_add_f(x, -a)) : nmf_gamma_series(a, x));
    r.l = r.upper ? nmf_sub(nmf_add(e, la), f) : nmf_add(e, f);
    r.rate = r.upper ? f.hi : la.hi - f.hi;
    return r;
}

// One tail at q / scale.
NMF_FN float nmf_gamma_tails(float q, float a, float scale, int more, int lower_tail, int log_p)
{
    const nmf_pair x = nmf_quotient(q, 0.0f, scale);
    if (a > 0x1p100f || x.hi > 0x1p100f) {
        // both times 2^-40
        nmf_half h;
        const nmf_pair y = nmf_quotient(q * 0x1p-40f, 0.0f, scale);
        const float b = a * 0x1p-40f;
        if (!(y.hi < NMF_INF)) {
            h.upper = 1;
            h.l = nmf_of(-NMF_INF);
            return nmf_half_give(h, lower_tail, log_p);
        }
        h.upper = (y.hi - b) + y.lo > 0.0f;
        h.l = b > 0x1p-100f && y.hi > 0x1p-100f ? nmf_neg(nmf_deviance(nmf_of(b), y)) : nmf_neg(nmf_of(fmax(b, y.hi)));
        // a quotient below the floats
        if (!h.upper && b > 0.0f && !(y.hi > 0x1p-100f))
            h.l = nmf_mul_f(nmf_add_f(nmf_sub(nmf_log_quotient(q, scale), nmf_log_f(a)), 1.0f), b);
        h.l = h.l.hi == 0.0f ? nmf_neg(NMF_LN2) : nmf_make(h.l.hi * 0x1p40f, 0.0f);
        return nmf_half_give(h, lower_tail, log_p);
    }
    // Q is a E1(x) for such shapes: 2^30 keeps a times anything below 1 among the floats
    const int tiny = a < 0x1p-90f;
    nmf_half h = nmf_gamma_half(tiny ? a * 0x1p30f : a, x, nmf_log_quotient(q, scale), more);
    if (tiny) {
        if (h.upper) h.l = nmf_sub(h.l, nmf_mul_f(NMF_LN2, 30.0f));
        else h.l = nmf_scale(h.l, 0x1p-30f);
    }
    return nmf_half_give(h, lower_tail, log_p);
}
