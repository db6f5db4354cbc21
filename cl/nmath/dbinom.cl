// @provides: dbinom
// @depends: nmath, dd, elementary, dbinom_raw
// @includes: nmath
//
// Binomial probability; 0 unless x is an integer (to 1e-9 relative), NaN unless n is one. The complement 1 - p is an
// exact double-double. Method: dbinom_raw.cl. Measured: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_FN double dbinom(double x, double n, double p, int give_log)
{
    if (x != x || n != n || p != p) return x + n + p;
    const double m = rint(n), k = rint(x), a = fabs(x);
    if (!(p >= 0.0 && p <= 1.0) || n < 0.0 || fabs(n - m) > 1e-9 * (n > 1.0 ? n : 1.0)) return ML_NAN;
    const int whole = fabs(x - k) <= 1e-9 * (a > 1.0 ? a : 1.0);
    if (!whole || x < 0.0 || k > m || fabs(k) == ML_POSINF || m == ML_POSINF) return give_log ? ML_NEGINF : 0.0;
    return nm_dbinom_raw(k, m, nm_dd_of(p), nm_two_sum(1.0, -p), give_log);
}
