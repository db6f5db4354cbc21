// @provides: qnbinom
// @depends: nmath, dd, nm_incbeta, nm_qbeta, nm_qcount
// @includes: nmath
//
// Quantile of the negative binomial distribution, by nm_count_quantile; size 0 is a point mass at 0.
// Measured: exact integers.
// SPDX-License-Identifier: MIT

NM_FN double qnbinom(double p, double size, double prob, int lower_tail, int log_p)
{
    if (p != p || size != size || prob != prob) return p + size + prob;
    if (!(size >= 0.0) || size == ML_POSINF || !(prob > 0.0 && prob <= 1.0)) return ML_NAN;
    if (log_p ? p > 0.0 : p < 0.0 || p > 1.0) return ML_NAN;
    const double zero = log_p ? ML_NEGINF : 0.0, one = log_p ? 0.0 : 1.0;
    if (size == 0.0 || prob == 1.0 || p == (lower_tail ? zero : one)) return 0.0;
    if (p == (lower_tail ? one : zero)) return ML_POSINF;
    nm_odds o;
    o.x = nm_dd_of(prob);
    o.y = nm_one_minus(prob);
    o.log_odds = nm_dd_log(prob);
    o.side = prob < 0x1p-900 ? -1 : 0;
    const double q = o.y.hi;
    return nm_count_quantile(size, 0, o, nm_target_of(p, lower_tail, log_p), size * q / prob, sqrt(size * q) / prob,
                             (1.0 + q) / sqrt(size * q), ML_POSINF);
}
