// @provides: dwilcox
// @depends: nmath, nm_dist, nm_rank
// @includes: nmath
//
// Density of Wilcoxon's rank sum statistic for samples of m and n (to the nearest integers, at least 1): nm_rank.cl.
// SPDX-License-Identifier: MIT

NM_INLINE double dwilcox(double x, double m, double n, int give_log)
{
    if (x != x || m != m || n != n) return x + m + n;
    const double i = rint(m), j = rint(n);
    if (!(i >= 1.0 && j >= 1.0 && i < ML_POSINF && j < ML_POSINF)) return ML_NAN;
    return nm_rank_d(1, x, fmin(i, j), fmax(i, j), give_log);
}
