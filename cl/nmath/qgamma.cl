// @provides: qgamma, nm_qgamma_kind, nm_qgamma_std, nm_log_tails
// @depends: nmath, dd, elementary, nm_calls, lgammafn, lgamma1p, nm_fast_log, nm_incgamma, qnorm, nm_kind
// @includes: nmath
//
// Gamma quantile. Where x^a / Gamma(a + 1) alone reaches the wanted probability to 1e-16, its inverse. Else a start by
// that inverse, by Wilson and Hilferty (Proc. Nat. Acad. Sci. 17 (1931) 684; for shapes above 1e31 the result) or, far
// above with a small shape, by Q ~ x^(a - 1) exp(-x) / Gamma(a), and Halley steps in log x on the logarithm of the tail
// that nm_pgamma_core computes, kept inside the bracket known so far; at most 24, mostly 2 or 3. The residual is formed
// in double-double.
// Region: all p, also on the log scale. Measured backward error: below 1.5 ulp of q or what one ulp of p explains.
// SPDX-License-Identifier: MIT

// The x with P(a, x) = exp(lp), 1 - P = exp(lq), times scale; z is the normal quantile of the same probability.
NM_FN double nm_qgamma_std(double a, nm_dd lp, nm_dd lq, double z, double scale)
{
    const double g = lgamma1p(a), l0 = a < 1e290 ? (lp.hi + g) / a : nm_log_fn(a);
    if (l0 < -37.0 && (a < 1e-300 || l0 < -1e4)) return nm_exp_mul(nm_dd_of(fmax(l0, -1e4)), nm_dd_of(scale));
    if (l0 < -37.0) return nm_exp_mul(nm_dd_div_d(nm_dd_add(lp, nm_lgamma1p_dd(nm_dd_of(a))), a), nm_dd_of(scale));
    const double c = 1.0 / (9.0 * a), v = z * sqrt(c) - c, w = 1.0 + v, x0 = nm_exp_fn(fmin(l0, 700.0));
    // Wilson and Hilferty's value, where the first digits of the deviate count.
    if (a > 1e31 && fabs(z) < 1e3) return fma(a, v * (3.0 + v * (3.0 + v)), a) * scale;
    double u;
    if (x0 < 0.3 * (a + 1.0)) u = l0 + x0 / (a + 1.0);
    else if (a >= 0.5 && w > 0.1) u = nm_log_fn(a) + 3.0 * nm_log_fn(w);
    else if (lq.hi < -1.0)
        u = nm_log_fn(fmax(-lq.hi - g + nm_log_fn(a) + (a - 1.0) * nm_log_fn(fmax(-lq.hi, 1.0)), 0.5));
    else u = fmin(l0, nm_log_fn(a + 1.0));
    double x = nm_exp_fn(u), lo = 0.0, hi = 1e308;
    for (int i = 0; i < 24; ++i) {
        // To 32 bits: what a device's own exponential leaves different then starts no other rounding errors.
        x = x > 1e-290 && a < 1e6 ? as_double((long)(as_ulong(x) & 0xfffffffffff00000UL)) : x;
        const nm_half h = nm_pgamma_half(a, nm_dd_of(x));
        const nm_dd d = nm_dd_sub(h.e, h.upper ? lq : lp);
        const double res = nm_dd_add(d, nm_fast_log(h.f)).hi + h.fl / h.f, s = h.g / h.f;
        // Newton's step and the curvature: (log P)'' / (log P)' = a - x - s, for log Q a - x + s.
        const double step = h.upper ? res / s : -res / s, k = h.upper ? a - x + s : a - x - s;
        const double den = 1.0 + 0.5 * step * k;
        const double t = step / (den > 0.5 ? den < 3.0 ? den : 3.0 : 0.5);
        if (t > 0.0) lo = x;
        else hi = x;
        double y = fma(x, nm_expm1_fn(fmax(fmin(t, 2.0), -2.0)), x);
        const double q = t * (fabs(k) + 1.0);
        const int last = q * q * fabs(t) < 0x1p-56 || t != t;
        if (!last && !(y > lo && y < hi)) y = hi > 1e307 ? 2.0 * lo : lo > 0.0 ? sqrt(lo) * sqrt(hi) : 0.5 * hi;
        if (t == t) x = y;
        if (last) break;
    }
    return x * scale;
}

// log p and log(1 - p) of a lower probability, from p as the caller gave it.
NM_INLINE void nm_log_tails(double p, int lower_tail, int log_p, nm_dd *lp, nm_dd *lq)
{
    const nm_dd d = nm_dd_of(p);
    const nm_dd a = log_p ? d : nm_fast_log(p);
    nm_dd b;
    if (!log_p) b = nm_fast_log1m(p);
    else if (p > -M_LN2) b = nm_dd_log_dd(nm_dd_neg(nm_dd_expm1(d)));
    else b = nm_dd_log1p(nm_dd_neg(nm_dd_exp(d)));
    *lp = lower_tail ? a : b;
    *lq = lower_tail ? b : a;
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
    nm_dd lp, lq;
    nm_log_tails(p, lower_tail, log_p, &lp, &lq);
    return nm_qgamma_std(shape, lp, lq, nm_qnorm_std(p, lower_tail, log_p), scale);
}

// The kind that nm_pgamma_core has about Wilson and Hilferty's value: there most steps are taken.
NM_INLINE int nm_qgamma_kind(double p, double shape, int lower_tail, int log_p)
{
    const float a = (float)shape, c = 1.0f / (9.0f * a);
    const float w = fmax(1.0f - c + nm_rough_deviate(p, lower_tail, log_p) * sqrt(c), 0.05f);
    return nm_incgamma_kind(shape, a * w * w * w);
}
