// @provides: dnorm, nm_dnorm, nm_dnorm_log
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// Normal density exp(-z^2/2) / (sd sqrt(2 pi)), z = (x - mean) / sd, with z and z^2 as pairs.
// Region: all arguments. Measured: below 2 ulp, logarithm below 1 ulp except where it passes 0.
// SPDX-License-Identifier: MIT

// s = sd 2^k, inv = 1 / s.
NM_LIGHT double nm_dnorm_log(nm_dd z, double s, int k, double inv)
{
    // log(s sqrt(2 pi)), through a quarter of it lest it overflows.
    const nm_dd c = nm_two_prod(s, 0x1.40d931ff62706p-1), e = nm_half_square(z);
    const nm_dd l = nm_log_quick(c.hi, (double)(2 - k));
    const double lo = l.lo + fma(s, -0x1.a6a0d6f814637p-55, c.lo) * inv * 1.5957691216057308;
    const nm_dd h = nm_two_sum(e.hi, -l.hi);
    return (nm_upper(z.hi) & 0x7fffffff) < 0x5f300000 ? h.hi + (h.lo + (e.lo - lo)) : e.hi;
}

NM_LIGHT double nm_dnorm(double x, double mean, double sd, int give_log)
{
    // Outside 0 < sd < inf: a point mass, or nothing at all. Integers decide: a GPU compares them at no cost.
    const int hx = nm_upper(x) & 0x7fffffff, hm = nm_upper(mean) & 0x7fffffff, top = hx > hm ? hx : hm;
    int usual = (sd > 0.0) & (nm_upper(sd) < 0x7ff00000) & (top < 0x7ff00000);
    const nm_light_z s = nm_light_standardize(x, mean, sd, top);
    double v;
    if (give_log) {
        v = nm_dnorm_log(nm_dd_make(s.z, s.zl), s.t, s.k, s.inv);
    } else {
        int k;
        const double h = -0.5 * s.z, e = h * s.z, m = nm_light_exp(e, fma(-s.z, s.zl, fma(h, s.z, -e)), &k);
        // m / (t sqrt(2 pi)), one correction of the quotient.
        const double w = m * 0x1.9884533d43651p-2, q = w * s.inv;
        v = nm_light_scale(fma(fma(-q, s.t, w), s.inv, q), k + s.k);
        usual &= (nm_upper(e) & 0x7fffffff) < 0x40977000;
    }
    if (!usual) {
        const double zero = give_log ? ML_NEGINF : 0.0;
        const int bad = (!(x < mean) && !(x >= mean)) || !(sd >= 0.0) || (x == mean && x - mean != 0.0);
        v = bad ? ML_NAN : sd == 0.0 && x == mean ? ML_POSINF : zero;
    }
    return v;
}

NM_INLINE double dnorm(double x, double mean, double sd, int give_log)
{
    // By symmetry, the logarithm from the other side: code that the two share would keep them in one loop.
    if (give_log) return nm_dnorm(-x, -mean, sd, 1);
    return nm_dnorm(x, mean, sd, 0);
}
