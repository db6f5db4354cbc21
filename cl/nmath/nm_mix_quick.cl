// @provides: nm_mix_series, nm_mix_more, nm_mix_quick, nm_mix_lower, nm_mix_upper
// @depends: nmath, dd, elementary, nm_fast_log, nm_fast_gamma
// @includes: nmath
//
// Densities of Poisson mixtures whose largest term is among the first few: the central density times e^-l times
//   sum_j (x l)^j (n)_j / ((a)_j j!) (beta, F: n = a + b; Johnson, Kotz, Balakrishnan, Continuous Univariate
// Distributions 2, ch. 30), or sum_j (x l)^j / ((a)_j j!) (chi-square, ch. 29), summed upwards in doubles: positive
// terms, the rounding of their ratios carried along.
// Tails, with the Poisson weights w_j and d_j = P_j - P_(j+1) of nm_mixture.cl: the lower one as sum_i d_i (w_0 + ... + w_i),
// the upper one as sum_j w_j (1 - P_0 + d_0 + ... + d_(j-1)): upwards too, all terms positive.
// Region: that index below 16, l <= 100; tails l <= 16. Bound: 160 terms, lower tails 600, upper ones 200.
// Measured: densities below 5 ulp, tails below 8.
// SPDX-License-Identifier: MIT

// The sum, x as a pair; n = 0: without that factor. 0 where it does not belong to the region. t + e is the
// term, as far as products and the quotient go; low: the sum of e.
NM_INLINE double nm_mix_series(double a, double n, nm_dd x, double l)
{
    const nm_dd xl = nm_dd_mul_d(x, l);
    double t = 1.0, s = 1.0, e = 0.0, low = 0.0;
    if (!(l <= 100.0)) return 0.0;
    for (int i = 0; i < 160; ++i) {
        const double j = (double)i;
        const nm_dd nj = n == 0.0 ? nm_dd_of(1.0) : nm_two_sum(n, j), aj = nm_two_sum(a, j);
        const double num = xl.hi * nj.hi, nl = fma(xl.hi, nj.hi, -num) + fma(xl.lo, nj.hi, xl.hi * nj.lo);
        const double den = aj.hi * (j + 1.0), dl = fma(aj.hi, j + 1.0, -den) + aj.lo * (j + 1.0);
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

// The sum for a = 1 less its first term, for small n x l.
NM_INLINE double nm_mix_more(double n, double x, double l)
{
    double t = 1.0, s = 0.0;
    for (int i = 0; i < 20; ++i) {
        const double j = (double)(i + 1);
        t *= (n + (double)i) / (j * j) * x * l;
        s += t;
    }
    return s;
}

// d e^-l s, or 0 where one of them is beyond doubt no longer a normal number.
NM_INLINE double nm_mix_quick(double d, double l, double s)
{
    int k;
    const double m = nm_fast_exp(-l, 0.0, &k);
    return d > 1e-200 && d < 1e200 && s < 1e60 ? nm_scale2(m, k) * s * d : 0.0;
}

// The tails of a mixture of beta functions from d = d_0, x as a pair, and the central upper tail q. 0 where it does not
// belong to the region.
NM_INLINE double nm_mix_lower(double a, double b, nm_dd x, double l, double d)
{
    int k;
    const double m = nm_fast_exp(-l, 0.0, &k), n = a + b;
    double w = nm_scale2(m, k), sum = w, s = d * w, e = 0.0, low = 0.0;
    if (!(l <= 16.0 && d > 1e-200 && d < 1e200)) return 0.0;
    for (int i = 0; i < 600; ++i) {
        // d + e is the density, low what rounding the sum lost.
        const double j = (double)i;
        const nm_dd nj = nm_two_sum(n, j), aj = nm_two_sum(a, j + 1.0);
        const double num = x.hi * nj.hi, nl = fma(x.hi, nj.hi, -num) + fma(x.lo, nj.hi, x.hi * nj.lo);
        const double inv = 1.0 / aj.hi, r = num * inv, f = (fma(-r, aj.hi, num) + (nl - r * aj.lo)) * inv;
        const double u = d * r;
        e = fma(e, r, fma(d, f, fma(d, r, -u)));
        d = u;
        w *= l / (j + 1.0);
        sum += w;
        const double t = d * sum;
        const nm_dd next = nm_two_sum(s, t);
        s = next.hi;
        low += next.lo + fma(e, sum, fma(d, sum, -t));
        // What is left is below d / (1 - r), r being monotonic and on its way to x.
        if (j > l && d < 0x1p-57 * s * (1.0 - fmax(r, x.hi))) return s + low;
    }
    return 0.0;
}

NM_INLINE double nm_mix_upper(double a, double b, nm_dd x, double l, double d, double q)
{
    int k;
    const double m = nm_fast_exp(-l, 0.0, &k), n = a + b;
    double w = nm_scale2(m, k), s = w * q;
    if (!(l <= 16.0 && d > 1e-200 && d < 1e200 && q > 1e-200)) return 0.0;
    for (int i = 0; i < 200; ++i) {
        const double j = (double)i, nj = n + j;
        q += d;
        w *= l / (j + 1.0);
        s = fma(w, q, s);
        d *= fma(x.hi, nj, x.lo * nj) / (a + j + 1.0);
        // q is at most 1 and grows no faster than its last step.
        if (j > l && w < 0x1p-60 * s) return s;
    }
    return 0.0;
}
