// @provides: dnchisq, nm_dnchisq, nm_dnchisq_first
// @depends: nmath, dd, elementary, lgammafn, nm_calls, nm_fast_log, nm_fast_gamma, nm_mix_quick, nm_mixture
// @includes: nmath
//
// Density of the non-central chi-square distribution: sum_j Poisson(j; ncp/2) dchisq(x; df + 2 j), by nm_mixture.
// Few terms: nm_mix_quick.cl. x below 1e-280: the first two terms, for df = 0 the second alone. Measured: 4 ulp.
// SPDX-License-Identifier: MIT

// t^a exp(log_c - l) / Gamma(a + 1) (exp(u) + exp(v)): the first two terms of a mixture for tiny t; -inf for none.
NM_FN double nm_dnchisq_first(double a, nm_dd log_t, nm_dd log_c, double l, nm_dd u, nm_dd v, int give_log)
{
    nm_dd r = nm_dd_sub(nm_dd_add(nm_dd_mul_d(log_t, a), log_c), nm_dd_add_d(nm_lgamma1p_dd(nm_dd_of(a)), l));
    if (u.hi == ML_NEGINF && v.hi == ML_NEGINF) return give_log ? ML_NEGINF : 0.0;
    const int up = u.hi >= v.hi, one = u.hi == ML_NEGINF || v.hi == ML_NEGINF;
    r = nm_dd_add(r, up ? u : v);
    if (!one) r = nm_dd_add(r, nm_dd_log1p(nm_dd_exp(up ? nm_dd_sub(v, u) : nm_dd_sub(u, v))));
    return give_log ? nm_log_value(r) : nm_exp_dd(r);
}

// For finite x, df >= 0, ncp >= 0; x > 0.
NM_FN double nm_dnchisq(double x, double df, double ncp, int give_log)
{
    if (x < 1e-280 && ncp < 1e250 && df < 1e250) {
        // a / x and l / 2
        const nm_dd lx = nm_dd_log(x), t = nm_dd_sub(lx, NM_LN2), none = nm_dd_of(ML_NEGINF);
        const nm_dd u = df > 0.0 ? nm_dd_sub(nm_dd_sub(nm_dd_log(df), NM_LN2), lx) : none;
        const nm_dd v = ncp > 0.0 ? nm_dd_sub(nm_dd_log(ncp), nm_dd_scale(NM_LN2, 2.0)) : none;
        return nm_dnchisq_first(0.5 * df, t, nm_dd_of(0.0), 0.5 * ncp, u, v, give_log);
    }
    const nm_mix p = nm_mix_chisq(x, df, ncp);
    return nm_mix_density(&p, nm_dd_log(x), give_log);
}

NM_FN double dnchisq(double x, double df, double ncp, int give_log)
{
    const double none = give_log ? ML_NEGINF : 0.0;
    if (x != x || df != df || ncp != ncp) return x + df + ncp;
    if (df == ML_POSINF || ncp == ML_POSINF || df < 0.0 || ncp < 0.0) return ML_NAN;
    if (x < 0.0 || x == ML_POSINF) return none;
    if (x == 0.0) {
        if (df < 2.0) return ML_POSINF;
        if (df > 2.0) return none;
        return give_log ? -M_LN2 - 0.5 * ncp : 0.5 * nm_exp_fn(-0.5 * ncp);
    }
    if (df == 0.0 && ncp == 0.0) return none;
    const double a = 0.5 * df, y = 0.5 * x;
    if (!give_log && a >= 0.5 && a <= 1e9 && x >= 0x1p-200 && x <= 1e9) {
        // The central one by Loader's saddle point form, as in nm_fast_count.cl.
        const double s = nm_mix_series(a, 0.0, nm_dd_of(y), 0.5 * ncp);
        if (s > 0.0) {
            const nm_dd u = nm_fast_bd0(a, nm_dd_of(y));
            int k;
            const double m = nm_fast_exp(-u.hi, -nm_fast_st_any(a) - u.lo, &k);
            const double d = nm_scale2(m * sqrt(a * 0x1.45f306dc9c883p-3) / x, k);
            const double r = nm_mix_quick(d, 0.5 * ncp, s);
            if (r > 0.0) return r;
        }
    }
    return nm_dnchisq(x, df, ncp, give_log);
}
