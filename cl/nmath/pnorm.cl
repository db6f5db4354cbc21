// @provides: pnorm, nm_pnorm_z, nm_pnorm_near, nm_pnorm_ratio, nm_pnorm
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// Normal distribution function. The tail beyond |z| is phi(z) R(|z|) with the Mills ratio R; with z = h + l as a pair
// it is phi(h) (R(|h|) - l), phi with h^2 exact. R / sqrt(2 pi) is rational, of degree 9 over 10 in |h|, all
// coefficients positive: error 5e-17 to 38.6, 4e-12 beyond, where only the logarithm asks
// (tests/nmath/reference/light_coefficients.py). The other tail is 1 minus it.
// Region: all arguments. Measured: below 5 ulp in both tails and on the log scale, 99 % below 3.
// SPDX-License-Identifier: MIT

// (1 - Phi(t)) / phi(t) / sqrt(2 pi), 0 <= t <= 2^30.
NM_LIGHT double nm_pnorm_ratio(double t)
{
    double a = 0x1.72e7c4372f7a4p-20, b = 0x1.d0dc642ab454bp-19;
    a = fma(a, t, 0x1.37c28214034a7p-15);
    a = fma(a, t, 0x1.009a13d9a04d7p-11);
    a = fma(a, t, 0x1.0b8c60c9ad0bfp-8);
    a = fma(a, t, 0x1.82801272316d4p-6);
    a = fma(a, t, 0x1.8fbe09cf64d35p-4);
    a = fma(a, t, 0x1.2808c7aa25cebp-2);
    a = fma(a, t, 0x1.2ffb52e2b4ee4p-1);
    a = fma(a, t, 0x1.8c9e2ea4f60adp-1);
    a = fma(a, t, 0.5);
    b = fma(b, t, 0x1.86bba35c5ceebp-14);
    b = fma(b, t, 0x1.4282bbbb517b6p-10);
    b = fma(b, t, 0x1.525fee7b59167p-7);
    b = fma(b, t, 0x1.ee664cdf24184p-5);
    b = fma(b, t, 0x1.04ca14aeecaaap-2);
    b = fma(b, t, 0x1.900f9b0cbf485p-1);
    b = fma(b, t, 0x1.b69ba59576648p+0);
    b = fma(b, t, 0x1.47b4b25fcbdf6p+1);
    b = fma(b, t, 0x1.2c702c21cbdd4p+1);
    b = fma(b, t, 1.0);
    return a * nm_inverse(b);
}

// P(Z <= z) for a standard normal Z, |z| < 40 unless log_p is set. Written once for all flags and without branches,
// to be run side by side.
NM_LIGHT double nm_pnorm_near(nm_dd z, int lower_tail, int log_p)
{
    const int small = (z.hi < 0.0) == (lower_tail != 0), far = (nm_upper(z.hi) & 0x7fffffff) >= 0x41d00000;
    const double t = fabs(z.hi), h = log_p && far ? 0x1p30 : t, e = -0.5 * h * h, l = z.hi < 0.0 ? -z.lo : z.lo;
    // phi(h) (R(h) - l); on the log scale, where l may be the larger, phi(h + l) (R(h) + l (h R(h) - 1)).
    const double ratio = nm_pnorm_ratio(h), sq = fma(-0.5 * h, h, -e), el = log_p ? fma(-h, l, sq) : sq;
    const double c = fma(l, log_p ? fma(h, ratio, -0x1.9884533d43651p-2) : -0x1.9884533d43651p-2, ratio);
    int k;
    const double m = nm_light_exp(e, el, &k);
    // k from -1155 to 0 for |z| < 40: the first factor is a normal number, and the second rounds once.
    if (!log_p) {
        const double p = m * c * as_double((long)((ulong)(long)(k + 1223) << 52)) * 0x1p-200;
        return small ? p : 0.5 - p + 0.5;
    }
    const double p = nm_light_scale(m * c, k);
    const double q = nm_upper(t) >= 0x40440000 ? 0.0 : p;
    // log q = e + log c, or log(1 - q): one logarithm for both.
    const ulong u = as_ulong(c), g = 0x3fe6a09e667f3bcdUL;
    const int j = (int)((u - g + 0x3ff0000000000000UL) >> 52) - 1023, most = q > 0.29;
    const double rs = as_double((long)(u - ((ulong)(long)j << 52))) - 1.0, rl = most ? fma(-2.0, q, 1.0) : -q;
    const nm_dd w = nm_log_core(small ? rs : rl, small ? (double)j : most ? -1.0 : 0.0), d = nm_two_sum(e, w.hi);
    return small ? (far ? -0.5 * t * t : d.hi + (d.lo + el + w.lo)) : w.hi;
}

// The same for all z.
NM_LIGHT double nm_pnorm_z(nm_dd z, int lower_tail, int log_p)
{
    const double v = nm_pnorm_near(z, lower_tail, log_p);
    const int far = !log_p & ((nm_upper(z.hi) & 0x7fffffff) >= 0x40440000);
    return far ? ((z.hi < 0.0) == (lower_tail != 0) ? 0.0 : 1.0) : v;
}

NM_LIGHT double nm_pnorm(double q, double mean, double sd, int lower_tail, int log_p)
{
    // Integers decide what is usual, as in dnorm.
    const int hq = nm_upper(q) & 0x7fffffff, hm = nm_upper(mean) & 0x7fffffff;
    const int top = hq > hm ? hq : hm, finite = top < 0x7ff00000;
    int usual = (sd > 0.0) & (nm_upper(sd) < 0x7ff00000) & finite;
    const nm_light_z s = nm_light_standardize(q, mean, sd, top);
    double v = nm_pnorm_near(nm_dd_make(s.z, s.zl), lower_tail, log_p);
    // Far out it is that of a point mass.
    if (!log_p) usual &= (nm_upper(s.z) & 0x7fffffff) < 0x40440000;
    if (!usual) {
        // A point mass: the sign of q - mean decides; sd infinite: the middle, unless q or mean is, too.
        const double one = log_p ? 0.0 : 1.0, zero = log_p ? ML_NEGINF : 0.0;
        // The logarithm is seen from the other side.
        const int at = log_p ? (lower_tail ? q > mean : q <= mean) : (lower_tail ? q >= mean : q < mean);
        const double step = at ? one : zero;
        const int bad = (!(q < mean) && !(q >= mean)) || !(sd >= 0.0) || (q == mean && q - mean != 0.0);
        v = bad ? ML_NAN : sd == ML_POSINF && finite ? (log_p ? -M_LN2 : 0.5) : step;
    }
    return v;
}

NM_INLINE double pnorm(double q, double mean, double sd, int lower_tail, int log_p)
{
    // By symmetry, the logarithm from the other side: code that the two share would keep them in one loop.
    if (log_p) return nm_pnorm(-q, -mean, sd, !lower_tail, 1);
    return nm_pnorm(q, mean, sd, lower_tail, 0);
}
