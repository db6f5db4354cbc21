// @provides: nm_hyper_log, nm_hyper_tails, nm_hyper_bad, nm_hyper_few, nm_hyper_few_sum
// @depends: nmath, dd, elementary, nm_calls, nm_terms, nm_factorial, lgammafn, dbinom_raw, nm_dist, nm_discrete
// @includes: nmath
//
// The hypergeometric distribution: x marked among n drawn from r marked and b others, N = r + b.
// Density: dbinom(x; r, n/N) dbinom(n - x; b, n/N) / dbinom(n; N, n/N), each in Loader's saddle point form (C. Loader,
// Fast and accurate computation of binomial probabilities, 2000), in double-double.
// Tails: the smaller one is the density at its end times sum h(i), h(i) = f(x - i) / f(x). Up to 300 terms matter: the
// ratio recurrence in double-double. Else the sum is integral + h(0)/2 - boundary term (Euler-Maclaurin, DLMF 2.10.1),
// the integral by Gauss-Legendre with 40 points over the range where h > e^-44, f continued by log Gamma, and the
// boundary derivatives by differences h(j) - h(-j), j <= 7.
// Populations up to 100: the density as a quotient of factorials, tails by the same recurrence in double.
// Region: populations to 2^53 (the tails at full accuracy to 1e12), NaN beyond.
// Accuracy: density 2^-60, tails 2^-54 relative; tails of populations up to 100 some 3 ulp.
// SPDX-License-Identifier: MIT

// (node, weight) on [-1, 1], the positive half.
__constant double nm_gauss40_tab[] = {
    0x1.ff190359ae7c8p-1, 0x1.284e71463c0d6p-8,
    0x1.fb40783501aafp-1, 0x1.5801fe5cda0a0p-7,
    0x1.f45b6a89bde77p-1, 0x1.0d0ae92dd2f62p-6,
    0x1.ea7412c59f876p-1, 0x1.6c79dab0af3a4p-6,
    0x1.dd99a3f1b1943p-1, 0x1.c9b84cd4f2e15p-6,
    0x1.cddfe5136244fp-1, 0x1.121b1d8e9a250p-5,
    0x1.bb5f0b43ea03fp-1, 0x1.3db419e3c9685p-5,
    0x1.a63393069f110p-1, 0x1.6763f67ce7b6cp-5,
    0x1.8e7e140e56770p-1, 0x1.8eea82a7d6915p-5,
    0x1.74630eefa6276p-1, 0x1.b40ae2c10a3f5p-5,
    0x1.580ab4e17e33ap-1, 0x1.d68bed38b1964p-5,
    0x1.39a0a9d652b8fp-1, 0x1.f638825187601p-5,
    0x1.1953c149057cap-1, 0x1.096feee7215d1p-4,
    0x1.eeab6c46ecaa8p-2, 0x1.162af0fc7e7f7p-4,
    0x1.a7b5bc5a29ed2p-2, 0x1.2139adc432380p-4,
    0x1.5e33b2ee16696p-2, 0x1.2a8b1efb50a42p-4,
    0x1.12967c83d4110p-2, 0x1.3210ebf5b8207p-4,
    0x1.8aa507790bb18p-3, 0x1.37bf7fb3ffa5fp-4,
    0x1.db7af8723039bp-4, 0x1.3b8e1ab8156dfp-4,
    0x1.3d9fa7259c6f9p-5, 0x1.3d76e07d01470p-4
};
// Boundary term: sum over k of B_2k / (2k)! h^(2k-1)(0) as sum over j of w_j (h(j) - h(-j)).
__constant double nm_boundary_tab[] = {
    0x1.3b5a0ca0d7150p-4, -0x1.c675913a8ec1dp-6, 0x1.3500915832bb5p-7, -0x1.53b033a0d62d2p-9,
    0x1.10c3d375ae550p-11, -0x1.185730ddcccf1p-14, 0x1.12f807aa1139dp-18
};

// Not a hypergeometric law: counts must be integers and n at most the population. Populations beyond 2^53, where
// counts are no longer exact, are refused too.
NM_INLINE int nm_hyper_bad(double r, double b, double n)
{
    return !(r >= 0.0 && b >= 0.0 && n >= 0.0 && r + b <= 0x1p53 && n <= r + b);
}

// The density for r + b <= 100, x inside the support: r! b! / N! n! (N - n)! / (x! (r - x)! (n - x)! (b - n + x)!).
NM_FN nm_dd nm_hyper_few(double x, double r, double b, double n)
{
    const int k = (int)x, i = (int)r, j = (int)b, m = (int)n;
    const nm_dd f = nm_dd_div(nm_dd_mul(nm_factorial(i), nm_factorial(j)), nm_factorial(i + j));
    const nm_dd g = nm_dd_mul(nm_factorial(m), nm_factorial(i + j - m));
    const nm_dd c = nm_dd_mul(nm_factorial(k), nm_factorial(i - k));
    const nm_dd d = nm_dd_mul(c, nm_dd_mul(nm_factorial(m - k), nm_factorial(j - m + k)));
    return nm_dd_mul(f, nm_dd_div(g, d));
}

// sum_{y <= x} f(y) / f(x) for r + b <= 100, at most 100 terms, all positive.
NM_FN double nm_hyper_few_sum(double x, double r, double b, double n)
{
    nm_terms t = nm_terms_none();
    for (double y = x; y > x - 100.0 && nm_terms_go_on(t); y -= 4.0) {
        // Outside the support the terms are 0.
        const double u = y + b - n, s = r - y + 1.0, v = n - y + 1.0;
        t = nm_four_terms(t, y * u, (y - 1.0) * (u - 1.0), (y - 2.0) * (u - 2.0), (y - 3.0) * (u - 3.0), s * v,
                          (s + 1.0) * (v + 1.0), (s + 2.0) * (v + 2.0), (s + 3.0) * (v + 3.0));
    }
    return 1.0 + t.sum;
}

// log density for max(0, n - b) <= x <= min(n, r).
NM_FN nm_dd nm_hyper_log(double x, double r, double b, double n)
{
    const double pop = r + b;
    if (n == 0.0 || n == pop) return nm_dd_of(0.0);
    const nm_dd p = nm_dd_ratio(n, pop), q = nm_dd_ratio(pop - n, pop);
    nm_dd l = nm_dd_of(0.0);
    for (int i = 0; i < 3; ++i) {
        const double k = i == 0 ? x : i == 1 ? n - x : n, m = i == 0 ? r : i == 1 ? b : pop;
        const nm_dd t = m == 0.0 ? nm_dd_of(0.0) : nm_dbinom_raw_log(k, m, p, q);
        l = nm_dd_add(l, i == 2 ? nm_dd_neg(t) : t);
    }
    return l;
}

// -log f(x - u) up to a constant, x - u inside the support.
NM_FN nm_dd nm_hyper_shape(double x, double u, double r, double b, double n)
{
    nm_dd s = nm_dd_of(0.0);
    for (int i = 0; i < 4; ++i) {
        const double c = (i == 0 ? x : i == 1 ? r - x : i == 2 ? n - x : b - n + x) + 1.0;
        s = nm_dd_add(s, nm_lgamma_dd(nm_two_sum(c, (i == 1 || i == 2) ? u : -u)));
    }
    return s;
}

// sum_{y <= x} f(y) / f(x), x inside the support and below the mean.
NM_FN nm_dd nm_hyper_sum(double x, double r, double b, double n)
{
    const double pop = r + b, low = n > b ? n - b : 0.0;
    const double var = n / pop * (r / pop) * b * ((pop - n) / fmax(pop - 1.0, 1.0));
    const double slope = nm_log_fn((r - x + 1.0) / x) + nm_log_fn((n - x + 1.0) / (b - n + x));
    const double a = slope > 0.0 ? slope : 0.0;
    // exp(-a i - i^2 / (2 var)) = e^-44
    double reach = var * (sqrt(a * a + 88.0 / var) - a);
    if (!(reach > 300.0) || x - low <= 300.0) {
        nm_dd t = nm_dd_of(1.0), s = t;
        double y = x;
        for (int i = 0; i < 600 && y > low; ++i) {
            const nm_dd num = nm_dd_mul_d(nm_two_prod(y, b - n + y), t.hi);
            const nm_dd num2 = nm_dd_add_d(num, y * (b - n + y) * t.lo);
            t = nm_dd_div(num2, nm_two_prod(r - y + 1.0, n - y + 1.0));
            s = nm_dd_add(s, t);
            if (t.hi < 1e-20 * s.hi) break;
            y -= 1.0;
        }
        return s;
    }
    const nm_dd at = nm_hyper_shape(x, 0.0, r, b, n);
    for (int i = 0; i < 8; ++i) {
        reach = reach < x - low ? reach : x - low;
        if (reach == x - low || nm_dd_sub(nm_hyper_shape(x, reach, r, b, n), at).hi > 43.0) break;
        reach *= 1.1;
    }
    nm_dd s = nm_dd_of(0.5);
    double h = 0.0;
    for (int i = 0; i < 40; ++i) {
        const int j = i >> 1;
        const double u = nm_gauss40_tab[2 * j], v = (i & 1) ? 1.0 + u : 1.0 - u;
        const nm_dd g = nm_dd_sub(at, nm_hyper_shape(x, 0.5 * reach * v, r, b, n));
        s = nm_dd_add(s, nm_two_prod(0.5 * reach * nm_gauss40_tab[2 * j + 1], nm_exp_dd(g)));
    }
    double up = 1.0, down = 1.0;
    for (int j = 1; j <= 7; ++j) {
        const double y = x - (j - 1.0), z = x + j;
        down *= y * (b - n + y) / ((r - y + 1.0) * (n - y + 1.0));
        up *= (r - z + 1.0) * (n - z + 1.0) / (z * (b - n + z));
        h += nm_boundary_tab[j - 1] * (down - up);
    }
    return nm_dd_add_d(s, -h);
}

// log P(X <= x) and log P(X > x), low <= x < high.
NM_FN void nm_hyper_tails(double x, double r, double b, double n, nm_dd *lower, nm_dd *upper)
{
    const int left = x < n * (r / (r + b));
    // The upper tail is the lower one of the number of others drawn.
    const double y = left ? x : n - x - 1.0, r1 = left ? r : b, b1 = left ? b : r;
    const nm_dd s = nm_dd_add(nm_hyper_log(y, r1, b1, n), nm_dd_log_dd(nm_hyper_sum(y, r1, b1, n)));
    const nm_dd o = s.hi > -M_LN2 ? nm_dd_log_dd(nm_dd_neg(nm_dd_expm1(s))) : nm_dd_log1p(nm_dd_neg(nm_dd_exp(s)));
    *lower = left ? s : o;
    *upper = left ? o : s;
}
