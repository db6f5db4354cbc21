// @provides: dnf
// @depends: nmath, dd, elementary, nm_calls, nm_fast_log, nm_fast_gamma, nm_fast_density, nm_mix_quick,
//   nm_mixture, lgammafn, lbeta, dnchisq
// @includes: nmath
//
// Density of the non-central F distribution: x = z (density of the beta mixture at z / (1 - z) = x df1 / df2), by
// nm_mixture; df2 above 1e25 is the chi-square limit, df1 = inf the reciprocal of a chi-square variate.
// Few terms: nm_mix_quick.cl. x below 1e-280: the first two terms (dnchisq.cl). Measured: 4 ulp.
// SPDX-License-Identifier: MIT

NM_FN double dnf(double x, double df1, double df2, double ncp, int give_log)
{
    const double none = give_log ? ML_NEGINF : 0.0;
    if (x != x || df1 != df1 || df2 != df2 || ncp != ncp) return x + df1 + df2 + ncp;
    if (df1 <= 0.0 || df2 <= 0.0 || ncp < 0.0 || ncp == ML_POSINF) return ML_NAN;
    if (x < 0.0 || x == ML_POSINF) return none;
    if (df1 == ML_POSINF) {
        if (df2 == ML_POSINF) return x == 1.0 ? ML_POSINF : none;
        if (x == 0.0) return none;
        const double r = nm_dnchisq(df2 / x, df2, 0.0, 1) + nm_log_fn(df2) - 2.0 * nm_log_fn(x);
        return give_log ? r : nm_exp_fn(r);
    }
    if (x == 0.0) {
        if (df1 != 2.0) return df1 < 2.0 ? ML_POSINF : none;
        return give_log ? -0.5 * ncp : nm_exp_fn(-0.5 * ncp);
    }
    if (!give_log && df1 >= 1.0 && df2 >= 1.0 && df1 + df2 <= 1e9 && x >= 1e-50 && x <= 1e50) {
        // The two shares of df1 x + df2.
        const nm_dd u = nm_two_prod(df1, x), w = nm_dd_add_d(u, df2);
        const nm_dd y = nm_dd_div(u, w), z = nm_dd_div(nm_dd_of(df2), w);
        const double s = nm_mix_series(0.5 * df1, 0.5 * (df1 + df2), y, 0.5 * ncp);
        const double d = s > 0.0 ? nm_fast_density(0.5 * df1, 0.5 * df2, y, z, x, 0) : 0.0;
        const double r = nm_mix_quick(d, 0.5 * ncp, s);
        if (r > 0.0) return r;
    }
    // Next to 1, with a small logarithm: all its parts are small. Central: (1 + w)^-(b + 1).
    if (give_log && df1 == 2.0 && ncp <= 0x1p-5 && x < 1.0) {
        const double b = 0.5 * df2, w = x / b, k = b < ML_POSINF ? nm_log1p_fn(w) * (b + 1.0) : x, l = 0.5 * ncp;
        const double s = b < 1e25 ? nm_mix_more(b + 1.0, w / (1.0 + w), l) : nm_mix_more(1e25, x * 1e-25, l);
        if (k < 1.0) return nm_log1p_fn(s) - l - k;
    }
    if (x < 1e-280 && df1 < 1e20 && df2 > 1e-20 && ncp < 1e200) {
        const double a = 0.5 * df1, b = 0.5 * df2, l = 0.5 * ncp;
        // a / x and (a + b) l df1 / df2, or its limit
        const nm_dd ad = nm_dd_of(a), lx = nm_dd_log(x), la = nm_dd_sub(nm_dd_log(df1), NM_LN2), u = nm_dd_sub(la, lx);
        const nm_dd ll = ncp > 0.0 ? nm_dd_sub(nm_dd_log(ncp), NM_LN2) : nm_dd_of(-1e6), v = nm_dd_add(ll, la);
        if (df2 > 1e25) return nm_dnchisq_first(a, nm_dd_add(lx, la), nm_dd_of(0.0), l, u, v, give_log);
        const nm_dd w = nm_dd_add(v, nm_dd_log_ratio(nm_two_sum(a, b), nm_dd_of(b)));
        const nm_dd c = nm_dd_sub(nm_dd_sub(nm_lgamma1p_dd(ad), la), nm_lbeta_dd(ad, nm_dd_of(b)));
        const nm_dd t = nm_dd_add(lx, nm_dd_log_ratio(ad, nm_dd_of(b)));
        return nm_dnchisq_first(a, t, c, l, u, w, give_log);
    }
    const nm_mix p = nm_mix_fdist(x, df1, df2, ncp);
    return nm_mix_density(&p, nm_dd_log(x), give_log);
}
