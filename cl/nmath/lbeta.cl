// @provides: lbeta, nm_lbeta_dd
// @depends: nmath, dd, elementary, stirlerr
// @includes: nmath
//
// log B(a, b) for a, b > 0; inf at 0, -inf at inf, NaN below 0. With s = a + b, q = max(a, b), p = min(a, b) and
// Stirling's errors: log sqrt(2 pi) + s(a) + s(b) - s(a + b) + (p - 1/2) log(p / s) + (q - 1/2) log1p(-p / s) - log(s) / 2,
// where nothing large cancels. Measured (nm_lbeta_dd): absolute error 2^-90; lbeta below 1 ulp except next to its zeros.
// SPDX-License-Identifier: MIT

NM_FN nm_dd nm_lbeta_dd(nm_dd a, nm_dd b)
{
    const int swap = a.hi > b.hi;
    const nm_dd p = swap ? b : a, q = swap ? a : b, s = nm_dd_add(a, b);
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

NM_FN double lbeta(double a, double b)
{
    if (a != a || b != b) return a + b;
    const double p = a < b ? a : b, q = a < b ? b : a;
    if (p < 0.0) return ML_NAN;
    if (p == 0.0) return ML_POSINF;
    if (q == ML_POSINF) return ML_NEGINF;
    return nm_lbeta_dd(nm_dd_of(a), nm_dd_of(b)).hi;
}
