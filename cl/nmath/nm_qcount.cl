// @provides: nm_count_quantile, nm_count_above
// @depends: nmath, dd, elementary, nm_calls, nm_incbeta, nm_qbeta
// @includes: nmath
//
// Quantiles of the binomial and negative binomial distributions: the smallest integer k >= 0 with F(k) >= p, where
// F(k) = I_x(m, k + 1) with m = size (negative binomial) or size - k (binomial). The distribution function itself
// decides, in logarithms of the smaller tail, with a tolerance (fuzz) so that a quantile inverts a rounded probability.
// Start: normal with skewness correction (Cornish and Fisher); then Newton's steps on the logarithm of the tail (both
// tails are log-concave in k), kept in a bracket; at most 200 evaluations, 3 to 5 usual.
// SPDX-License-Identifier: MIT

// Whether k is at or above the quantile; *move: Newton's step in k.
NM_FN int nm_count_above(double k, double size, int binomial, nm_odds o, nm_beta_target t, double *move)
{
    const nm_beta_tail d = nm_incbeta_odds(binomial ? size - k : size, k + 1.0, o);
    int lower = t.lower;
    nm_dd l = nm_beta_log(d, lower);
    double v = l.hi, g = nm_dd_sub(l, t.log_p).hi;
    const int above = lower ? g >= -t.fuzz : g <= t.fuzz;
    if (v > -0.35) {
        lower = !lower;
        l = nm_beta_log(d, lower);
        v = l.hi;
        g = v - t.log_q;
    }
    // probability at k + 1 over the tail
    double slope = d.slope / (k + 1.0) / (binomial ? o.x.hi : 1.0);
    if ((lower != 0) != (d.lower != 0)) slope *= nm_exp_fn(nm_beta_log(d, d.lower).hi - v);
    *move = lower ? -g / slope : g / slope;
    return above;
}

// mean, sd and skew of the distribution; top: its largest value.
NM_FN double nm_count_quantile(double size, int binomial, nm_odds o, nm_beta_target t, double mean, double sd,
                               double skew, double top)
{
    const double z = nm_rough_z(t.log_p.hi) * (t.lower ? -1.0 : 1.0);
    double k = floor(mean + sd * (z + skew * (z * z - 1.0) / 6.0) + 0.5);
    double lo = -1.0, hi = top; // F(lo) < p <= F(hi)
    for (int i = 0; i < 200 && hi - lo > 1.0; ++i) {
        // inside the bracket; a bracket without an end grows
        const double middle = lo + floor(0.5 * (hi - lo)), root = floor(sqrt(lo + 2.0) * sqrt(hi));
        // far apart: in the logarithm, or 200 steps would not come from 1e300 to 1
        const double mid = hi < ML_POSINF ? (hi > 1e6 * (lo + 2.0) ? root : middle) : 2.0 * lo + 2.0;
        if (!(k > lo && k < hi) || (i > 20 && i % 2 != 0)) k = mid;
        if (!(k > lo && k < hi)) break; // no double between
        double move;
        if (nm_count_above(k, size, binomial, o, t, &move) != 0) hi = k;
        else lo = k;
        const double at = k;
        // Newton's point, but at least the neighbour on the other side
        k = rint(at + move);
        if (hi == at && !(k < at)) k = at - 1.0;
        if (lo == at && !(k > at)) k = at + 1.0;
    }
    return hi + 0.0; // no -0
}
