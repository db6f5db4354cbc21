// @provides: lbeta, nm_lbeta_dd, nm_beta_parts
// @depends: nmath, dd, elementary, stirlerr, bd0, lgammafn, nm_fast_log, nm_fast_beta
// @includes: nmath
//
// log B(a, b) for a, b > 0; inf at 0, -inf at inf, NaN below 0. With s = a + b, q = max(a, b), p = min(a, b) and
// Stirling's errors: log sqrt(2 pi) + s(a) + s(b) - s(a + b) + (p - 1/2) log(p / s) + (q - 1/2) log1p(-p / s)
// - log(s) / 2, where nothing large cancels. nm_beta_parts: B from three gamma functions, one logarithm each.
// Measured (nm_lbeta_dd): absolute error 2^-66 or 2^-91 relative; lbeta below 1.5 ulp.
// Shapes from 1/2 on go through nm_fast_beta.cl, unless the result is close to 0.
// SPDX-License-Identifier: MIT

NM_FN nm_dd nm_lbeta_dd(nm_dd a, nm_dd b)
{
    const int swap = a.hi > b.hi;
    const nm_dd p = swap ? b : a, q = swap ? a : b, s = nm_dd_add(a, b);
    // A sum beyond the doubles: the leading terms.
    if (!(s.hi < ML_POSINF)) {
        const nm_dd c = nm_dd_scale(p, 0.5), d = nm_dd_scale(q, 0.5), h = nm_dd_add(c, d);
        const nm_dd u = nm_dd_mul(nm_dd_log_ratio(c, h), nm_dd_scale(p, 0x1p-20));
        const nm_dd v = nm_dd_add(nm_dd_mul(nm_dd_log_ratio(d, h), nm_dd_scale(q, 0x1p-20)), u);
        return v.hi >= -DBL_MAX * 0x1p-20 ? nm_dd_scale(v, 0x1p20) : nm_dd_neg(nm_beyond());
    }
    // B(1, b) = 1 / b: exact at the zero (1, 1).
    if (p.hi == 1.0 && p.lo == 0.0) return nm_dd_neg(nm_dd_log_dd(q));
    if (q.hi == 1.0 && q.lo == 0.0) return nm_dd_neg(nm_dd_log_dd(p));
    nm_dd r = nm_dd_sub(nm_stirlerr_dd(q), nm_stirlerr_dd(s));
    r = nm_dd_add(nm_dd_add(NM_LN_SQRT_2PI, nm_stirlerr_dd(p)), r);
    r = nm_dd_add(r, nm_dd_mul(nm_dd_add_d(p, -0.5), nm_dd_log_ratio(p, s)));
    r = nm_dd_sub(r, nm_dd_scale(nm_dd_log_dd(s), 0.5));
    const nm_dd t = nm_dd_div(p, s);
    const nm_dd u = t.hi < 0x1p-110 ? nm_dd_neg(p) : nm_dd_mul(nm_dd_add_d(q, -0.5), nm_dd_log1p(nm_dd_neg(t)));
    return nm_dd_add(r, u);
}

// B(a, b) = exp(e) w for a, b > 0, max(a, b) >= 2^-200; below 4096 from the parts of three gamma functions.
NM_FN nm_dd nm_beta_parts(double a, double b, nm_dd *w)
{
    const double p = a < b ? a : b, q = a < b ? b : a;
    const nm_dd s = nm_two_sum(a, b);
    *w = nm_dd_of(1.0);
    if (q >= 4096.0 || p < 0x1p-900) return nm_lbeta_dd(nm_dd_of(a), nm_dd_of(b));
    nm_dd wp, wq, ws;
    const nm_dd es = nm_gamma_parts(s, &ws), ep = nm_gamma_parts(nm_dd_of(p), &wp);
    const nm_dd eq = nm_gamma_parts(nm_dd_of(q), &wq);
    *w = nm_dd_mul(wp, nm_dd_div(wq, ws));
    return nm_dd_add(ep, nm_dd_sub(eq, es));
}

// All arguments.
NM_FN double nm_lbeta_rest(double a, double b)
{
    if (a != a || b != b) return a + b;
    const double p = a < b ? a : b, q = a < b ? b : a;
    if (p < 0.0) return ML_NAN;
    if (p == 0.0) return ML_POSINF;
    if (q == ML_POSINF) return ML_NEGINF;
    const nm_dd x = nm_dd_of(a), y = nm_dd_of(b);
    // Only the pole counts: B = (a + b) / (a b).
    if (q < 0x1p-200) return nm_dd_sub(nm_dd_log_dd(nm_dd_add(x, y)), nm_dd_add(nm_dd_log(a), nm_dd_log(b))).hi;
    nm_dd w;
    const nm_dd e = nm_beta_parts(a, b, &w), r = nm_dd_add(e, nm_dd_log_scaled(w, 0.0));
    if (fabs(r.hi) > 0x1p-8) return nm_log_value(r);
    // Close to a zero: the plain sum, whose terms are good to 2^-93.
    return nm_dd_sub(nm_dd_add(nm_lgamma_dd(x), nm_lgamma_dd(y)), nm_lgamma_dd(nm_dd_add(x, y))).hi;
}

NM_FN double lbeta(double a, double b)
{
    const double p = a < b ? a : b, q = a < b ? b : a;
    if (nm_fast_beta_usual(p, q)) {
        const nm_dd e = nm_fast_beta_exponent(p, q), l = nm_fast_log_short((1.0 / p + 1.0 / q) * 0x1.921fb54442d18p+2);
        const nm_dd r = nm_two_sum(0.5 * l.hi, e.hi);
        const double v = r.hi + (r.lo + (e.lo + 0.5 * l.lo));
        if (fabs(v) > 0.5) return v;
    }
    return nm_lbeta_rest(a, b);
}
