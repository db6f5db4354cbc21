// @provides: pt, nm_pt_kind, nm_pt_near
// @depends: nmath, dd, nm_calls, nm_incbeta, dt, nm_kind
// @includes: nmath
//
// Distribution function of Student's t: P(|T| > |q|) = I_x(n/2, 1/2), x = n / (n + q^2) and its complement both exact.
// Degrees of freedom above 1e250 are taken as 1e250 (inf is the normal distribution; the same for |q| < 1e60); far out
// nm_t_far.
// Measured: 5 ulp, 99 % below 3.2.
// SPDX-License-Identifier: MIT

// The tail beyond z, 1e-30 < z < 1e30, 1 <= n <= 1e8, where the density f and z f are above 1e-290: to z = 1 one half
// less z f times the series, then z f times the fraction (nm_incbeta.cl, methods 3 and 1, a = 1/2, b = n/2).
// *log_r: its logarithm, if that is wanted.
NM_FN double nm_pt_near(double z, double n, double zf, int logarithm, double *log_r)
{
    const double i = 1.0 / fma(z, z, n), x = z * z * i, y = n * i;
    if (z <= 1.0) {
        const double m = zf * nm_beta_series(0.5, 0.5 * n, x);
        if (logarithm) *log_r = nm_log1p_fn(-2.0 * m) - M_LN2;
        return 0.5 - m;
    }
    const double r = 0.5 * zf * nm_beta_fraction(0.5 * n, 0.5, y, x, -0.5 * y * fma(-z, z, 1.0));
    if (logarithm) *log_r = nm_log_fn(r);
    return r;
}

// Where pt takes nm_pt_near unless the density is too small: a macro, as native code has vectors of conditions.
#define NM_PT_IS_NEAR(z, n) ((z) > 1e-30 && (z) < 1e30 && (n) >= 1.0 && (n) <= 1e8)

// The series, the fraction by steps, which are about 14 n^(1/3) / z^(6/7), and the rest.
NM_INLINE int nm_pt_kind(double q, double n)
{
    const double z = fabs(q);
    if (!NM_PT_IS_NEAR(z, n)) return 0;
    if (z <= 1.0) return NM_KINDS - 1;
    return nm_kind(15.0f + 2.0f * nm_log2_rough(n) - 5.2f * nm_log2_rough(z), 1, NM_KINDS - 2);
}

NM_FN double pt(double q, double n, int lower_tail, int log_p)
{
    if (q != q || n != n) return q + n;
    if (!(n > 0.0)) return ML_NAN;
    const double z = fabs(q), v = fmin(n, 1e250);
    const int far = (q > 0.0) != (lower_tail != 0); // the tail beyond |q|
    if (z == 0.0) return log_p ? -M_LN2 : 0.5;
    if (z == ML_POSINF) return far ? (log_p ? ML_NEGINF : 0.0) : (log_p ? 0.0 : 1.0);
    if (far && log_p && n > 1e250 && z > 1e30) return nm_t_far(z, n);
    if (NM_PT_IS_NEAR(z, v)) {
        const double f = dt(z, v, 0), zf = z * f;
        if (fmin(f, zf) > 1e-290) {
            double l = 0.0;
            const double r = nm_pt_near(z, v, zf, far && log_p, &l);
            return far ? (log_p ? l : r) : log_p ? nm_log1p_fn(-r) : (0.5 - r) + 0.5;
        }
    }
    nm_beta_tail t;
    if (z > 1e-30 && z < 1e30 && v < 1e15 && v > 1e-15) {
        const nm_odds o = nm_odds_near(nm_two_prod(z, z), v);
        t = nm_incbeta(0.5, 0.5 * v, o.x, o.y);
    } else {
        t = nm_incbeta_halves(1.0, v, nm_odds_of(z, z, v));
    }
    if (far && log_p) return nm_beta_value(t, 0, 1) - M_LN2;
    const double r = 0.5 * nm_beta_value(t, 0, 0); // at most 1/2
    if (far) return r;
    return log_p ? nm_log1p_fn(-r) : (0.5 - r) + 0.5;
}
