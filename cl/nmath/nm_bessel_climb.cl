// @provides: nm_bessel_climb
// @depends: nmath, dd, nm_bessel_temme
// @includes: nmath
//
// The recurrence over orders of Bessel functions (DLMF 10.6.1, 10.29.1), upwards, with an error term carried along.
// SPDX-License-Identifier: MIT

// From the values at order (a) and order + 1 (b) to order + n: v_(k+1) = (order + k) two v_k + back v_(k-1).
NM_FN nm_dd nm_bessel_climb(nm_pair p, nm_dd order, nm_dd two, nm_dd back, int n)
{
    double v = p.b.hi, ve = p.b.lo, u = p.a.hi, ue = p.a.lo;
    for (int k = 1; k < n; ++k) {
        // (order + k) two v + back u.
        const nm_dd o = nm_two_sum(order.hi, (double)k), c = nm_two_prod(o.hi, two.hi);
        const double cl = c.lo + fma(o.hi, two.lo, (o.lo + order.lo) * two.hi);
        const double t = c.hi * v, b = back.hi * u;
        const nm_dd z = nm_two_sum(t, b);
        const double ze = (z.lo + (fma(c.hi, v, -t) + fma(back.hi, u, -b))) +
                          (fma(c.hi, ve, cl * v) + fma(back.hi, ue, back.lo * u));
        u = v;
        ue = ve;
        v = z.hi;
        ve = ze;
    }
    return n > 0 ? nm_two_sum(v, ve) : p.a;
}
