// @provides: nm_pgamma_core, nm_pgamma_half, nm_pgamma_needs_log, nm_half, nm_half_tail,
//   nm_half_both, nm_pgamma_both, nm_tails, nm_incgamma_kind
// @depends: nmath, dd, elementary, nm_calls, nm_kind, bd0, lgammafn, nm_fast_log, nm_gamma_front, nm_terms, mills
// @includes: nmath
//
// Regularised incomplete gamma function: P(a, x) = int_0^x t^(a-1) exp(-t) dt / Gamma(a), Q = 1 - P, for real a > 0.
// nm_pgamma_half computes the tail that can be had without cancellation as exp(e) f, e in double-double:
// - a >= 12, 0.5 a <= x <= 1.8 a: Temme's uniform expansion (A. Gil, J. Segura, N. Temme, SIAM J. Sci. Comput. 34
//   (2012) A2965, section 2.5): exp(-bd0) / sqrt(2 pi) (R(t) +- S / sqrt(a)), t^2 / 2 = bd0, R the Mills ratio,
//   S = sum beta_n eta^n / Gamma*(a), beta_(n-1) = f_n + (n + 1) / a beta_(n+1), 28 terms.
// - x <= max(a, 1): P = x^a exp(-x) / Gamma(a + 1) (1 + x / (a + 1) + ...) (DLMF 8.7.1), at most 100 terms.
// - x <= 1, a < 1, a log x > -0.8: Q = 1 - x^a / Gamma(a + 1) + ..., both parts small (DLMF 8.7.1), 20 terms.
// - else Q by the continued fraction DLMF 8.9.2, by at most 114 steps from the back.
// Region: a > 0, x >= 0, log x given apart so that x may underflow
// (nm_pgamma_needs_log says where it counts). Measured: below 4 ulp in both tails.
// SPDX-License-Identifier: MIT

// One tail: exp(e) (f + fl) is the upper one if upper != 0, else the lower one; x times the density is exp(e) g, of
// which g is good to 3e-11.
typedef struct {
    int upper;
    double f, fl, g;
    nm_dd e;
} nm_half;

// Both tails and their logarithms.
typedef struct {
    double lower, upper, log_lower, log_upper;
} nm_tails;

// eta / (lambda - 1) in powers of eta, eta^2 / 2 = lambda - 1 - log lambda.
__constant double nm_temme_tab[] = {
    0x1.0p+0, -0x1.5555555555555p-2, 0x1.5555555555555p-4,
    -0x1.e573ac901e574p-7, 0x1.2f684bda12f68p-10, 0x1.71de3a556c734p-12,
    -0x1.76e06fec7273bp-13, 0x1.48c5892f7cd83p-15, -0x1.255370652afc1p-19,
    -0x1.f1b22f594c6b5p-20, 0x1.bd6d21e4b4109p-21, -0x1.7b5f9a2d0465cp-23,
    0x1.ccf5ceb7f0d9fp-28, 0x1.6097d55c37c1cp-27, -0x1.2d2197c7a2faap-28,
    0x1.f6e66d24d5c8ap-31, -0x1.c0d9b6edf2b0bp-36, -0x1.0070a87340428p-34,
    0x1.ac9475c463659p-36, -0x1.61ca701fd754ap-38, 0x1.ef98008f5eec2p-44,
    0x1.7ba0759769d7cp-42, -0x1.3989bebb193cp-43, 0x1.0104fc4369a3cp-45,
    -0x1.283fe7950ad7bp-51, -0x1.1ca914d71a27cp-49, 0x1.d2e7d5ca48b9p-51,
    -0x1.7cfbcf3db9bfcp-53, 0x1.75713641cd216p-59, 0x1.af2c06678a063p-57
};

// S(eta) of Temme's expansion, -0.63 <= eta <= 0.66, a >= 12.
NM_FN double nm_temme_sum(double a, double eta)
{
    const double inv = 1.0 / a;
    double s = 0.0, b0 = 0.0, b1 = 0.0;
    for (int n = 28; n > 0; --n) {
        const double b = fma((double)(n + 1) * inv, b1, nm_temme_tab[n]);
        b1 = b0;
        b0 = b;
        s = fma(s, eta, b);
    }
    // b0 = beta_0, b1 = beta_1.
    return s * a / (a + b1);
}

// x / (a + 1) + x^2 / ((a + 1) (a + 2)) + ...; scaled by a power of two so that nothing overflows.
NM_FN double nm_incgamma_series(double a, double x)
{
    int e;
    nm_split(a > 1.0 ? a : 1.0, &e);
    const double h = nm_pow2(-e), u = x * h;
    nm_terms t = nm_terms_none();
    for (double n = 1.0; n <= 100.0 && nm_terms_go_on(t); n += 4.0)
        t = nm_four_terms(t, u, u, u, u, (a + n) * h, (a + n + 1.0) * h, (a + n + 2.0) * h, (a + n + 3.0) * h);
    return t.sum;
}

// Steps of the next function, inv = 1 / x.
#define NM_INCGAMMA_STEPS(a, inv) floor(4.0 + 108.0 * (inv) + ((a) < 12.0 ? 2.5 : 17.0 * (a) * (inv)))

// x^a exp(-x) / Gamma(a, x) for x >= max(a, 1), and a < 12 or x >= 1.8 a: backwards, so that rounding errors fade, as
// a quotient p / q, which needs no division in the loop. The power of two h keeps both below 2, and above 1e-100: a step
// multiplies p by at least n / (2 steps).
NM_FN double nm_incgamma_fraction(double a, double x)
{
    const double y = x - a, inv = 1.0 / x, steps = NM_INCGAMMA_STEPS(a, inv);
    const double first = y + (2.0 * steps + 1.0);
    int e;
    nm_split(first, &e);
    const double h = nm_pow2(-e);
    double p = first * h, q = h;
    for (double n = steps; n > 0.0; n -= 1.0) {
        const double before = p;
        p = fma((y + (2.0 * n - 1.0)) * h, p, (n * h) * (a - n) * q);
        q = before * h;
    }
    return p / q;
}

// Where nm_pgamma_core takes Temme's expansion, and the lower tail: macros, as native code has vectors of conditions.
#define NM_INCGAMMA_CENTRAL(a, x) ((a) >= 12.0 && (x) >= 0.5 * (a) && (x) <= 1.8 * (a))
#define NM_INCGAMMA_LOWER(a, x) ((x) <= (a) || (x) <= 1.0)

// The kind of P(a, x), by method and steps.
NM_INLINE int nm_incgamma_kind(double a, double x)
{
    if (NM_INCGAMMA_CENTRAL(a, x)) return 0;
    if (a < 1.0 && x <= 1.0) return NM_KINDS - 1;
    if (NM_INCGAMMA_LOWER(a, x)) return nm_kind(1.0f + 12.0f * (float)x / (float)(a + 1.0), 1, 13);
    const double inv = 1.0f / (float)x;
    return nm_kind(6.0f + 4.0f * nm_log2_rough(NM_INCGAMMA_STEPS(a, inv)), 14, NM_KINDS - 2);
}

// Whether nm_pgamma_core looks at log x.
NM_INLINE int nm_pgamma_needs_log(double a, double x) { return (a < 1.0 && x <= 1.0) || nm_gamma_underflow(x); }

NM_FN nm_half nm_pgamma_core(double a, nm_dd x, nm_dd lx)
{
    nm_half r;
    r.upper = !NM_INCGAMMA_LOWER(a, x.hi);
    r.fl = 0.0;
    if (NM_INCGAMMA_CENTRAL(a, x.hi)) {
        const nm_dd bd = a < 0x1p400 ? nm_fast_bd0(a, x) : nm_bd0_2(nm_dd_of(a), x);
        const double y = sqrt(2.0 * bd.hi), root = sqrt(a);
        r.upper = (x.hi - a) + x.lo >= 0.0;
        const double s = nm_temme_sum(a, r.upper ? y / root : -y / root) / root;
        r.e = nm_dd_neg(bd);
        r.f = (nm_mills(y) + (r.upper ? s : -s)) * M_1_SQRT_2PI;
        // Stirling's series of Gamma(a + 1) (DLMF 5.11.3), below 3e-11: what a quantile's step of 1e-5 needs
        const double i = 1.0 / a;
        const double c = fma(i, fma(i, 163879.0 / 209018880.0, -571.0 / 2488320.0), -139.0 / 51840.0);
        r.g = root * M_1_SQRT_2PI / fma(i, fma(i, fma(i, c, 1.0 / 288.0), 1.0 / 12.0), 1.0);
        return r;
    }
    if (a < 1.0 && x.hi <= 1.0 && lx.hi * a > -0.8) {
        double t = 0.0;
        for (int n = 20; n > 1; --n) t = x.hi / (double)n * (1.0 / (a + (double)n) - t);
        // Q = -m + a (1 + m) x (1 / (a + 1) - t), m = x^a / Gamma(a + 1) - 1: the last steps lose two bits.
        const nm_dd m = nm_dd_expm1(nm_dd_sub(nm_dd_mul_d(lx, a), nm_lgamma1p_dd(nm_dd_of(a))));
        const nm_dd w = nm_dd_add_d(nm_dd_div(nm_dd_of(1.0), nm_two_sum(a, 1.0)), -t);
        const nm_dd f = nm_dd_sub(nm_dd_mul(nm_dd_mul_d(w, a), nm_dd_mul(nm_dd_add_d(m, 1.0), x)), m);
        r.upper = 1;
        r.f = f.hi;
        r.fl = f.lo;
        r.g = (1.0 + m.hi) * a * nm_exp_fn(-x.hi);
        r.e = nm_dd_of(0.0);
        return r;
    }
    nm_dd w, f;
    r.e = nm_gamma_front(a, x, lx, &w);
    if (r.upper) {
        const double d = nm_incgamma_fraction(a, x.hi), q = a / d;
        if (x.hi > 1e100 || q < 1e-280) {
            // Only the logarithm may be above 0: a / d, too, may underflow.
            r.e = nm_dd_add(r.e, nm_dd_add(nm_dd_log_scaled(w, 0.0), nm_dd_log_ratio(nm_dd_of(a), nm_dd_of(d))));
            r.f = 1.0;
            r.g = d;
            return r;
        }
        f = nm_dd_make(q, fma(-q, d, a) / d);
    } else {
        f = nm_fast_two_sum(1.0, nm_incgamma_series(a, x.hi));
    }
    // The low part of x moves the factor by its derivative, which follows from the derivative of P; where that is the
    // difference of numbers above 2^50, it counts for nothing.
    const double k = a - x.hi, t = x.hi > 0.0 && fabs(k) < 0x1p50 ? x.lo / x.hi : 0.0;
    f.lo -= t * (k * f.hi + (r.upper ? a : -a));
    f = nm_dd_mul(f, w);
    r.f = f.hi;
    r.fl = f.lo;
    r.g = a * w.hi;
    return r;
}

// P and Q for x = q / scale: x rounded to double-double.
NM_INLINE nm_half nm_pgamma_half(double a, nm_dd x)
{
    return nm_pgamma_core(a, x, nm_pgamma_needs_log(a, x.hi) ? nm_dd_log_dd(x) : nm_dd_of(0.0));
}

// The wanted tail, or its logarithm.
NM_INLINE double nm_half_tail(nm_half h, int lower_tail, int log_p)
{
    const int same = h.upper == (lower_tail == 0);
    // e and log f may cancel.
    if (log_p && same) return nm_log_value(nm_dd_add(nm_dd_add_d(h.e, h.fl / h.f), nm_dd_log(h.f)));
    const double v = nm_exp_mul(h.e, nm_dd_make(h.f, h.fl));
    if (log_p) return nm_log1p_fn(-v);
    return same ? v : 0.5 - v + 0.5;
}

NM_INLINE nm_tails nm_half_both(nm_half h)
{
    nm_tails r;
    const double v = nm_exp_mul(h.e, nm_dd_make(h.f, h.fl)), l = nm_half_tail(h, !h.upper, 1);
    const double o = 0.5 - v + 0.5, m = nm_log1p_fn(-v);
    r.lower = h.upper ? o : v;
    r.upper = h.upper ? v : o;
    r.log_lower = h.upper ? m : l;
    r.log_upper = h.upper ? l : m;
    return r;
}

// Both tails of the gamma distribution with shape a > 0 at x > 0 (finite): for other families.
NM_FN nm_tails nm_pgamma_both(double a, nm_dd x)
{
    return nm_half_both(nm_pgamma_half(a, x));
}
