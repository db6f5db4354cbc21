// @provides: dbinom_raw, nm_dbinom_raw, nm_dbinom_raw_log
// @depends: nmath, dd, elementary, stirlerr, bd0
// @includes: nmath
//
// Gamma(n + 1) / (Gamma(x + 1) Gamma(n - x + 1)) p^x q^(n - x) for real 0 <= x <= n: Loader's saddle point form
// exp(s(n) - s(x) - s(n - x) - bd0(x, n p) - bd0(n - x, n q)) sqrt(n / (2 pi x (n - x))) in double-double, rounded
// once. p and q are taken as given: the term n (p + q - 1) accounts for q being 1 - p rounded.
// Measured: below 1 ulp for the density and its logarithm, except where the logarithm passes 0.
// SPDX-License-Identifier: MIT

// The exponent without the square root, for 0 < x < n, y = n - x, p > 0, q > 0.
NM_FN nm_dd nm_dbinom_exponent(double x, nm_dd y, double n, nm_dd p, nm_dd q)
{
    const nm_dd s = nm_dd_sub(nm_stirlerr(n), nm_dd_add(nm_stirlerr(x), nm_stirlerr_dd(y)));
    const nm_dd u = nm_bd0_dd(x, nm_dd_mul_d(p, n)), v = nm_bd0_2(y, nm_dd_mul_d(q, n));
    if (0.5 * u.hi + 0.5 * v.hi >= 0.5 * DBL_MAX) return nm_dd_neg(nm_beyond());
    const nm_dd b = nm_dd_add(u, v);
    const nm_dd excess = nm_dd_mul_d(nm_dd_add(nm_dd_add_d(p, -1.0), q), n);
    return nm_dd_add(nm_dd_sub(s, b), excess);
}

// The logarithm of p^n or q^n: log a = log(1 + (a - 1)) keeps the digits of an a close to 1.
NM_INLINE nm_dd nm_log_power(nm_dd a, double n)
{
    const nm_dd l = a.hi > 0.5 ? nm_dd_log1p(nm_dd_add_d(a, -1.0)) : nm_dd_log_dd(a);
    return n == 0.0 ? nm_dd_of(0.0) : a.hi > 0.0 && l.hi * n >= -DBL_MAX ? nm_dd_mul_d(l, n) : nm_dd_of(ML_NEGINF);
}

// The logarithm for n >= 0, 0 <= x <= n, p >= 0, q >= 0.
NM_FN nm_dd nm_dbinom_raw_log(double x, double n, nm_dd p, nm_dd q)
{
    if (x == 0.0 || x == n) return nm_log_power(x == 0.0 ? q : p, n);
    if (!(p.hi > 0.0) || !(q.hi > 0.0)) return nm_dd_of(ML_NEGINF);
    const nm_dd y = nm_two_sum(n, -x);
    const nm_dd l = nm_dd_add(nm_dd_log(x), nm_dd_log_ratio(y, nm_dd_of(n)));
    const nm_dd r = nm_dbinom_exponent(x, y, n, p, q);
    return nm_dd_sub(nm_dd_sub(r, NM_LN_SQRT_2PI), nm_dd_scale(l, 0.5));
}

NM_FN double nm_dbinom_raw(double x, double n, nm_dd p, nm_dd q, int give_log)
{
    const int edge = x == 0.0 || x == n || !(p.hi > 0.0) || !(q.hi > 0.0);
    if (give_log || edge || x < 1e-280 || n > 1e300) {
        const nm_dd r = nm_dbinom_raw_log(x, n, p, q);
        return give_log ? nm_log_value(r) : nm_exp_dd(r);
    }
    const nm_dd y = nm_two_sum(n, -x), t = nm_dd_mul_d(nm_dd_scale(NM_PI, 2.0), x);
    const nm_dd w = nm_dd_sqrt(nm_dd_div(nm_dd_div(nm_dd_of(n), y), t));
    return nm_exp_mul(nm_dbinom_exponent(x, y, n, p, q), w);
}

NM_FN double dbinom_raw(double x, double n, double p, double q, int give_log)
{
    if (x != x || n != n || p != p || q != q) return x + n + p + q;
    if (!(x >= 0.0 && x <= n && n < ML_POSINF)) return give_log ? ML_NEGINF : 0.0;
    return nm_dbinom_raw(x, n, nm_dd_of(p), nm_dd_of(q), give_log);
}
