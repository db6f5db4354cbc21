// @provides: qhyper
// @depends: nmath, dd, elementary, nm_calls, nm_dist, nm_discrete, nm_hyper
// @includes: nmath
//
// Quantile of the hypergeometric distribution: the smallest x with P(X <= x) >= p, values within 4 ulp of p counting as
// equal. A bracket closed by the secant on the logarithm of the smaller tail, from the normal approximation
// (Abramowitz and Stegun 26.2.23); at most 200 steps, usually 3 to 5.
// SPDX-License-Identifier: MIT

NM_INLINE double qhyper(double p, double r, double b, double n, int lower_tail, int log_p)
{
    if (p != p || r != r || b != b || n != n) return p + r + b + n;
    const double i = rint(r), j = rint(b), m = rint(n);
    if (nm_hyper_bad(i, j, m) || nm_bad_p(p, log_p)) return ML_NAN;
    const double low = m > j ? m - j : 0.0, high = m < i ? m : i;
    const double top = log_p ? 0.0 : 1.0, bottom = log_p ? ML_NEGINF : 0.0;
    if (p == (lower_tail ? bottom : top)) return low;
    if (p == (lower_tail ? top : bottom)) return high;
    const int stated = log_p ? p <= -M_LN2 : p <= 0.5;
    const int left = stated == (lower_tail != 0);
    const nm_dd t = nm_log_tail(p, stated, log_p);
    const double lp = log_p ? p : nm_log_tail(p, 1, 0).hi;
    // Without log_p the tail that is not stated is 1 - p: what 4 ulp of p (half a one at the very end) are of it.
    const double off = (p < 1.0 - 0x1p-36 ? 4.0 * DBL_EPSILON : 0x1.04p-54) * fmin(1.0 / nm_expm1_fn(-lp), 1e300);
    const double fuzz = log_p ? 4.0 * DBL_EPSILON * fmax(-lp, 1.0) : stated ? 4.0 * DBL_EPSILON : off;
    const double pop = i + j, mean = m * (i / pop);
    const double sd = sqrt(mean * (j / pop) * ((pop - m) / fmax(pop - 1.0, 1.0)));
    const double w = sqrt(fmin(-2.0 * t.hi, 1e20));
    const double z = w
        - (2.515517 + w * (0.802853 + w * 0.010328)) / (1.0 + w * (1.432788 + w * (0.189269 + w * 0.001308)));
    double a = low - 1.0, c = high, y = floor(mean + (left ? -z : z) * sd), ya = 0.0, ga = 0.0;
    int have = 0;
    for (int k = 0; k < 200 && c - a > 1.0; ++k) {
        y = y <= a ? a + 1.0 : y >= c ? c - 1.0 : y;
        nm_dd l, u;
        nm_hyper_tails(y, i, j, m, &l, &u);
        // Increasing in y: log F(y) - log p, or log S - log P(X > y).
        const double g = (left ? nm_dd_sub(l, t) : nm_dd_sub(t, u)).hi + fuzz;
        const double slope = have && ga != g ? (y - ya) / (g - ga) : fmax(sd, 1.0) / (z > 0.5 ? z : 0.5);
        ya = y;
        ga = g;
        have = 1;
        if (g >= 0.0) c = y;
        else a = y;
        const double next = y - g * slope;
        y = (k & 3) == 3 ? floor(0.5 * (a + c)) : g >= 0.0 ? floor(next) : ceil(next);
        if (!(fabs(y) < 1e300)) y = floor(0.5 * (a + c));
    }
    return c;
}
