// @provides: ptukey, nm_ptukey, nm_ptukey_proper, nm_ptukey_upper, nm_ptukey_value
// @depends: nmath, dd, elementary, nm_calls, stirlerr, bd0, mills, nm_light, nm_fast_log, nm_fast_gamma, nm_chimix,
//   nm_range
// @includes: nmath
//
// Distribution function of the maximum of rr studentized ranges of cc means with df degrees of freedom; the smaller
// tail by nm_range, the other one as its complement. Beyond q = 1e140 the tail is continued by the power q^-df.
// Measured: 4 ulp; in the lower tail of many means, where q > 1, up to about (cc - 1) rr / 2 ulp.
// SPDX-License-Identifier: MIT

// Arguments that nm_ptukey takes; the others have results of their own.
NM_INLINE int nm_ptukey_proper(double q, double rr, double cc, double df)
{
    return q > 0.0 && q < ML_POSINF && df >= 2.0 && rr >= 1.0 && cc >= 2.0;
}

// Whether the upper tail is the smaller one, by a guess.
NM_INLINE int nm_ptukey_upper(double q, double cc, double rr) { return q > 3.0 * sqrt(nm_log_fn(cc * rr)) - 1.5; }

// The tail wanted, from the smaller one as exp(e) f.
NM_INLINE double nm_ptukey_value(nm_dd e, double f, int upper, int lower_tail, int log_p)
{
    if (log_p && upper == !lower_tail) return f > 0.0 ? nm_dd_add(e, nm_dd_log(f)).hi : ML_NEGINF;
    const double v = nm_exp_mul(e, nm_dd_of(f));
    if (log_p) return nm_log1p_fn(-v);
    return upper == !lower_tail ? v : (0.5 - v) + 0.5;
}

// The smaller tail for q > 0 and proper parameters as exp(result) * *f; *upper says which one it is.
NM_FN nm_dd nm_ptukey(double q, double rr, double cc, double df, int *upper, double *f)
{
    const nm_range p = nm_range_of(cc);
    const double x = fmin(q, 1e140);
    nm_dd e = nm_dd_of(0.0);
    *upper = nm_ptukey_upper(x, cc, rr);
    for (int pass = 0; pass < 2; ++pass) {
        e = nm_ptukey_tail(&p, x, rr, df, *upper, f);
        if (q > x) e = nm_dd_sub(e, nm_dd_mul_d(nm_dd_log(q / x), df));
        if (pass == 1 || nm_exp_mul(e, nm_dd_of(*f)) < 0.75) break;
        *upper = !*upper;
    }
    return e;
}

NM_FN double ptukey(double q, double rr, double cc, double df, int lower_tail, int log_p)
{
    const double none = log_p ? ML_NEGINF : 0.0, sure = log_p ? 0.0 : 1.0;
    if (q != q || rr != rr || cc != cc || df != df) return ML_NAN;
    if (q <= 0.0) return lower_tail ? none : sure;
    if (df < 2.0 || rr < 1.0 || cc < 2.0) return ML_NAN;
    if (q == ML_POSINF) return lower_tail ? sure : none;
    int upper;
    double f;
    const nm_dd e = nm_ptukey(q, rr, cc, df, &upper, &f);
    return nm_ptukey_value(e, f, upper, lower_tail, log_p);
}
