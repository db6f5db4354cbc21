// @provides: nm_fast_st_count, nm_fast_power, nm_fast_dbinom, nm_fast_saddle, nm_fast_nbinom, nm_fast_dpois
// @depends: nmath, dd, elementary, nm_fast_log, stirlerr, nm_fast_gamma
// @includes: nmath
//
// Probabilities of counts in Loader's saddle point form (C. Loader, Fast and accurate computation of binomial
// probabilities, 2000), the deviance as a pair good to 2^-62, rounded once. No branches but for edges.
// Stirling's error of whole numbers: a table below 16, from 16 on a polynomial in 1 / n^2 that interpolates at 5
// Chebyshev nodes.
// Accuracy: 2 ulp.
// SPDX-License-Identifier: MIT

// log n! - (n + 1/2) log n + n - log(2 pi) / 2 for whole n >= 1.
NM_FLAT double nm_fast_st_count(double n)
{
    const int small = n < 16.0;
    const double i = 1.0 / (small ? 16.0 : n), w = i * i;
    double s = 0x1.afb49f0567a3fp-11;
    s = fma(s, w, -0x1.380b25f891f4ep-11);
    s = fma(s, w, 0x1.a019fea65e97fp-11);
    s = fma(s, w, -0x1.6c16c16bfefbdp-9);
    s = fma(s, w, 0x1.5555555555555p-4) * i;
    return small ? nm_stirlerr_tab[4 * (int)n - 2] : s;
}

// exp(l n) or l n, l <= 0.
NM_FLAT double nm_fast_power(nm_dd l, double n, int give_log)
{
    const double h = l.hi * n, t = fma(l.hi, n, -h) + l.lo * n;
    if (give_log) return h + t;
    int k;
    const double m = nm_fast_exp(h, t, &k);
    return nm_scale2(m, k);
}

// exp(-bd0(x, a) - bd0(y, b) + st) sqrt(f / (2 pi)), or its logarithm.
NM_FLAT double nm_fast_saddle(double x, nm_dd a, double y, nm_dd b, double st, double f, int give_log)
{
    const nm_dd u = nm_fast_bd0(x, a), v = nm_fast_bd0(y, b);
    const double d = u.hi + v.hi, dl = (u.hi > v.hi ? (u.hi - d) + v.hi : (v.hi - d) + u.hi) + (u.lo + v.lo);
    const double g = f * 0x1.45f306dc9c883p-3;
    if (give_log) {
        const nm_dd l = nm_fast_log(g), r = nm_two_sum(0.5 * l.hi, -d);
        return r.hi + (r.lo + (st - dl + 0.5 * l.lo));
    }
    int k;
    const double m = nm_fast_exp(-d, st - dl, &k);
    return nm_scale2(m * sqrt(g), k);
}

// Binomial probability for whole x and n, 0 <= x <= n <= 2^53, 2^-400 <= p < 1.
NM_FLAT double nm_fast_dbinom(double x, double n, double p, int give_log)
{
    if (x == 0.0 || x == n) return nm_fast_power(x == 0.0 ? nm_fast_log1m(p) : nm_fast_log(p), n, give_log);
    const double y = n - x;
    const nm_dd a = nm_two_prod(n, p), t = nm_two_sum(n, -a.hi), b = nm_fast_two_sum(t.hi, t.lo - a.lo);
    const double st = nm_fast_st_count(n) - nm_fast_st_count(x) - nm_fast_st_count(y);
    return nm_fast_saddle(x, a, y, b, st, n / (x * y), give_log);
}

// Negative binomial probability for whole x >= 1 and size n >= 1/2 with N = n + x, a = N p and b = N (1 - p).
NM_FLAT double nm_fast_nbinom(double x, double n, double N, nm_dd a, nm_dd b, int give_log)
{
    const double st = nm_fast_st_any(N) - nm_fast_st_any(n) - nm_fast_st_count(x);
    return nm_fast_saddle(n, a, x, b, st, n / (x * N), give_log);
}

// Poisson probability for whole x >= 1 and 2^-400 <= a <= 2^400.
NM_FLAT double nm_fast_dpois(double x, double a, int give_log)
{
    const nm_dd u = nm_fast_bd0(x, nm_dd_of(a));
    const double st = -nm_fast_st_count(x), g = 0x1.45f306dc9c883p-3 / x;
    if (give_log) {
        const nm_dd l = nm_fast_log(g), r = nm_two_sum(0.5 * l.hi, -u.hi);
        return r.hi + (r.lo + (st - u.lo + 0.5 * l.lo));
    }
    int k;
    const double m = nm_fast_exp(-u.hi, st - u.lo, &k);
    return nm_scale2(m * sqrt(g), k);
}
