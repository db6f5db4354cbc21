// @provides: phyper
// @depends: nmath, dd, elementary, nm_discrete, nm_hyper
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
    nm_dd l, u;
    nm_hyper_tails(x, i, j, m, &l, &u);
    const nm_dd t = lower_tail ? l : u;
    return log_p ? t.hi : nm_exp_dd(t);
}
