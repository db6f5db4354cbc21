// @provides: qbinom
// @depends: nmath, dd, nm_calls, nm_incbeta, nm_qbeta, nm_qcount, nm_fast_count, pbinom
// @includes: nmath
//
// Quantile of the binomial distribution, size is rounded to an integer. n p (1 - p) <= 100: from the terms
// themselves; what they leave in doubt, and the rest, by nm_count_quantile.
// Measured: exact integers.
// SPDX-License-Identifier: MIT

// All arguments.
NM_FN double nm_qbinom_rest(double p, double size, double prob, int lower_tail, int log_p)
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

// The smallest k with F(k) >= u for u <= 1/2 and n p q <= 100, from a normal start with skewness correction; the
// distribution function there by its terms, at most 200, then k by k, at most 8 steps. side: of n - X, whose
// probability is q. fuzz: what rounding of a probability near 1 stands for. -1 where that is not decided beyond doubt.
NM_INLINE double nm_qbinom_small(double u, double n, double p, double q, int side, double fuzz)
{
    const double sd = sqrt(n * p * q), z = -nm_rough_z(nm_log_fn(u)), odds = q / p, back = p / q;
    double k = floor(n * p + sd * z + (q - p) * (z * z - 1.0) * (1.0 / 6.0) + 0.5);
    k = fmin(fmax(k, 0.0), n);
    double f = nm_fast_dbinom(side ? n - k : k, n, side ? q : p, 0), sum = f * nm_pbinom_sum(k, n, odds);
    const double doubt = fma(0x1p-42, u, fuzz);
    for (int i = 0; i < 8; ++i) {
        if (fabs(sum - u) <= doubt) return -1.0;
        if (sum < u) {
            k += 1.0;
            f *= (n - k + 1.0) * back / k;
            sum += f;
            if (fabs(sum - u) <= doubt) return -1.0;
            if (sum > u) return k;
        } else {
            const double less = sum - f;
            if (fabs(less - u) <= doubt || less < 1e-3 * sum) return -1.0;
            if (less < u || k == 0.0) return k;
            f *= k * odds / (n - k + 1.0);
            k -= 1.0;
            sum = less;
        }
    }
    return -1.0;
}

NM_FN double qbinom(double p, double size, double prob, int lower_tail, int log_p)
{
    const double q = 1.0 - prob, u = p > 0.5 ? 1.0 - p : p;
    if (!log_p && u >= 1e-100 && prob >= 0x1p-30 && prob <= 1.0 - 0x1p-30 && size >= 1.0 && size <= 0x1p30 &&
        size == rint(size) && size * prob * q <= 100.0) {
        const int low = (p <= 0.5) == (lower_tail != 0);
        const double k = nm_qbinom_small(u, size, low ? prob : q, low ? q : prob, !low, p > 0.5 ? 0x1p-50 : 0.0);
        if (k >= 0.0) return (low ? k : size - k) + 0.0; // no -0
    }
    return nm_qbinom_rest(p, size, prob, lower_tail, log_p);
}
