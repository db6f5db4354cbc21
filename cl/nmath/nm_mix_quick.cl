// @provides: nm_mix_series, nm_mix_quick
// @depends: nmath, dd, elementary, nm_quick, nm_fast_log, nm_fast_gamma
// @includes: nmath
//
// Densities of Poisson mixtures whose largest term is among the first few: the central density times e^-l times
//   sum_j (x l)^j (n)_j / ((a)_j j!) (beta, F: n = a + b; Johnson, Kotz, Balakrishnan, Continuous Univariate
// Distributions 2, ch. 30), or sum_j (x l)^j / ((a)_j j!) (chi-square, ch. 29), summed upwards in doubles: positive
// terms, the rounding of their ratios carried along.
// Region: that index below 16, l <= 100. Bound: 160 terms.
// Measured: below 5 ulp.
// SPDX-License-Identifier: MIT

// The sum, x as a pair; n = 0: without that factor. 0 where it does not belong to the region. t + e is the
// term, as far as products and the quotient go; low: the sum of e.
NM_INLINE double nm_mix_series(double a, double n, nm_dd x, double l)
{
    const nm_dd xl = nm_dd_mul_d(x, l);
    double t = 1.0, s = 1.0, e = 0.0, low = 0.0;
    if (!(l <= 100.0)) return 0.0;
    for (int i = 0; i < 160; ++i) {
        const double j = (double)i, nj = n == 0.0 ? 1.0 : n + j;
        const double num = xl.hi * nj, nl = fma(xl.hi, nj, -num) + xl.lo * nj;
        const double den = (a + j) * (j + 1.0), dl = fma(a + j, j + 1.0, -den);
        const double inv = 1.0 / den, r = num * inv, f = (fma(-r, den, num) + (nl - r * dl)) * inv;
        if (i >= 16 && r > 1.0) return 0.0;
        const double u = t * r;
        e = fma(e, r, fma(t, f, fma(t, r, -u)));
        t = u;
        s += t;
        low += e;
        if (t <= 0x1p-57 * s) return s + low;
    }
    return 0.0;
}

// d e^-l s, or 0 where one of them is beyond doubt no longer a normal number.
NM_INLINE double nm_mix_quick(double d, double l, double s)
{
    int k;
    const double m = nm_fast_exp(-l, 0.0, &k);
    return d > 1e-200 && d < 1e200 && s < 1e60 ? nm_scale2(m, k) * s * d : 0.0;
}
