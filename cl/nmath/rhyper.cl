// @provides: rhyper
// @depends: nmath, unif_rand, nm_variate, nm_count_variate, nm_count_walk, nm_walk_of
// @includes: nmath
//
// Hypergeometric: white balls among n drawn from r white and b black ones, counts rounded to integers. By symmetry
// white <= black and n <= (r + b)/2, so that the support begins at 0. Mean below 32: inversion from the mode
// (nm_count_walk). From 32 on: ratio of uniforms with the table mountain hat of E. Stadlober, The ratio of uniforms
// approach for generating discrete random variates, J. Comp. Appl. Math. 31 (1990), section 4 (HRUA), density in saddle
// point form: populations up to 1e15 and beyond keep their precision.
// Bounds: inversion 96 steps to either side (P(X > 127) < 1e-35 for a mean of 32); rejection 96 tries (each accepts
// with probability 0.5 or more: 2^-96 < 1e-28), then the mode.
// SPDX-License-Identifier: MIT

INLINE double rhyper(double rin, double bin, double nin, nm_rng *rng)
{
    const double white = rint(rin), black = rint(bin), n0 = rint(nin), total = white + black;
    if (!(white >= 0.0 && black >= 0.0 && n0 >= 0.0 && n0 <= total && total <= 1e75)) return ML_NAN;
    if (white == 0.0 || n0 == 0.0) return 0.0;
    if (black == 0.0 || n0 == total) return black == 0.0 ? n0 : white;
    const int swap = white > black, rest = n0 > 0.5 * total;
    const double r = swap ? black : white, b = swap ? white : black, n = rest ? total - n0 : n0;
    const double mean = n * (r / total), most = r < n ? r : n;
    nm_rv_walk w;
    if (nm_walk_hyper(white, black, n0, NM_WALK_MEAN, &w)) return nm_rv_walk_draw(&w, unif_rand(rng));
    const double mode = floor((r + 1.0) * ((n + 1.0) / (total + 2.0)));
    const double sd = sqrt(fma(mean * (b / total), (total - n) / (total - 1.0), 0.5));
    const double width = fma(1.7155277699214135, sd, 0.8989161620588988); /* 2 sqrt(2/e), 3 - 2 sqrt(3/e) */
    double top, factors;
    const double at_mode = nm_rv_hyper_cells(mode, r, b, n, &top);
    double k = mode;
    for (int i = 0; i < 96; i++) {
        const double u = unif_rand(rng), v = unif_rand(rng);
        const double x = floor(mean + 0.5 + width * (v - 0.5) / u);
        if (x < 0.0 || x > most) continue;
        const double sum = nm_rv_hyper_cells(x, r, b, n, &factors);
        if (u * u <= nm_rv_exp(at_mode - sum) * sqrt(top / factors)) {
            k = x;
            break;
        }
    }
    k = rest ? r - k : k;
    return swap ? n0 - k : k;
}
