// @provides: dlnorm, nm_dlnorm
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// Density of the log-normal distribution: exp(-y^2 / 2) / (x sdlog sqrt(2 pi)), y = (log x - meanlog) / sdlog, from
// the definition, y and its square as pairs. No branches. Accuracy: below 2 ulp, for sdlog down to some 0.1; below it
// the error of log x, 2^-60, is magnified by |y| / sdlog.
// SPDX-License-Identifier: MIT

NM_LIGHT double nm_dlnorm(double x, double meanlog, double sdlog, int give_log)
{
    const int inside = (x > 0.0) & (x < ML_POSINF);
    const int level = (nm_upper(meanlog) & 0x7fffffff) < 0x7ff00000;
    const int usual = inside & (as_ulong(sdlog) - 1UL < 0x7fefffffffffffffUL) & level;
    const double a = inside ? x : 1.0, s = usual ? sdlog : 1.0, m = usual ? meanlog : 0.0;
    const nm_dd l = nm_light_log_of(a, 0.0), d = nm_two_sum(l.hi, -m);
    const int ks = nm_tame(s), ka = nm_tame(a);
    const double t = s * nm_two_to(ks), g = a * nm_two_to(ka), inv = 1.0 / t, f = nm_two_to(ks);
    const double q = d.hi * inv, y = q * f, r = (fma(-q, t, d.hi) + (d.lo + l.lo)) * inv * f;
    const int far = (nm_upper(y) & 0x7fffffff) >= 0x4c700000;
    const double h = -0.5 * y * y, hl = far ? 0.0 : fma(-0.5 * y, y, -h) - y * r;
    const double none = give_log ? ML_NEGINF : 0.0;
    // exp(h + hl) / (p 2^-(ks + ka) sqrt(2 pi))
    const double p = g * t, pl = fma(g, t, -p);
    double v;
    if (give_log) {
        const nm_dd e = nm_light_log_quotient(0x1.9884533d43651p-2, -0x1.bc0d30ebfd15cp-56, p, pl, 1, ks + ka);
        const nm_dd w = nm_two_sum(h, e.hi);
        v = far ? h : w.hi + (w.lo + (e.lo + hl));
    } else {
        int k;
        const double n = nm_light_exp(far ? -8192.0 : h, hl, &k) * 0x1.9884533d43651p-2;
        const double ip = 1.0 / p, o = n * ip;
        v = nm_scale2(fma(fma(-o, p, n) - o * pl, ip, o), k + ks + ka);
        v = h < -1490.0 ? 0.0 : v;
    }
    const int point = inside & (sdlog == 0.0) & (l.hi == meanlog);
    const double end = point ? ML_POSINF : none;
    const int bad = (x != x) | (meanlog != meanlog) | !(sdlog >= 0.0) | ((x == ML_POSINF) & (meanlog == ML_POSINF));
    return usual ? v : bad ? ML_NAN : end;
}

NM_INLINE double dlnorm(double x, double meanlog, double sdlog, int give_log)
{
    if (give_log) return nm_dlnorm(x, meanlog, sdlog, 1);
    return nm_dlnorm(x, meanlog, sdlog, 0);
}
