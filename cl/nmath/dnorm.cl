// @provides: dnorm
// @depends: nmath, dd, elementary, mills
// @includes: nmath
//
// Normal density exp(-z^2/2) / (sd sqrt(2 pi)), z = (x - mean) / sd, with z and z^2 in double-double.
// Region: all arguments. Measured: below 1 ulp, logarithm below 1 ulp except where it passes 0.
// SPDX-License-Identifier: MIT

NM_INLINE double nm_dnorm_log(nm_dd z, double sd)
{
    // log(sd sqrt(2 pi)), through a quarter of it and powers of two, lest it overflows or its low part is lost.
    const double f = sd < 0x1p-900 ? 0x1p200 : sd > 0x1p900 ? 0x1p-200 : 1.0, s = sd * f;
    const nm_dd c = nm_two_prod(s, 0x1.40d931ff62706p-1), e = nm_half_square(z);
    const nm_dd l = nm_log_quick(c.hi, f > 1.0 ? -198.0 : f < 1.0 ? 202.0 : 2.0);
    const double lo = l.lo + fma(s, -0x1.a6a0d6f814637p-55, c.lo) / c.hi;
    const nm_dd h = nm_two_sum(e.hi, -l.hi);
    return fabs(z.hi) < 0x1p500 ? h.hi + (h.lo + (e.lo - lo)) : e.hi;
}

NM_INLINE double dnorm(double x, double mean, double sd, int give_log)
{
    // Outside 0 < sd < inf: a point mass, or nothing at all. fma(0, x, 0 mean) is 0 if both are finite; so written
    // no two equal operations stand side by side (see nm_exp_reduced).
    const int usual = sd > 0.0 && sd < ML_POSINF && fma(0.0, x, 0.0 * mean) == 0.0;
    const double zero = give_log ? ML_NEGINF : 0.0;
    const double point = sd == 0.0 && x == mean ? ML_POSINF : zero;
    const double odd = (!(x < mean) && !(x >= mean)) || !(sd >= 0.0) || (x == mean && x - mean != 0.0) ? ML_NAN : point;
    const double s = usual ? sd : 1.0;
    const nm_dd z = nm_standardize(x, mean, s);
    if (give_log) return usual ? nm_dnorm_log(z, s) : odd;
    int k;
    const nm_dd e = nm_exp_reduced(nm_exp_reduce_quick(nm_half_square(z), &k));
    // e / (sd sqrt(2 pi)), one correction of the quotient. A tiny sd is taken 2^200 times: k makes up for it.
    const double f = s < 0x1p-900 ? 0x1p200 : s > 0x1p900 ? 0x1p-200 : 1.0, t = s * f, inv = 1.0 / t;
    nm_dd m = nm_two_prod(e.hi, 0x1.9884533d43651p-2);
    m.lo = fma(e.hi, -0x1.cbc0d30ebfd15p-56, fma(e.lo, 0x1.9884533d43651p-2, m.lo));
    const double q = m.hi * inv, r = fma(fma(-q, t, m.hi) + m.lo, inv, q);
    k += f > 1.0 ? 200 : f < 1.0 ? -200 : 0;
    return usual ? nm_scale2(r, k) : odd;
}
