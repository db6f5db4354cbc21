// @provides: plnorm
// @depends: nmath, dd, elementary, nm_quick, pnorm
// @includes: nmath
//
// Distribution function of the log-normal distribution: the normal one at (log q - meanlog) / sdlog, which is carried
// in double-double. Accuracy: that of nm_pnorm_z, for sdlog down to 1e-3 (see dlnorm).
// SPDX-License-Identifier: MIT

NM_INLINE double plnorm(double q, double meanlog, double sdlog, int lower_tail, int log_p)
{
    const int inside = q > 0.0 && q < ML_POSINF;
    const int usual = inside && sdlog > 0.0 && sdlog < ML_POSINF && fabs(meanlog) < ML_POSINF;
    double e;
    const nm_dd l = nm_quick_log(inside ? q : 1.0), d0 = nm_two_sum(l.hi, usual ? -meanlog : 0.0);
    const nm_dd d = nm_fast_two_sum(d0.hi, d0.lo + l.lo);
    const nm_dd t = nm_quick_ratio(d, usual ? sdlog : 1.0, &e), z = nm_quick_ldexp(t, e);
    const int far = !(fabs(z.hi) < ML_POSINF);
    double r = nm_pnorm_z(nm_dd_make(d.hi == 0.0 ? 0.0 : z.hi, d.hi == 0.0 || far ? 0.0 : z.lo), lower_tail, log_p);
    // A point mass, or an end of the line: the sign of log q - meanlog decides; sdlog infinite gives the middle.
    const double x = q > 0.0 ? (q < ML_POSINF ? l.hi : q) : ML_NEGINF;
    const double one = log_p ? 0.0 : 1.0, zero = log_p ? ML_NEGINF : 0.0;
    const double step = (x < meanlog || q <= 0.0) == (lower_tail != 0) ? zero : one;
    const int middle = sdlog == ML_POSINF && inside && fabs(meanlog) < ML_POSINF;
    r = usual ? r : middle ? (log_p ? -M_LN2 : 0.5) : step;
    r = sdlog < 0.0 || (fabs(x) == ML_POSINF && x == meanlog && q > 0.0) ? ML_NAN : r;
    return q != q || meanlog != meanlog || sdlog != sdlog ? q + meanlog + sdlog : r;
}
