// @provides: dbinom
// @depends: nmath, dd, elementary, dbinom_raw, nm_fast_count
// @includes: nmath
//
// Binomial probability; 0 unless x is an integer (to 1e-9 relative), NaN unless n is one. The complement 1 - p is an
// exact double-double. Method: nm_fast_count.cl, and dbinom_raw.cl for extreme arguments. Measured: 1.6 ulp.
// SPDX-License-Identifier: MIT

// All arguments.
NM_FN double nm_dbinom_rest(double x, double n, double p, int give_log)
{
    if (x != x || n != n || p != p) return x + n + p;
    const double m = rint(n), k = rint(x), a = fabs(x);
    if (!(p >= 0.0 && p <= 1.0) || n < 0.0 || fabs(n - m) > 1e-9 * (n > 1.0 ? n : 1.0)) return ML_NAN;
    const int whole = fabs(x - k) <= 1e-9 * (a > 1.0 ? a : 1.0);
    if (p == 0.0 && k == 0.0 && whole) return give_log ? 0.0 : 1.0; // for infinite n too
    if (!whole || x < 0.0 || k > m || fabs(k) == ML_POSINF || m == ML_POSINF) return give_log ? ML_NEGINF : 0.0;
    return nm_dbinom_raw(k, m, nm_dd_of(p), nm_two_sum(1.0, -p), give_log);
}

NM_INLINE double dbinom(double x, double n, double p, int give_log)
{
    const int usual = p >= 0x1p-400 && p < 1.0 && x >= 0.0 && x <= n && n <= 0x1p53 && x == rint(x) && n == rint(n);
    return usual && n > 0.0 ? nm_fast_dbinom(x, n, p, give_log) : nm_dbinom_rest(x, n, p, give_log);
}
