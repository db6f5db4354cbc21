// @provides: punif
// @depends: nmath, dd, elementary, nm_dist
// @includes: nmath
//
// Distribution function of the uniform distribution on [a, b]: (q - a) / (b - a), differences and quotient in
// double-double; the logarithm near 0 from the other tail. Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double punif(double q, double a, double b, int lower_tail, int log_p)
{
    if (q != q || a != a || b != b) return q + a + b;
    if (b < a || !(fabs(a) < ML_POSINF) || !(fabs(b) < ML_POSINF)) return ML_NAN;
    if (q >= b || q <= a) {
        const int one = (q >= b) == (lower_tail != 0);
        return one ? (log_p ? 0.0 : 1.0) : (log_p ? ML_NEGINF : 0.0);
    }
    // Both tails and the width, all times 2^-e.
    const int big = fabs(a) > 0x1p1000 || fabs(b) > 0x1p1000 || fabs(q) > 0x1p1000;
    const int tiny = fabs(a) < 0x1p-700 && fabs(b) < 0x1p-700;
    const double s = big ? 0.125 : tiny ? 0x1p370 : 1.0, t = lower_tail ? a : b, o = lower_tail ? b : a;
    const nm_dd w = nm_two_sum(s * b, -(s * a));
    nm_dd u = nm_two_sum(s * q, -(s * t)), v = nm_two_sum(s * q, -(s * o));
    u = u.hi < 0.0 ? nm_dd_neg(u) : u;
    v = v.hi < 0.0 ? nm_dd_neg(v) : v;
    int i, j;
    // Quotients with their own exponents: a low part must not underflow.
    const double mw = nm_split(w.hi, &j);
    const nm_dd wm = nm_dd_make(mw, w.lo * nm_pow2(-j / 2) * nm_pow2(j / 2 - j));
    const int near = log_p && u.hi > v.hi;
    const nm_dd n = near ? v : u;
    nm_dd r = nm_dd_div(nm_div_split(n, 1.0, &i), wm);
    if (!log_p) return nm_scale2(r.hi, i - j);
    if (near) return nm_dd_log1p(nm_dd_neg(nm_ldexp_dd(r, i - j))).hi;
    return nm_dd_log_scaled(r, (double)(i - j)).hi;
}
