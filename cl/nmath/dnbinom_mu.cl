// @provides: dnbinom_mu
// @depends: nmath, dd, elementary, nm_incbeta, nm_discrete, nm_fast_log, nm_fast_count
// @includes: nmath
//
// Probability of the negative binomial distribution with mean mu: dnbinom with p = n / (n + mu) and its complement
// both exact. n = inf: Poisson, by nm_beta_limit; n = 0 is a point mass at 0.
// Size from 1/2 on: nm_fast_count.cl. Measured: 1.7 ulp; logarithm 1.
// SPDX-License-Identifier: MIT

// All arguments.
NM_FN double nm_dnbinom_mu_rest(double x, double n, double mu, int give_log)
{
    if (x != x || n != n || mu != mu) return x + n + mu;
    if (!(n >= 0.0) || !(mu >= 0.0)) return ML_NAN;
    const double none = give_log ? ML_NEGINF : 0.0, k = rint(x);
    if (!(x >= 0.0) && k != 0.0) return none;
    if (!nm_is_count(x) || k == ML_POSINF || mu == ML_POSINF) return none;
    if (n == 0.0 || mu == 0.0) return k == 0.0 ? (give_log ? 0.0 : 1.0) : none;
    if (n == ML_POSINF && k > 0.0) return nm_beta_limit(k, nm_dd_of(mu), k, give_log);
    if (n == ML_POSINF) return give_log ? -mu : nm_exp_dd(nm_dd_of(-mu));
    // The gamma limit, where k f(k) depends on k / mu.
    const double f = k > 0x1p890 && mu > 0x1p800 && n < 0x1p500 ? 0x1p-100 : 1.0;
    const nm_odds o = nm_odds_of(n, 1.0, mu * f);
    if (k == 0.0) {
        // (1 + mu / n)^-n
        nm_dd l = o.side < 0 ? o.log_odds : o.y.hi < 0.5 ? nm_dd_log1p(nm_dd_neg(o.y)) : nm_dd_log_dd(o.x);
        l = nm_dd_mul_d(l, n);
        if (o.side > 0) l = nm_dd_of(-mu);
        return give_log ? l.hi : nm_exp_dd(l);
    }
    return nm_beta_density(n, k * f, o, nm_dd_of(1.0), k, give_log);
}

NM_INLINE double dnbinom_mu(double x, double n, double mu, int give_log)
{
    const int usual = mu >= 0x1p-50 && mu <= 0x1p50 && n >= 0.5 && n <= 0x1p50 && x >= 0.0 && x <= 0x1p50;
    if (!usual || x != rint(x)) return nm_dnbinom_mu_rest(x, n, mu, give_log);
    const nm_dd w = nm_two_sum(n, mu);
    if (x == 0.0) return nm_fast_power(nm_fast_log_quotient(n, w.hi, w.lo), n, give_log);
    const nm_dd N = nm_two_sum(n, x);
    // N / (n + mu)
    const double i = 1.0 / w.hi, r = N.hi * i, rl = (fma(-r, w.hi, N.hi) + (N.lo - r * w.lo)) * i;
    const double a = r * n, al = fma(r, n, -a) + rl * n, b = r * mu, bl = fma(r, mu, -b) + rl * mu;
    return nm_fast_nbinom(x, n, N.hi, nm_dd_make(a, al), nm_dd_make(b, bl), give_log);
}
