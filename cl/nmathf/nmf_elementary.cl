// @provides: nmf_exp_parts, nmf_exp, nmf_exp_value, nmf_expm1, nmf_log_scaled, nmf_log, nmf_log_f, nmf_log1p,
//   nmf_log1mexp
// @depends: nmathf, nmf_pair
// @includes: nmathf
//
// Exponential and logarithm of pairs. exp: x = k log 2 + r (Cody and Waite, log 2 in three parts), Taylor's series in
// r with its first terms in pairs. log: x = 2^k m, m from 3/4 to 3/2; log m = 2 atanh(v), v = (m - 1) / (m + 1)
// (Abramowitz and Stegun 4.1.27), the first three terms in pairs. No built-in but arithmetic, so that results do not
// depend on a device's library.
// Accuracy: exp and expm1 2^-34 relative, log 2^-40 relative and absolute.
// SPDX-License-Identifier: MIT

// exp(r) - 1 for |r| <= 0.35.
NMF_FN nmf_pair nmf_expm1_small(nmf_pair r)
{
    const float x = r.hi;
    float p = 0x1.a01a02p-16f;
    p = fma(p, x, 0x1.a01a02p-13f);
    p = fma(p, x, 0x1.6c16c2p-10f);
    p = fma(p, x, 0x1.111112p-7f);
    p = fma(p, x, 0x1.555556p-5f) * x;
    // r + r^2 (1/2 + r (1/6 + p))
    const nmf_pair s = nmf_add_f(nmf_mul_f(nmf_make(0x1.555556p-3f, p - 0x1.555556p-28f), x), 0.5f);
    return nmf_add(r, nmf_mul(nmf_mul(r, r), s));
}

// x = k log 2 + result; |x| is taken to be at most 200.
NMF_INLINE nmf_pair nmf_reduce(nmf_pair x, int *k)
{
    const float h = x.hi < -200.0f ? -200.0f : x.hi > 200.0f ? 200.0f : x.hi, l = h == x.hi ? x.lo : 0.0f;
    const float n = rint(h * 0x1.715476p+0f);
    *k = n == n ? (int)n : 0;
    // n times the first part is exact
    const nmf_pair p = nmf_two_prod(n, 0x1.7f7d1cp-20f), s = nmf_two_sum(fma(-n, 0x1.62e4p-1f, h), -p.hi);
    return nmf_fast_two_sum(s.hi, s.lo + (l - p.lo - n * 0x1.ef357ap-45f));
}

// exp(x) = result 2^k, from 0.7 to 1.42.
NMF_FN nmf_pair nmf_exp_parts(nmf_pair x, int *k) { return nmf_add_f(nmf_expm1_small(nmf_reduce(x, k)), 1.0f); }

// exp(x) as a pair, 0 or inf beyond the floats.
NMF_FN nmf_pair nmf_exp(nmf_pair x)
{
    int k;
    const nmf_pair m = nmf_exp_parts(x, &k);
    const float h = nmf_ldexp(m.hi, k);
    return nmf_make(h, h < NMF_INF ? nmf_ldexp(m.lo, k) : 0.0f);
}

// exp(x) f 2^e, rounded once, for 2^-60 < |f| < 2^60.
NMF_FN float nmf_exp_value(nmf_pair x, nmf_pair f, int e)
{
    int k;
    const nmf_pair m = nmf_exp_parts(x, &k);
    return nmf_ldexp(nmf_mul(m, f).hi, k + e);
}

NMF_FN nmf_pair nmf_expm1(nmf_pair x)
{
    int k;
    const nmf_pair e = nmf_expm1_small(nmf_reduce(x, &k));
    if (k == 0) return fabs(x.hi) < 0x1p-50f ? x : e;
    if (k > 60) return nmf_exp(x);
    if (k < -60) return nmf_of(-1.0f);
    const float s = nmf_pow2(k);
    return nmf_add(nmf_scale(e, s), nmf_two_sum(s, -1.0f));
}

// log(1 + r) for -1/4 <= r <= 1/2, relative accuracy.
NMF_FN nmf_pair nmf_log1p_small(nmf_pair r)
{
    const nmf_pair v = nmf_div(r, nmf_add_f(r, 2.0f)), w = nmf_mul(v, v);
    const float x = w.hi;
    float p = 0x1.3b13b2p-4f;
    p = fma(p, x, 0x1.745d18p-4f);
    p = fma(p, x, 0x1.c71c72p-4f);
    p = fma(p, x, 0x1.249250p-3f) * x;
    // v + v w (1/3 + w (1/5 + p))
    nmf_pair s = nmf_mul(w, nmf_fast_two_sum(0x1.99999ap-3f, p - 0x1.99999ap-29f));
    s = nmf_add(s, nmf_make(0x1.555556p-2f, -0x1.555556p-27f));
    return nmf_scale(nmf_add(v, nmf_mul(nmf_mul(v, w), s)), 2.0f);
}

// log(x 2^e) for x > 0 finite, its high part normal or without a low part.
NMF_FN nmf_pair nmf_log_scaled(nmf_pair x, int e)
{
    int k;
    float m = nmf_split(x.hi, &k), l = nmf_ldexp(x.lo, -k);
    if (m > 1.5f) {
        m *= 0.5f;
        l *= 0.5f;
        ++k;
    }
    const float n = (float)(k + e);
    const nmf_pair r = nmf_log1p_small(nmf_fast_two_sum(m - 1.0f, l));
    const nmf_pair p = nmf_two_prod(n, 0x1.7f7d1cp-20f), b = nmf_fast_two_sum(n * 0x1.62e4p-1f, p.hi);
    return nmf_add(nmf_make(b.hi, b.lo + fma(n, 0x1.ef357ap-45f, p.lo)), r);
}

// log x; -inf at 0, inf at inf, NaN below 0.
NMF_INLINE nmf_pair nmf_log(nmf_pair x)
{
    if (x.hi > 0.0f && x.hi < NMF_INF) return nmf_log_scaled(x, 0);
    return nmf_of(x.hi == 0.0f ? -NMF_INF : x.hi > 0.0f ? x.hi : NMF_NAN);
}

NMF_INLINE nmf_pair nmf_log_f(float x) { return nmf_log(nmf_of(x)); }

// log(1 + x) for x > -1.
NMF_FN nmf_pair nmf_log1p(nmf_pair x)
{
    if (fabs(x.hi) < 0x1p-50f) return x;
    if (x.hi >= -0.25f && x.hi <= 0.5f) return nmf_log1p_small(x);
    return nmf_log(nmf_add_f(x, 1.0f));
}

// log(1 - exp(x)) for x < 0.
NMF_INLINE nmf_pair nmf_log1mexp(nmf_pair x)
{
    if (x.hi > -0.6931f) return nmf_log(nmf_neg(nmf_expm1(x)));
    return nmf_log1p(nmf_neg(nmf_exp(x)));
}
