// @provides: qgamma, nm_qgamma_kind, nm_qgamma_std, nm_qgamma_central, nm_qgamma_start, nm_log_either,
//   nm_log_tails
// @depends: nmath, dd, elementary, nm_calls, lgammafn, lgamma1p, nm_fast_log, nm_incgamma, qnorm, nm_kind
// @includes: nmath
//
// Gamma quantile. Where x^a / Gamma(a + 1) alone reaches the wanted probability to 1e-16, its inverse. Else a start by
// that inverse, by Temme's asymptotic inversion (nm_qgamma_central), by Wilson and Hilferty (Proc. Nat. Acad. Sci. 17
// (1931) 684; for shapes above 1e31 the result) or, far above with a small shape, by Q ~ x^(a - 1) exp(-x) / Gamma(a).
// Then steps in log x on the tail that nm_pgamma_core computes, kept inside the bracket known so far: near the root five
// terms of the inverse's Taylor series, whose derivatives are polynomials in a - x and x (own derivation), else Halley
// steps on the tail's logarithm; at most 24 steps, one from Temme's start, else mostly 2. The residual is formed in
// double-double.
// Region: all p, also on the log scale. Measured backward error: below 1.5 ulp of q or what one ulp of p explains.
// SPDX-License-Identifier: MIT

// x / a for the gamma quantile that belongs to the normal quantile t sqrt(a): with eta^2 / 2 = lambda - 1 - log lambda,
// eta = t + e1(t) / a + e2(t) / a^2 + ..., then lambda from eta (N. M. Temme, Math. Comp. 58 (1992) 755; the coefficients
// are the series of its functions in t, by exact rational arithmetic). For a >= 1.5 and |t| <= 1.5; relative error below
// 1e-4 there for deviates below 3, below 1e-6 for a >= 6.
NM_INLINE double nm_qgamma_central(double a, double t)
{
    const double inv = 1.0 / a;
    double e1 = 0x1.4c3c65e320cd3p-24;
    e1 = fma(e1, t, -0x1.e9a75951b5803p-21);
    e1 = fma(e1, t, 0x1.fadb337e8b22ap-19);
    e1 = fma(e1, t, -0x1.9f12fd325a6a9p-18);
    e1 = fma(e1, t, -0x1.e232c93494f8dp-16);
    e1 = fma(e1, t, 0x1.20f59d92bcba0p-12);
    e1 = fma(e1, t, -0x1.1b2e24a967083p-10);
    e1 = fma(e1, t, 0x1.43a2730abee4dp-11);
    e1 = fma(e1, t, 0x1.c71c71c71c71cp-6);
    e1 = fma(e1, t, -0x1.5555555555555p-2);
    double e2 = 0x1.4d13cbe010479p-18;
    e2 = fma(e2, t, -0x1.64c2e4853456cp-16);
    e2 = fma(e2, t, 0x1.542ebb8ed9c62p-15);
    e2 = fma(e2, t, 0x1.054e1108ad179p-14);
    e2 = fma(e2, t, -0x1.8a4e05726cec8p-11);
    e2 = fma(e2, t, 0x1.5641a34fef771p-9);
    e2 = fma(e2, t, -0x1.61f9add3c0ca4p-9);
    e2 = fma(e2, t, -0x1.1b2e24a967083p-6);
    double e3 = 0x1.e98ad8b37e86ep-15;
    e3 = fma(e3, t, -0x1.275b12dd1ecb8p-13);
    e3 = fma(e3, t, 0x1.12ec0f7c01af4p-14);
    e3 = fma(e3, t, 0x1.a124ad3a0a7adp-11);
    e3 = fma(e3, t, -0x1.8a3c70edc1ac7p-9);
    e3 = fma(e3, t, 0x1.20513ace24fbap-8);
    double e4 = 0x1.37a24ec0d9512p-12;
    e4 = fma(e4, t, -0x1.e0550df7cd0c4p-12);
    e4 = fma(e4, t, -0x1.0af19117bdde1p-14);
    e4 = fma(e4, t, 0x1.c733469b4df6ep-10);
    const double eta = fma(fma(fma(fma(e4, inv, e3), inv, e2), inv, e1), inv, t);
    double f = nm_temme_tab[15];
    for (int n = 14; n >= 0; --n) f = fma(f, eta, nm_temme_tab[n]);
    return 1.0 + eta / f;
}

// log p (other = 0) or log(1 - p) of a probability as the caller gave it.
NM_INLINE nm_dd nm_log_either(double p, int log_p, int other)
{
    if (!log_p) {
        // One logarithm for both: log(1 - p) as in nm_fast_log1m.
        double k;
        const double m = nm_fast_mantissa(p, &k);
        const int j = (int)((long)(as_ulong(1.0 - p) - 0x3fe8000000000000UL) >> 52);
        const double c = nm_two_to(-j);
        const nm_dd l = nm_fast_log_1p(other ? fma(-p, c, c - 1.0) : m - 1.0, other ? (double)j : k);
        return nm_dd_make(other && p < 0x1p-60 ? -p : l.hi, l.lo);
    }
    const nm_dd d = nm_dd_of(p);
    if (!other) return d;
    if (p > -M_LN2) return nm_dd_log_dd(nm_dd_neg(nm_dd_expm1(d)));
    return nm_dd_log1p(nm_dd_neg(nm_dd_exp(d)));
}

// log p and log(1 - p) of a lower probability, from p as the caller gave it.
NM_INLINE void nm_log_tails(double p, int lower_tail, int log_p, nm_dd *lp, nm_dd *lq)
{
    *lp = nm_log_either(p, log_p, !lower_tail);
    *lq = nm_log_either(p, log_p, lower_tail != 0);
}

// A start for the quantile, outside of nm_qgamma_central's region, z being the normal quantile; *last: it is the quantile,
// scaled.
NM_FN double nm_qgamma_start(double a, double z, nm_dd lp, nm_dd lq, double scale, int *last)
{
    const double g = lgamma1p(a), l0 = a < 1e290 ? (lp.hi + g) / a : nm_log_fn(a);
    *last = 1;
    if (l0 < -37.0 && (a < 1e-300 || l0 < -1e4)) return nm_exp_mul(nm_dd_of(fmax(l0, -1e4)), nm_dd_of(scale));
    if (l0 < -37.0) return nm_exp_mul(nm_dd_div_d(nm_dd_add(lp, nm_lgamma1p_dd(nm_dd_of(a))), a), nm_dd_of(scale));
    const double c = 1.0 / (9.0 * a), v = z * sqrt(c) - c, w = 1.0 + v, x0 = nm_exp_fn(fmin(l0, 700.0));
    // Wilson and Hilferty's value, where the first digits of the deviate count.
    if (a > 1e31 && fabs(z) < 1e3) return fma(a, v * (3.0 + v * (3.0 + v)), a) * scale;
    *last = 0;
    double u;
    if (x0 < 0.3 * (a + 1.0)) u = l0 + x0 / (a + 1.0);
    else if (a >= 0.5 && w > 0.1) u = nm_log_fn(a) + 3.0 * nm_log_fn(w);
    else if (lq.hi < -1.0)
        u = nm_log_fn(fmax(-lq.hi - g + nm_log_fn(a) + (a - 1.0) * nm_log_fn(fmax(-lq.hi, 1.0)), 0.5));
    else u = fmin(l0, nm_log_fn(a + 1.0));
    return nm_exp_fn(u);
}

// The x with P(a, x) = p, times scale.
NM_INLINE double nm_qgamma_std(double a, double p, int lower_tail, int log_p, double scale)
{
    const double z = nm_qnorm_std(p, lower_tail, log_p), t0 = z / sqrt(a);
    double x, lo = 0.0, hi = 1e308;
    if (a >= 1.5 && a <= 1e31 && fabs(t0) <= 1.5) {
        x = a * nm_qgamma_central(a, t0);
    } else {
        int last;
        nm_dd lp, lq;
        nm_log_tails(p, lower_tail, log_p, &lp, &lq);
        x = nm_qgamma_start(a, z, lp, lq, scale, &last);
        if (last) return x;
    }
    for (int i = 0; i < 24; ++i) {
        // To 32 bits: what a device's own exponential leaves different then starts no other rounding errors.
        x = x > 1e-290 && a < 1e6 ? as_double((long)(as_ulong(x) & 0xfffffffffff00000UL)) : x;
        const nm_half h = nm_pgamma_half(a, nm_dd_of(x));
        const nm_dd d = nm_dd_sub(h.e, nm_log_either(p, log_p, (h.upper != 0) == (lower_tail != 0)));
        const double res = nm_dd_add(d, nm_fast_log(h.f)).hi + h.fl / h.f, s = h.g / h.f;
        // Newton's step and the curvature: (log P)'' / (log P)' = a - x - s, for log Q a - x + s.
        const double step = h.upper ? res / s : -res / s, k = h.upper ? a - x + s : a - x - s;
        const double den = 1.0 + 0.5 * step * k;
        double t = step / (den > 0.5 ? den < 3.0 ? den : 3.0 : 0.5);
        // Near the root: w is Newton's step on the tail itself; c and x give the derivatives of x times the density.
        const double w = (h.upper ? -nm_expm1_fn(-res) : nm_expm1_fn(-res)) / s, c = a - x, c2 = c * c;
        const double size = fabs(w) * (fabs(c) + sqrt(x) + 1.0);
        const int near = size < 0.1;
        const double w5 = fma(c2, fma(24.0, c2, 46.0 * x), x * fma(7.0, x, 1.0 - 11.0 * c)) * (1.0 / 120.0);
        const double w4 = fma(c, fma(-6.0, c2, -7.0 * x), x) * (1.0 / 24.0), w3 = fma(2.0, c2, x) * (1.0 / 6.0);
        if (near) t = fma(w * w, fma(w, fma(w, fma(w, w5, w4), w3), -0.5 * c), w);
        if (t > 0.0) lo = x;
        else hi = x;
        double y = fma(x, nm_expm1_fn(fmax(fmin(t, 2.0), -2.0)), x);
        const double q = t * (fabs(k) + 1.0);
        const double size2 = size * size, rest = near && (a < 12.0 || fabs(w) < 1e-5) ? size2 * size2 * size : q * q;
        const int last = rest * fabs(t) < 0x1p-56 || t != t;
        if (!last && !(y > lo && y < hi)) y = hi > 1e307 ? 2.0 * lo : lo > 0.0 ? sqrt(lo) * sqrt(hi) : 0.5 * hi;
        if (t == t) x = y;
        if (last) break;
    }
    return x * scale;
}

NM_FN double qgamma(double p, double shape, double scale, int lower_tail, int log_p)
{
    if (p != p || shape != shape || scale != scale) return p + shape + scale;
    const double one = log_p ? 0.0 : 1.0, zero = log_p ? ML_NEGINF : 0.0;
    if (!(p >= zero && p <= one)) return ML_NAN;
    if (p == zero || p == one) return (p == zero) == (lower_tail != 0) ? 0.0 : ML_POSINF;
    if (shape < 0.0 || scale <= 0.0) return ML_NAN;
    if (shape == 0.0) return 0.0;
    if (shape == ML_POSINF || scale == ML_POSINF) return ML_POSINF;
    return nm_qgamma_std(shape, p, lower_tail, log_p, scale);
}

// The kind that nm_pgamma_core has about Wilson and Hilferty's value: there most steps are taken. Shapes whose start
// takes a second step, by the tail.
NM_INLINE int nm_qgamma_kind(double p, double shape, int lower_tail, int log_p)
{
    const float a = (float)shape, c = 1.0f / (9.0f * a), z = nm_rough_deviate(p, lower_tail, log_p);
    const float w = fmax(1.0f - c + z * sqrt(c), 0.05f);
    const int kind = nm_incgamma_kind(shape, a * w * w * w);
    return a < 2.0f && kind < NM_KINDS - 1 ? (z > 0.0f ? NM_KINDS - 2 : NM_KINDS - 3) : kind;
}
