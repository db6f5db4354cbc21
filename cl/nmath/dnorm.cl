// @provides: dnorm
// @depends: nmath, dd, elementary, mills
// @includes: nmath
//
// Normal density exp(-z^2/2) / (sd sqrt(2 pi)), z = (x - mean) / sd, with z and z^2 in double-double.
// Region: all arguments. Measured: below 1 ulp, logarithm below 1 ulp except where it passes 0.
// SPDX-License-Identifier: MIT

// s = sd 2^k, inv = 1 / s.
NM_INLINE double nm_dnorm_log(nm_dd z, double s, int k, double inv)
{
    // log(s sqrt(2 pi)), through a quarter of it lest it overflows.
    const nm_dd c = nm_two_prod(s, 0x1.40d931ff62706p-1), e = nm_half_square(z);
    const nm_dd l = nm_log_quick(c.hi, (double)(2 - k));
    const double lo = l.lo + fma(s, -0x1.a6a0d6f814637p-55, c.lo) * inv * 1.5957691216057308;
    const nm_dd h = nm_two_sum(e.hi, -l.hi);
    return (nm_upper(z.hi) & 0x7fffffff) < 0x5f300000 ? h.hi + (h.lo + (e.lo - lo)) : e.hi;
}

NM_INLINE double dnorm(double x, double mean, double sd, int give_log)
{
    // Outside 0 < sd < inf: a point mass, or nothing at all. Integers decide: a GPU compares them at no cost.
    const int hx = nm_upper(x) & 0x7fffffff, hm = nm_upper(mean) & 0x7fffffff;
    const int usual = (as_ulong(sd) - 1UL < 0x7fefffffffffffffUL) & ((hx > hm ? hx : hm) < 0x7ff00000);
    const double s = usual ? sd : 1.0;
    const int ks = nm_tame(s);
    const double t = s * nm_two_to(ks), inv = 1.0 / t;
    const nm_dd z = nm_standardize_by(x, mean, s, ks, inv);
    double v;
    if (give_log) {
        v = nm_dnorm_log(z, t, ks, inv);
    } else {
        int k;
        const nm_dd e = nm_exp_reduced(nm_exp_reduce_quick(nm_half_square(z), &k));
        // e / (t sqrt(2 pi)), one correction of the quotient.
        nm_dd m = nm_two_prod(e.hi, 0x1.9884533d43651p-2);
        m.lo = fma(e.hi, -0x1.cbc0d30ebfd15p-56, fma(e.lo, 0x1.9884533d43651p-2, m.lo));
        const double q = m.hi * inv;
        v = nm_scale2(fma(fma(-q, t, m.hi) + m.lo, inv, q), k + ks);
    }
    if (!usual) {
        const double zero = give_log ? ML_NEGINF : 0.0;
        const int bad = (!(x < mean) && !(x >= mean)) || !(sd >= 0.0) || (x == mean && x - mean != 0.0);
        v = bad ? ML_NAN : sd == 0.0 && x == mean ? ML_POSINF : zero;
    }
    return v;
}
