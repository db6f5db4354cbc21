// @provides: nm_root, nm_root_of, nm_root_step, nm_root_slope, nm_tail_of, nm_tail_target, nm_tail_z
// @depends: nmath, dd, elementary, nm_calls
// @includes: nmath
//
// Quantiles from tails: the root of log tail(x) = target over x > 0. The caller evaluates: nm_root_step takes
// log tail(x) - target, signed so that it grows with x, and says whether x is final. The difference is taken in
// double-double, so that the last step is good to the accuracy of the tail.
// nm_root_step: the secant rule in log x within a bracket, with bisection of log x where the secant is not at least
// halving its steps (in the spirit of R. P. Brent 1973, ch. 4). nm_root_slope: with derivatives of the tail.
// Bound: 100 evaluations, in practice 6 to 12, with derivatives 2 to 4.
// SPDX-License-Identifier: MIT

#define NM_ROOT_STEPS 100

typedef struct {
    double lo, hi;       // the root is between
    double x;            // next point to evaluate; in the end the root
    double px, pr;       // the point before and its value
    double span;         // largest step in log x while there is no bracket
    double s1, s2;       // sizes of the last two steps
} nm_root;

NM_INLINE nm_root nm_root_of(double x)
{
    nm_root s;
    s.lo = 0.0;
    s.hi = ML_POSINF;
    s.x = x > 1e-300 ? (x < 1e300 ? x : 1e300) : 1e-300;
    s.px = 0.0;
    s.pr = 0.0;
    s.span = 1.0;
    s.s1 = 1e300;
    s.s2 = 1e300;
    return s;
}

// 1: s->x is the root (0 or inf where it is beyond the numbers).
NM_FN int nm_root_step(nm_root *s, double r)
{
    const double x = s->x, least = 1e-307, most = 1e308;
    if (r == 0.0 || r != r) {
        s->x = r == r ? x : ML_NAN;
        return 1;
    }
    if (r < 0.0) s->lo = x;
    else s->hi = x;
    if (s->lo >= most || s->hi <= least) {
        s->x = s->lo >= most ? ML_POSINF : 0.0;
        return 1;
    }
    const int bracket = s->lo > 0.0 && s->hi < ML_POSINF;
    double u = s->px > 0.0 ? -r * (nm_log_fn(x / s->px) / (r - s->pr)) : ML_NAN;
    // A secant from a far point is no sign of convergence.
    const int near = fabs(s->pr) < 1.0 && s->px > 0.0;
    if (u != u || fabs(r) == ML_POSINF || fabs(s->pr) == ML_POSINF || u * r > 0.0) u = r < 0.0 ? 0.1 : -0.1;
    if (!bracket && !near && fabs(u) < 1e-3) u = r < 0.0 ? 0.1 : -0.1;
    if (!bracket && fabs(u) > s->span) {
        u = u > 0.0 ? s->span : -s->span;
        s->span *= 2.0;
    }
    double next = x + x * nm_expm1_fn(u);
    if (near && fabs(u) < 1e-11) {
        s->x = next;
        return 1;
    }
    if (bracket && (!(next > s->lo && next < s->hi) || fabs(u) > 0.5 * s->s2 || (!near && fabs(u) < 1e-11))) {
        next = sqrt(s->lo) * sqrt(s->hi);
        u = nm_log_fn(next / x);
        if (!(next > s->lo && next < s->hi)) {
            s->x = x;
            return 1;
        }
    }
    next = fmin(fmax(next, least), most);
    s->s2 = s->s1;
    s->s1 = fabs(u);
    s->px = x;
    s->pr = r;
    s->x = next;
    return 0;
}

// The same with derivatives in log x: s, the density over the tail, and c1 and c2, the density's first two over itself.
// Near the root four terms of the inverse's Taylor series in Newton's step on the tail, else Halley's step on its
// logarithm. Mostly 2 to 4 evaluations.
NM_FN int nm_root_slope(nm_root *q, double r, double s, double c1, double c2, int upper)
{
    const double x = q->x;
    if (r == 0.0 || !(s > 1e-280 && s < 1e280) || !(fabs(r) < 1e280)) return nm_root_step(q, r);
    if (r < 0.0) q->lo = x;
    else q->hi = x;
    if (q->lo >= 1e308 || q->hi <= 1e-307) {
        q->x = q->lo >= 1e308 ? ML_POSINF : 0.0;
        return 1;
    }
    const double w = (upper ? -nm_expm1_fn(fmin(r, 700.0)) : nm_expm1_fn(fmin(-r, 700.0))) / s;
    const double size = fabs(w) * (fabs(c1) + sqrt(fabs(c1 * c1 - c2)) + 1.0), size2 = size * size;
    const double step = -r / s, den = fmin(fmax(1.0 + 0.5 * step * (upper ? c1 + s : c1 - s), 0.5), 3.0);
    double u = step / den;
    if (fabs(u) > q->span) {
        u = u > 0.0 ? q->span : -q->span;
        q->span *= 4.0;
    }
    if (size < 0.2) u = w * fma(w, fma(w, (3.0 * c1 * c1 - c2) * (1.0 / 6.0), -0.5 * c1), 1.0);
    double next = fmin(fmax(fabs(u) < 1.0 ? fma(x, nm_expm1_fn(u), x) : x * nm_exp_fn(u), 1e-307), 1e308);
    const int last = size < 0.2 && size2 * size * fabs(w) < 0x1p-55;
    if (!last && !(next > q->lo && next < q->hi))
        next = q->hi < ML_POSINF ? (q->lo > 0.0 ? sqrt(q->lo) * sqrt(q->hi) : 0.5 * q->hi) : 2.0 * q->lo;
    q->s2 = q->s1;
    q->s1 = fabs(u);
    q->px = x;
    q->pr = r;
    q->x = next;
    return last || !(next > q->lo && next < q->hi);
}

// A probability as the logarithm of the smaller tail: *upper says which. 1: usable; 0: p is 0 or 1 (then *upper says
// whether the quantile is at the upper end); -1: not a probability.
NM_FN int nm_tail_of(double p, int lower_tail, int log_p, int *upper, nm_dd *target)
{
    *target = nm_dd_of(0.0);
    *upper = !lower_tail;
    if (!(log_p ? p <= 0.0 : p >= 0.0 && p <= 1.0)) return -1;
    const int big = log_p ? p > -M_LN2 : p > 0.5;
    const double none = log_p ? ML_NEGINF : 0.0, sure = log_p ? 0.0 : 1.0;
    if (p == none || p == sure) {
        *upper = (p == sure) == (lower_tail != 0);
        return 0;
    }
    if (big) *upper = lower_tail != 0;
    if (log_p) *target = big ? nm_dd_log_dd(nm_dd_neg(nm_dd_expm1(nm_dd_of(p)))) : nm_dd_of(p);
    else *target = nm_dd_log(big ? 1.0 - p : p);
    return 1;
}

// log tail(x) - target, growing with x.
NM_INLINE double nm_tail_target(nm_dd log_tail, nm_dd target, int upper)
{
    const double r = log_tail.hi == ML_NEGINF ? ML_NEGINF : nm_dd_sub(log_tail, target).hi;
    return upper ? -r : r;
}

// The normal quantile of the tail to two digits (Abramowitz and Stegun 26.2.22), for starting values.
NM_INLINE double nm_tail_z(double target, int upper)
{
    const double t = sqrt(-2.0 * target), z = t - (2.30753 + 0.27061 * t) / (1.0 + t * (0.99229 + 0.04481 * t));
    return upper ? z : -z;
}
