// @provides: qunif
// @depends: nmath, dd, elementary, nm_dist
// @includes: nmath
//
// Quantile of the uniform distribution on [a, b]: a + p (b - a), or b - (1 - p)(b - a), in double-double.
// Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double qunif(double p, double a, double b, int lower_tail, int log_p)
{
    if (p != p || a != a || b != b) return p + a + b;
    if (b < a || nm_bad_p(p, log_p) || !(fabs(a) < ML_POSINF) || !(fabs(b) < ML_POSINF)) return ML_NAN;
    if (a == b) return a;
    const int big = fabs(a) > 0x1p1000 || fabs(b) > 0x1p1000;
    const int tiny = fabs(a) < 0x1p-400 && fabs(b) < 0x1p-400;
    const double s = big ? 0.125 : tiny ? 0x1p400 : 1.0;
    const nm_dd w = nm_two_sum(s * b, -(s * a));
    // The smaller of the two tails is the one to multiply with.
    const nm_dd t = nm_tail_dd(p, lower_tail != 0, log_p), u = nm_tail_dd(p, lower_tail == 0, log_p);
    const int low = t.hi <= 0.5;
    const nm_dd f = low ? t : u;
    // exp(p) and the width may be far apart in size: the product takes the exponent of exp(p) last.
    const nm_dd d = nm_dd_mul(f, w);
    const double h = f.hi * w.hi;
    nm_dd step = fabs(h) > 0x1p-900 ? d : nm_dd_of(h);
    if (log_p && p < -600.0 && low) {
        int e;
        const double m = nm_split(w.hi, &e);
        step = nm_dd_of(w.hi > 0.0 ? nm_exp_pow(nm_dd_of(p), nm_dd_of(m), e) : 0.0);
    }
    const nm_dd r = low ? nm_dd_add_d(step, s * a) : nm_dd_add_d(nm_dd_neg(step), s * b);
    return big ? r.hi * 8.0 : tiny ? r.hi * 0x1p-400 : r.hi;
}
