// @provides: qnbinom_mu
// @depends: nmath, dd, nm_incbeta, nm_qbeta, nm_qcount
// @includes: nmath
//
// Quantile of the negative binomial distribution with mean mu, by nm_count_quantile. size = inf is taken as 1e250
// (inf: Poisson); size 0 is a point mass at 0.
// Measured: exact integers.
// SPDX-License-Identifier: MIT

NM_FN double qnbinom_mu(double p, double size, double mu, int lower_tail, int log_p)
{
    if (p != p || size != size || mu != mu) return p + size + mu;
    if (!(size >= 0.0) || !(mu >= 0.0) || mu == ML_POSINF) return ML_NAN;
    if (log_p ? p > 0.0 : p < 0.0 || p > 1.0) return ML_NAN;
    const double zero = log_p ? ML_NEGINF : 0.0, one = log_p ? 0.0 : 1.0;
    if (size == 0.0 || mu == 0.0 || p == (lower_tail ? zero : one)) return 0.0;
    if (p == (lower_tail ? one : zero)) return ML_POSINF;
    // The quantiles of a Poisson variate so large are its mean, to half an ulp.
    if (size == ML_POSINF && mu > 1e100) return mu;
    const double n = size < ML_POSINF ? size : 1e250, sd = sqrt(mu) * sqrt(1.0 + mu / n);
    return nm_count_quantile(n, 0, nm_odds_of(n, 1.0, mu), nm_target_of(p, lower_tail, log_p), mu, sd,
                             (1.0 + 2.0 * mu / n) / sd, ML_POSINF);
}
