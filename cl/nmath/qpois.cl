// @provides: qpois
// @depends: nmath, dd, elementary, nm_calls, nm_incgamma, qgamma, qnorm
// @includes: nmath
//
// Poisson quantile: the smallest integer x with P(X <= x) >= p, where 4 ulp of p count as equal. Start by Cornish and
// Fisher's expansion (Rev. Inst. Int. Stat. 5 (1938) 307) with the skewness 1 / sqrt(lambda); then Newton steps on the
// logarithm of the tail, rounded to integers, inside the bracket known so far, until it holds one integer; at most 80
// evaluations, mostly 3. Exact for p more than 5 ulp from a value of the distribution function.
// SPDX-License-Identifier: MIT

NM_FN double qpois(double p, double lambda, int lower_tail, int log_p)
{
    if (p != p || lambda != lambda) return p + lambda;
    const double one = log_p ? 0.0 : 1.0, zero = log_p ? ML_NEGINF : 0.0;
    if (!(p >= zero && p <= one) || lambda < 0.0 || lambda == ML_POSINF) return ML_NAN;
    if (lambda == 0.0) return 0.0;
    if (p == zero || p == one) return (p == zero) == (lower_tail != 0) ? 0.0 : ML_POSINF;
    nm_dd lp, lq;
    nm_log_tails(p, lower_tail, log_p, &lp, &lq);
    const double z = fmax(fmin(nm_qnorm_std(p, lower_tail, log_p), 40.0), -40.0), sd = sqrt(lambda);
    double x = floor(lambda + sd * (z + (z * z - 1.0) / (6.0 * sd)) + 0.5), lo = -1.0, hi = ML_POSINF;
    x = x > 0.0 ? x : 0.0;
    const nm_dd l = nm_dd_of(lambda);
    for (int i = 0; i < 80; ++i) {
        const nm_half h = nm_pgamma_half(x + 1.0, l);
        // P(X <= x) is the upper tail of the gamma distribution with shape x + 1.
        const nm_dd t = h.upper ? lp : lq, d = nm_dd_sub(h.e, t);
        const double res = d.hi + (d.lo + nm_log_fn(h.f)), s = h.g / h.f / lambda;
        // On the log scale an ulp of p is one of its logarithm.
        const double fuzz = 0x1p-51 * (log_p && (h.upper != 0) == (lower_tail != 0) ? fmax(fabs(t.hi), 0x1p-52) : 1.0);
        const int reached = h.upper ? res >= -fuzz : res <= fuzz;
        if (reached) hi = x;
        else lo = x;
        if (hi - lo <= 1.0) break;
        double y = x + (h.upper ? -res : res) / s;
        y = reached ? fmin(ceil(y), x - 1.0) : fmax(ceil(y), x + 1.0);
        if (!(y > lo)) y = lo + 1.0;
        if (!(y < hi)) y = hi - 1.0;
        // Newton's steps settle in a few; after that halve the bracket, or double the distance.
        if (i > 6) y = hi < ML_POSINF ? floor(0.5 * (lo + hi)) : 2.0 * x + 1.0;
        x = y;
    }
    return hi < ML_POSINF ? hi : x;
}
