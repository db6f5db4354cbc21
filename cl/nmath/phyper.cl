// @provides: phyper
// @depends: nmath, dd, elementary, mills, nm_light, nm_discrete, nm_hyper
// @includes: nmath
//
// Distribution function of the hypergeometric distribution: at most q marked among n drawn from r marked and b others
// (counts to the nearest integers); nm_hyper.cl.
// SPDX-License-Identifier: MIT

NM_INLINE double phyper(double q, double r, double b, double n, int lower_tail, int log_p)
{
    if (q != q || r != r || b != b || n != n) return q + r + b + n;
    const double x = floor(q + 1e-7), i = rint(r), j = rint(b), m = rint(n);
    if (nm_hyper_bad(i, j, m)) return ML_NAN;
    const double low = m > j ? m - j : 0.0, high = m < i ? m : i;
    if (x < low || x >= high) {
        const int one = (x >= low) == (lower_tail != 0);
        return one ? (log_p ? 0.0 : 1.0) : (log_p ? ML_NEGINF : 0.0);
    }
    if (i + j <= 100.0) {
        // The tail on x's side of the mean; the upper one is the lower one of the number of others drawn.
        const int left = x < m * (i / (i + j));
        const double y = left ? x : m - x - 1.0, r1 = left ? i : j, b1 = left ? j : i;
        const nm_dd d = nm_hyper_few(y, r1, b1, m);
        const double v = d.hi * nm_hyper_few_sum(y, r1, b1, m);
        if (left == (lower_tail != 0)) return log_p ? nm_light_log_of(v, 0.0).hi : v;
        return log_p ? nm_light_log1m(v).hi : 0.5 - v + 0.5;
    }
    nm_dd l, u;
    nm_hyper_tails(x, i, j, m, &l, &u);
    const nm_dd t = lower_tail ? l : u;
    return log_p ? t.hi : nm_exp_dd(t);
}
