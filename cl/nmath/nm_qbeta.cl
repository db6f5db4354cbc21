// @provides: nm_beta_root, nm_beta_rough_log, nm_beta_gamma_st, nm_beta_target, nm_target_small,
//   nm_target_log, nm_target_of, nm_target_twice, nm_beta_solve, nm_beta_solve_near, nm_beta_far, nm_rough_z,
//   nm_qbeta_kind
// @depends: nmath, dd, elementary, nm_calls, lbeta, nm_incbeta, nm_fast_log, nm_fast_gamma, nm_light, nm_lgamma_slope, qnorm,
//   nm_kind
// @includes: nmath
//
// Inverts the incomplete beta function in the odds w = x / (1 - x), so that beta, F and t quantiles keep their digits
// at both ends. In u = log w the density is log-concave, hence so are both tails: log F is increasing and concave, and
// F <= w^a / (a B), 1 - F <= w^-b / (b B) bracket the root. Start from nm_beta_start where both shapes are above 1/2, else
// from Abramowitz and Stegun 26.5.22 or an end of the bracket. Near the root five terms of the inverse's Taylor series in
// Newton's step on the tail, whose coefficients are polynomials in a y - b x, (a + b) x y and y - x (own derivation);
// further out Halley's steps on the logarithm of the tail that is at most 0.7, kept in the bracket.
// At most 60 steps, 1 or 2 usual, up to 4 for shapes below 1; none for shapes above 1e28. What rounding leaves of the last
// step is returned apart: w = r^2 (1 + step).
// SPDX-License-Identifier: MIT

// The probability to invert, on its smaller side.
typedef struct {
    nm_dd log_p;  // logarithm of the smaller tail, at most log 1/2
    double log_q; // logarithm of the larger tail
    double fuzz;  // relative change of the smaller tail that rounding of the given probability may stand for
    int lower;    // log_p is of the lower tail
} nm_beta_target;

typedef struct {
    double r, step;
} nm_beta_root;

NM_INLINE nm_beta_target nm_target_small(double p, int lower)
{
    nm_beta_target t;
    t.log_p = nm_dd_log(p);
    t.log_q = nm_fast_log1m(p).hi;
    t.fuzz = 0x1p-49;
    t.lower = lower;
    return t;
}

NM_INLINE nm_beta_target nm_target_log(nm_dd l, int lower)
{
    nm_beta_target t;
    const int large = l.hi > -M_LN2;
    t.log_p = large ? nm_dd_log_dd(nm_dd_neg(nm_dd_expm1(l))) : l;
    t.log_q = large ? l.hi : nm_light_log1mexp(-l.hi, -l.lo).hi;
    t.fuzz = fma(-0x1p-52, l.hi, 0x1p-49);
    t.lower = lower != large;
    return t;
}

// For p in (0, 1), or its logarithm in (-inf, 0).
NM_FN nm_beta_target nm_target_of(double p, int lower_tail, int log_p)
{
    const int lower = lower_tail != 0;
    if (log_p) return nm_target_log(nm_dd_of(p), lower);
    nm_beta_target t = nm_target_small(p > 0.5 ? 1.0 - p : p, lower != (p > 0.5));
    // an ulp or two of p on 1 - p; half a one where that is more than 1e-5 of 1 - p
    if (p > 0.5) t.fuzz += (p < 1.0 - 0x1p-36 ? 0x1p-51 : 0x1.04p-54) / (1.0 - p);
    return t;
}

// For an upper tail of 2 p, p in (0, 1/2], or its logarithm.
NM_FN nm_beta_target nm_target_twice(nm_dd log_p, double p)
{
    if (p > 0.25) return nm_target_small(1.0 - 2.0 * p, 1);
    return nm_target_log(nm_dd_add(NM_LN2, log_p), 0);
}

// z > 0 with upper normal tail exp(l), l <= -log 2, to 5e-4 (Abramowitz and Stegun 26.2.23).
NM_INLINE double nm_rough_z(double l)
{
    const double t = sqrt(-2.0 * l);
    return t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
}

// Stirling's error for any n > 0, to 1e-15 or 1e-15 of itself.
NM_INLINE double nm_beta_gamma_st(double n)
{
    return n < 0.5 ? nm_fast_st_any(n + 1.0) + (n + 0.5) * (nm_log1p_fn(n) - nm_log_fn(n)) - 1.0 : nm_fast_st_any(n);
}

// log B(a, b) to some 1e-15 of its largest part.
NM_FN double nm_beta_rough_log(double a, double b)
{
    const double big = fmax(a, b), small = fmin(a, b), r = small / big;
    const double k = small < 0.5 ? 1.0 : 0.0, s = small + k, n = big + s;
    // B(s, big), and B(small, big) = B(small + 1, big) (small + big) / small
    const double l = M_LN_SQRT_2PI + nm_beta_gamma_st(s) + nm_beta_gamma_st(big) - nm_beta_gamma_st(n);
    const double ls = nm_log1p_fn(s / big), v = l - s * nm_log1p_fn(big / s) - big * ls - 0.5 * (nm_log_fn(s) - ls);
    return v + (small < 0.5 ? nm_log_fn(big) - nm_log_fn(small) + nm_log1p_fn(r) : 0.0);
}

// The logarithm of odds beyond exp(1417) (high) or below exp(-1417), by the first term of the tail's power series: F(w) =
// w^a / (a B(a, b)), for shapes below 1 without the cancellation of its parts.
NM_FN nm_dd nm_beta_far(double a, double b, nm_beta_target t, int high)
{
    const double s = nm_shape(high ? b : a), c = nm_shape(high ? a : b);
    const nm_dd l = (t.lower != 0) != high ? t.log_p : nm_dd_log1p(nm_dd_neg(nm_dd_exp(t.log_p)));
    nm_dd v = nm_dd_div_d(l, s);
    if (s < 1.0) v = nm_dd_add(v, nm_dd_sub(nm_lgamma_slope(s, 1.0), nm_lgamma_slope(s, c)));
    else v = nm_dd_add(v, nm_dd_div_d(nm_dd_add(nm_dd_log(s), nm_lbeta_dd(nm_dd_of(s), nm_dd_of(c))), s));
    return high ? nm_dd_neg(v) : v;
}

// To 30 or 40 bits, which leaves less than the last step allows for: what a device's own exponential leaves different
// then starts no other rounding errors.
NM_INLINE double nm_beta_cut(double n, double r)
{
    const ulong mask = n < 500.0 ? 0xffffffffffc00000UL : n < 1e6 ? 0xfffffffffffff000UL : 0xffffffffffffffffUL;
    return as_double((long)(as_ulong(r) & mask));
}

// Whether nm_beta_start is good: then no bracket is needed at first.
NM_INLINE int nm_beta_starts_well(double a, double b, nm_beta_target t)
{
    return a >= 0.5 && b >= 0.5 && a + b < 1e6 && t.log_p.hi > -20.0;
}

// The odds to start with: Abramowitz and Stegun 26.5.22, then a step of Halley's method in their logarithm on
// r + log(q / r) / r = z, r^2 / 2 the deviance, q = (b x - a y) / sqrt(a b / n) and z the normal deviate of the lower
// tail, of which the left side is the deviate to some n^(-3/2) (O. E. Barndorff-Nielsen, Biometrika 73 (1986) 307; it is
// the first correction of Temme's expansion, too). Its derivative is the quotient of the densities,
// sqrt(a b / n) exp((z^2 - r^2) / 2) but for Stirling's errors. Error of the logarithm: below 6e-3 for shapes from 1, 6e-4
// from 4, 2e-4 from 8, a few hundredths from 1/2.
NM_FN double nm_beta_start(double a, double b, double z)
{
    const double s = 1.0 / fmax(2.0 * a - 1.0, 0.5), v = 1.0 / fmax(2.0 * b - 1.0, 0.5), lam = (z * z - 3.0) / 6.0;
    const double g = 2.0 / (s + v), vs = 2.0 * (a - b) * s * v;
    const double e = z * sqrt(fmax(g + lam, 0.1)) / g + vs * (lam + 5.0 / 6.0 - 2.0 / (3.0 * g));
    const double w = a / b * nm_exp_fn(fmax(fmin(2.0 * e, 300.0), -300.0));
    const double n = a + b, y = 1.0 / (1.0 + w), x = w * y, k = b * x - a * y;
    const double d = fmax(a * nm_log_fn(a / (n * x)) + b * nm_log_fn(b / (n * y)), 0.0), root = sqrt(a * b / n);
    const double r = k < 0.0 ? -sqrt(2.0 * d) : sqrt(2.0 * d), q = k / root;
    const double c = fabs(r) > 1e-4 && q * r > 0.0 ? nm_log_fn(q / r) / r : (b - a) / (3.0 * n * root), u = r + c;
    const double st = 1.0 - (1.0 / a + 1.0 / b - 1.0 / n) * (1.0 / 12.0);
    const double slope = root * st * nm_exp_fn(fmax(fmin(c * (r + 0.5 * c), 20.0), -20.0)), h = (z - u) / slope;
    const double t = h * (1.0 - 0.5 * h * (u * slope - k));
    return fabs(h) < 0.5 && fabs(t) < 0.5 ? fma(w, t * fma(t, fma(t, 1.0 / 6.0, 0.5), 1.0), w) : w;
}

// The bracket of the log odds, a little wide, and a start in it: `start`, unless it is NaN.
NM_FN double nm_beta_bracket(double a, double b, nm_beta_target t, double start, double *from, double *to)
{
    const double lb = nm_beta_rough_log(a, b);
    const double ll = t.lower ? t.log_p.hi : t.log_q, lu = t.lower ? t.log_q : t.log_p.hi;
    double lo = (ll + lb + nm_log_fn(a)) / a, hi = -(lu + lb + nm_log_fn(b)) / b;
    lo -= 1e-3 + 1e-9 * fabs(lo) + 4e-15 * (fabs(lb) + fabs(nm_log_fn(a))) / a;
    hi += 1e-3 + 1e-9 * fabs(hi) + 4e-15 * (fabs(lb) + fabs(nm_log_fn(b))) / b;
    lo = lo < -1418.0 || lo != lo ? -1418.0 : lo > 1417.0 ? 1417.0 : lo;
    hi = hi > 1418.0 || hi != hi ? 1418.0 : hi < -1417.0 ? -1417.0 : hi;
    double u;
    if (a >= 0.5 && b >= 0.5) {
        const double y = nm_rough_z(t.log_p.hi) * (t.lower ? 1.0 : -1.0), s = 1.0 / fmax(2.0 * a - 1.0, 0.5);
        const double v = 1.0 / fmax(2.0 * b - 1.0, 0.5), lam = (y * y - 3.0) / 6.0, h = 2.0 / (s + v);
        // v - s without loss for close shapes
        const double vs = a > 1.0 && b > 1.0 ? 2.0 * (a - b) * s * v : v - s;
        const double w = y * sqrt(fmax(h + lam, 0.1)) / h - vs * (lam + 5.0 / 6.0 - 2.0 / (3.0 * h));
        u = nm_log_fn(a) - nm_log_fn(b) - 2.0 * w;
    } else {
        u = a < b ? lo : hi;
    }
    if (start == start) u = start;
    if (!(u > lo)) u = lo;
    if (!(u < hi)) u = hi;
    *from = lo;
    *to = hi;
    return u;
}

// start: log odds to begin with, or NaN.
NM_FN nm_beta_root nm_beta_solve_near(double a, double b, nm_beta_target t, double start)
{
    const double a0 = a, b0 = b;
    a = nm_shape(a);
    b = nm_shape(b);
    double lo = -1418.0, hi = 1418.0, u = 0.0;
    nm_beta_root r;
    r.step = 0.0;
    if (a > 1e28 && b > 1e28 && t.log_p.hi > -1e5) {
        // The odds next to a / b, as a normal deviate of which the first digits count.
        const double y = nm_rough_z(t.log_p.hi) * sqrt(1.0 / a0 + 1.0 / b0);
        const nm_dd q = nm_dd_ratio(a0, b0);
        r.r = sqrt(q.hi);
        r.step = (fma(-r.r, r.r, q.hi) + q.lo) / q.hi + nm_expm1_fn(t.lower ? -y : y);
        return r;
    }
    const int quick = start != start && nm_beta_starts_well(a, b, t);
    if (quick) {
        r.r = sqrt(nm_beta_start(a, b, nm_qnorm_std(t.log_p.hi, t.lower, 1)));
    } else {
        u = nm_beta_bracket(a, b, t, start, &lo, &hi);
        // beyond the squares of doubles
        r.r = lo >= 1417.0 ? ML_POSINF : 0.0;
        if (lo >= 1417.0 || hi <= -1417.0) return r;
        r.r = nm_exp_fn(0.5 * u);
    }
    r.r = nm_beta_cut(a + b, r.r);
    const int middle = fmin(a, b) > 0x1p-100 && fmax(a, b) < 0x1p100;
    for (int i = 0; i < 60; ++i) {
        const int plain = middle && r.r > 0x1p-100 && r.r < 0x1p100;
        const nm_odds o = plain ? nm_odds_near(nm_two_prod(r.r, r.r), 1.0) : nm_odds_of(r.r, r.r, 1.0);
        const nm_beta_tail d = plain ? nm_incbeta_core(a, b, o.x, o.y) : nm_incbeta_odds(a, b, o);
        // the smaller side's tail, unless it is above 0.7
        int lower = t.lower;
        nm_dd l = nm_beta_log(d, lower);
        double v = l.hi, g = nm_dd_sub(l, t.log_p).hi;
        if (v > -0.35) {
            lower = !lower;
            l = nm_beta_log(d, lower);
            v = l.hi;
            g = v - t.log_q;
        }
        // relative slope of this tail in u
        double slope = d.slope;
        if ((lower != 0) != (d.lower != 0)) slope *= nm_exp_fn(nm_beta_log(d, d.lower).hi - v);
        slope = lower ? slope : -slope;
        double step = -g / slope;
        // the density's own relative slope in u is a y - b x
        const double ay = a * o.y.hi, bx = b * o.x.hi, bend = ay - bx - slope;
        // nothing but rounding in it would break off steps far out
        const double curve = fabs(bend) > 0x1p-46 * (ay + bx) ? 0.5 * step * bend : 0.0;
        step /= curve > 1.0 ? 2.0 : curve < -0.5 ? 0.5 : 1.0 + curve;
        // Near the root, from Newton's step s on the tail itself: k, m and m e give the density's derivatives in u.
        const double s = nm_expm1_fn(-g) / slope, k = ay - bx, k2 = k * k, xy = o.x.hi * o.y.hi, m = (a + b) * xy;
        const double e = o.y.hi - o.x.hi, size = fabs(s) * (fabs(k) + sqrt(m) + 1.0), size2 = size * size;
        if (size < 0.2 && curve != 0.0) {
            const double s5 = fma(k2, fma(24.0, k2, 46.0 * m), m * (fma(7.0, m, e * e) - fma(11.0 * k, e, 2.0 * xy)));
            const double s4 = fma(k, fma(-6.0, k2, -7.0 * m), m * e) * (1.0 / 24.0), s3 = fma(2.0, k2, m) * (1.0 / 6.0);
            step = fma(s * s, fma(s, fma(s, fma(s, s5 * (1.0 / 120.0), s4), s3), -0.5 * k), s);
            if (size2 * size2 * size * fabs(s) < 0x1p-55) {
                // Callers take the step for a small one: r moves, and what rounding left of it remains.
                const double move = nm_expm1_fn(0.5 * step), next = fma(r.r, move, r.r);
                r.step = 2.0 * fma(r.r, move, r.r - next) / next;
                r.r = next;
                return r;
            }
        }
        if (quick && i == 0) u = 2.0 * nm_log_fn(r.r);
        if (g * slope > 0.0) hi = u;
        else lo = u;
        if (fabs(step) < 4e-6 && (fabs(g) < 4e-6 || fabs(step) < 1e-17 || fabs(g) < -0x1p-50 * v)) {
            r.step = step + 0.5 * step * step;
            return r;
        }
        double next = u + step;
        // a tail that falls like exp(-1 / w) or exp(-w) moves by 1 or 2 a step: from far away halve the bracket in turn
        if (!(next > lo && next < hi) || (i > 8 && (i & 1) != 0 && hi - lo > 1e-2)) next = 0.5 * (lo + hi);
        if (hi - lo < 1e-15 * fabs(u)) {
            r.step = fabs(step) < 1e-10 ? step : 0.0;
            if (fabs(u) > 1417.0) r.r = u > 0.0 ? ML_POSINF : 0.0;
            return r;
        }
        // a step of few ulps of u must still move r
        r.r = nm_beta_cut(a + b, fabs(next - u) < 1e-3 ? r.r * nm_exp_fn(0.5 * (next - u)) : nm_exp_fn(0.5 * next));
        u = next;
    }
    return r;
}

// The same for all shapes. Beside a huge shape only its product with the odds counts, of two tiny ones their ratio.
NM_FN nm_beta_root nm_beta_solve(double a, double b, nm_beta_target t, double start)
{
    const double top = a > b ? a : b, least = a > b ? b : a;
    if (top < 0x1p-600) return nm_beta_solve_near(a * 0x1p200, b * 0x1p200, t, start);
    if (!(top > 0x1p1000 && least < 0x1p800)) return nm_beta_solve_near(a, b, t, start);
    nm_beta_root r = nm_beta_solve_near(a == top ? a * 0x1p-100 : a, b == top ? b * 0x1p-100 : b, t, start);
    r.r *= a == top ? 0x1p50 : 0x1p-50;
    return r;
}

// The kind of an inversion: the smaller shape decides how good the start is, hence the steps, and about their methods.
NM_INLINE int nm_qbeta_kind(double a, double b)
{
    return nm_kind(7.0f + 6.0f * nm_log2_rough(fmin(a, b)), 0, NM_KINDS - 1);
}
