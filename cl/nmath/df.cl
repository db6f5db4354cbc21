// @provides: df
// @depends: nmath, dd, elementary, nm_incbeta, nm_fast_density
// @includes: nmath
//
// Density of the F distribution: X^a Y^b / (B(a, b) x) with a = m/2, b = n/2, X = m x / (n + m x), Y = 1 - X, both
// exact. Infinite degrees of freedom: the limits, gamma and reciprocal gamma densities, by nm_beta_limit or 1e250.
// m = 2: (1 + 2 x / n)^(-(n + 2) / 2), 1 at 0, whose logarithm is small there.
// Degrees of freedom from 1 on: nm_fast_density.cl, unless a logarithm is close to 0. Measured: 4.2 ulp, 99 % below
// 1.8; logarithm 1.5.
// SPDX-License-Identifier: MIT

// All arguments.
NM_FN double nm_df_rest(double x, double m, double n, int give_log)
{
    if (x != x || m != m || n != n) return x + m + n;
    if (!(m > 0.0) || !(n > 0.0)) return ML_NAN;
    const double none = give_log ? ML_NEGINF : 0.0;
    if (x < 0.0 || x == ML_POSINF) return none;
    if (x == 0.0) return m > 2.0 ? none : m < 2.0 ? ML_POSINF : give_log ? 0.0 : 1.0;
    if (m == ML_POSINF && n == ML_POSINF) return x == 1.0 ? ML_POSINF : none;
    const double t = 2.0 * x / n;
    if (give_log && m == 2.0 && t < 0x1p900) {
        if (t < 0x1p-200) return -(x + t);
        const nm_dd l = nm_dd_log1p(nm_dd_ratio(2.0 * x, n)), s = nm_two_sum(0.5 * n, 1.0);
        return -nm_dd_mul(l, s).hi;
    }
    if (n == ML_POSINF && m > 1e200) return nm_beta_limit(0.5 * m, nm_two_prod(0.5 * m, x), x, give_log);
    if (m == ML_POSINF && n > 1e200) return nm_beta_limit(0.5 * n, nm_dd_mul_d(nm_dd_recip(x), 0.5 * n), x, give_log);
    double u = m < ML_POSINF ? m : 1e250, v = n < ML_POSINF ? n : 1e250;
    u = nm_f_down(u, v / x);
    v = nm_f_down(v, u * x);
    // Tiny ones as nm_beta_density takes tiny shapes, here lest half of one is rounded.
    const double least = fmin(u, v), up = least < 0x1p-900 ? 0x1p200 : 1.0, up2 = fmax(u, v) < 0x1p-600 ? up : 1.0;
    const double a = 0.5 * (u * (u > v ? up2 : up)), b = 0.5 * (v * (u > v ? up : up2));
    return nm_beta_density(a, b, nm_odds_of(u, x, v), nm_dd_of(1.0 / up), x, give_log);
}

NM_INLINE double df(double x, double m, double n, int give_log)
{
    const double p = m < n ? m : n, q = m < n ? n : m;
    if (!(p >= 1.0 && q <= 1e50 && x >= 1e-50 && x <= 1e50)) return nm_df_rest(x, m, n, give_log);
    const nm_dd u = nm_two_prod(m, x), w = nm_dd_add_d(u, n);
    const double i = 1.0 / w.hi;
    // the two shares of w
    const double a = u.hi * i, al = (fma(-a, w.hi, u.hi) + (u.lo - a * w.lo)) * i;
    const double b = n * i, bl = (fma(-b, w.hi, n) - b * w.lo) * i;
    const double r = nm_fast_density(0.5 * m, 0.5 * n, nm_dd_make(a, al), nm_dd_make(b, bl), x, give_log);
    // a logarithm close to 0 needs more
    return give_log && fabs(r) < 1.0 ? nm_df_rest(x, m, n, give_log) : r;
}
