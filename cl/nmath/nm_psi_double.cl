// @provides: nm_digamma_pos, nm_zeta_pos, nm_psi_double, nm_small_power
// @depends: nmath, dd, elementary, nm_quarter
// @includes: nmath
//
// Polygamma functions of order n <= 7 (x > 0) or n <= 3 (x < 0) in double, where that is enough; NaN where it is not.
// digamma, x > 0: from [1, 2] by the recurrence (DLMF 5.5.2) for x < 8, with digamma(x) = (x - x0) p(x) there, x0 the
//   zero in two parts and p a polynomial interpolating at Chebyshev nodes (mpmath); x >= 8: DLMF 5.11.2.
// The others, x > 0: Euler-Maclaurin summation (DLMF 25.11.28) from z >= 11 + n, rounding errors of the terms
//   compensated.
// x < 0: reflection (DLMF 5.15.6, 5.5.4).
// Region: 1e-20 <= |x| <= 1e20, no pole. Measured: 1 ulp for x > 0, 2 ulp for x < 0.
// SPDX-License-Identifier: MIT

// p in powers of x - 3/2.
__constant double nm_digamma_tab[] = {
    0x1.e6f0cbb873616p-1, -0x1.b1cb63005ee96p-2, 0x1.eca189b8e6f7bp-3, -0x1.2feeeb98a7e14p-3,
    0x1.8512e59037f3fp-4, -0x1.fb4420299c39ep-5, 0x1.4de9aa17fed5cp-5, -0x1.b9f8b14eb372ep-6,
    0x1.256471573c163p-6, -0x1.8635595c2848p-7, 0x1.03c0b29031197p-7, -0x1.5a07ffdcf1525p-8,
    0x1.cd1f2dbc0dbedp-9, -0x1.335166d938f39p-9, 0x1.99e14548a2d9bp-10, -0x1.1138fd323dc0cp-10,
    0x1.69be71d89ad4p-11, -0x1.e24e3f4fdc1dcp-12, 0x1.56ae8897d5d3dp-12, -0x1.c8e71b670fd14p-13,
    0x1.80c273fb322c5p-14, -0x1.0081238b97022p-14, 0x1.0080971c5617fp-13, -0x1.5600aebc07538p-14
};

// B_2k / (2 k), k = 1 .. 9.
__constant double nm_digamma_far[] = {
    1.0 / 12.0, -1.0 / 120.0, 1.0 / 252.0, -1.0 / 240.0, 1.0 / 132.0, -691.0 / 32760.0, 1.0 / 12.0, -3617.0 / 8160.0,
    43867.0 / 14364.0
};

// B_2j / (2j)!, j = 1 .. 10.
__constant double nm_zeta_tab[] = {
    0x1.5555555555555p-4, -0x1.6c16c16c16c17p-10, 0x1.1566abc011567p-15, -0x1.bbd779334ef0bp-21, 0x1.66a8f2bf70ebep-26,
    -0x1.22805d644267fp-31, 0x1.d6db2c4e09162p-37, -0x1.7da4e1f79955cp-42, 0x1.355871d652e9ep-47, -0x1.f57d968caacf1p-53
};

NM_INLINE double nm_digamma_pos(double x)
{
    if (x >= 8.0) {
        const double r = 1.0 / x, w = r * r;
        return log(x) - fma(w, nm_horner(nm_digamma_far, 9, w), 0.5 * r);
    }
    // At most 6 terms, all positive; for x < 1 one, negative.
    double y = x, sum = 0.0;
    for (; y >= 2.0; y -= 1.0) sum += 1.0 / (y - 1.0);
    if (x < 1.0) {
        sum = -1.0 / x;
        y = x + 1.0;
    }
    const double u = y - 1.5, w = u * u;
    double a = nm_digamma_tab[22], b = nm_digamma_tab[23];
    for (int k = 20; k >= 0; k -= 2) {
        a = fma(a, w, nm_digamma_tab[k]);
        b = fma(b, w, nm_digamma_tab[k + 1]);
    }
    return fma((y - 0x1.762d86356be3fp+0) - 0x1.b86a722197829p-54, fma(b, u, a), sum);
}

// r^s in double and what it lacks, for r (1 + e), 2 <= s <= 8.
NM_INLINE nm_dd nm_small_power(double r, double e, int s)
{
    double p = r, low = 0.0;
    for (int i = 1; i < s; ++i) {
        const double q = p * r;
        low = fma(low, r, fma(p, r, -q));
        p = q;
    }
    return nm_dd_make(p, fma((double)s * e, p, low));
}

// zeta(s, x) for 2 <= s <= 8.
NM_INLINE double nm_zeta_pos(double x, int s)
{
    const double ds = (double)s;
    double sum = 0.0, low = 0.0, y = x;
    // At most 18 terms.
    for (; y < 10.0 + ds; y += 1.0) {
        const double r = 1.0 / y;
        const nm_dd p = nm_small_power(r, fma(-r, y, 1.0), s), v = nm_two_sum(sum, p.hi);
        sum = v.hi;
        low += v.lo + p.lo;
    }
    const double r = 1.0 / y, w = r * r;
    double a = ds * r, t = 0.0;
    for (int j = 0; j < 10; ++j) {
        t = fma(a, nm_zeta_tab[j], t);
        a *= w * ((ds + (2.0 * j + 1.0)) * (ds + (2.0 * j + 2.0)));
    }
    const nm_dd p = nm_small_power(r, fma(-r, y, 1.0), s);
    // y^-s (y/(s-1) + 1/2 + t)
    const nm_dd f = nm_fast_two_sum(y / (ds - 1.0), 0.5 + t);
    const nm_dd v = nm_two_sum(sum, p.hi * f.hi);
    return v.hi + (v.lo + fma(p.hi, f.lo, fma(p.lo, f.hi, low)));
}

// psi^(n)(x) for n <= 7, or NaN.
NM_FN double nm_psi_double(double x, int n)
{
    if (x < 0.0 && n > 3) return ML_NAN;
    const double y = x > 0.0 ? x : 1.0 - x;
    double f = n & 1 ? 1.0 : -1.0;
    for (int k = 2; k <= n; ++k) f *= (double)k;
    const double p = n == 0 ? nm_digamma_pos(y) : nm_zeta_pos(y, n + 1) * f;
    if (x > 0.0) return p;
    // c = pi cot(pi x) or one of its derivatives, then psi^(n)(1 - x) -+ c.
    const nm_sin_cos a = nm_half_turns(nm_dd_of(x - rint(x)));
    const nm_dd si = nm_dd_make(a.s, a.sl), co = nm_dd_make(a.c, a.cl);
    nm_dd c = nm_dd_div(nm_dd_of(1.0), si), q = nm_dd_mul(c, c);
    if (n == 0) c = nm_dd_mul(nm_dd_mul(c, co), NM_PI);
    else if (n == 1) c = nm_dd_mul(q, nm_dd_make(0x1.3bd3cc9be45dep+3, 0x1.692b71366cc04p-51));
    else if (n == 2)
        c = nm_dd_mul(nm_dd_mul(nm_dd_mul(c, co), q), nm_dd_make(0x1.f019b59389d7cp+5, 0x1.e019558e5380dp-51));
    else c = nm_dd_mul(nm_dd_mul(nm_dd_mul(q, q), nm_dd_make(0x1.85a2e8c290826p+7, -0x1.cc0cdf4bfa1e7p-47)),
                       nm_dd_add_d(nm_dd_scale(nm_dd_mul(co, co), 2.0), 1.0));
    if (n & 1) return nm_dd_add_d(c, -p).hi;
    const double v = nm_dd_add_d(nm_dd_neg(c), p).hi;
    return fabs(v) > 0.5 * fabs(p) ? v : ML_NAN;
}
