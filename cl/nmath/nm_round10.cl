// @provides: nm_lead10, nm_pow5, nm_round10
// @depends: nmath, dd, elementary, nm_dist
// @includes: nmath
//
// Rounding to decimal places: |x| 10^d as a double-double (exact wherever a tie can occur: ties need d <= 22, where 5^d
// is a double), its integer part n and fraction, and n / 10^d or (n + 1) / 10^d rounded once.
// Own derivation. Accuracy: 0.5 ulp of the decimal chosen.
// SPDX-License-Identifier: MIT

// 5^(2^j): hi, lo.
__constant double nm_pow5_tab[] = {
    0x1.4000000000000p+2, 0x0.0p+0,
    0x1.9000000000000p+4, 0x0.0p+0,
    0x1.3880000000000p+9, 0x0.0p+0,
    0x1.7d78400000000p+18, 0x0.0p+0,
    0x1.1c37937e08000p+37, 0x0.0p+0,
    0x1.3b8b5b5056e17p+74, -0x1.3107f00000000p+20,
    0x1.84f03e93ff9f5p+148, -0x1.2ac340948e389p+93,
    0x1.27748f9301d32p+297, -0x1.901cc86649e4ap+243,
    0x1.54fdd7f73bf3cp+594, -0x1.7222446fe4670p+539
};

// 5^k, k <= 22, the last that is a double.
__constant double nm_pow5_exact[] = {
    1.0, 5.0, 25.0, 125.0, 625.0, 3125.0, 15625.0, 78125.0, 390625.0, 1953125.0, 9765625.0, 48828125.0, 244140625.0,
    1220703125.0, 6103515625.0, 30517578125.0, 152587890625.0, 762939453125.0, 3814697265625.0, 19073486328125.0,
    95367431640625.0, 476837158203125.0, 2384185791015625.0
};

// 5^k for 0 <= k <= 420.
NM_FN nm_dd nm_pow5(int k)
{
    if (k <= 22) return nm_dd_of(nm_pow5_exact[k]);
    nm_dd r = nm_dd_of(1.0);
    for (int j = 0; j < 9; ++j)
        if (k >> j & 1) r = nm_dd_mul(r, nm_dd_make(nm_pow5_tab[2 * j], nm_pow5_tab[2 * j + 1]));
    return r;
}

// log10 |x|, at most 0.026 too small, for finite x other than 0.
NM_INLINE double nm_lead10(double x)
{
    int e;
    const double m = fabs(nm_split(x, &e));
    return ((double)e + (m - 1.0)) * 0.30102999566398114;
}

// |x| 10^d for finite x and -420 <= d <= 420: value below 1e17 expected.
NM_FN nm_dd nm_times_pow10(double x, int d)
{
    const nm_dd f = nm_pow5(d < 0 ? -d : d);
    int e;
    const nm_dd m = nm_dd_of(fabs(nm_split(x, &e)));
    if (x == 0.0) return nm_dd_of(0.0);
    // A quotient by a double leaves no remainder if it is exact.
    return nm_ldexp_dd(d < 0 ? (f.lo == 0.0 ? nm_dd_ratio(m.hi, f.hi) : nm_dd_div(m, f)) : nm_dd_mul(f, m), e + d);
}

// n 10^-d, rounded once.
NM_INLINE double nm_over_pow10(double n, int d)
{
    const nm_dd f = nm_pow5(d < 0 ? -d : d), a = nm_dd_of(n);
    const nm_dd r = d < 0 ? nm_dd_mul(f, a) : f.lo == 0.0 ? nm_dd_ratio(n, f.hi) : nm_dd_div(a, f);
    return nm_scale2(r.hi, -d);
}

// y = |x| 10^d to the nearer integer, ties to even, and back. With nearest = 1 and fewer than 9 digits the choice is
// between the two results as doubles: the one closer to x, to even if they are equally close (round() of R 4).
NM_FN double nm_round10(double x, int d, nm_dd y, int nearest)
{
    double n = floor(y.hi);
    n = n == y.hi && y.lo < 0.0 ? n - 1.0 : n;
    const double f = (y.hi - n - 0.5) + y.lo;
    const int odd = floor(0.5 * n) != 0.5 * n;
    int up = f > 0.0 || (f == 0.0 && odd);
    if (nearest && n < 1e9 && d > 0 && fabs(f) < 1e-3) {
        const double a = fabs(x) - nm_over_pow10(n, d), b = nm_over_pow10(n + 1.0, d) - fabs(x);
        up = a > b || (a == b && odd);
    }
    const double r = nm_over_pow10(n + (up ? 1.0 : 0.0), d);
    return copysign(r, x);
}
