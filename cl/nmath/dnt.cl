// @provides: dnt, nm_dnt
// @depends: nmath, dd, elementary, stirlerr, bd0, mills, nm_light, nm_fast_log, nm_fast_gamma, nm_chimix
// @includes: nmath
//
// Density of the non-central t distribution, integral of s f(s) phi(x s - ncp) ds with f the density of chi_n/sqrt(n),
// see nm_chimix. Beyond |x| = 1e140 it is continued by the power |x|^-(n + 1); df above 1e25 is the normal limit.
// Measured: 1.4 ulp.
// SPDX-License-Identifier: MIT

// The logarithm as exponent (result) and factor, for finite x >= 0.
NM_FN nm_dd nm_dnt(double x, double n, double ncp, nm_dd *f)
{
    const double t = fmin(x, 1e140), s0 = nm_chi_mode(n, n + 1.0, t, -ncp);
    nm_dd z;
    const nm_chi p = nm_chi_of(n, n + 1.0, t, -ncp, s0, &z);
    *f = nm_dd_mul_d(nm_chi_integral(&p, 0), s0);
    nm_dd e = nm_t_lead(n, s0, t, -ncp, f);
    if (x > t) e = nm_dd_sub(e, nm_dd_mul(nm_dd_log_ratio(nm_dd_of(x), nm_dd_of(t)), nm_two_sum(n, 1.0)));
    return e;
}

NM_FN double dnt(double x, double df, double ncp, int give_log)
{
    const double none = give_log ? ML_NEGINF : 0.0;
    if (x != x || df != df || ncp != ncp) return x + df + ncp;
    if (df <= 0.0) return ML_NAN;
    if (fabs(x) == ML_POSINF || fabs(ncp) == ML_POSINF) return none;
    if (df > 1e25) {
        const nm_dd e = nm_dd_sub(nm_half_square(nm_two_sum(x, -ncp)), NM_LN_SQRT_2PI);
        return give_log ? e.hi : nm_exp_dd(e);
    }
    // Of tiny degrees of freedom it is sqrt(df) times a function of x / sqrt(df), and far out proportional to df.
    const int tiny = df < 1e-290, far = fabs(x) > 1.0;
    nm_dd f;
    nm_dd e = nm_dnt(tiny && !far ? fabs(x) * 0x1p100 : fabs(x), tiny ? df * 0x1p200 : df, x < 0.0 ? -ncp : ncp, &f);
    if (tiny) e = nm_dd_sub(e, nm_dd_mul_d(NM_LN2, far ? 200.0 : 100.0));
    return give_log ? nm_dd_add(e, nm_dd_log_dd(f)).hi : nm_exp_mul(e, f);
}
