// @provides: nmf_atan_pi, nmf_cot_pi
// @depends: nmathf, nmf_pair
// @includes: nmathf
//
// atan(u) / pi for 0 <= u <= 1, and cot(pi p) for 0 < p <= 1/2. atan: beyond tan(pi / 8) around 1; its series in u^2
// interpolated at Chebyshev's nodes (tests/nmathf/coefficients.py). cot: quotient of the Taylor series of cosine and
// sine at pi p or pi (1/2 - p), at most pi / 4.
// Accuracy: 2^-27 relative.
// SPDX-License-Identifier: MIT

__constant float nmf_atan_tab[] = {
    0x1.999998p-3f, -0x1.2491b4p-3f, 0x1.c6f3c6p-4f, -0x1.71b1e6p-4f, 0x1.238504p-4f, -0x1.481c84p-5f
};

NMF_FN nmf_pair nmf_atan_pi(nmf_pair u)
{
    const int far = u.hi > 0.41421357f;
    const nmf_pair v = far ? nmf_div(nmf_add_f(u, -1.0f), nmf_add_f(u, 1.0f)) : u;
    const float w = v.hi * v.hi;
    float s = nmf_atan_tab[5];
    for (int k = 4; k >= 0; --k) s = fma(s, w, nmf_atan_tab[k]);
    // v (1 - w (1/3 - w s))
    const nmf_pair a = nmf_mul(v, nmf_fast_two_sum(1.0f, -w * fma(-w, s, 1.0f / 3.0f)));
    const nmf_pair r = nmf_mul(a, nmf_make(0x1.45f306p-2f, 0x1.b93910p-27f));
    return far ? nmf_add_f(r, 0.25f) : r;
}

NMF_FN nmf_pair nmf_cot_pi(nmf_pair p)
{
    const int far = p.hi > 0.25f;
    const nmf_pair h = far ? nmf_add_f(nmf_neg(p), 0.5f) : p;
    const nmf_pair x = nmf_mul(h, nmf_make(0x1.921fb6p+1f, -0x1.777a5cp-24f));
    const nmf_pair w = nmf_mul(x, x);
    const float t = w.hi;
    float s = fma(t, -0x1.ae6456p-26f, 0x1.71de3ap-19f), c = fma(t, -0x1.27e4fcp-22f, 0x1.a01a02p-16f);
    s = fma(fma(s, t, -0x1.a01a02p-13f), t, 0x1.111112p-7f) * t * t;
    c = fma(fma(c, t, -0x1.6c16c2p-10f), t, 0x1.555556p-5f) * t * t;
    // sin x = x (1 - w/6 + s), cos x = 1 - w/2 + c
    const nmf_pair sixth = nmf_mul(w, nmf_make(-0x1.555556p-3f, 0x1.555556p-28f));
    const nmf_pair si = nmf_mul(x, nmf_add_f(nmf_add_f(sixth, s), 1.0f));
    const nmf_pair co = nmf_add_f(nmf_add_f(nmf_scale(w, -0.5f), c), 1.0f);
    return far ? nmf_div(si, co) : nmf_div(co, si);
}
