// @provides: qt, nm_qt_kind, nm_qt_near, nm_qt_shift
// @depends: nmath, dd, elementary, nm_calls, nm_incbeta, nm_qbeta, qnorm, nm_kind, pt
// @includes: nmath
//
// Quantile of Student's t. Where p and n are within 1e-280 .. 1 and 1/2 .. 1e10: from Wallace's normal approximation
// (Biometrika 46 (1959) 124), usually good to 1e-3, one value of the two-sided probability; what is left of it over
// the density there is the integral of the density's Taylor series, the step its root (9 terms, by recurrence). At
// most 4 such steps. Else t^2 / n are the odds of nm_beta_solve(1/2, n/2) for the two-sided probability.
// Degrees of freedom above 1e250 are taken as 1e250 (inf: the normal distribution).
// Measured: what 2.9 ulp of p or of the result explain, 99 % below 1.8.
// SPDX-License-Identifier: MIT

// The d for which the density from t to t + d integrates to h times the density at t, d about h: with
// r(s) = f(t + s) / f(t) = 1 + r_1 s + ..., (n + (t + s)^2) r' = -(n + 1) (t + s) r.
NM_FN double nm_qt_shift(double t, double n, double h)
{
    const double inv = 1.0 / fma(t, t, n), a = t * inv;
    const double r1 = -(n + 1.0) * a, r2 = -((n + 3.0) * a * r1 + (n + 1.0) * inv) * (1.0 / 2.0);
    const double r3 = -((n + 5.0) * a * r2 + (n + 2.0) * inv * r1) * (1.0 / 3.0);
    const double r4 = -((n + 7.0) * a * r3 + (n + 3.0) * inv * r2) * (1.0 / 4.0);
    const double r5 = -((n + 9.0) * a * r4 + (n + 4.0) * inv * r3) * (1.0 / 5.0);
    const double r6 = -((n + 11.0) * a * r5 + (n + 5.0) * inv * r4) * (1.0 / 6.0);
    const double r7 = -((n + 13.0) * a * r6 + (n + 6.0) * inv * r5) * (1.0 / 7.0);
    const double r8 = -((n + 15.0) * a * r7 + (n + 7.0) * inv * r6) * (1.0 / 8.0);
    double d = h * fma(-0.5 * r1, h, 1.0);
    for (int i = 0; i < 3; ++i) {
        double q = fma(r8 * (1.0 / 9.0), d, r7 * (1.0 / 8.0)), f = fma(r8, d, r7);
        q = fma(q, d, r6 * (1.0 / 7.0));
        f = fma(f, d, r6);
        q = fma(q, d, r5 * (1.0 / 6.0));
        f = fma(f, d, r5);
        q = fma(q, d, r4 * (1.0 / 5.0));
        f = fma(f, d, r4);
        q = fma(q, d, r3 * (1.0 / 4.0));
        f = fma(f, d, r3);
        q = fma(q, d, r2 * (1.0 / 3.0));
        f = fma(f, d, r2);
        q = fma(q, d, r1 * 0.5);
        f = fma(f, d, r1);
        d -= (d - h + q * d * d) / fma(f, d, 1.0);
    }
    return d;
}

// The upper quantile of p, 1e-280 < p < 1/2, 1/2 <= n <= 1e10; NaN if four steps did not reach it.
NM_FN double nm_qt_near(double p, double n)
{
    const double y = nm_qnorm_std(p, 0, 0) * ((8.0 * n + 3.0) / (8.0 * n + 1.0));
    double t = sqrt(n * nm_expm1_fn(fmin(y * y / n, 600.0)));
    for (int i = 0; i < 4; ++i) {
        // To 32 bits: what a device's own exponential leaves different then starts no other rounding errors.
        t = as_double((long)(as_ulong(t) & 0xfffffffffff00000UL));
        if (!(t > 1e-30 && t < 1e30)) break;
        const nm_odds o = nm_odds_near(nm_two_prod(t, t), n);
        const nm_beta_tail b = nm_incbeta(0.5, 0.5 * n, o.x, o.y);
        const double v = nm_beta_exp(b.l, b.f), w = b.lower ? 1.0 - 2.0 * p : 2.0 * p;
        // dv / dt = 2 v slope / t
        const double h = (b.lower ? w - v : v - w) / v * t / (2.0 * b.slope), g = h / t;
        // Small beside the distances over which the density and its slope change: the series then ends below 1e-17.
        const double e = fma(t, t, n), k = fabs(h) / sqrt(e);
        if (fabs(h) * (n + 1.0) * t / e < 0.01 && k < 0.005 && k * k * (n + 1.0) < 0.0002)
            return t + nm_qt_shift(t, n, h);
        // Newton's step on the logarithm of the tail, cautiously.
        t *= g > 0.5 ? 1.5 : g < -0.3 ? 0.7 : 1.0 + g;
    }
    return ML_NAN;
}

NM_FN double qt(double p, double n, int lower_tail, int log_p)
{
    if (p != p || n != n) return p + n;
    if (!(n > 0.0)) return ML_NAN;
    if (log_p ? p > 0.0 : p < 0.0 || p > 1.0) return ML_NAN;
    const double zero = log_p ? ML_NEGINF : 0.0, one = log_p ? 0.0 : 1.0;
    if (p == zero) return lower_tail ? ML_NEGINF : ML_POSINF;
    if (p == one) return lower_tail ? ML_POSINF : ML_NEGINF;
    if (p == (log_p ? -0.69314718055994530942 : 0.5)) return 0.0; // log(1/2) to half an ulp: the two-sided target would be 1
    if (!log_p && n >= 0.5 && n <= 1e10 && p > 1e-280) {
        const double t = nm_qt_near(p > 0.5 ? 1.0 - p : p, n);
        if (t == t) return (p < 0.5) == (lower_tail != 0) ? -t : t;
    }
    const nm_beta_target t = nm_target_of(p, lower_tail, log_p);
    const double small = log_p ? 0.0 : p > 0.5 ? 1.0 - p : p;
    const double v = fmin(fmax(n, 1e-300), 1e250);
    const nm_beta_target twice = nm_target_twice(t.log_p, small);
    // z = (8 n + 1) / (8 n + 3) sqrt(n log(1 + t^2 / n))
    const double y = nm_rough_z(t.log_p.hi) * ((8.0 * v + 3.0) / (8.0 * v + 1.0)), g = y * y / v;
    const double start = twice.lower ? -1e300 : g > 40.0 ? g : nm_log_fn(nm_expm1_fn(g));
    const nm_beta_root s = nm_beta_solve(0.5, 0.5 * v, twice, v < 1.0 ? ML_NAN : start);
    const nm_dd w = nm_dd_sqrt(nm_dd_of(v));
    const double h = s.step * (0.5 - 0.125 * s.step);
    const double z = s.r < 1e290 ? nm_dd_mul(nm_dd_mul_d(w, s.r), nm_two_sum(1.0, h)).hi : w.hi * s.r * (1.0 + h);
    return t.lower ? -z : z;
}

// That of the probability at the quantile of the normal distribution.
NM_INLINE int nm_qt_kind(double p, double n, int lower_tail, int log_p)
{
    return nm_pt_kind(nm_rough_deviate(p, lower_tail, log_p), n);
}
