// @provides: nm_lgamma_slope
// @depends: nmath, dd, elementary
// @includes: nmath
//
// What log Gamma gains over a short way, relative to the way: for tails and densities of tiny shapes, whose logarithms
// are close to 0. Stirling's formula (DLMF 5.11.1) at both ends, subtracted term by term. Own derivation.
// Accuracy: 2^-70.
// SPDX-License-Identifier: MIT

// (lgamma(c + s) - lgamma(c)) / s for 0 < s < 1, c > 0, in double-double to about 2^-70. c is raised to 30 or more by
// at most 30 factors 1 + s / (c + k), whose product is kept as 1 + s P.
NM_FN nm_dd nm_lgamma_slope(double s, double c0)
{
    nm_dd p = nm_dd_of(0.0), r = nm_dd_of(1.0), c = nm_dd_of(c0);
    for (int k = 0; k < 30 && c.hi < 30.0; ++k) {
        const nm_dd t = nm_dd_div(r, c);
        p = nm_dd_add(p, t);
        r = nm_dd_add(r, nm_dd_mul_d(t, s));
        c = nm_dd_add_d(c, 1.0);
    }
    const nm_dd sd = nm_dd_of(s), e = nm_dd_add_d(c, s);
    // (lgamma(c + s) - lgamma(c)) / s = log(c + s) - 1 + (c - 1/2) log1p(s / c) / s + difference of Stirling's series
    nm_dd v = nm_dd_add_d(nm_dd_log_dd(e), -1.0);
    const nm_dd q = nm_dd_div(sd, c);
    nm_dd g;
    if (q.hi > 0x1p-300) g = nm_dd_div_d(nm_dd_mul(nm_dd_add_d(c, -0.5), nm_dd_log1p(q)), s);
    else g = nm_dd_sub(nm_dd_of(1.0), nm_dd_div(nm_dd_of(0.5), c));
    v = nm_dd_add(v, g);
    const double P = 1.0 / c.hi, Q = 1.0 / e.hi, PQ = P * Q, P2 = P * P, Q2 = Q * Q;
    // (Q^m - P^m) / s = -P Q (Q^(m-1) + Q^(m-2) P + ...), m = 1, 3, 5, 7, 9
    const double s2 = Q2 + PQ + P2, s4 = Q2 * Q2 + PQ * s2 + P2 * P2, s6 = Q2 * Q2 * Q2 + PQ * s4 + P2 * P2 * P2;
    const double s8 = Q2 * Q2 * Q2 * Q2 + PQ * s6 + P2 * P2 * P2 * P2;
    const double t = -PQ * (1.0 / 12.0 + (-s2 / 360.0 + (s4 / 1260.0 + (-s6 / 1680.0 + s8 / 1188.0))));
    v = nm_dd_add_d(v, t);
    // log(1 + s P) / s
    const nm_dd sp = nm_dd_mul_d(p, s);
    if (sp.hi > 0x1p-300) p = nm_dd_div_d(nm_dd_log1p(sp), s);
    return nm_dd_sub(v, p);
}
