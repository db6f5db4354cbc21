// @provides: nm_bessel_is_fine, nm_bessel_fine, nm_bessel_neumann, nm_hankel_fine
// @depends: nmath, dd, elementary, lgammafn, nm_quarter, nm_bessel_debye, nm_bessel_temme, nm_bessel_climb
// @includes: nmath
//
// J and Y next to their zeros, for x > 3.5 and orders 0 <= nu <= 4096: in double-double up to one common factor, which
// is a double, so that little but the distance from the zero counts.
//   3.5 < x <= 36, Y: Neumann's series for Y_mu, |mu| <= 1/2, with R = (x/2)^(-2 mu) Gamma(1 + mu) / Gamma(1 - mu):
//     Y_mu = (cos(pi mu) - R) / sin(pi mu) J_mu + 2 mu / sin(pi mu) R / (1 - mu) sum f_k (mu + 2 k) J_(mu+2k), k >= 1,
//     f_1 = 1, f_(k+1) / f_k = -(mu + k) (2 mu + k) / ((k + 1) (k + 1 - mu)),
//     from Y = (cos(pi mu) J_mu - J_(-mu)) / sin(pi mu) (DLMF 10.2.3) and the series of J of one order in those of
//     another (G. N. Watson, A Treatise on the Theory of Bessel Functions, 5.21; at mu = 0 it is A&S 9.1.88). No term
//     is large beside the sum. The J come from Miller's backward recurrence (DLMF 10.74(iv)) and are scaled by the
//     series of (x/2)^mu (DLMF 10.23.15); Y_(mu+1) = mu/x Y_mu - Y_mu'.
//   x > 36: Hankel's expansions (DLMF 10.17.3, 10.17.4) of orders mu and mu + 1, at most 72 terms, the phase reduced
//     with 1/pi in four parts.
// Then forward recurrence (DLMF 10.6.1), stable up to the turning point, and J and Y have no zeros beyond it.
// Measured: 2^-90 of the amplitude; orders up to 4000.5, x up to 6000.
// SPDX-License-Identifier: MIT

// Whether nm_bessel_fine is worth its time for a value v: below 2^-7 of the amplitude where v comes from an expansion
// (wave), else 2^-5.
NM_INLINE int nm_bessel_is_fine(double nu, double x, double v, int wave)
{
    return nu <= 4096.0 && x <= 0x1p100 && v * v * x < (wave ? 0x1.4p-15 : 0x1.4p-11);
}

// Y_mu(x) and Y_(mu+1)(x) for 3.5 < x <= 36, |mu| <= 1/2.
NM_FN nm_pair nm_bessel_neumann(double x, double mu)
{
    const double hx = 0.5 * x;
    const nm_dd two = nm_dd_ratio(2.0, x);
    // J of orders mu + 2 k and mu + 2 k + 1 but for a factor; the sum and its derivative, by 2/x; that of (x/2)^mu.
    nm_dd v = nm_dd_of(1.0), w = nm_dd_of(0.0), t = w, dt = w;
    double l = 0.0;
    for (int k = (int)x + 18; k > 0; --k) {
        const double dk = (double)k;
        const nm_dd mk = nm_two_sum(dk, mu);
        const nm_dd num = nm_dd_mul(mk, nm_two_sum(dk, 2.0 * mu));
        const nm_dd den = nm_dd_mul_d(nm_two_sum(dk + 1.0, -mu), dk + 1.0);
        const nm_dd f = nm_dd_neg(nm_dd_div(num, den)), e = nm_dd_mul(two, nm_two_sum(2.0 * dk, mu));
        const nm_dd c = nm_dd_mul(e, v), u = nm_dd_sub(c, w);
        t = nm_dd_add(c, nm_dd_mul(f, t));
        dt = nm_dd_add(nm_dd_mul(e, nm_dd_scale(nm_dd_sub(u, w), 0.5)), nm_dd_mul(f, dt));
        l = fma(mk.hi / (dk + 1.0), l, c.hi);
        w = u;
        v = nm_dd_sub(nm_dd_mul(nm_dd_mul(two, nm_two_sum(2.0 * dk - 1.0, mu)), u), v);
    }
    const nm_dd m2 = nm_two_prod(mu, mu);
    const nm_dd g2 = nm_dd_horner(nm_rgamma_even, 15, m2, 0.0), g1 = nm_dd_horner(nm_rgamma_odd, 15, m2, 0.0);
    const nm_dd mg = nm_dd_mul_d(g1, mu), rp = nm_dd_sub(g2, mg), rm = nm_dd_div(nm_dd_add(g2, mg), rp);
    const int tiny = fabs(mu) < 0x1p-110;
    // (2/x)^(2 mu) - 1 over mu; mu / sin(pi mu); 2 sin^2(pi mu / 2) / mu.
    const nm_dd ln = nm_dd_scale(nm_dd_log(hx), -2.0), em = nm_dd_expm1(nm_dd_mul_d(ln, mu));
    const nm_dd es = tiny ? ln : nm_dd_div_d(em, mu);
    const nm_dd q = tiny ? nm_dd_make(nm_1_pi_tab[0], nm_1_pi_tab[1]) : nm_dd_div(nm_dd_of(mu), nm_dd_sinpi(mu));
    const nm_dd sp = nm_dd_sinpi(0.5 * mu);
    const nm_dd sq = tiny ? nm_dd_of(0.0) : nm_dd_scale(nm_dd_div_d(nm_dd_mul(sp, sp), mu), 2.0);
    const nm_dd g = nm_dd_neg(nm_dd_mul(q, nm_dd_add(nm_dd_add(sq, nm_dd_mul(es, rm)),
                                                    nm_dd_scale(nm_dd_div(g1, rp), 2.0))));
    const nm_dd qr = nm_dd_mul(q, nm_dd_mul(nm_dd_add_d(em, 1.0), rm));
    const nm_dd h = nm_dd_div(nm_dd_mul_d(qr, x), nm_two_sum(1.0, -mu));
    nm_pair r;
    r.a = nm_dd_add(nm_dd_mul(g, v), nm_dd_mul(h, t));
    r.b = nm_dd_sub(nm_dd_mul(g, w), nm_dd_mul(nm_dd_mul(qr, two), v));
    const nm_dd m3 = nm_dd_mul(two, nm_dd_mul_d(nm_dd_of(mu), 1.5));
    r.b = nm_dd_add(r.b, nm_dd_mul(h, nm_dd_sub(nm_dd_mul(m3, t), dt)));
    const double scale = rp.hi / ((v.hi + hx * l) * sqrt(1.0 + em.hi));
    r.a = nm_dd_mul_d(r.a, scale);
    r.b = nm_dd_mul_d(r.b, scale);
    return r;
}

// J (second = 0) or Y (second = 1) over sqrt(2 / (pi x)) for 36 < x <= 2^100, 4 nu^2 <= x or |nu| <= 3/2.
NM_FN nm_dd nm_hankel_fine(nm_dd nu, double x, int second)
{
    // The phase in half turns; that of Y is another half of one back.
    nm_dd p = nm_dd_of(second ? -0.75 : -0.25);
    for (int k = 0; k < 4; ++k) p = nm_dd_add(p, nm_mod2(nm_two_prod(x, nm_1_pi_tab[k])));
    p = nm_mod2(nm_dd_sub(p, nm_dd_scale(nu, 0.5)));
    const nm_dd s0 = nm_dd_sinpi(p.hi), d = nm_two_sum(0.5, -p.hi), c0 = nm_dd_sinpi(d.hi);
    const nm_dd s = nm_dd_add_d(s0, M_PI * p.lo * c0.hi), c = nm_dd_add_d(c0, M_PI * (d.lo - p.lo) * s0.hi);
    const nm_dd m = nm_dd_scale(nm_dd_mul(nu, nu), 4.0), r = nm_dd_scale(nm_dd_ratio(1.0, x), 0.125);
    nm_dd a = nm_dd_of(1.0), even = a, odd = nm_dd_of(0.0);
    double flip = 1.0;
    for (int k = 1; k < 72; k += 2) {
        const double o = 2.0 * k - 1.0, e = 2.0 * k + 1.0;
        a = nm_dd_div_d(nm_dd_mul(nm_dd_mul(a, nm_dd_add_d(m, -o * o)), r), (double)k);
        odd = nm_dd_sub(odd, nm_dd_scale(a, flip));
        a = nm_dd_div_d(nm_dd_mul(nm_dd_mul(a, nm_dd_add_d(m, -e * e)), r), (double)(k + 1));
        flip = -flip;
        even = nm_dd_add(even, nm_dd_scale(a, flip));
        if (fabs(a.hi) < 0x1p-106) break;
    }
    return nm_dd_add(nm_dd_mul(c, even), nm_dd_mul(s, odd));
}

// J (x > 36) or Y (x > 3.5) below the turning point.
NM_FN double nm_bessel_fine(double nu, double x, int second)
{
    const double n = rint(nu), mu = nu - n, amp = x > 36.0 ? sqrt(M_2_PI / x) : 1.0;
    nm_pair p;
    if (x > 36.0) {
        p.a = nm_hankel_fine(nm_dd_of(mu), x, second);
        p.b = nm_hankel_fine(nm_two_sum(1.0, mu), x, second);
    } else {
        p = nm_bessel_neumann(x, mu);
    }
    return amp * nm_bessel_climb(p, nm_dd_of(mu), nm_dd_ratio(2.0, x), nm_dd_of(-1.0), (int)n).hi;
}
