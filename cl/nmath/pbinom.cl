// @provides: pbinom, nm_pbinom_sum
// @depends: nmath, dd, nm_calls, nm_terms, nm_incbeta, nm_discrete, nm_fast_count
// @includes: nmath
//
// Distribution function of the binomial distribution: I_(1-p)(n - k, k + 1), k = floor(q + 1e-7).
// n p (1 - p) <= 100: the density (nm_fast_count.cl) times the sum of the terms of the smaller tail, at most 200.
// Measured: 3.4 ulp.
// SPDX-License-Identifier: MIT

// All arguments.
NM_FN double nm_pbinom_rest(double q, double n, double p, int lower_tail, int log_p)
{
    if (q != q || n != n || p != p) return q + n + p;
    if (!(n >= 0.0) || n == ML_POSINF || !nm_is_count(n) || !(p >= 0.0 && p <= 1.0)) return ML_NAN;
    const double size = rint(n), k = nm_count_floor(q);
    double r = -1.0;
    if (q < 0.0 && k < 0.0) r = 0.0;
    else if (k >= size || p == 0.0) r = 1.0;
    else if (p == 1.0) r = 0.0;
    if (r >= 0.0) {
        r = lower_tail ? r : 1.0 - r;
        return log_p ? nm_log_fn(r) : r;
    }
    return nm_beta_value(nm_incbeta(size - k, k + 1.0, nm_one_minus(p), nm_dd_of(p)), lower_tail, log_p);
}

// The sum of the terms from k away from the mean over the first, k <= n p for odds = q / p: products of
// j odds / (n - j + 1), at most 200.
NM_INLINE double nm_pbinom_sum(double k, double n, double odds)
{
    nm_terms t = nm_terms_none();
    for (double i = 0.0; i < 200.0 && nm_terms_go_on(t); i += 4.0) {
        const double j = k - i, m = n - j + 1.0;
        t = nm_four_terms(t, j * odds, (j - 1.0) * odds, (j - 2.0) * odds, (j - 3.0) * odds, m, m + 1.0, m + 2.0,
                          m + 3.0);
    }
    return 1.0 + t.sum;
}

// The smaller tail by its terms where they are few, n p (1 - p) <= 100; the sum of n terms is exact from either end.
NM_FN double pbinom(double q, double n, double p, int lower_tail, int log_p)
{
    const double k = nm_count_floor(q), mean = n * p, c = 1.0 - p;
    if (!(k >= 0.0 && k < n && n == rint(n) && mean * c <= 100.0 && p >= 0x1p-30 && p <= 1.0 - 0x1p-30 && n <= 0x1p30))
        return nm_pbinom_rest(q, n, p, lower_tail, log_p);
    const int low = k <= mean - 0.5, want = lower_tail != 0;
    const double at = low ? k : k + 1.0;
    const double s = nm_pbinom_sum(low ? at : n - at, n, low ? c / p : p / c);
    if (log_p && low == want) return nm_fast_dbinom(at, n, p, 1) + nm_log_fn(s);
    const double r = fmin(nm_fast_dbinom(at, n, p, 0) * s, 1.0);
    if (low == want) return r;
    return log_p ? nm_log1p_fn(-r) : (0.5 - r) + 0.5;
}
