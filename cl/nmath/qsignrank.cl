// @provides: qsignrank
// @depends: nmath, nm_dist, nm_rank
// @includes: nmath
//
// Quantile of Wilcoxon's signed rank statistic for n observations (n to the nearest integer, at least 1): nm_rank.cl.
// SPDX-License-Identifier: MIT

NM_INLINE double qsignrank(double p, double n, int lower_tail, int log_p)
{
    if (p != p || n != n) return p + n;
    const double k = rint(n);
    if (!(k >= 1.0 && k < ML_POSINF) || nm_bad_p(p, log_p)) return ML_NAN;
    return nm_rank_q(0, p, k, k, lower_tail, log_p);
}
