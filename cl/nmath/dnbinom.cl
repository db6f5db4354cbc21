// @provides: dnbinom
// @depends: nmath, dd, elementary, nm_incbeta, nm_discrete, nm_fast_log, nm_fast_count
// @includes: nmath
//
// Probability of the negative binomial distribution, p^n q^x / (x B(n, x)), n >= 0 real, from the saddle point form
// of nm_beta_raw; p^n at x = 0; n = 0 is a point mass at 0.
// Size from 1/2 on: nm_fast_count.cl. Measured: 2 ulp; logarithm 1.
// SPDX-License-Identifier: MIT

// All arguments.
NM_FN double nm_dnbinom_rest(double x, double n, double p, int give_log)
{
    if (x != x || n != n || p != p) return x + n + p;
    if (!(n >= 0.0) || !(p > 0.0 && p <= 1.0)) return ML_NAN;
    const double none = give_log ? ML_NEGINF : 0.0, k = rint(x);
    if (!(x >= 0.0) && k != 0.0) return none;
    if (!nm_is_count(x) || k == ML_POSINF) return none;
    if (n == 0.0 || p == 1.0) return k == 0.0 ? (give_log ? 0.0 : 1.0) : none; // for infinite n too
    if (n == ML_POSINF) return none;
    if (k == 0.0) {
        const nm_dd c = p < 0.5 ? nm_dd_log(p) : nm_dd_log1p(nm_dd_of(p - 1.0));
        if (!(c.hi * n >= -DBL_MAX)) return none;
        const nm_dd l = nm_dd_mul_d(c, n);
        return give_log ? l.hi : nm_exp_dd(l);
    }
    nm_odds o;
    o.x = nm_dd_of(p);
    o.y = nm_one_minus(p);
    o.side = p < 0x1p-900 ? -1 : 0;
    o.log_odds = nm_dd_log(p);
    return nm_beta_density(n, k, o, nm_dd_of(1.0), k, give_log);
}

NM_INLINE double dnbinom(double x, double n, double p, int give_log)
{
    const int usual = p >= 0x1p-400 && p < 1.0 - 0x1p-30 && n >= 0.5 && n <= 0x1p50 && x >= 0.0 && x <= 0x1p50;
    if (!usual || x != rint(x)) return nm_dnbinom_rest(x, n, p, give_log);
    if (x == 0.0) return nm_fast_power(nm_fast_log(p), n, give_log);
    const nm_dd N = nm_two_sum(n, x), t = nm_two_prod(N.hi, p), a = nm_fast_two_sum(t.hi, fma(N.lo, p, t.lo));
    const nm_dd u = nm_two_sum(N.hi, -a.hi), b = nm_fast_two_sum(u.hi, u.lo + (N.lo - a.lo));
    return nm_fast_nbinom(x, n, N.hi, a, b, give_log);
}
