// @provides: nmf_stirling, nmf_deviance, nmf_gamma_log, nmf_beta_log
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_normal
// @includes: nmathf
//
// Saddle point forms of the gamma and beta distributions' factors (C. Loader 2000), nothing large cancelling:
//   log(x^a exp(-x) / Gamma(a + 1)) = -s(a) - D(a, x) - log(2 pi a) / 2,
//   log(X^a Y^b / B(a, b)) = s(n) - s(a) - s(b) - D(a, n X) - D(b, n Y) + log(a b / (2 pi n)) / 2, n = a + b,
// with D(x, m) = x log(x / m) + m - x = v (x - m) + 2 x v (v^2/3 + v^4/5 + ...), v = (x - m) / (x + m), and s
// Stirling's error log Gamma(a + 1) - (a + 1/2) log a + a - log(2 pi) / 2: from 2 on a polynomial in 1 / a^2 over a,
// down to 1/2 one in (5/4 - a) / (a + 1/2) over a + 1/2 (tests/nmathf/coefficients.py), below by s(a + 1).
// Accuracy: s 2^-29 absolute, D 2^-38 relative.
// SPDX-License-Identifier: MIT

__constant float nmf_stirling_far[] = {
    -0x1.6c16bep-9f, 0x1.a00e56p-11f, -0x1.35ce38p-11f, 0x1.8cd234p-11f, -0x1.14629ap-10f, 0x1.c5a172p-11f
};

__constant float nmf_stirling_near[] = {
    0x1.d5042ep-4f, 0x1.4b58d4p-5f, 0x1.83363ap-7f, 0x1.bed0d2p-9f, 0x1.33d136p-10f, 0x1.a67246p-12f,
    0x1.157706p-13f, 0x1.9e24b6p-15f, 0x1.2732c6p-16f, 0x1.c7c1ecp-18f, 0x1.3caeacp-23f, 0x1.6c9f86p-19f
};

// s(a) for a > 0.
NMF_FN nmf_pair nmf_stirling(float a)
{
    const int low = a < 0.5f;
    const float n = low ? a + 1.0f : a;
    nmf_pair s;
    if (n >= 2.0f) {
        const float i = 1.0f / n;
        const float r = i * i * nmf_horner(nmf_stirling_far, 6, i * i);
        s = nmf_div(nmf_fast_two_sum(0x1.555556p-4f, r - 0x1.555556p-29f), nmf_of(n));
    } else {
        const float t = (1.25f - n) / (n + 0.5f), r = t * nmf_horner(nmf_stirling_near + 1, 11, t);
        s = nmf_div(nmf_fast_two_sum(nmf_stirling_near[0], r), nmf_add_f(nmf_of(n), 0.5f));
    }
    if (!low) return s;
    // s(a) = s(a + 1) + (a + 1/2) (log1p(a) - log a) - 1; a + 1 was rounded only where s' a 2^-24 is nothing
    const nmf_pair l = nmf_sub(nmf_log1p(nmf_of(a)), nmf_log_f(a));
    return nmf_add_f(nmf_add(nmf_mul(l, nmf_two_sum(0.5f, a)), s), -1.0f);
}

// D(x, m) for pairs of positive numbers up to 2^100.
NMF_FN nmf_pair nmf_deviance(nmf_pair x, nmf_pair m)
{
    const nmf_pair d = nmf_sub(x, m);
    if (fabs(d.hi) > 0.1f * (x.hi + m.hi)) {
        return nmf_sub(nmf_mul(x, nmf_sub(nmf_log_scaled(x, 0), nmf_log_scaled(m, 0))), d);
    }
    const nmf_pair v = nmf_div(d, nmf_add(x, m));
    const float w = v.hi * v.hi;
    // 2 x v^3 (1/3 + w/5 + ...)
    const float p = w * fma(w, fma(w, fma(w, 1.0f / 11.0f, 1.0f / 9.0f), 1.0f / 7.0f), 1.0f / 5.0f);
    const nmf_pair c = nmf_mul(nmf_mul(v, v), nmf_fast_two_sum(0x1.555556p-2f, p - 0x1.555556p-27f));
    return nmf_mul(v, nmf_add(d, nmf_scale(nmf_mul(x, c), 2.0f)));
}

// log(x^a exp(-x) / Gamma(a + 1)) + log sqrt(a) for x from its logarithm, too, which alone counts where x is below the
// floats or above.
NMF_FN nmf_pair nmf_gamma_log(float a, nmf_pair x, nmf_pair log_x)
{
    nmf_pair d;
    if (x.hi > 0x1p-100f && x.hi < 0x1p100f && a < 0x1p100f) d = nmf_deviance(nmf_of(a), x);
    else d = nmf_add(nmf_mul_f(nmf_sub(nmf_log_f(a), log_x), a), nmf_add_f(x, -a));
    return nmf_neg(nmf_add(nmf_add(nmf_stirling(a), d), NMF_LN_SQRT_2PI));
}

// log(x^a y^b / B(a, b)) - log sqrt(a b / n), for x + y = 1 and n = a + b.
NMF_FN nmf_pair nmf_beta_log(float a, nmf_pair b, nmf_pair n, nmf_pair x, nmf_pair y)
{
    const nmf_pair d = nmf_add(nmf_deviance(nmf_of(a), nmf_mul(n, x)), nmf_deviance(b, nmf_mul(n, y)));
    const nmf_pair s = nmf_sub(nmf_stirling(n.hi), nmf_add(nmf_stirling(a), nmf_stirling(b.hi)));
    return nmf_sub(nmf_sub(s, d), NMF_LN_SQRT_2PI);
}
