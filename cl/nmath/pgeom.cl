// @provides: pgeom
// @depends: nmath, dd, elementary, nm_log_ext, nm_discrete
// @includes: nmath
//
// Distribution function of the geometric distribution: the upper tail is (1 - p)^(k + 1), k = floor(q + 1e-7).
// Measured: 1 ulp.
// SPDX-License-Identifier: MIT

NM_FN double pgeom(double q, double p, int lower_tail, int log_p)
{
    if (q != q || p != p) return q + p;
    if (!(p > 0.0 && p <= 1.0)) return ML_NAN;
    const double k = nm_count_floor(q);
    nm_dd l; // log of the upper tail
    if (k < 0.0) l = nm_dd_of(0.0);
    else if (k == ML_POSINF || p == 1.0) l = nm_dd_of(ML_NEGINF);
    else l = nm_dd_mul_d(nm_log1m_ext(p), fmin(k + 1.0, 1e300));
    if (!lower_tail) return log_p ? l.hi : nm_exp_dd(l);
    if (l.hi < -0.6) {
        const double u = nm_exp_dd(l);
        return log_p ? log1p(-u) : (0.5 - u) + 0.5;
    }
    const double r = l.hi == 0.0 ? 0.0 : -nm_dd_expm1(l).hi;
    return log_p ? log(r) : r;
}
