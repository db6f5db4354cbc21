// @provides: nmf_pair, nmf_of, nmf_make, nmf_two_sum, nmf_fast_two_sum, nmf_two_prod, nmf_neg, nmf_add, nmf_add_f,
//   nmf_sub, nmf_mul, nmf_mul_f, nmf_div, nmf_sqrt, nmf_scale, nmf_pow2, nmf_ldexp, nmf_split, nmf_quotient
// @depends: nmathf
// @includes: nmathf
//
// Pairs of floats: a value is the unevaluated sum hi + lo, |lo| <= ulp(hi)/2, some 47 bits. Sources: T. J. Dekker,
// Numer. Math. 18 (1971); Joldes, Muller, Popescu, ACM TOMS 44 (2017) 15. A device's division and square root, which
// may be off by 2.5 and 3 ulp, are only starts that one correction each makes good. Region: products between 2^-100
// and 2^127, else the low part is lost or not a number. Accuracy: add and mul 2^-45, div and sqrt 2^-42 relative.
// SPDX-License-Identifier: MIT

typedef struct {
    float hi, lo;
} nmf_pair;

NMF_INLINE nmf_pair nmf_make(float hi, float lo)
{
    nmf_pair r;
    r.hi = hi;
    r.lo = lo;
    return r;
}

NMF_INLINE nmf_pair nmf_of(float a) { return nmf_make(a, 0.0f); }

// a + b exactly.
NMF_INLINE nmf_pair nmf_two_sum(float a, float b)
{
    const float s = a + b, t = s - a;
    return nmf_make(s, (a - (s - t)) + (b - t));
}

// a + b exactly, for |a| >= |b| or a = 0.
NMF_INLINE nmf_pair nmf_fast_two_sum(float a, float b)
{
    const float s = a + b;
    return nmf_make(s, b - (s - a));
}

// a * b exactly.
NMF_INLINE nmf_pair nmf_two_prod(float a, float b)
{
    const float p = a * b;
    return nmf_make(p, fma(a, b, -p));
}

NMF_INLINE nmf_pair nmf_neg(nmf_pair a) { return nmf_make(-a.hi, -a.lo); }

// a * s for s a power of two.
NMF_INLINE nmf_pair nmf_scale(nmf_pair a, float s) { return nmf_make(a.hi * s, a.lo * s); }

NMF_INLINE nmf_pair nmf_add(nmf_pair a, nmf_pair b)
{
    nmf_pair s = nmf_two_sum(a.hi, b.hi);
    const nmf_pair t = nmf_two_sum(a.lo, b.lo);
    s = nmf_fast_two_sum(s.hi, s.lo + t.hi);
    return nmf_fast_two_sum(s.hi, s.lo + t.lo);
}

NMF_INLINE nmf_pair nmf_add_f(nmf_pair a, float b)
{
    const nmf_pair s = nmf_two_sum(a.hi, b);
    return nmf_fast_two_sum(s.hi, s.lo + a.lo);
}

NMF_INLINE nmf_pair nmf_sub(nmf_pair a, nmf_pair b) { return nmf_add(a, nmf_neg(b)); }

NMF_INLINE nmf_pair nmf_mul(nmf_pair a, nmf_pair b)
{
    const nmf_pair p = nmf_two_prod(a.hi, b.hi);
    return nmf_fast_two_sum(p.hi, p.lo + fma(a.hi, b.lo, a.lo * b.hi));
}

NMF_INLINE nmf_pair nmf_mul_f(nmf_pair a, float b)
{
    const nmf_pair p = nmf_two_prod(a.hi, b);
    return nmf_fast_two_sum(p.hi, fma(a.lo, b, p.lo));
}

NMF_INLINE nmf_pair nmf_div(nmf_pair a, nmf_pair b)
{
    const float i0 = 1.0f / b.hi, inv = fma(fma(-i0, b.hi, 1.0f), i0, i0), p = a.hi * inv;
    const float q = fma(fma(-p, b.hi, a.hi), inv, p), r = fma(-q, b.hi, a.hi) + fma(-q, b.lo, a.lo);
    return nmf_fast_two_sum(q, r * inv);
}

NMF_INLINE nmf_pair nmf_sqrt(nmf_pair a)
{
    const float s = sqrt(a.hi), r = fma(-s, s, a.hi) + a.lo;
    return a.hi > 0.0f ? nmf_fast_two_sum(s, r / (2.0f * s)) : nmf_of(s);
}

// 2^k for -126 <= k <= 127.
NMF_INLINE float nmf_pow2(int k) { return as_float((uint)(k + 127) << 23); }

// x 2^k for x about 1, rounded once more only if the result is subnormal.
NMF_INLINE float nmf_ldexp(float x, int k)
{
    const int n = k > 250 ? 250 : k < -250 ? -250 : k, a = n / 2;
    return x * nmf_pow2(a) * nmf_pow2(n - a);
}

// x = m 2^e with 1 <= |m| < 2, for finite x other than 0.
NMF_INLINE float nmf_split(float x, int *e)
{
    const int small = fabs(x) < 0x1p-126f;
    const uint u = as_uint(small ? x * 0x1p64f : x);
    *e = (int)((u >> 23) & 0xffu) - 127 - (small ? 64 : 0);
    return as_float((u & 0x807fffffu) | 0x3f800000u);
}

// (a + b) / s with its own exponents on the way, for finite a, b and 0 < s < inf.
NMF_FN nmf_pair nmf_quotient(float a, float b, float s)
{
    const int huge = fabs(a) > 0x1p120f || fabs(b) > 0x1p120f;
    const float f = huge ? 0x1p-4f : 1.0f;
    int i, j;
    nmf_pair d = nmf_two_sum(a * f, b * f);
    if (d.hi == 0.0f) return nmf_of(0.0f);
    const float m = nmf_split(s, &j), n = nmf_split(d.hi, &i);
    const nmf_pair q = nmf_div(nmf_make(n, nmf_ldexp(d.lo, -i)), nmf_of(m));
    const int k = i - j + (huge ? 4 : 0);
    const float h = nmf_ldexp(q.hi, k);
    return nmf_make(h, fabs(h) < NMF_INF ? nmf_ldexp(q.lo, k) : 0.0f);
}
