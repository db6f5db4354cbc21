// @provides: nmf_share, nmf_share_of, nmf_share_odds, nmf_share_swap, nmf_beta_half, nmf_beta_edge
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_normal, nmf_density, nmf_lgamma, nmf_halves
// @includes: nmathf
//
// The incomplete beta function ratio I_x(a, b) and its complement as the logarithm of one of them, a pair; x and y =
// 1 - x and both shapes are pairs. With n = a + b and D = D(a, n x) + D(b, n y), s and D of nmf_density.cl,
//   x^a y^b / B(a, b) = sqrt(a b / (2 pi n)) exp(s(n) - s(a) - s(b) - D)   (Loader 2000).
// Methods, with (s, X) the shape and variable of the tail that is computed, (c, Y) the other pair:
// 1 Continued fraction: the even part of DLMF 8.17.22 (DiDonato and Morris, ACM TOMS 18 (1992) 360, eq. 9), summed by
//   Steed's method; at most 120 steps, mostly below 25.
// 2 Both shapes at least 60 and D < 8: with z^2 / 2 = D as variable the tail is exp(s(n) - s(a) - s(b)) / sqrt(2 pi)
//   times the integral of exp(-t^2/2) t / W(t) over t > z, where W W' = t (1 + k W - W^2 / n) and k = (s - c) /
//   sqrt(n a b); t / W expanded at 0, integrated term by term (as in cl/nmath/nm_incbeta.cl; leading term: Temme, SIAM
//   J. Math. Anal. 13 (1982) 239).
// 3 s < 1, X <= 1/2 and X c <= 1: the logarithm of the series DLMF 8.17.7, relative accuracy however close to 1.
// Shapes below 2^-111: the tail away from a tiny one is proportional to it. Shapes above 2^96: beside a tiny variable
// only their product counts, else the deviance alone.
// Region: all shapes. Accuracy: 2^-26 absolute for shapes up to 2^40.
// SPDX-License-Identifier: MIT

// x and y = 1 - x with their logarithms, which alone count where they are below the floats.
typedef struct {
    nmf_pair x, y, lx, ly;
} nmf_share;

NMF_INLINE nmf_share nmf_share_of(float x)
{
    nmf_share r;
    r.x = nmf_of(x);
    r.y = nmf_two_sum(1.0f, -x);
    r.lx = nmf_log_f(x);
    r.ly = nmf_log1p(nmf_of(-x));
    return r;
}

NMF_INLINE nmf_share nmf_share_swap(nmf_share s)
{
    nmf_share r;
    r.x = s.y;
    r.y = s.x;
    r.lx = s.ly;
    r.ly = s.lx;
    return r;
}

// From x / y = w 2^e, w about 1.
NMF_FN nmf_share nmf_share_odds(nmf_pair w, int e)
{
    nmf_share r;
    const int swap = e > 0;
    if (swap) {
        w = nmf_div(nmf_of(1.0f), w);
        e = -e;
    }
    const nmf_pair o = nmf_make(nmf_ldexp(w.hi, e), nmf_ldexp(w.lo, e)), t = nmf_add_f(o, 1.0f);
    r.y = nmf_div(nmf_of(1.0f), t);
    r.x = e < -60 ? o : nmf_div(o, t);
    r.ly = nmf_neg(nmf_log1p(o));
    r.lx = nmf_add(nmf_log_scaled(w, e), r.ly);
    return swap ? nmf_share_swap(r) : r;
}

// D(a, n x), from log x where the product is below the floats.
NMF_INLINE nmf_pair nmf_beta_deviance(nmf_pair a, nmf_pair n, nmf_pair x, nmf_pair lx)
{
    const nmf_pair m = nmf_mul(n, x);
    if (x.hi > 0x1p-100f && m.hi > 0x1p-90f && a.hi > 0x1p-90f) return nmf_deviance(a, m);
    const nmf_pair l = nmf_sub(nmf_sub(nmf_log(a), nmf_log(n)), lx);
    return nmf_add(nmf_mul(l, a), nmf_sub(m, a));
}

// Method 1: what x^a y^b / B(a, b) multiplies; lam = a y - b x. Terms are multiplied by e_k = (a + 2 k - 1) / a.
NMF_FN nmf_pair nmf_beta_fraction(nmf_pair a, nmf_pair b, nmf_pair x, nmf_pair y, nmf_pair lam)
{
    const nmf_pair one = nmf_of(1.0f), ia = nmf_div(one, a), nx = nmf_mul(nmf_add(a, b), x), bx = nmf_mul(x, ia);
    const nmf_pair l1 = nmf_add_f(lam, 1.0f), y1 = nmf_add_f(y, 1.0f);
    nmf_pair ep = one, e = nmf_add_f(ia, 1.0f), d = nmf_div(one, l1), q = nmf_mul(e, d), h = q;
    for (int j = 1; j <= 120; ++j) {
        const float k = (float)j;
        const nmf_pair en = nmf_add_f(nmf_mul_f(ia, 2.0f * k + 1.0f), 1.0f);
        const nmf_pair kb = nmf_mul(nmf_mul_f(nmf_add_f(b, -k), k), bx);
        const nmf_pair u = nmf_mul(nmf_add_f(nmf_mul_f(ia, k - 1.0f), 1.0f), nmf_add(nmf_mul_f(x, k - 1.0f), nx));
        const nmf_pair w = nmf_mul(nmf_mul(nmf_mul(u, kb), nmf_mul(en, ep)), d);
        const nmf_pair v = nmf_mul(nmf_mul(nmf_add_f(nmf_mul_f(ia, k), 1.0f), e), nmf_add(nmf_mul_f(y1, k), l1));
        const nmf_pair be = nmf_add(nmf_mul(en, nmf_add(nmf_mul_f(e, k), kb)), v);
        d = nmf_div(one, nmf_add(w, be));
        q = nmf_neg(nmf_mul(nmf_mul(q, w), d));
        h = nmf_add(h, q);
        ep = e;
        e = en;
        if (!(fabs(q.hi) > 0x1p-31f * fabs(h.hi))) break;
    }
    return h;
}

#define NMF_BETA_TERMS 14

// Method 2: the integral above times exp(z^2/2), for the upper tail in z; skew = k, inv = 1 / n.
NMF_FN nmf_pair nmf_beta_central(nmf_pair z, float skew, float inv, int terms)
{
    float w[NMF_BETA_TERMS + 1], h[NMF_BETA_TERMS];
    w[0] = 0.0f;
    w[1] = 1.0f;
    h[0] = 1.0f;
    float v0 = 0.0f, v1 = 1.0f; // coefficients k - 1 and k of W^2
    const nmf_pair r = nmf_mills(z);
    float m0 = r.hi, m1 = 1.0f, zk = z.hi, sum = 0.0f;
    for (int k = 2; k <= terms; ++k) {
        const float v2 = 2.0f * (skew * w[k - 1] - inv * v0) / (float)(k + 1);
        float s = v2;
        for (int i = 2; i < k; ++i) s = fma(-w[i], w[k + 1 - i], s);
        w[k] = 0.5f * s;
        v0 = v1;
        v1 = v2;
    }
    for (int k = 1; k < terms; ++k) {
        float s = 0.0f;
        for (int i = 1; i <= k; ++i) s = fma(-w[i + 1], h[k - i], s);
        h[k] = s;
        sum = fma(s, m1, sum);
        const float m2 = fma((float)k, m0, zk);
        m0 = m1;
        m1 = m2;
        zk *= z.hi;
    }
    return nmf_add_f(r, sum);
}

// -log(s B(s, c)) / s for s <= 1: finite as s vanishes.
NMF_INLINE nmf_pair nmf_beta_slope(float s, nmf_pair c)
{
    return nmf_sub(nmf_lgamma_slope(s, c), nmf_lgamma1p_slope(s));
}

// Method 3.
NMF_FN nmf_pair nmf_beta_sharp(float s, nmf_pair c, nmf_pair x, nmf_pair lx)
{
    nmf_pair t = nmf_of(1.0f), sum = nmf_of(0.0f);
    for (int k = 1; k <= 60; ++k) {
        t = nmf_div(nmf_mul(nmf_mul(t, nmf_sub(nmf_of((float)k), c)), x), nmf_of((float)k));
        const nmf_pair u = nmf_div(t, nmf_two_sum((float)k, s));
        sum = nmf_add(sum, u);
        if (!(fabs(u.hi) > 0x1p-34f * fabs(sum.hi))) break;
    }
    const nmf_pair p = nmf_mul_f(sum, s);
    if (fabs(p.hi) > 0x1p-40f) sum = nmf_div(nmf_log1p(p), nmf_of(s));
    return nmf_mul_f(nmf_add(nmf_add(lx, nmf_beta_slope(s, c)), sum), s);
}

// Shapes from 2^-120 to 2^100.
NMF_FN nmf_half nmf_beta_half_core(nmf_pair a, nmf_pair b, nmf_share o)
{
    nmf_half r;
    const nmf_pair n = nmf_add(a, b), ay = nmf_mul(a, o.y), bx = nmf_mul(b, o.x);
    nmf_pair lam = nmf_sub(ay, bx);
    int lower = lam.hi >= 0.0f, series = 1;
    if (a.hi < 1.0f && o.x.hi <= 0.5f && bx.hi <= 1.0f) lower = 1;
    else if (b.hi < 1.0f && o.y.hi <= 0.5f && ay.hi <= 1.0f) lower = 0;
    else series = 0;
    const nmf_pair s = lower ? a : b, c = lower ? b : a, X = lower ? o.x : o.y, Y = lower ? o.y : o.x;
    r.bend = lam.hi;
    r.upper = !lower;
    const nmf_pair D = nmf_add(nmf_beta_deviance(a, n, o.x, o.lx), nmf_beta_deviance(b, n, o.y, o.ly));
    const nmf_pair st = nmf_sub(nmf_stirling(n.hi), nmf_add(nmf_stirling(a.hi), nmf_stirling(b.hi)));
    const nmf_pair e = nmf_sub(nmf_sub(st, D), NMF_LN_SQRT_2PI);
    const nmf_pair l = nmf_scale(nmf_sub(nmf_add(nmf_log(a), nmf_log(b)), nmf_log(n)), 0.5f), front = nmf_add(e, l);
    if (series) {
        r.l = nmf_beta_sharp(s.hi, c, X, lower ? o.lx : o.ly);
        r.rate = nmf_sub(front, r.l).hi;
    } else if (fmin(a.hi, b.hi) >= 60.0f && D.hi < 8.0f) {
        const float skew = nmf_sub(s, c).hi / n.hi * nmf_exp(nmf_neg(l)).hi;
        const nmf_pair z = nmf_sqrt(nmf_scale(D.hi > 0.0f ? D : nmf_of(0.0f), 2.0f));
        const nmf_pair f = nmf_log(nmf_beta_central(z, skew, 1.0f / n.hi, NMF_BETA_TERMS));
        r.l = nmf_add(e, f);
        r.rate = l.hi - f.hi;
    } else {
        const nmf_pair f = nmf_log(nmf_beta_fraction(s, c, X, Y, lower ? lam : nmf_neg(lam)));
        r.l = nmf_add(front, f);
        r.rate = -f.hi;
    }
    return r;
}

NMF_FN nmf_half nmf_beta_half(nmf_pair a, nmf_pair b, nmf_share o)
{
    const int swap = a.hi > b.hi;
    const float small = swap ? b.hi : a.hi, big = swap ? a.hi : b.hi;
    nmf_half r;
    if (small >= 0x1p-111f && big <= 0x1p96f) return nmf_beta_half_core(a, b, o);
    const nmf_share v = swap ? nmf_share_swap(o) : o; // x of the smaller shape
    float up = 1.0f, upb = 1.0f;
    if (small < 0x1p-111f) {
        up = 0x1p26f;
        upb = big < 0x1p-59f ? up : 1.0f;
    }
    if (big > 0x1p96f) {
        // the product of the larger shape with the smaller one's variable counts, or the deviance alone
        upb = 0x1p-40f;
        nmf_share t;
        if (v.x.hi < 0x1p-42f && small < 0x1p50f) {
            const nmf_pair s = nmf_scale(v.x, 0x1p40f);
            t.x = s;
            t.lx = nmf_add(v.lx, nmf_mul_f(NMF_LN2, 40.0f));
            t.y = nmf_add_f(nmf_neg(s), 1.0f);
            t.ly = nmf_log1p(nmf_neg(s));
            o = swap ? nmf_share_swap(t) : t;
        } else if (small < 0x1p50f) {
            // the smaller shape's variable times the larger shape is beyond 2^54: nothing beyond it
            r.upper = !swap;
            r.l = nmf_make(-big * -v.ly.hi, 0.0f);
            r.rate = nmf_log_f(big).hi + v.lx.hi;
            r.bend = 0.0f;
            return r;
        } else {
            a = nmf_scale(a, 0x1p-40f);
            b = nmf_scale(b, 0x1p-40f);
            r = nmf_beta_half_core(a, b, o);
            const nmf_pair n = nmf_add(a, b);
            const nmf_pair D = nmf_add(nmf_beta_deviance(a, n, o.x, o.lx), nmf_beta_deviance(b, n, o.y, o.ly));
            if (!(D.hi > 0x1p-40f)) return r;
            r.l = nmf_make(-D.hi * 0x1p40f, 0.0f);
            r.rate = nmf_log_f(fabs(r.bend)).hi + 27.725887f;
            r.bend *= 0x1p40f;
            return r;
        }
    }
    a = nmf_scale(a, swap ? upb : up);
    b = nmf_scale(b, swap ? up : upb);
    r = nmf_beta_half_core(a, b, o);
    if (up == 1.0f || up == upb) return r;
    if (r.upper == !swap) {
        r.l = nmf_sub(r.l, nmf_mul_f(NMF_LN2, 26.0f));
    } else {
        r.l = nmf_scale(r.l, 0x1p-26f);
        r.rate -= 18.021827f;
    }
    return r;
}

// log(1 + p / q), whatever the ratio.
NMF_INLINE nmf_pair nmf_log1p_ratio(nmf_pair p, nmf_pair q)
{
    if (0x1p-60f * p.hi > q.hi) return nmf_sub(nmf_log(p), nmf_log(q));
    return nmf_log1p(nmf_div(p, q));
}

// The log x at which the first term x^a / (a B(a, b)) of I_x(a, b) is exp(l).
NMF_FN nmf_pair nmf_beta_edge(nmf_pair a, nmf_pair b, nmf_pair l)
{
    if (!(l.hi > -0x1p120f * fmin(a.hi, 1.0f))) return nmf_of(-NMF_INF);
    const nmf_pair q = nmf_div(l, a);
    if (a.hi <= 1.0f) return nmf_sub(q, nmf_beta_slope(a.hi, b));
    const nmf_pair n = nmf_add(a, b), st = nmf_sub(nmf_stirling(n.hi), nmf_add(nmf_stirling(a.hi), nmf_stirling(b.hi)));
    const nmf_pair h = nmf_scale(nmf_sub(nmf_sub(nmf_log(b), nmf_log(n)), nmf_log(a)), 0.5f);
    // -log(a B): each power over a by itself
    const nmf_pair u = nmf_div(nmf_add(nmf_sub(st, NMF_LN_SQRT_2PI), h), a);
    const nmf_pair v = nmf_log1p_ratio(b, a), w = nmf_mul(nmf_div(b, a), nmf_log1p_ratio(a, b));
    return nmf_sub(nmf_sub(nmf_sub(q, u), v), w);
}
