// @provides: nm_light_angle, nm_light_cot
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// Angles of the Cauchy distribution, without branches, tables or loops.
// atan(n / d) / pi for 0 <= n <= d: from tan(pi/8) on 1/4 + atan((n - d) / (n + d)) / pi (DLMF 4.24.15);
// (atan(y)/y - 1)/y^2 a polynomial of degree 11 in y^2, |y| <= tan(pi/8), through Chebyshev's nodes (mpmath).
// tan and cot of pi f, |f| <= 1/4, from Taylor's polynomials (DLMF 4.19.1, 4.19.2), first terms as pairs, one division.
// Accuracy: 2^-57 relative.
// SPDX-License-Identifier: MIT

// atan(n / d) / pi = *base + result.
NM_LIGHT nm_dd nm_light_angle(double n, double nl, double d, double dl, double *base)
{
    const int far = n > d * 0.41421356237309503;
    const nm_dd a = nm_two_sum(n, far ? -d : 0.0);
    const double b = far ? d + n : d, bl = far ? d - b + n + (dl + nl) : dl, al = a.lo + (far ? nl - dl : nl);
    const double inv = 1.0 / b, y = a.hi * inv, yl = fma(-y, bl, fma(-y, b, a.hi) + al) * inv, w = y * y;
    double p = 0x1.0ad10221730d6p-6;
    p = fma(p, w, -0x1.1b32a3266af2ep-5);
    p = fma(p, w, 0x1.74dd67f0d3109p-5);
    p = fma(p, w, -0x1.ac7a7bd8f05c0p-5);
    p = fma(p, w, 0x1.e19a10824a50bp-5);
    p = fma(p, w, -0x1.110e87e6a8722p-4);
    p = fma(p, w, 0x1.3b1392d7e8f74p-4);
    p = fma(p, w, -0x1.745d165de250bp-4);
    p = fma(p, w, 0x1.c71c71c3045bap-4);
    p = fma(p, w, -0x1.249249248d7e6p-3);
    p = fma(p, w, 0x1.9999999999953p-3);
    p = fma(p, w, -0x1.5555555555555p-2);
    const double t = fma(y * w, p, yl), r = y * 0x1.45f306dc9c883p-2;
    *base = far ? 0.25 : 0.0;
    const double e = fma(y, 0x1.45f306dc9c883p-2, -r);
    return nm_fast_two_sum(r, e + fma(y, -0x1.6b01ec5417056p-56, t * 0x1.45f306dc9c883p-2));
}

// 1 / tan(pi (f + fl)), or tan if that is wanted; 2^-300 < |f| <= 1/4 or f = 0.
NM_LIGHT nm_dd nm_light_cot(double f, double fl, int tangent)
{
    const double p = f * 0x1.921fb54442d18p+1;
    const double pl = fma(f, 0x1.921fb54442d18p+1, -p) + fma(f, 0x1.1a62633145c07p-53, fl * 0x1.921fb54442d18p+1);
    const double x = p * p, xl = fma(p, p, -x) + 2.0 * p * pl;
    // (1 - sin(y) / y) / y^2 and (1 - cos(y)) / y^2
    double s = -1.0 / 355687428096000.0;
    s = fma(s, x, 1.0 / 1307674368000.0);
    s = fma(s, x, -1.0 / 6227020800.0);
    s = fma(s, x, 1.0 / 39916800.0);
    s = fma(s, x, -1.0 / 362880.0);
    s = fma(s, x, 1.0 / 5040.0);
    s = fma(s, x, -1.0 / 120.0);
    s = fma(s, x, 1.0 / 6.0);
    double c = -1.0 / 6402373705728000.0;
    c = fma(x, c, 1.0 / 20922789888000.0);
    c = fma(x, c, -1.0 / 87178291200.0);
    c = fma(x, c, 1.0 / 479001600.0);
    c = fma(x, c, -1.0 / 3628800.0);
    c = fma(x, c, 1.0 / 40320.0);
    c = fma(x, c, -1.0 / 720.0);
    c = fma(x, c, 1.0 / 24.0);
    // sin = sh + sl, cos = ch + cl
    const double u = -p * x * s, sh = p + u, sl = u - (sh - p) + pl * fma(x, -0.5, 1.0);
    const double o = fma(-0.5, x, 1.0), ot = fma(-0.5, x, 1.0 - o), g = fma(x * x, c, fma(-0.5, xl, ot));
    const double ch = o + g, cl = g - (ch - o);
    const double n = tangent ? sh : ch, nl = tangent ? sl : cl, d = tangent ? ch : sh, dl = tangent ? cl : sl;
    const double inv = 1.0 / d, q = n * inv;
    return nm_dd_make(q, fma(-q, dl, fma(-q, d, n) + nl) * inv);
}
