// @provides: dlnorm, nm_dlnorm, nm_dlnorm_log, nm_dlnorm_end, nm_lnorm_z
// @depends: nmath, dd, elementary, mills, nm_light, nm_fine
// @includes: nmath
//
// Density of the log-normal distribution: exp(-y^2 / 2) / (x sdlog sqrt(2 pi)), y = (log x - meanlog) / sdlog, from
// the definition, y and its square as pairs. No branches. Accuracy: below 4 ulp for sdlog down to some 1e-5; below
// it the error of log x, 2^-71, is magnified by |y| / sdlog.
// SPDX-License-Identifier: MIT

// What is not 0 < x < inf and 0 < sdlog < inf, l = log x.
NM_LIGHT double nm_dlnorm_end(double x, double meanlog, double sdlog, double l, double none)
{
    const int point = (x > 0.0) & (x < ML_POSINF) & (sdlog == 0.0) & (l == meanlog);
    const int bad = (x != x) | (meanlog != meanlog) | !(sdlog >= 0.0) | ((x == ML_POSINF) & (meanlog == ML_POSINF));
    return bad ? ML_NAN : point ? ML_POSINF : none;
}

// (log x - meanlog) / sdlog from the logarithm, s = sdlog f and inv = 1 / s; a sum whose second part is up to some ulp
// of the first.
NM_LIGHT nm_dd nm_lnorm_z(nm_dd l, double meanlog, double s, double f, double inv)
{
    const nm_dd d = nm_two_sum(l.hi, -meanlog);
    const double q = d.hi * inv;
    return nm_dd_make(q * f, (fma(-q, s, d.hi) + (d.lo + l.lo)) * inv * f);
}

NM_LIGHT double nm_dlnorm(double x, double meanlog, double sdlog)
{
    const int hs = nm_upper(sdlog);
    int usual = (x > 0.0) & (nm_upper(x) < 0x7ff00000) & (sdlog > 0.0) & (hs < 0x7ff00000);
    // A tiny sdlog would have no reciprocal, nor a huge one a product. x = a 2^j. One division for all.
    int j, k;
    const int tiny = hs < 0x07b00000;
    const double f = tiny ? 0x1p200 : 0x1p-60, s = sdlog * f, a = nm_light_mantissa(x, &j);
    double ip;
    const nm_dd l = nm_fine_log(a, (double)j, usual ? a * s : 1.0, &ip), y = nm_lnorm_z(l, meanlog, s, f, a * ip);
    const double h = -0.5 * y.hi * y.hi, hl = fma(-0.5 * y.hi, y.hi, -h) - y.hi * y.lo;
    usual &= (nm_upper(h) & 0x7fffffff) < 0x40977000;
    // m / (x sdlog sqrt(2 pi))
    const double m = nm_light_exp(h, hl, &k) * 0x1.9884533d43651p-2;
    const double v = nm_light_scale(m * ip, k - j + (tiny ? 200 : -60));
    return usual ? v : nm_dlnorm_end(x, meanlog, sdlog, l.hi, 0.0);
}

// The logarithm: nothing that the two could share, which would keep them in one loop.
NM_LIGHT double nm_dlnorm_log(double x, double meanlog, double sdlog)
{
    const int inside = (x > 0.0) & (x < ML_POSINF);
    const int usual = inside & (as_ulong(sdlog) - 1UL < 0x7fefffffffffffffUL)
                      & ((nm_upper(meanlog) & 0x7fffffff) < 0x7ff00000);
    const double s = usual ? sdlog : 1.0, c = inside ? x : 1.0;
    int j;
    const double a = nm_light_mantissa(c, &j);
    const int ks = nm_tame(s);
    const double f = nm_two_to(ks), t = s * f;
    double inv;
    const nm_dd l = nm_fine_log(a, (double)j, t, &inv), y = nm_lnorm_z(l, meanlog, t, f, inv);
    const double h = -0.5 * y.hi * y.hi, hl = fma(-0.5 * y.hi, y.hi, -h) - y.hi * y.lo, p = a * t, pl = fma(a, t, -p);
    const nm_dd e = nm_light_log_quotient(0x1.9884533d43651p-2, -0x1.bc0d30ebfd15cp-56, p, pl, 1, ks - j);
    const nm_dd w = nm_two_sum(h, e.hi);
    const double z = (l.hi - meanlog) * inv * f, far = -0.5 * z * z;
    const double v = (nm_upper(z) & 0x7fffffff) >= 0x4c700000 ? far : w.hi + (w.lo + (e.lo + hl));
    return usual ? v : nm_dlnorm_end(x, meanlog, sdlog, l.hi, ML_NEGINF);
}

NM_INLINE double dlnorm(double x, double meanlog, double sdlog, int give_log)
{
    if (give_log) return nm_dlnorm_log(x, meanlog, sdlog);
    return nm_dlnorm(x, meanlog, sdlog);
}
