// @provides: plnorm, nm_plnorm
// @depends: nmath, dd, elementary, mills, nm_light, pnorm
// @includes: nmath
//
// Distribution function of the log-normal distribution: the normal one at (log q - meanlog) / sdlog, which is carried
// as a pair. No branches. Accuracy: that of nm_pnorm_near, for sdlog down to some 0.1 (see dlnorm).
// SPDX-License-Identifier: MIT

NM_LIGHT double nm_plnorm(double q, double meanlog, double sdlog, int lower_tail, int log_p)
{
    const int inside = (q > 0.0) & (q < ML_POSINF), level = (nm_upper(meanlog) & 0x7fffffff) < 0x7ff00000;
    const int tiny = nm_upper(sdlog) < 0x07b00000;
    int usual = inside & (sdlog > 0.0) & (nm_upper(sdlog) < 0x7ff00000) & level;
    // A tiny sdlog would have no reciprocal.
    const double f = tiny ? 0x1p200 : 1.0, t = sdlog * f, inv = 1.0 / t;
    // Two logarithms for the two scales: code that they share would keep both in one loop.
    const nm_dd l = log_p ? nm_log_quick(q, 0.0) : nm_light_log_at(q), d = nm_two_sum(l.hi, -meanlog);
    const double g = d.hi * inv, z = g * f, r = (fma(-g, t, d.hi) + (d.lo + l.lo)) * inv * f;
    const double v = nm_pnorm_near(nm_dd_make(z, r), lower_tail, log_p);
    if (!log_p) usual &= (nm_upper(z) & 0x7fffffff) < 0x40440000;
    // A point mass, or an end of the line: the sign of log q - meanlog decides; sdlog infinite gives the middle.
    const double x = q > 0.0 ? (q < ML_POSINF ? l.hi : q) : ML_NEGINF;
    const double one = log_p ? 0.0 : 1.0, zero = log_p ? ML_NEGINF : 0.0;
    const double step = ((x < meanlog) | (q <= 0.0)) == (lower_tail != 0) ? zero : one;
    const int middle = (sdlog == ML_POSINF) & inside & level;
    const double other = middle ? (log_p ? -M_LN2 : 0.5) : step;
    const int bad = (q != q) | (meanlog != meanlog) | !(sdlog >= 0.0) | ((x == meanlog) & (q == ML_POSINF));
    return usual ? v : bad ? ML_NAN : other;
}

NM_INLINE double plnorm(double q, double meanlog, double sdlog, int lower_tail, int log_p)
{
    if (log_p) return nm_plnorm(q, meanlog, sdlog, lower_tail, 1);
    return nm_plnorm(q, meanlog, sdlog, lower_tail, 0);
}
