// @provides: plnorm
// @depends: nmath, dd, elementary, nm_dist, pnorm
// @includes: nmath
//
// Distribution function of the log-normal distribution: the normal one at (log q - meanlog) / sdlog, which is carried
// in double-double. Accuracy: that of nm_pnorm_z.
// SPDX-License-Identifier: MIT

NM_INLINE double plnorm(double q, double meanlog, double sdlog, int lower_tail, int log_p)
{
    if (q != q || meanlog != meanlog || sdlog != sdlog) return q + meanlog + sdlog;
    if (sdlog < 0.0) return ML_NAN;
    if (q <= 0.0) return lower_tail ? (log_p ? ML_NEGINF : 0.0) : (log_p ? 0.0 : 1.0);
    const int usual = sdlog > 0.0 && sdlog < ML_POSINF && q < ML_POSINF && fabs(meanlog) < ML_POSINF;
    if (!usual) return pnorm(log(q), meanlog, sdlog, lower_tail, log_p);
    int e;
    const nm_dd d = nm_dd_add_d(nm_dd_log(q), -meanlog);
    const nm_dd z = d.hi == 0.0 ? d : nm_div_split(d, sdlog, &e);
    return nm_pnorm_z(d.hi == 0.0 ? d : nm_ldexp_dd(z, e), lower_tail, log_p);
}
