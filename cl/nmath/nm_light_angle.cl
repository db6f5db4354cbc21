// @provides: nm_light_angle, nm_light_cot
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// Angles of the Cauchy distribution, without branches, tables or loops.
// atan(n / d) / pi for 0 <= n <= d: from tan(pi/8) on 1/4 + atan((n - d) / (n + d)) / pi (DLMF 4.24.15);
// (atan(y)/y - 1)/(pi y^2) a polynomial of degree 10 in y^2, |y| <= tan(pi/8), error 4e-18 (minimax,
// tests/nmath/reference/light_coefficients.py).
// tan and cot of pi f, |f| <= 1/4, from Taylor's polynomials (DLMF 4.19.1, 4.19.2), first terms as pairs, one division.
// Accuracy: the angle 1 ulp, tan and cot 2^-57 relative.
// SPDX-License-Identifier: MIT

// atan(n / d) / pi = *base + result, 0 <= n <= d.
NM_LIGHT double nm_light_angle(double n, double d, double *base)
{
    const int far = n > d * 0.41421356237309503;
    // Unlike operations: two equal ones side by side become a vector of two, and lanes are then not put side by side.
    const double a = far ? n - d : n, b = fma(n, far ? 1.0 : 0.0, d), inv = 1.0 / b, y = a * inv, w = y * y;
    // The leading coefficients have only 21 bits: a GPU takes those as immediate operands.
    double p = -0x1.7556cp-8;
    p = fma(p, w, 0x1.8cec9p-7);
    p = fma(p, w, -0x1.06c9cp-6);
    p = fma(p, w, 0x1.30f94p-6);
    p = fma(p, w, -0x1.5b7e28581e533p-6);
    p = fma(p, w, 0x1.9127ca7cbf225p-6);
    p = fma(p, w, -0x1.da1b85f6c2ff9p-6);
    p = fma(p, w, 0x1.21bb93c2641c2p-5);
    p = fma(p, w, -0x1.7483758bffa3dp-5);
    p = fma(p, w, 0x1.04c26be3addadp-4);
    p = fma(p, w, -0x1.b2995e7b7b5e6p-4);
    *base = far ? 0.25 : 0.0;
    // y / pi with what its roundings lost
    const double t = y * 0x1.45f306dc9c883p-2, e = fma(y, 0x1.45f306dc9c883p-2, -t), r = fma(-y, b, a) * inv;
    return t + fma(y * w, p, fma(r, 0x1.45f306dc9c883p-2, fma(y, -0x1.6b01ec5417056p-56, e)));
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
