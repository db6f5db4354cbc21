// @provides: dlnorm, nm_dlnorm_any
// @depends: nmath, dd, elementary, nm_quick
// @includes: nmath
//
// Density of the log-normal distribution: exp(-y^2 / 2) / (x sdlog sqrt(2 pi)), y = (log x - meanlog) / sdlog, from
// the definition, in double-double. Accuracy: below 1 ulp, for sdlog down to 1e-3; below it the error of log x, 2^-73,
// is magnified by |y| / sdlog.
// Ordinary arguments take a short way, in which no exponent has to be kept apart.
// SPDX-License-Identifier: MIT

// Any arguments.
NM_FN double nm_dlnorm_any(double x, double meanlog, double sdlog, int give_log)
{
    const int usual = x > 0.0 && x < ML_POSINF && sdlog > 0.0 && sdlog < ML_POSINF && fabs(meanlog) < ML_POSINF;
    double e, i, j, r;
    const double a = nm_quick_split(usual ? x : 1.0, &i), b = nm_quick_split(usual ? sdlog : 1.0, &j);
    const nm_dd l = nm_quick_log_mantissa(a, 0.0, i), d0 = nm_two_sum(l.hi, usual ? -meanlog : 0.0);
    const nm_dd d = nm_fast_two_sum(d0.hi, d0.lo + l.lo);
    const nm_dd q = nm_quick_ratio(d, usual ? sdlog : 1.0, &e);
    const nm_dd z = nm_quick_ldexp(q, e), y = nm_dd_make(d.hi == 0.0 ? 0.0 : z.hi, d.hi == 0.0 ? 0.0 : z.lo);
    const int far = !(fabs(y.hi) < 0x1p200);
    const double yh = far ? 0.0 : y.hi, h = -0.5 * yh * yh, hl = fma(-0.5 * yh, yh, -h) - yh * (far ? 0.0 : y.lo);
    if (give_log) {
        const nm_dd g = nm_quick_log_mantissa(b, 0.0, j), s = nm_two_sum(l.hi, g.hi);
        const nm_dd t = nm_two_sum(h, -NM_LN_SQRT_2PI.hi);
        const nm_dd u = nm_two_sum(t.hi, -s.hi);
        r = u.hi + (u.lo + (t.lo + (hl - NM_LN_SQRT_2PI.lo - (s.lo + (l.lo + g.lo)))));
        r = far ? -0.5 * y.hi * y.hi : r;
    } else {
        int k;
        const nm_dd m = nm_quick_exp(nm_fast_two_sum(h, hl), &k), p = nm_two_prod(a, b);
        // times 1 / sqrt(2 pi), divided by a b
        const double c = 0x1.9884533d43651p-2, cl = -0x1.bc0d30ebfd15cp-56, v = m.hi * c;
        const double vl = fma(m.hi, c, -v) + fma(m.lo, c, m.hi * cl), f = v / p.hi;
        const double t = fma(-f, p.hi, v) + (vl - f * p.lo);
        r = nm_quick_scale(f + t / p.hi, far || h < -1499.0 ? -2200 : k - (int)i - (int)j);
    }
    const double none = give_log ? ML_NEGINF : 0.0;
    const double at = nm_quick_log(x > 0.0 && x < ML_POSINF ? x : 1.0).hi;
    const double end = x > 0.0 && sdlog == 0.0 && at == meanlog ? ML_POSINF : none;
    r = usual ? r : x == ML_POSINF && meanlog == ML_POSINF ? ML_NAN : end;
    r = sdlog < 0.0 ? ML_NAN : r;
    return x != x || meanlog != meanlog || sdlog != sdlog ? x + meanlog + sdlog : r;
}

NM_INLINE double dlnorm(double x, double meanlog, double sdlog, int give_log)
{
    const int ordinary = sdlog > 0x1p-200 && sdlog < 0x1p200 && fabs(meanlog) < 0x1p200 && x > DBL_MIN && x < ML_POSINF;
    double i;
    const double a = nm_quick_split(ordinary ? x : 1.0, &i);
    const nm_dd l = nm_quick_log_mantissa(a, 0.0, i), d0 = nm_two_sum(l.hi, -meanlog);
    const nm_dd d = nm_fast_two_sum(d0.hi, d0.lo + l.lo);
    const double inv = 1.0 / sdlog, y = d.hi * inv, yl = (fma(-y, sdlog, d.hi) + d.lo) * inv;
    if (!(ordinary && fabs(y) < 35.0)) return nm_dlnorm_any(x, meanlog, sdlog, give_log);
    const double h = -0.5 * y * y, hl = fma(-0.5 * y, y, -h) - y * yl;
    if (give_log) {
        const nm_dd g = nm_quick_log(sdlog), s = nm_two_sum(l.hi, g.hi), t = nm_two_sum(h, -NM_LN_SQRT_2PI.hi);
        const nm_dd u = nm_two_sum(t.hi, -s.hi);
        return u.hi + (u.lo + (t.lo + (hl - NM_LN_SQRT_2PI.lo - (s.lo + (l.lo + g.lo)))));
    }
    int k;
    const nm_dd m = nm_exp_reduced(nm_quick_reduce(nm_fast_two_sum(h, hl), &k)), p = nm_two_prod(a, sdlog);
    // times 1 / sqrt(2 pi), divided by a sdlog, and the power of two of x
    const double c = 0x1.9884533d43651p-2, cl = -0x1.bc0d30ebfd15cp-56, v = m.hi * c;
    const double vl = fma(m.hi, c, -v) + fma(m.lo, c, m.hi * cl), ip = 1.0 / p.hi, f = v * ip;
    return nm_quick_scale(fma(fma(-f, p.hi, v) + (vl - f * p.lo), ip, f), k - (int)i);
}
