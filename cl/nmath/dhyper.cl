// @provides: dhyper
// @depends: nmath, dd, elementary, mills, nm_light, nm_discrete, nm_hyper
// @includes: nmath
//
// Density of the hypergeometric distribution: x marked among n drawn from r marked and b others; nm_hyper.cl.
// SPDX-License-Identifier: MIT

NM_INLINE double dhyper(double x, double r, double b, double n, int give_log)
{
    if (x != x || r != r || b != b || n != n) return x + r + b + n;
    if (!nm_is_count(r) || !nm_is_count(b) || !nm_is_count(n)) return ML_NAN;
    const double k = rint(x), i = rint(r), j = rint(b), m = rint(n);
    if (nm_hyper_bad(i, j, m)) return ML_NAN;
    const int inside = fabs(x) < ML_POSINF && nm_is_count(x) && k >= 0.0 && k <= i && k <= m && m - k <= j;
    if (!inside) return give_log ? ML_NEGINF : 0.0;
    if (i + j <= 100.0) {
        const nm_dd d = nm_hyper_few(k, i, j, m);
        return give_log ? nm_light_log_of(d.hi, d.lo).hi : d.hi;
    }
    const nm_dd l = nm_hyper_log(k, i, j, m);
    return give_log ? l.hi : nm_exp_dd(l);
}
