// @provides: qbinom
// @depends: nmath, dd, nm_incbeta, nm_qbeta, nm_qcount
// @includes: nmath
//
// Quantile of the binomial distribution, by nm_count_quantile; size is rounded to an integer.
// Measured: exact integers.
// SPDX-License-Identifier: MIT

NM_FN double qbinom(double p, double size, double prob, int lower_tail, int log_p)
{
    if (p != p || size != size || prob != prob) return p + size + prob;
    const double n = rint(size);
    if (!(n >= 0.0) || n == ML_POSINF || !(prob >= 0.0 && prob <= 1.0)) return ML_NAN;
    if (log_p ? p > 0.0 : p < 0.0 || p > 1.0) return ML_NAN;
    const double zero = log_p ? ML_NEGINF : 0.0, one = log_p ? 0.0 : 1.0;
    if (n == 0.0 || prob == 0.0 || p == (lower_tail ? zero : one)) return 0.0;
    if (prob == 1.0 || p == (lower_tail ? one : zero)) return n;
    // x = 1 - prob
    nm_odds o;
    o.x = nm_one_minus(prob);
    o.y = nm_dd_of(prob);
    o.log_odds = nm_dd_neg(nm_dd_log(prob));
    o.side = prob < 0x1p-900 ? 1 : 0;
    const double q = o.x.hi, sd = sqrt(n * prob * q);
    return nm_count_quantile(n, 1, o, nm_target_of(p, lower_tail, log_p), n * prob, sd, (q - prob) / sd, n);
}
