// @provides: nmf_horner, nmf_mills, nmf_normal_give, nmf_normal_quantile
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_tail
// @includes: nmathf
//
// Tails and quantiles of the standard normal distribution. Mills' ratio R(t) = (1 - Phi(t)) / phi(t), t >= 0, as (1 +
// g(s)) / (t + 13/16), s = (t - 4) / (t + 4). Quantiles: in the middle s (sqrt(2 pi) + s^2 G(s^2)), s = p - 1/2; in
// the tail r - H((r - 4) / (r + 4)) with exp(-r^2 / 2) the smaller tail; beyond r = 14.6, which only logarithms
// reach, three steps of z^2 = r^2 - log(2 pi z^2) + 2 log(z R(z)). g, G, H interpolate at Chebyshev's nodes
// (tests/nmathf/coefficients.py), error 2^-32 and less.
// Accuracy: R 2^-25 relative; quantiles 2 ulp.
// SPDX-License-Identifier: MIT

__constant float nmf_mills_tab[] = {
    0x1.1c7226p-3f, -0x1.4c6b44p-3f, -0x1.7ed1e6p-6f, 0x1.afaff6p-4f, -0x1.85ff66p-4f, 0x1.9100ecp-5f,
    -0x1.a2b092p-7f, -0x1.0abe16p-10f, 0x1.df58eap-10f, -0x1.bc712cp-13f, -0x1.e35262p-13f, 0x1.86948ap-15f,
    0x1.0961a6p-15f, -0x1.52c252p-18f, -0x1.bda810p-19f
};

__constant float nmf_qnorm_middle[] = {
    0x1.4ffddep+1f, 0x1.717132p+2f, 0x1.f55c40p+3f, 0x1.786560p+5f, 0x1.29bae4p+7f, 0x1.0b646ep+9f, 0x1.8165cep+9f,
    0x1.29a2dep+14f, -0x1.539164p+16f, 0x1.e1da50p+18f
};

__constant float nmf_qnorm_tail[] = {
    0x1.3296e0p-1f, -0x1.7e8d04p-1f, 0x1.5ee98cp-2f, -0x1.0aef30p-2f, 0x1.5bce36p-3f, -0x1.2137e6p-3f, 0x1.b6a798p-4f,
    -0x1.87e48ep-4f, 0x1.3df34ap-4f, -0x1.19dfd2p-4f, 0x1.ef056ep-5f, -0x1.1d6972p-4f, 0x1.09f4f2p-4f, -0x1.05d062p-5f
};

NMF_INLINE float nmf_horner(__constant const float *c, int n, float x)
{
    float s = c[n - 1];
    for (int k = n - 2; k >= 0; --k) s = fma(s, x, c[k]);
    return s;
}

// R(t) for 0 <= t < 2^100.
NMF_FN nmf_pair nmf_mills(nmf_pair t)
{
    const nmf_pair s = nmf_div(nmf_add_f(t, -4.0f), nmf_add_f(t, 4.0f));
    return nmf_div(nmf_fast_two_sum(1.0f, nmf_horner(nmf_mills_tab, 15, s.hi)), nmf_add_f(t, 0.8125f));
}

// The lower or upper tail at z.
NMF_FN float nmf_normal_give(nmf_pair z, int lower_tail, int log_p)
{
    const int same = (z.hi < 0.0f) == (lower_tail != 0);
    const nmf_pair t = z.hi < 0.0f ? nmf_neg(z) : z;
    if (t.hi > 0x1p40f) {
        if (same) return log_p ? -0.5f * t.hi * t.hi : 0.0f;
        return log_p ? 0.0f : 1.0f;
    }
    const nmf_pair h = nmf_scale(nmf_mul(t, t), -0.5f), r = nmf_mills(t);
    if (same && log_p) return nmf_sub(nmf_add(h, nmf_log(r)), NMF_LN_SQRT_2PI).hi;
    const nmf_pair f = nmf_mul(r, nmf_make(0x1.988454p-2f, -0x1.857936p-27f));
    int k;
    const nmf_pair m = nmf_mul(nmf_exp_parts(h, &k), f);
    if (same) return nmf_ldexp(m.hi, k);
    return nmf_give(nmf_make(nmf_ldexp(m.hi, k), nmf_ldexp(m.lo, k)), 0, log_p);
}

// The z whose lower (or upper) tail is p, for p inside (0, 1).
NMF_FN nmf_pair nmf_normal_quantile(float p, int lower_tail, int log_p)
{
    // p - 1/2, from exp(p) - 1 for a logarithm
    const nmf_pair s = log_p ? nmf_add_f(nmf_expm1(nmf_of(p)), 0.5f) : nmf_of(p - 0.5f);
    const int below = s.hi < 0.0f, minus = below == (lower_tail != 0);
    nmf_pair z;
    if (fabs(s.hi) <= 0.3f) {
        const nmf_pair a = below ? nmf_neg(s) : s, c = nmf_make(0x1.40d932p+1f, -0x1.3b1f4ep-32f);
        const float w = s.hi * s.hi;
        z = nmf_mul(a, nmf_add_f(c, w * nmf_horner(nmf_qnorm_middle, 10, w)));
    } else {
        const nmf_pair q = nmf_scale(nmf_log_tail_of(p, below, log_p), -2.0f), r = nmf_sqrt(q);
        if (r.hi < 14.6f) {
            const float u = nmf_div(nmf_add_f(r, -4.0f), nmf_add_f(r, 4.0f)).hi;
            z = nmf_add_f(r, -nmf_horner(nmf_qnorm_tail, 14, u));
        } else {
            z = r;
            for (int i = 0; i < 3; ++i) {
                const float w = 1.0f / (z.hi * z.hi), t = -w * (1.0f - 3.0f * w * (1.0f - 5.0f * w));
                const nmf_pair l = nmf_scale(nmf_add(nmf_log(z), NMF_LN_SQRT_2PI), -2.0f);
                // log1p(t), t below 1/200
                z = nmf_sqrt(nmf_add(q, nmf_add_f(l, 2.0f * t - t * t)));
            }
        }
    }
    return minus ? nmf_neg(z) : z;
}
