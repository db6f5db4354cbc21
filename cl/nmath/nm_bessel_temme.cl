// @provides: nm_pair, nm_rgamma_parts, nm_rgamma, nm_temme, nm_temme_double
// @depends: nmath, dd, elementary, lgammafn
// @includes: nmath
//
// K and Y of orders mu and mu + 1, |mu| <= 1/2, by Temme's series: in double for x < 1 (K) and x < 2 (Y), where little
// cancels; in double-double for Y up to x = 3.5, next to its zeros.
// Sources: N. M. Temme, J. Comput. Phys. 19 (1975) 324-337 (K) and 21 (1976) 343-350 (Y). The gamma functions and
// pi mu / sin(pi mu) come from the Taylor series of 1 / Gamma(1 + mu) (DLMF 5.7.1, coefficients by mpmath).
// Measured: 2 ulp; 2^-95 of the amplitude for the double-double form.
// SPDX-License-Identifier: MIT

typedef struct {
    nm_dd a, b;
} nm_pair;

// (1/Gamma(1 - mu) + 1/Gamma(1 + mu)) / 2 and (1/Gamma(1 - mu) - 1/Gamma(1 + mu)) / (2 mu), in mu^2: hi, lo.
__constant double nm_rgamma_even[] = {
    0x1p+0, 0.0,
    -0x1.4fcf4026afa2ep-1, 0x1.8a3db7a90c42ap-56,
    0x1.5512320b43fbep-3, 0x1.77e9bfd84d0f8p-57,
    -0x1.3b4af28483e21p-7, -0x1.38dbcf40c139bp-61,
    -0x1.317112ce3a2a8p-10, 0x1.0b48922be53b9p-64,
    0x1.0c8a78cd9f9d2p-13, -0x1.6193e5e682992p-67,
    -0x1.4fad41fc34fbbp-20, -0x1.01776ab160dc8p-75,
    -0x1.b9986666c225dp-23, -0x1.d12e45de59d01p-79,
    0x1.57bc3fc384334p-28, -0x1.30a82205f48c5p-86,
    0x1.cae7675c18607p-34, -0x1.d04082c7c66aap-89,
    -0x1.0423bac8ca3fbp-38, 0x1.56e661d0c83bp-92,
    -0x1.72cb88ea5ae6ep-46, -0x1.de95486d20bfdp-100,
    0x1.6198491a83bcdp-50, -0x1.07669bbb14734p-104,
    0x1.5e3fee81de0eap-60, -0x1.bf04525509a98p-115,
    -0x1.0f635344a29eap-62, 0x1.c5c86e6ee752p-120
};
__constant double nm_rgamma_odd[] = {
    -0x1.2788cfc6fb619p-1, 0x1.6cb90701fbfabp-58,
    0x1.5815e8fa27048p-5, -0x1.b85ea59bc3638p-60,
    0x1.59af103c34092p-5, 0x1.ef8da0241c465p-59,
    -0x1.d919c527f60b2p-8, 0x1.a91714b11611fp-62,
    0x1.c364fe6f1563dp-13, -0x1.6707f71f86f2ep-69,
    0x1.51ce8af47eabep-16, -0x1.26de8c501cb48p-75,
    -0x1.302509dbc0de3p-20, 0x1.bf09003481b1ap-75,
    -0x1.a44b7ba22d629p-28, 0x1.4d6f19c81365fp-82,
    0x1.44b4cedca388fp-30, 0x1.f1c4c0ce1c9c5p-84,
    -0x1.11d065bfaf067p-37, -0x1.16b58cf85bbf4p-91,
    -0x1.1f20151323cdp-41, -0x1.c8f6862a8bddcp-96,
    0x1.815f72a05f16fp-48, 0x1.a4cb318673048p-103,
    0x1.10613dde57a89p-53, -0x1.0ac528c8febccp-107,
    -0x1.a0dc770fb8a4ap-60, 0x1.92dc0de693e1ep-114,
    -0x1.43d79a4b90ce8p-66, -0x1.1cc98752f9af2p-124
};

// The two series in double, 12 terms each: 1/Gamma(1 + mu) = even - mu odd for |mu| <= 1/2.
typedef struct {
    double even, odd;
} nm_rgamma_parts;

NM_INLINE nm_rgamma_parts nm_rgamma(double mu)
{
    const double w = mu * mu;
    nm_rgamma_parts r;
    r.even = nm_rgamma_even[22];
    r.odd = nm_rgamma_odd[22];
    for (int k = 20; k >= 0; k -= 2) {
        r.even = fma(r.even, w, nm_rgamma_even[k]);
        r.odd = fma(r.odd, w, nm_rgamma_odd[k]);
    }
    return r;
}

// a = K_mu, b = x/2 K_(mu+1), or if wave a = Y_mu, b = x/2 Y_(mu+1). 14 terms.
NM_FN nm_pair nm_temme_double(double x, double mu, int wave)
{
    const nm_rgamma_parts g = nm_rgamma(mu);
    const double rp = fma(-mu, g.odd, g.even), rm = fma(mu, g.odd, g.even), hx = 0.5 * x;
    // log(2/x) to more than double: its multiple sg may reach 350.
    const nm_dd l2 = nm_dd_sub(NM_LN2, nm_dd_log(x)), sd = nm_dd_mul_d(l2, mu);
    const double ln = l2.hi, sg = sd.hi, ex = nm_exp_dd(sd), e1 = nm_exp_dd(nm_dd_neg(sd)), ch = 0.5 * (ex + e1);
    // sinh(sg) / sg, its series to w^6 for sg^2 < 1/4.
    const double w = sg * sg;
    double sh = fma(w, fma(w, 1.0 / 6227020800.0, 1.0 / 39916800.0), 1.0 / 362880.0);
    sh = fma(w, fma(w, fma(w, sh, 1.0 / 5040.0), 1.0 / 120.0), 1.0 / 6.0);
    sh = w < 0.25 ? fma(w, sh, 1.0) : 0.5 * (ex - e1) / sg;
    double p = 0.5 * ex / rp, q = 0.5 * e1 / rm, f = fma(ch, g.odd, sh * ln * g.even) / (rp * rm);
    // 2/mu sin^2(pi mu/2).
    double sq = 0.0;
    if (wave) {
        const nm_rgamma_parts v = nm_rgamma(0.5 * mu);
        const double mv = 0.5 * mu * v.odd, sp = M_PI * (v.even - mv) * (v.even + mv);
        sq = 0.5 * mu * sp * sp;
    }
    const double inc = wave ? -hx * hx : hx * hx;
    double c = 1.0, y = fma(sq, q, f), a = 0.0, b = 0.0;
    const double a0 = y, b0 = p;
#pragma unroll 1
    for (int k = 1; k <= 14; ++k) {
        const double dk = (double)k, up = 1.0 / (dk + mu), dn = 1.0 / (dk - mu);
        f = fma(dk, f, p + q) * (up * dn);
        p *= dn;
        q *= up;
        c *= inc / dk;
        y = fma(sq, q, f);
        a = fma(c, y, a);
        b = fma(c, fma(-dk, y, p), b);
    }
    const double scale = wave ? -M_2_PI : 1.0;
    nm_pair r;
    r.a = nm_two_sum(scale * a0, scale * a);
    r.b = nm_two_sum(scale * b0, scale * b);
    return r;
}

// Y in double-double for x <= 3.5. 14 terms in double-double, then those below 2^-60 in double.
NM_FN nm_pair nm_temme(double x, double mu)
{
    const nm_dd m2 = nm_two_prod(mu, mu), hx = nm_dd_of(0.5 * x);
    const nm_dd g2 = nm_dd_horner(nm_rgamma_even, 15, m2, 0.0), g1 = nm_dd_horner(nm_rgamma_odd, 15, m2, 0.0);
    const nm_dd mg = nm_dd_mul_d(g1, mu), rp = nm_dd_sub(g2, mg), rm = nm_dd_add(g2, mg);
    const nm_dd ln = nm_dd_neg(nm_dd_log(0.5 * x));
    const nm_dd sg = nm_dd_mul_d(ln, mu);
    const nm_dd em = nm_dd_expm1(sg), ex = nm_dd_add_d(em, 1.0), e1 = nm_dd_div(nm_dd_of(1.0), ex);
    const nm_dd ch = nm_dd_scale(nm_dd_add(ex, e1), 0.5);
    // sinh(s) = (E + E exp(-s)) / 2, E = exp(s) - 1.
    const nm_dd sh = nm_dd_scale(nm_dd_add(em, nm_dd_mul(em, e1)), 0.5);
    const nm_dd shs = fabs(sg.hi) < 1e-100 ? nm_dd_of(1.0) : nm_dd_div(sh, sg);
    nm_dd p = nm_dd_div(nm_dd_scale(ex, 0.5), rp), q = nm_dd_div(nm_dd_scale(e1, 0.5), rm);
    nm_dd f = nm_dd_add(nm_dd_mul(ch, g1), nm_dd_mul(nm_dd_mul(shs, ln), g2));
    f = nm_dd_div(f, nm_dd_mul(rp, rm));
    // 2/mu sin^2(pi mu/2).
    const nm_dd sp = nm_dd_sinpi(0.5 * mu);
    const nm_dd sq = fabs(mu) < 1e-100 ? nm_dd_of(0.0) : nm_dd_scale(nm_dd_div_d(nm_dd_mul(sp, sp), mu), 2.0);
    const nm_dd inc = nm_dd_neg(nm_dd_mul(hx, hx));
    nm_dd c = nm_dd_of(1.0), g = nm_dd_add(f, nm_dd_mul(sq, q));
    nm_pair r;
    r.a = g;
    r.b = p;
    for (int k = 1; k <= 14; ++k) {
        const double dk = (double)k;
        const nm_dd up = nm_two_sum(dk, mu), dn = nm_two_sum(dk, -mu);
        f = nm_dd_div(nm_dd_add(nm_dd_mul_d(f, dk), nm_dd_add(p, q)), nm_dd_mul(up, dn));
        p = nm_dd_div(p, dn);
        q = nm_dd_div(q, up);
        c = nm_dd_div_d(nm_dd_mul(c, inc), dk);
        g = nm_dd_add(f, nm_dd_mul(sq, q));
        r.a = nm_dd_add(r.a, nm_dd_mul(c, g));
        r.b = nm_dd_add(r.b, nm_dd_mul(c, nm_dd_sub(p, nm_dd_mul_d(g, dk))));
    }
    double c1 = c.hi, f1 = f.hi, p1 = p.hi, q1 = q.hi, a = 0.0, b = 0.0;
#pragma unroll 1
    for (int k = 15; k <= 26; ++k) {
        const double dk = (double)k, up = 1.0 / (dk + mu), dn = 1.0 / (dk - mu);
        f1 = fma(dk, f1, p1 + q1) * (up * dn);
        p1 *= dn;
        q1 *= up;
        c1 *= inc.hi / dk;
        const double y = fma(sq.hi, q1, f1);
        a = fma(c1, y, a);
        b = fma(c1, fma(-dk, y, p1), b);
    }
    const nm_dd k = nm_dd_make(-0x1.45f306dc9c883p-1, 0x1.6b01ec5417056p-55);
    r.a = nm_dd_mul(nm_dd_add_d(r.a, a), k);
    r.b = nm_dd_mul(nm_dd_add_d(r.b, b), k);
    return r;
}
