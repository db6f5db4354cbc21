// @provides: dnbinom_mu
// @depends: nmath, dd, elementary, nm_incbeta, nm_discrete
// @includes: nmath
//
// Probability of the negative binomial distribution with mean mu: dnbinom with p = n / (n + mu) and its complement
// both exact. n above 1e250 is taken as 1e250 (inf: Poisson); n = 0 is a point mass at 0.
// Measured: 2.2 ulp; logarithm 0.5.
// SPDX-License-Identifier: MIT

NM_FN double dnbinom_mu(double x, double n, double mu, int give_log)
{
    if (x != x || n != n || mu != mu) return x + n + mu;
    if (!(n >= 0.0) || !(mu >= 0.0)) return ML_NAN;
    const double none = give_log ? ML_NEGINF : 0.0, k = rint(x);
    if (!(x >= 0.0) && k != 0.0) return none;
    if (!nm_is_count(x) || k == ML_POSINF || mu == ML_POSINF) return none;
    if (n == 0.0 || mu == 0.0) return k == 0.0 ? (give_log ? 0.0 : 1.0) : none;
    const double size = fmin(fmax(n, 1e-300), 1e250);
    const nm_odds o = nm_odds_of(size, 1.0, mu);
    if (k == 0.0) {
        // (1 + mu / size)^-size
        nm_dd l = o.side < 0 ? o.log_odds : o.y.hi < 0.5 ? nm_dd_log1p(nm_dd_neg(o.y)) : nm_dd_log_dd(o.x);
        l = nm_dd_mul_d(l, size);
        if (o.side > 0) l = nm_dd_of(-mu);
        return give_log ? l.hi : nm_exp_dd(l);
    }
    return nm_beta_density(size, k, o, k, give_log);
}
