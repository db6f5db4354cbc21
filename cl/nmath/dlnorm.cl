// @provides: dlnorm, nm_dlnorm, nm_dlnorm_log, nm_dlnorm_end
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// Density of the log-normal distribution: exp(-y^2 / 2) / (x sdlog sqrt(2 pi)), y = (log x - meanlog) / sdlog, from
// the definition, y and its square as pairs. No branches. Accuracy: below 2 ulp, for sdlog down to some 0.1; below it
// the error of log x, 2^-60, is magnified by |y| / sdlog.
// SPDX-License-Identifier: MIT

// What is not 0 < x < inf and 0 < sdlog < inf, l = log x.
NM_LIGHT double nm_dlnorm_end(double x, double meanlog, double sdlog, double l, double none)
{
    const int point = (x > 0.0) & (x < ML_POSINF) & (sdlog == 0.0) & (l == meanlog);
    const int bad = (x != x) | (meanlog != meanlog) | !(sdlog >= 0.0) | ((x == ML_POSINF) & (meanlog == ML_POSINF));
    return bad ? ML_NAN : point ? ML_POSINF : none;
}

NM_LIGHT double nm_dlnorm(double x, double meanlog, double sdlog)
{
    const int hs = nm_upper(sdlog);
    int usual = (x > 0.0) & (nm_upper(x) < 0x7ff00000) & (sdlog > 0.0) & (hs < 0x7ff00000);
    // A tiny sdlog would have no reciprocal. x = a 2^j. One division for both.
    int j, k;
    const int tiny = hs < 0x07b00000;
    const double f = tiny ? 0x1p200 : 1.0, t = sdlog * f, a = nm_light_mantissa(x, &j);
    const double ip = 1.0 / (a * t), inv = a * ip;
    const nm_dd l = nm_light_log_1p(a - 1.0, (double)j), d = nm_two_sum(l.hi, -meanlog);
    const double q = d.hi * inv, y = q * f, r = (fma(-q, t, d.hi) + (d.lo + l.lo)) * inv * f;
    const double h = -0.5 * y * y, hl = fma(-0.5 * y, y, -h) - y * r;
    usual &= (nm_upper(h) & 0x7fffffff) < 0x40977000;
    // m / (x sdlog sqrt(2 pi))
    const double m = nm_light_exp(h, hl, &k) * 0x1.9884533d43651p-2;
    const double v = nm_light_scale(m * ip, k - j + (tiny ? 200 : 0));
    return usual ? v : nm_dlnorm_end(x, meanlog, sdlog, l.hi, 0.0);
}

// The logarithm: nothing that the two could share, which would keep them in one loop.
NM_LIGHT double nm_dlnorm_log(double x, double meanlog, double sdlog)
{
    const int inside = (x > 0.0) & (x < ML_POSINF);
    const int usual = inside & (as_ulong(sdlog) - 1UL < 0x7fefffffffffffffUL)
                      & ((nm_upper(meanlog) & 0x7fffffff) < 0x7ff00000);
    const double s = usual ? sdlog : 1.0, c = inside ? x : 1.0; // also for a point mass
    const nm_dd l = nm_log_quick(c, 0.0), d = nm_two_sum(l.hi, -meanlog);
    const int ks = nm_tame(s), kx = nm_tame(c);
    const double f = nm_two_to(ks), t = s * f, g = c * nm_two_to(kx), inv = 1.0 / t;
    const double q = d.hi * inv, y = q * f, r = (fma(-q, t, d.hi) + (d.lo + l.lo)) * inv * f;
    const double h = -0.5 * y * y, hl = fma(-0.5 * y, y, -h) - y * r, p = g * t, pl = fma(g, t, -p);
    const nm_dd e = nm_light_log_quotient(0x1.9884533d43651p-2, -0x1.bc0d30ebfd15cp-56, p, pl, 1, ks + kx);
    const nm_dd w = nm_two_sum(h, e.hi);
    const double v = (nm_upper(y) & 0x7fffffff) >= 0x4c700000 ? h : w.hi + (w.lo + (e.lo + hl));
    return usual ? v : nm_dlnorm_end(x, meanlog, sdlog, l.hi, ML_NEGINF);
}

NM_INLINE double dlnorm(double x, double meanlog, double sdlog, int give_log)
{
    if (give_log) return nm_dlnorm_log(x, meanlog, sdlog);
    return nm_dlnorm(x, meanlog, sdlog);
}
