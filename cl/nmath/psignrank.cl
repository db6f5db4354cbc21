// @provides: psignrank
// @depends: nmath, nm_dist, nm_rank
// @includes: nmath
//
// Distribution function of Wilcoxon's signed rank statistic for n observations (n to the nearest integer, at least 1): nm_rank.cl.
// SPDX-License-Identifier: MIT

NM_INLINE double psignrank(double q, double n, int lower_tail, int log_p)
{
    if (q != q || n != n) return q + n;
    const double k = rint(n);
    if (!(k >= 1.0 && k < ML_POSINF)) return ML_NAN;
    return nm_rank_p(0, q, k, k, lower_tail, log_p);
}
