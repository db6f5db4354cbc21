// @provides: pwilcox
// @depends: nmath, nm_dist, nm_rank
// @includes: nmath
//
// Distribution function of Wilcoxon's rank sum statistic for samples of m and n (to the nearest integers, at least 1): nm_rank.cl.
// SPDX-License-Identifier: MIT

NM_INLINE double pwilcox(double q, double m, double n, int lower_tail, int log_p)
{
    if (q != q || m != m || n != n) return q + m + n;
    const double i = rint(m), j = rint(n);
    if (!(i >= 1.0 && j >= 1.0 && i < ML_POSINF && j < ML_POSINF)) return ML_NAN;
    return nm_rank_p(1, q, fmin(i, j), fmax(i, j), lower_tail, log_p);
}
