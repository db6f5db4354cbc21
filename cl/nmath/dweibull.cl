// @provides: dweibull, nm_dweibull
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// Density of the Weibull distribution: (shape / scale) (x / scale)^(shape - 1) exp(-t), t = (x / scale)^shape, as
// exp(shape log(x / scale) - t) shape / x, the exponent and its parts as pairs. No branches.
// Accuracy: below 2 ulp, beyond |shape log(x / scale)| = 40 the 2^-57 of the logarithm times that.
// SPDX-License-Identifier: MIT

NM_LIGHT double nm_dweibull(double x, double shape, double scale, int give_log)
{
    const int usual = (x > 0.0) & (x < ML_POSINF) & (shape > 0.0) & (shape < ML_POSINF)
                      & (as_ulong(scale) - 1UL < 0x7fefffffffffffffUL);
    const double c = usual ? x : 1.0, a = usual ? shape : 1.0;
    const double b = as_ulong(scale) - 1UL < 0x7fefffffffffffffUL ? scale : 1.0; // also for x = 0
    const double none = give_log ? ML_NEGINF : 0.0;
    const nm_dd l = nm_light_log_quotient(c, 0.0, b, 0.0, 0, 0);
    const double u0 = a * l.hi;
    const int far = (nm_upper(u0) & 0x7fffffff) >= 0x40c00000;
    const double u = far ? (u0 > 0.0 ? 8192.0 : -8192.0) : u0, ul = far ? 0.0 : fma(a, l.hi, -u) + a * l.lo;
    int k;
    const nm_dd t = nm_light_exp_pair(u, ul, &k);
    // t itself; beyond 2^11 nothing is left.
    const double th = nm_scale2(t.hi, k), tl = th < 2048.0 ? nm_scale2(t.lo, k) : 0.0;
    double v;
    if (give_log) {
        // (shape - 1) log(x / scale) + log(shape / scale) - t
        const nm_dd g = nm_light_log_quotient(a, 0.0, b, 0.0, 0, 0), a1 = nm_two_sum(a, -1.0);
        const double p = a1.hi * l.hi, pl = far ? 0.0 : fma(a1.hi, l.hi, -p) + fma(a1.hi, l.lo, a1.lo * l.hi);
        const int first = p * p > g.hi * g.hi;
        const nm_dd s = nm_fast_two_sum(first ? p : g.hi, first ? g.hi : p), w = nm_two_sum(s.hi, -th);
        v = w.hi + (w.lo + (s.lo + (g.lo + pl - tl)));
        v = far ? u0 < 0.0 ? s.hi : ML_NEGINF : th < ML_POSINF ? v : ML_NEGINF;
    } else {
        int j;
        const double m = nm_light_exp(-th, -tl, &j);
        const int ks = nm_tame(c), ka = nm_tame(a);
        const double n = a * nm_two_to(ka), d = fma(c, nm_two_to(ks), 0.0), inv = 1.0 / d, q = n * inv;
        // n / d t exp(-t): the quotient with what it lacks.
        const double ql = fma(-q, d, n) * inv, f = t.hi * m, fl = fma(t.hi, m, -f) + t.lo * m;
        v = nm_scale2(fma(f, q, fma(f, ql, fl * q)), k + j - ka + ks);
        v = far || th > 2000.0 ? 0.0 : v;
    }
    // x = 0
    const double flat = give_log ? -nm_light_log_of(b, 0.0).hi : 1.0 / scale;
    const double zero = shape < 1.0 ? ML_POSINF : shape == 1.0 ? flat : none;
    const double end = x == 0.0 && (scale < ML_POSINF || shape != 1.0) ? zero : none;
    const int bad = (x != x) | !(shape > 0.0) | !(scale > 0.0);
    return usual ? v : bad ? ML_NAN : end;
}

NM_INLINE double dweibull(double x, double shape, double scale, int give_log)
{
    if (give_log) return nm_dweibull(x, shape, scale, 1);
    return nm_dweibull(x, shape, scale, 0);
}
