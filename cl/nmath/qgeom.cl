// @provides: qgeom, qgeom_first
// @depends: nmath, dd, elementary, nm_light, nm_log_ext
// @includes: nmath
//
// Quantile of the geometric distribution: the smallest k with (k + 1) log(1 - prob) <= log(1 - p), both logarithms in
// extended precision, with a tolerance so that a quantile inverts a rounded probability.
// Measured: exact integers.
// SPDX-License-Identifier: MIT

NM_FN double qgeom(double p, double prob, int lower_tail, int log_p)
{
    if (p != p || prob != prob) return p + prob;
    if (!(prob > 0.0 && prob <= 1.0)) return ML_NAN;
    if (log_p ? p > 0.0 : p < 0.0 || p > 1.0) return ML_NAN;
    const double zero = log_p ? ML_NEGINF : 0.0, one = log_p ? 0.0 : 1.0;
    if (p == (lower_tail ? zero : one) || prob == 1.0) return 0.0;
    if (p == (lower_tail ? one : zero)) return ML_POSINF;
    // log(1 - p), and what rounding of p may change in it
    nm_dd l = nm_dd_of(p);
    double fuzz = fmin(fma(-0x1p-52, p, 0x1p-50), -0x1p-50 * p);
    if (log_p && lower_tail) {
        l = p < -0.5 ? nm_dd_log1p(nm_dd_neg(nm_dd_exp(l))) : nm_dd_log_dd(nm_dd_neg(nm_dd_expm1(l)));
        fuzz = p < -0.5 ? fuzz * exp(p) : 0x1p-50;
    } else if (!log_p) {
        l = lower_tail ? nm_log1m_ext(p) : nm_log_ext(nm_dd_of(p));
        const double near = (p < 1.0 - 0x1p-36 ? 0x1p-52 : 0x1.04p-54) * p / (1.0 - p);
        fuzz = lower_tail ? fmin(p, 0.5) * 0x1p-50 + near : 0x1p-50;
    }
    // log(1 - prob) = -prob below 2^-200, where a reciprocal may be beyond the doubles.
    const double up = prob < 0x1p-200 ? 0x1p200 : 1.0;
    const nm_dd m = up > 1.0 ? nm_dd_of(-prob * up) : nm_log1m_ext(prob);
    nm_dd n = nm_dd_div(l, m);
    const double top = n.hi * up;
    if (top == ML_POSINF) return top;
    n = nm_dd_scale(n, up);
    const nm_dd t = n.hi < 0x1p52 ? nm_dd_add_d(n, fuzz / m.hi * up) : n;
    // ceil(t) - 1
    const double c = ceil(t.hi), k = c == t.hi && t.lo > 0.0 ? c : c - 1.0;
    return k > 0.0 ? k : 0.0;
}

// The same in doubles, without branches: NaN unless that is beyond doubt. A kernel runs this for all its elements, as
// vector lanes, and takes qgeom for those that are NaN.
NM_LIGHT double qgeom_first(double p, double prob, int lower_tail, int log_p)
{
    // Plain p in a range where log(1 - p) is good to 1e-14 relative; NaN goes on to the end.
    const double u = !log_p && p > 1e-12 && p < 1.0 - 1e-3 && prob > 1e-8 && prob < 1.0 ? p : ML_NAN;
    const double l = nm_light_log1m(lower_tail ? u : 1.0 - u).hi, t = l / nm_light_log1m(prob).hi, c = ceil(t);
    return fabs(t - rint(t)) > 1e-10 * t ? c - 1.0 : ML_NAN;
}
