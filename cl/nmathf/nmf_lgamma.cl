// @provides: nmf_lgamma1p_slope, nmf_lgamma_slope
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_normal
// @includes: nmathf
//
// log Gamma(1 + s) / s and (log Gamma(c + s) - log Gamma(c)) / s for 0 < s <= 1, which stay finite as s vanishes. The
// first is (s - 1) (1/2 + h(s)), h interpolated at Chebyshev's nodes (tests/nmathf/coefficients.py); the second by
// Stirling's formula (DLMF 5.11.1) in divided differences from c = 8 on, below by Gamma(c + 8)'s recurrence.
// Accuracy: 2^-28 absolute; the second for c from 2^-120 to 2^100.
// SPDX-License-Identifier: MIT

__constant float nmf_lgamma1p_tab[] = {
    0x1.3c467ep-4f, -0x1.f6465ap-3f, 0x1.3e5438p-3f, -0x1.d79f3ep-4f, 0x1.79984ap-4f, -0x1.3b240ep-4f, 0x1.09fd1cp-4f,
    -0x1.b16becp-5f, 0x1.3d251ep-5f, -0x1.7c47c6p-6f, 0x1.4f86b4p-7f, -0x1.783b3cp-9f, 0x1.8b8a00p-12f
};

NMF_FN nmf_pair nmf_lgamma1p_slope(float s)
{
    return nmf_mul(nmf_two_sum(s, -1.0f), nmf_two_sum(0.5f, nmf_horner(nmf_lgamma1p_tab, 13, s)));
}

NMF_FN nmf_pair nmf_lgamma_slope(float s, nmf_pair c)
{
    nmf_pair z = c, shift = nmf_of(0.0f);
    if (c.hi < 8.0f) {
        // the product of 1 + s / (c + j) as 1 + s w
        nmf_pair w = nmf_of(0.0f);
        for (int j = 0; j < 8; ++j)
            w = nmf_add(w, nmf_div(nmf_add_f(nmf_mul_f(w, s), 1.0f), nmf_add_f(c, (float)j)));
        const nmf_pair t = nmf_mul_f(w, s);
        shift = fabs(t.hi) < 0x1p-60f ? w : nmf_div(nmf_log1p(t), nmf_of(s));
        z = nmf_add_f(c, 8.0f);
    }
    // (z + s - 1/2) log1p(s / z) / s + log z - 1 and the differences of 1 / 12 z - 1 / 360 z^3 + ...
    const nmf_pair q = nmf_div(nmf_of(s), z);
    nmf_pair l = nmf_div(nmf_of(1.0f), z);
    if (q.hi > 0x1p-50f) l = nmf_div(nmf_log1p(q), nmf_of(s));
    nmf_pair r = nmf_mul(nmf_add_f(nmf_add_f(z, s), -0.5f), l);
    r = nmf_add(r, nmf_add_f(nmf_log(z), -1.0f));
    // (u^k - v^k) / (u - v) for k = 3, 5 and roughly 7
    const float v = 1.0f / z.hi, u = 1.0f / (z.hi + s), g = u * v, a = u + v, m = 0.25f * a * a;
    const float p = fma(a, a, -2.0f * g), d3 = p + g, d5 = p * p + g * (p - g), d7 = 7.0f * m * m * m;
    const float k = 1.0f / 12.0f - d3 * (1.0f / 360.0f) + d5 * (1.0f / 1260.0f) - d7 * (1.0f / 1680.0f);
    return nmf_sub(nmf_add_f(r, -g * k), shift);
}
