// @provides: dsignrank
// @depends: nmath, nm_dist, nm_rank
// @includes: nmath
//
// Density of Wilcoxon's signed rank statistic for n observations (n to the nearest integer, at least 1): nm_rank.cl.
// SPDX-License-Identifier: MIT

NM_INLINE double dsignrank(double x, double n, int give_log)
{
    if (x != x || n != n) return x + n;
    const double k = rint(n);
    if (!(k >= 1.0 && k < ML_POSINF)) return ML_NAN;
    return nm_rank_d(0, x, k, k, give_log);
}
