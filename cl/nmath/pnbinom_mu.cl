// @provides: pnbinom_mu
// @depends: nmath, dd, nm_incbeta, nm_discrete
// @includes: nmath
//
// Distribution function of the negative binomial distribution with mean mu: I_p(n, k + 1), p = n / (n + mu) and its
// complement both exact. n = inf is taken as 1e250, or by nm_limit_tail (Poisson); n = 0 is a point mass at 0.
// Measured: 3.4 ulp.
// SPDX-License-Identifier: MIT

NM_FN double pnbinom_mu(double q, double n, double mu, int lower_tail, int log_p)
{
    if (q != q || n != n || mu != mu) return q + n + mu;
    if (!(n >= 0.0) || !(mu >= 0.0) || mu == ML_POSINF) return ML_NAN;
    const double k = nm_count_floor(q);
    double r = -1.0;
    if (k < 0.0) r = 0.0;
    else if (n == 0.0 || mu == 0.0 || k == ML_POSINF) r = 1.0;
    if (r >= 0.0) {
        r = lower_tail ? r : 1.0 - r;
        return log_p ? log(r) : r;
    }
    if (n == ML_POSINF && fmax(k, mu) > 1e200) return nm_limit_tail(k, nm_dd_of(mu), !lower_tail, log_p);
    const double size = n < ML_POSINF ? n : 1e250;
    // The gamma limit depends on k / mu.
    const double f = k > 0x1p890 && mu > 0x1p800 && size < 0x1p500 ? 0x1p-100 : 1.0;
    return nm_beta_value(nm_incbeta_odds(size, (k + 1.0) * f, nm_odds_of(size, 1.0, mu * f)), lower_tail, log_p);
}
