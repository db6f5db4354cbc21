// @provides: dlnorm
// @depends: nmath, dd, elementary, nm_dist
// @includes: nmath
//
// Density of the log-normal distribution: exp(-y^2 / 2) / (x sdlog sqrt(2 pi)), y = (log x - meanlog) / sdlog, from
// the definition, in double-double. Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double dlnorm(double x, double meanlog, double sdlog, int give_log)
{
    if (x != x || meanlog != meanlog || sdlog != sdlog) return x + meanlog + sdlog;
    if (sdlog < 0.0) return ML_NAN;
    const double none = give_log ? ML_NEGINF : 0.0;
    if (x == ML_POSINF && meanlog == ML_POSINF) return ML_NAN;
    if (x <= 0.0) return none;
    if (sdlog == 0.0) return log(x) == meanlog ? ML_POSINF : none;
    if (x == ML_POSINF || sdlog == ML_POSINF || !(fabs(meanlog) < ML_POSINF)) return none;
    int e, i, j;
    const nm_dd l = nm_dd_log(x), d = nm_dd_add_d(l, -meanlog);
    nm_dd y = d.hi == 0.0 ? d : nm_div_split(d, sdlog, &e);
    y = d.hi == 0.0 ? d : nm_ldexp_dd(y, e);
    if (fabs(y.hi) > 0x1p200) return give_log ? -0.5 * y.hi * y.hi : 0.0;
    const nm_dd h = nm_dd_scale(nm_dd_mul(y, y), -0.5);
    if (give_log) return nm_dd_sub(nm_dd_sub(h, NM_LN_SQRT_2PI), nm_dd_add(l, nm_dd_log(sdlog))).hi;
    const double a = nm_split(x, &i), b = nm_split(sdlog, &j);
    // 1 / sqrt(2 pi)
    const nm_dd c = nm_dd_make(0x1.9884533d43651p-2, -0x1.bc0d30ebfd15cp-56);
    return nm_exp_pow(h, nm_dd_div(c, nm_two_prod(a, b)), -i - j);
}
