// @provides: pnbinom
// @depends: nmath, dd, nm_calls, nm_terms, nm_incbeta, nm_discrete, dnbinom
// @includes: nmath
//
// Distribution function of the negative binomial distribution: I_p(n, k + 1), k = floor(q + 1e-7), n > 0 real;
// n = 0 is a point mass at 0.
// Variance n (1 - p) / p^2 <= 80, k below the mean: the density times the sum of the terms down from k, at most 100.
// Measured: 3.2 ulp.
// SPDX-License-Identifier: MIT

// The sum of the terms from k down over the first: products of j / ((n + j - 1) (1 - p)), at most 100. What 1 / (1 - p)
// lacks counts once for each factor, about 2.5 times for the first four.
NM_INLINE double nm_pnbinom_sum(double k, double n, double p)
{
    const nm_dd q = nm_one_minus(p);
    const double inv = 1.0 / q.hi, lack = fma(-inv, q.hi, 1.0) - inv * q.lo;
    double factors = 0.0;
    nm_terms t = nm_terms_none();
    for (double i = 0.0; i < 100.0 && nm_terms_go_on(t); i += 4.0) {
        // Below j = 0 the terms are 0, and what they are divided by must not be.
        const double j0 = fmax(k - i, 0.0), j1 = fmax(k - i - 1.0, 0.0), j2 = fmax(k - i - 2.0, 0.0);
        const double j3 = fmax(k - i - 3.0, 0.0), before = t.sum;
        t = nm_four_terms(t, j0 * inv, j1 * inv, j2 * inv, j3 * inv, n + j1, n + j2, n + j3, n + fmax(j3 - 1.0, 0.0));
        factors = fma(i + 2.5, t.sum - before, factors);
    }
    return 1.0 + fma(lack, factors, t.sum);
}

NM_FN double pnbinom(double q, double n, double p, int lower_tail, int log_p)
{
    if (q != q || n != n || p != p) return q + n + p;
    if (!(n >= 0.0) || n == ML_POSINF || !(p > 0.0 && p <= 1.0)) return ML_NAN;
    const double k = nm_count_floor(q);
    double r = -1.0;
    if (k < 0.0) r = 0.0;
    else if (n == 0.0 || p == 1.0 || k == ML_POSINF) r = 1.0;
    if (r >= 0.0) {
        r = lower_tail ? r : 1.0 - r;
        return log_p ? nm_log_fn(r) : r;
    }
    if (!log_p && k >= 1.0 && n >= 0.5 && p >= 0x1p-10 && p <= 0.99 && n * (1.0 - p) <= 80.0 * p * p &&
        (k + 1.0) * p <= n * (1.0 - p)) {
        const double v = dnbinom(k, n, p, 0) * nm_pnbinom_sum(k, n, p);
        return lower_tail ? v : (0.5 - v) + 0.5;
    }
    return nm_beta_value(nm_incbeta(n, k + 1.0, nm_dd_of(p), nm_one_minus(p)), lower_tail, log_p);
}
