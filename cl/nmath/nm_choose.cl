// @provides: nm_choose_product, nm_choose_log, nm_choose_sign
// @depends: nmath, dd, elementary, stirlerr, lgammafn, lbeta
// @includes: nmath
//
// Binomial coefficients for real n and integer k >= 0: the product n (n - 1) ... (n - k + 1) / k! for k < 30, at most
// 29 factors in double-double; else |.| by logarithms, n >= 0: -log B(n - k + 1, k + 1) - log(n + 1), or
// for n < k - 1 B(n + 1, k - n) |sin(pi n)| / pi (DLMF 5.5.3).
// SPDX-License-Identifier: MIT

// n (n - 1) ... (n - k + 1) / k! = r 2^e.
NM_INLINE nm_dd nm_choose_product(double n, int k, int *e)
{
    nm_dd r = nm_dd_of(1.0);
    int total = 0;
    for (int j = 0; j < k; ++j) {
        int s;
        nm_dd f = nm_two_sum(n, -(double)j);
        nm_split(f.hi, &s);
        if (f.hi == 0.0) s = 0;
        const int h = s / 2;
        f = nm_dd_scale(nm_dd_scale(f, nm_pow2(-h)), nm_pow2(h - s));
        total += s;
        r = nm_dd_div_d(nm_dd_mul(r, f), (double)(j + 1));
    }
    *e = total;
    return r;
}

// log |choose(n, k)| for k >= 1; n not an integer from 0 to k - 1.
NM_FN nm_dd nm_choose_log(double n, double k)
{
    // From below 0: |choose(n, k)| = choose(k - n - 1, k) = 1 / ((k - n) B(-n, k + 1)).
    const nm_dd m = n < 0.0 ? nm_dd_of(-n) : nm_dd_add_d(nm_two_sum(n, -k), 1.0);
    if (m.hi > 0.0) {
        const nm_dd t = n < 0.0 ? nm_two_sum(k, -n) : nm_two_sum(n, 1.0);
        return nm_dd_neg(nm_dd_add(nm_lbeta_dd(m, nm_two_sum(k, 1.0)), nm_dd_log_dd(t)));
    }
    const nm_dd s = nm_dd_sinpi(n);
    const nm_dd b = nm_lbeta_dd(nm_two_sum(n, 1.0), nm_two_sum(k, -n));
    return nm_dd_add(b, nm_dd_sub(nm_dd_log_dd(s.hi < 0.0 ? nm_dd_neg(s) : s), NM_LN_PI));
}

// The sign of choose(n, k) for integer k >= 0.
NM_INLINE int nm_choose_sign(double n, double k)
{
    const double c = n < 0.0 ? k : n < k - 1.0 ? k - 1.0 - floor(n) : 0.0;   // the number of negative factors
    return c - 2.0 * floor(0.5 * c) != 0.0 ? -1 : 1;
}
