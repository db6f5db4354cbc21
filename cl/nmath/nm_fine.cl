// @provides: nm_fine_log, nm_fine_ratio, nm_fine_quotient, nm_fine_exp
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// nm_light's logarithm and exponential with more digits, where a distribution magnifies their error; as straight, and
// hardly longer: one of the factors 5/4, 1, 3/4 brings the logarithm's argument nearer to 1; their products are exact.
// log(2^k c (1 + r)) = k log 2 + log c + 2 atanh(v), v = r / (2 + r), polynomials in v^2. exp: as nm_light's, with the
// first three terms as pairs: 2 (exp(x) - 1 - x - x^2/2) / x^3 a polynomial of degree 9. All minimax
// (tests/nmath/reference/light_coefficients.py).
// Accuracy: nm_fine_log 2^-71 absolute and 2^-69 relative; nm_fine_ratio and nm_fine_quotient 2^-60 relative;
// nm_fine_exp 2^-59.
// SPDX-License-Identifier: MIT

// Minus the logarithms of 5/4 (low) and 3/4 (high): 40 bits, to which k log 2 is added exactly, and the rest.
NM_LIGHT nm_dd nm_fine_base(int low, int high)
{
    return nm_dd_make(low ? -0x1.c8ff7c79acp-3 : high ? 0x1.269621134cp-2 : 0.0,
                      low ? 0x1.2ef29ed13f087p-42 : high ? 0x1.b92783beb7677p-42 : 0.0);
}

// log(m 2^k), m from 3/4 to 3/2. |v| <= 0.072; v^3 / 3 as a pair. *inv = 1 / s, from 2^-1000 to 2^1000: one division
// for both.
NM_LIGHT nm_dd nm_fine_log(double m, double k, double s, double *inv)
{
    const int h = nm_upper(m), low = h < 0x3fec9f26, high = h >= 0x3ff279a7;
    const nm_dd base = nm_fine_base(low, high);
    const double r = fma(m, low ? 1.25 : high ? 0.75 : 1.0, -1.0), d = 2.0 + r;
    const double i = nm_inverse(d * s), id = s * i;
    *inv = d * i;
    const double v = r * id, vl = fma(-v, r - (d - 2.0), fma(-v, d, r)) * id;
    const double w = v * v, u = v * w, ul = fma(v, fma(v, v, -w), fma(v, w, -u)); // v^3
    double p = 0x1.15d52p-4;
    p = fma(p, w, 0x1.3b0a2p-4);
    p = fma(p, w, 0x1.745d20fbdb51fp-4);
    p = fma(p, w, 0x1.c71c71c1e9a6ep-4);
    p = fma(p, w, 0x1.2492492492f84p-3);
    p = fma(p, w, 0x1.9999999999999p-3);
    // t + tl = v^3 (1/3 + w p), a third in two parts; vl counts 1 / (1 - w) times.
    const double c = 0x1.55554p-2, t = u * c;
    const double tl = fma(u, fma(w, p, 0x1.5555555555555p-22), fma(ul, c, fma(u, c, -t)));
    const double a = fma(k, 0x1.62e42fefa2p-1, base.hi), o = fma(2.0, v, a), ol = fma(2.0, v, a - o);
    const double y = fma(2.0, t, o), e = fma(2.0, t, o - y), f = fma(k, 0x1.9ef35793c7673p-41, base.lo);
    return nm_fast_two_sum(y, f + (e + fma(2.0, fma(fma(w, w, w), vl, vl + tl), ol)));
}

// log(2^k n / m), n / m from 2/3 to 3/2, delta the difference of their upper halves. *inv = 1 / n if `both` is set: one
// division for both.
NM_LIGHT nm_dd nm_fine_ratio(double n, double m, int delta, double k, int both, double *inv)
{
    const int low = delta < -0x33333, high = delta >= 0x33333;
    const nm_dd base = nm_fine_base(low, high);
    // n c - m is exact; |v| <= 0.091.
    const double f = fma(n, low ? 1.25 : high ? 0.75 : 1.0, -m), d = fma(2.0, m, f), dl = f - fma(-2.0, m, d);
    const double i = nm_inverse(both ? n * d : d), id = both ? n * i : i;
    *inv = d * i;
    const double v = f * id, vl = fma(-v, dl, fma(-v, d, f)) * id, w = v * v;
    double p = 0x1.43089p-4;
    p = fma(p, w, 0x1.7446201dc3ca5p-4);
    p = fma(p, w, 0x1.c71c924d3bd0ap-4);
    p = fma(p, w, 0x1.24924918f08p-3);
    p = fma(p, w, 0x1.999999999d6c7p-3);
    p = fma(p, w, 0x1.5555555555552p-2);
    const double a = fma(k, 0x1.62e42fefa2p-1, base.hi), o = fma(2.0, v, a), ol = fma(2.0, v, a - o);
    return nm_fast_two_sum(o, fma(k, 0x1.9ef35793c7673p-41, base.lo) + fma(2.0, fma(v * w, p, fma(w, vl, vl)), ol));
}

// log(x / b) for x and b in (0, inf).
NM_LIGHT nm_dd nm_fine_quotient(double x, double b)
{
    const int sx = nm_upper(x) < 0x00100000, sb = nm_upper(b) < 0x00100000;
    const ulong u = sx ? as_ulong(x * 0x1p54) : as_ulong(x), t = sb ? as_ulong(b * 0x1p54) : as_ulong(b);
    const int s = (int)((uint)((u - t + 0x0008000000000000UL) >> 32)) >> 20;
    // b to [1, 2), x to [2/3, 3/2] times that.
    const ulong eb = (t & 0x7ff0000000000000UL) - 0x3ff0000000000000UL, ex = eb + ((ulong)(long)s << 52);
    const double m = as_double((long)(t - eb)), n = as_double((long)(u - ex));
    double inv;
    return nm_fine_ratio(n, m, nm_upper(n) - nm_upper(m), (double)(s + (sb ? 54 : 0) - (sx ? 54 : 0)), 0, &inv);
}

// exp(hi + lo) = (m + ml) 2^k, m about 1, for |hi| < 2^30: the first three terms as pairs.
NM_LIGHT nm_dd nm_fine_exp(double hi, double lo, int *k)
{
    const double t = fma(hi, 0x1.71547p+0, 0x1.8p52), n = t - 0x1.8p52;
    *k = (int)(uint)(as_ulong(t) & 0xffffffffUL);
    const double a = fma(-n, 0x1.62e42fefa2p-1, hi), b = n * 0x1.9ef35793c7673p-41, x = a - b, xl = (a - x) - b + lo;
    double q = 0x1.1e674p-28;
    q = fma(q, x, 0x1.af68cp-25);
    q = fma(q, x, 0x1.27e59p-21);
    q = fma(q, x, 0x1.71ddf241ce735p-18);
    q = fma(q, x, 0x1.a01a014f4962fp-15);
    q = fma(q, x, 0x1.a01a01b277f52p-12);
    q = fma(q, x, 0x1.6c16c16c280bap-9);
    q = fma(q, x, 0x1.111111110efa6p-6);
    q = fma(q, x, 0x1.555555555552dp-4);
    q = fma(q, x, 0x1.555555555555ap-2);
    const double f = 0.5 * x, s = f * x, h = 1.0 + x, y = h + s;
    const double l = fma(s * x, q, (s - (y - h)) + (x - (h - 1.0)) + fma(f, x, -s)), e = fma(xl, y + l, l), m = y + e;
    return nm_dd_make(m, e - (m - y));
}
