// @provides: NM_WALK_MEAN, nm_rv_hyper_cells, nm_walk_pois, nm_walk_binom, nm_walk_fails, nm_walk_nbinom,
//   nm_walk_nbinom_mu, nm_walk_hyper
// @depends: nmath, nm_variate, nm_count_variate, nm_count_walk
// @includes: nmath
//
// The walks of nm_count_walk.cl for the distributions: whether parameters are proper and the mean is below `limit`
// (at most 1000), and then their walk from the mode; negative binomial from 0. Steps to either side: beyond them lies
// less than 1e-18 for a mean of 32.
// The probability of the start is good to some 1e-14. Bit-identical on every device, see nm_variate.
// SPDX-License-Identifier: MIT

#define NM_WALK_MEAN 32.0 // of random variates
#define NM_WALK_STEPS(mean) ((mean) < 32.0 ? 96 : 511)

NM_RV_INLINE int nm_walk_pois(double mu, double limit, nm_rv_walk *w)
{
    if (!(mu >= 0.0 && mu < limit)) return 0;
    // From 0 where that is cheaper.
    const double mode = mu < 8.0 ? 0.0 : floor(mu);
    double at = nm_rv_exp(mu < 8.0 ? -mu : -nm_rv_cell(mode, mu));
    if (mu >= 8.0) at /= sqrt(M_2PI * mode);
    *w = nm_rv_walk_of(mode, at, NM_WALK_STEPS(mu));
    w->c0 = mu;
    return 1;
}

NM_RV_INLINE int nm_walk_binom(double n, double p, double limit, nm_rv_walk *w)
{
    const int flip = p > 0.5;
    const double r = flip ? 1.0 - p : p, q = flip ? p : 1.0 - p, mean = n * r, other = n * q;
    if (!(n >= 1.0 && n <= DBL_MAX && rint(n) == n && p > 0.0 && p < 1.0 && mean < limit)) return 0;
    const double mode = floor((n + 1.0) * r), rest = n - mode;
    const double e = nm_rv_cell(n, n) - (nm_rv_cell(mode, mean) + nm_rv_cell(rest, other));
    const double s = sqrt(1.0 / (M_2PI * nm_rv_factor(mode) * (nm_rv_factor(rest) / n)));
    *w = nm_rv_walk_of(mode, nm_rv_exp(e) * s, NM_WALK_STEPS(mean));
    w->c0 = r / q;
    w->e0 = n;
    w->e1 = -1.0;
    w->mirror0 = flip ? n : -1.0;
    return 1;
}

// By size, prob and 1 - prob.
NM_RV_INLINE int nm_walk_fails(double size, double prob, double fail, double limit, nm_rv_walk *w)
{
    if (!(size > 0.0 && prob >= 0.08 && prob < 1.0 && size * fail < limit * prob)) return 0;
    *w = nm_rv_walk_of(0.0, nm_rv_exp(size * nm_rv_log(prob, -fail)), 511);
    w->c0 = fail;
    w->e0 = size;
    w->e1 = 1.0;
    return 1;
}

NM_RV_INLINE int nm_walk_nbinom(double size, double prob, double limit, nm_rv_walk *w)
{
    return nm_walk_fails(size, prob, 1.0 - prob, limit, w);
}

NM_RV_INLINE int nm_walk_nbinom_mu(double size, double mu, double limit, nm_rv_walk *w)
{
    const double fail = mu / (size + mu);
    return size <= DBL_MAX && mu > 0.0 && nm_walk_fails(size, 1.0 - fail, fail, limit, w);
}

/* Sum over the four cells, with k white ones drawn, of nm_rv_cell; the product of their factors in *factors. */
NOINLINE double nm_rv_hyper_cells(double k, double r, double b, double n, double *factors)
{
    const double total = r + b, rest = total - n;
    const double fr = r / total, fb = b / total;
    double sum = 0.0, product = 1.0;
    for (int i = 0; i < 4; i++) {
        const double drawn = i & 1 ? n - k : k;
        const double x = i < 2 ? drawn : (i & 1 ? b : r) - drawn;
        sum += nm_rv_cell(x, (i & 1 ? fb : fr) * (i < 2 ? n : rest));
        product *= nm_rv_factor(x);
    }
    *factors = product;
    return sum;
}

NM_RV_INLINE int nm_walk_hyper(double win, double bin, double nin, double limit, nm_rv_walk *w)
{
    const double white = rint(win), black = rint(bin), n0 = rint(nin), total = white + black;
    if (!(white > 0.0 && black > 0.0 && n0 > 0.0 && n0 < total && total <= 1e75)) return 0;
    const int swap = white > black, rest = n0 > 0.5 * total;
    const double r = swap ? black : white, b = swap ? white : black, n = rest ? total - n0 : n0;
    const double mean = n * (r / total);
    if (!(mean < limit)) return 0;
    const double mode = floor((r + 1.0) * ((n + 1.0) / (total + 2.0)));
    double factors;
    const double sum = nm_rv_hyper_cells(mode, r, b, n, &factors);
    // The margins' own factorials: their deviances are 0.
    const double c = nm_rv_cell(r, r) + nm_rv_cell(b, b) + nm_rv_cell(n, n) + nm_rv_cell(total - n, total - n) -
                     nm_rv_cell(total, total);
    const double at = nm_rv_exp(c - sum) * sqrt(r * b / total * n * (total - n) / (M_2PI * factors));
    *w = nm_rv_walk_of(mode, at, NM_WALK_STEPS(mean));
    w->c0 = r;
    w->c1 = -1.0;
    w->e0 = n;
    w->e1 = -1.0;
    w->d0 = b - n;
    w->d1 = 1.0;
    w->mirror0 = rest ? r : -1.0;
    w->mirror1 = swap ? n0 : -1.0;
    return 1;
}
