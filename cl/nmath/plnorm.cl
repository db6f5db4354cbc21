// @provides: plnorm, nm_plnorm
// @depends: nmath, dd, elementary, mills, nm_light, nm_fine, dlnorm, pnorm
// @includes: nmath
//
// Distribution function of the log-normal distribution: the normal one at (log q - meanlog) / sdlog, which is carried
// as a pair. Accuracy: that of nm_pnorm_near, for sdlog down to some 1e-5 (see dlnorm).
// SPDX-License-Identifier: MIT

NM_LIGHT double nm_plnorm(double q, double meanlog, double sdlog, int lower_tail, int log_p)
{
    const int inside = (q > 0.0) & (nm_upper(q) < 0x7ff00000), level = (nm_upper(meanlog) & 0x7fffffff) < 0x7ff00000;
    const int tiny = nm_upper(sdlog) < 0x07b00000, proper = (sdlog > 0.0) & (nm_upper(sdlog) < 0x7ff00000);
    int usual = inside & proper & level, j;
    // A tiny sdlog would have no reciprocal, nor a huge one a product. For the logarithm another operand: code that the
    // two scales share would keep both in one loop.
    const double f = tiny ? 0x1p200 : 0x1p-60, s = proper ? sdlog * f : 1.0;
    double inv;
    const double a = nm_light_mantissa(log_p && !inside ? 1.0 : q, &j);
    const nm_dd l = nm_fine_log(a, (double)j, s, &inv);
    nm_dd y = nm_lnorm_z(l, meanlog, s, f, inv);
    if (log_p) {
        const double z = (l.hi - meanlog) * inv * f;
        y.hi = (nm_upper(z) & 0x7fffffff) >= 0x4c700000 ? z : y.hi;
    } else {
        // Also if it is NaN, from an infinite one.
        usual &= (nm_upper(y.hi) & 0x7fffffff) < 0x40440000;
    }
    double v = nm_pnorm_near(y, lower_tail, log_p);
    if (!usual) {
        // A point mass, or an end of the line: the sign of log q - meanlog decides; sdlog infinite gives the middle.
        const double at = q > 0.0 ? (q < ML_POSINF ? l.hi : q) : ML_NEGINF;
        const double one = log_p ? 0.0 : 1.0, zero = log_p ? ML_NEGINF : 0.0;
        const double step = ((at < meanlog) | (q <= 0.0)) == (lower_tail != 0) ? zero : one;
        const int middle = (sdlog == ML_POSINF) & inside & level;
        const int bad = (q != q) | (meanlog != meanlog) | !(sdlog >= 0.0) | ((at == meanlog) & (q == ML_POSINF));
        v = bad ? ML_NAN : middle ? (log_p ? -M_LN2 : 0.5) : step;
    }
    return v;
}

NM_INLINE double plnorm(double q, double meanlog, double sdlog, int lower_tail, int log_p)
{
    if (log_p) return nm_plnorm(q, meanlog, sdlog, lower_tail, 1);
    return nm_plnorm(q, meanlog, sdlog, lower_tail, 0);
}
