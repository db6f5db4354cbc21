// @provides: pnorm, nm_pnorm_z
// @depends: nmath, dd, elementary, mills
// @includes: nmath
//
// Normal distribution function. The tail beyond |z| is phi(z) R(|z|) with the Mills ratio R of mills.cl; with
// z = h + l in double-double it is phi(h) (R(|h|) - l), phi with h^2 exact. The other tail is 1 minus it.
// Region: all arguments. Measured: below 2 ulp in both tails and on the log scale.
// SPDX-License-Identifier: MIT

// P(Z <= z) for a standard normal Z. Written once for all flags and without branches, to be run side by side.
NM_INLINE double nm_pnorm_z(nm_dd z, int lower_tail, int log_p)
{
    const int small = (z.hi < 0.0) == (lower_tail != 0);
    const double t = fabs(z.hi), h = nm_upper(t) < 0x5f300000 ? t : 0x1p500;
    const nm_dd e = nm_half_square(nm_dd_of(h));
    // phi(h) (R(h) - low part of |z|)
    const double r = nm_mills(h) - (z.hi < 0.0 ? -z.lo : z.lo);
    const nm_dd c = nm_two_prod(r, 0x1.9884533d43651p-2);
    int k;
    const nm_dd m = nm_exp_reduced(nm_exp_reduce_quick(e, &k));
    const double v = fma(m.hi, c.hi, fma(m.lo, c.hi, m.hi * fma(r, -0x1.cbc0d30ebfd15p-56, c.lo)));
    const double q = nm_scale2(v, k);
    if (!log_p) return small ? q : 0.5 - q + 0.5;
    // log q = e + log c, or log(1 - q): one logarithm for both.
    const ulong u = as_ulong(c.hi), g = 0x3fe6a09e667f3bcdUL;
    const int j = (int)((u - g + 0x3ff0000000000000UL) >> 52) - 1023, far = q > 0.29;
    const double rs = as_double((long)(u - ((ulong)(long)j << 52))) - 1.0, rl = far ? fma(-2.0, q, 1.0) : -q;
    const nm_dd l = nm_log_core(small ? rs : rl, small ? (double)j : far ? -1.0 : 0.0), d = nm_two_sum(e.hi, l.hi);
    const double ls = nm_upper(t) < 0x5f300000 ? d.hi + (d.lo + e.lo + l.lo + c.lo / c.hi) : -0.5 * t * t;
    return small ? ls : l.hi;
}

NM_INLINE double pnorm(double q, double mean, double sd, int lower_tail, int log_p)
{
    // Integers decide what is usual, as in dnorm.
    const int hq = nm_upper(q) & 0x7fffffff, hm = nm_upper(mean) & 0x7fffffff;
    const int finite = (hq > hm ? hq : hm) < 0x7ff00000;
    const int usual = (as_ulong(sd) - 1UL < 0x7fefffffffffffffUL) & finite;
    const double s = usual ? sd : 1.0, x = usual ? q : 0.0, m = usual ? mean : 0.0;
    double v = nm_pnorm_z(nm_standardize(x, m, s), lower_tail, log_p);
    if (!usual) {
        // A point mass: the sign of q - mean decides; sd infinite: the middle, unless q or mean is, too.
        const double one = log_p ? 0.0 : 1.0, zero = log_p ? ML_NEGINF : 0.0;
        const double step = (q < mean) == (lower_tail != 0) ? zero : one;
        const int bad = (!(q < mean) && !(q >= mean)) || !(sd >= 0.0) || (q == mean && q - mean != 0.0);
        v = bad ? ML_NAN : sd == ML_POSINF && finite ? (log_p ? -M_LN2 : 0.5) : step;
    }
    return v;
}
