// @provides: qwilcox
// @depends: nmath, nm_dist, nm_rank
// @includes: nmath
//
// Quantile of Wilcoxon's rank sum statistic for samples of m and n (to the nearest integers, at least 1): nm_rank.cl.
// SPDX-License-Identifier: MIT

NM_INLINE double qwilcox(double p, double m, double n, int lower_tail, int log_p)
{
    if (p != p || m != m || n != n) return p + m + n;
    const double i = rint(m), j = rint(n);
    if (!(i >= 1.0 && j >= 1.0 && i < ML_POSINF && j < ML_POSINF) || nm_bad_p(p, log_p)) return ML_NAN;
    return nm_rank_q(1, p, fmin(i, j), fmax(i, j), lower_tail, log_p);
}
