// @provides: nm_gamma_underflow, nm_gamma_front, nm_gamma_front_log, nm_gamma_front_huge, nm_gamma_overflow
// @depends: nmath, dd, elementary, stirlerr, bd0, lgammafn, nm_fast_log, nm_fast_gamma
// @includes: nmath
//
// x^a exp(-x) / Gamma(a + 1) = exp(e) w, the factor before every expansion of the gamma distribution, e and w in
// double-double and w within the doubles whatever a and x.
// a >= 12: Loader's saddle point form, e = -bd0(a, x) - s(a), w = 1 / sqrt(2 pi a). Less: with N = a + 9,
// Gamma(a + 1) = Gamma(N) / ((a + 1) ... (a + 8)), and Stirling's formula leaves one logarithm, log(x / N):
// e = a log(x / N) + N - x - s, w = (a + 1) ... (a + 8) / (N^8 sqrt(2 pi N)).
// x below 1e-280 may have underflowed and is known by its logarithm lx, which counts only there.
// Within 2^-400 .. 2^400 and for a >= 1/2 the saddle point form throughout, with the helpers of nm_fast_log.cl and
// nm_fast_gamma.cl.
// nm_gamma_front_log is the logarithm alone, also where it is small: a log x - x - log Gamma(a + 1) for a < 12.
// Region: a > 0, x >= 0. Measured: absolute error of e + log w below 2^-60 where it is above -745.
// SPDX-License-Identifier: MIT

NM_INLINE int nm_gamma_underflow(double x) { return x < 1e-280; }

// Shapes so large that the products of double-doubles would overflow, far from x: only the leading term counts,
// a (log(x / a) + 1 - x / a).
NM_INLINE nm_dd nm_gamma_front_huge(double a, nm_dd x, nm_dd lx)
{
    const nm_dd b = nm_dd_of(a);
    const nm_dd l = nm_gamma_underflow(x.hi) ? nm_dd_sub(lx, nm_dd_log(a)) : nm_dd_log_ratio(x, b);
    const double v = a * nm_dd_add_d(l, 1.0 - x.hi / a).hi;
    return v >= -DBL_MAX ? nm_dd_of(v) : nm_dd_neg(nm_beyond());
}

// The logarithm of the density or of the upper tail where q / scale is above the doubles: the deviance of a 2^-100 and
// that quotient times 2^-100, times 2^100; everything else is lost beside it.
NM_FN double nm_gamma_overflow(double a, double q, double scale)
{
    if (!(a > 0x1p1000)) return ML_NEGINF;
    const double f = scale < 0x1p-900 ? 0x1p200 : 1.0;
    return -nm_bd0_2(nm_dd_of(a * 0x1p-100), nm_dd_ratio(q * f * 0x1p-100, scale * f)).hi * 0x1p100;
}

NM_FN nm_dd nm_gamma_front(double a, nm_dd x, nm_dd lx, nm_dd *w)
{
    const nm_dd one = nm_dd_of(1.0), b = nm_dd_of(a);
    *w = one;
    if (a >= 0.5 && a < 0x1p400 && x.hi > 0x1p-400 && x.hi < 0x1p400) {
        const nm_dd d = nm_fast_bd0(a, x), c = nm_two_prod(a, 6.283185307179586);
        const double r = sqrt(c.hi), v = 1.0 / r, rl = fma(-r, r, c.hi) + fma(a, 0x1.1a62633145c07p-52, c.lo);
        *w = nm_dd_make(v, v * (fma(-v, r, 1.0) - 0.5 * rl * v * v));
        return nm_dd_neg(nm_dd_add_d(d, nm_fast_st_any(a)));
    }
    if (a > 1e290 && x.hi < 0.5 * a) return nm_gamma_front_huge(a, x, lx);
    if (nm_gamma_underflow(x.hi)) return nm_dd_sub(nm_dd_mul_d(lx, a), nm_lgamma1p_dd(b));
    // s = 1/(12 n) - 1/(360 n^3) + ...: small enough for a double.
    const int big = a >= 12.0;
    const nm_dd n = big ? b : nm_two_sum(a, 9.0);
    const double u = 1.0 / n.hi, v = u * u, s = u * fma(v, nm_horner(nm_stirling_short, 11, v), 1.0 / 12.0);
    // sqrt(2 pi n); n capped where its square would overflow.
    const nm_dd c = nm_dd_scale(NM_PI, 2.0), root = nm_dd_sqrt(nm_dd_mul(c, n.hi < 1e300 ? n : nm_dd_of(1e300)));
    if (big) {
        *w = nm_dd_div(one, root);
        return nm_dd_neg(nm_dd_add_d(nm_bd0_2(b, x), s));
    }
    *w = nm_dd_div(nm_rising8(b), nm_dd_mul(nm_power8(n), root));
    const nm_dd l = nm_dd_mul_d(nm_dd_log_ratio(x, n), a);
    return nm_dd_add(l, nm_dd_add_d(nm_dd_sub(n, x), -s));
}

NM_FN nm_dd nm_gamma_front_log(double a, nm_dd x, nm_dd lx)
{
    const nm_dd b = nm_dd_of(a);
    if (a > 1e290 && nm_gamma_underflow(x.hi)) return nm_gamma_front_huge(a, x, lx);
    if (a < 12.0 || nm_gamma_underflow(x.hi)) return nm_dd_sub(nm_dd_sub(nm_dd_mul_d(lx, a), nm_lgamma1p_dd(b)), x);
    const nm_dd l = nm_dd_add(NM_LN_SQRT_2PI, nm_dd_scale(nm_dd_log(a), 0.5));
    return nm_dd_neg(nm_dd_add(nm_bd0_2(b, x), nm_dd_add(nm_stirlerr(a), l)));
}
