// @provides: log1pmx
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// log(1 + x) - x, accurate also for small x; NaN below -1, -inf at -1. 1 + x = s + sl = 2^k (1 + f), and with h = f^2/2
// and v = f / (2 + f) log(1 + f) = f - h + v (h + R), R = 2 v^2 (1/3 + v^2/5 + ...): without cancellation where k = 0.
// Else f - x is (2^-k - 1) s - sl, so that k log 2 + f - x rounds once. No branches. Measured: below 1.5 ulp.
// SPDX-License-Identifier: MIT

NM_LIGHT double log1pmx(double x)
{
    // From 2^60 on the logarithm is nothing beside x.
    const double y = nm_upper(x) < 0x43b00000 ? x : 1.0, s = 1.0 + y, sl = y - (s - 1.0);
    // k = 0 as far as |v| <= 1/5 goes: beyond it the result is larger than what is left of log(1 + f).
    const int k = (uint)(nm_upper(s) - 0x3fe55556) < 0x0012aaaau ? 0 : nm_light_exponent(s);
    const double c = nm_two_to(-k), g = c - 1.0, f = k == 0 ? y : fma(s, c, -1.0);
    const double inv = 1.0 / (2.0 + f), v = f * inv, w = v * v, h = 0.5 * f * f;
    double p = 0x1.169ed9b4fb0a0p-3;
    p = fma(p, w, 0x1.0e8bfe46e337cp-3);
    p = fma(p, w, 0x1.3b29d4b4a8773p-3);
    p = fma(p, w, 0x1.745cac276f1d9p-3);
    p = fma(p, w, 0x1.c71c72dfb4604p-3);
    p = fma(p, w, 0x1.24924923de280p-2);
    p = fma(p, w, 0x1.9999999999f19p-2);
    p = fma(p, w, 0x1.5555555555555p-1);
    const double near = fma(v, fma(w, p, h), -fma(0.5 * f, f, -h)) - h, e = (double)k;
    // What s lacks counts 1/s - 1 times, 1 / (1 + f) = (1 - v) / (1 + v).
    const double low = fma(fma(c, fma(fma(2.0, v, -2.0), v, 1.0), -1.0), sl, e * 0x1.9ef35793c7673p-41);
    const double far = fma(g, s, e * 0x1.62e42fefa2p-1) + (near + low);
    const double r = k == 0 ? near : far;
    return x > -1.0 ? (nm_upper(x) < 0x43b00000 ? r : -x) : x == -1.0 ? ML_NEGINF : x < -1.0 ? ML_NAN : x;
}
