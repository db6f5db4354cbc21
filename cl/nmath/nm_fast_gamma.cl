// @provides: nm_fast_st, nm_fast_st_any, nm_fast_lgamma, nm_fast_rgamma, nm_fast_gammafn
// @depends: nmath, dd, elementary, mills, nm_fast_log
// @includes: nmath
//
// log Gamma(x) for 0 < x <= 1e300 without branches or calls: below 3 (after log Gamma(x) = log Gamma(x + 1) - log x
// below 1) as (z - 1) (z - 2) G(t), t = (z - 7/4) / (z + 7/4), G a polynomial that interpolates at 19 Chebyshev nodes;
// from 3 on Stirling's formula (DLMF 5.11.1), its remainder a polynomial in 1 / x^2 interpolated at 13 nodes.
// Accuracy: 2 ulp, also at the zeros 1 and 2.
// SPDX-License-Identifier: MIT

// Stirling's error log Gamma(n) - (n - 1/2) log n + n - log(2 pi) / 2 for n >= 3 from 1 / n.
NM_FLAT double nm_fast_st(double inv)
{
    const double w = inv * inv;
    double s = 0x1.a9d13f3a818d3p+2;
    s = fma(s, w, -0x1.6e59cf19520fep+2);
    s = fma(s, w, 0x1.2c94ffef512f6p+1);
    s = fma(s, w, -0x1.44eccafc79f15p-1);
    s = fma(s, w, 0x1.16a3d49dbef82p-3);
    s = fma(s, w, -0x1.c43acd35ac658p-6);
    s = fma(s, w, 0x1.9fe61163fc2d7p-8);
    s = fma(s, w, -0x1.f647b2d81007bp-10);
    s = fma(s, w, 0x1.b94eda1535d18p-11);
    s = fma(s, w, -0x1.38137a02c36afp-11);
    s = fma(s, w, 0x1.a01a01970e476p-11);
    s = fma(s, w, -0x1.6c16c16c15a00p-9);
    s = fma(s, w, 0x1.5555555555555p-4);
    return s * inv;
}

// The same for 1/2 <= n < 3 to 7e-17 absolute: polynomial in (3/2 - n) / (n + 1/2) over n + 1/2, interpolated at 24
// Chebyshev nodes (tests/nmath/reference/beta_coefficients.py).
__constant double nm_fast_stirling[] = {
    0x1.c1098b28dcf33p-4, 0x1.0dd6021373e45p-5, 0x1.0af6ae23f6a32p-7, 0x1.f9c5d82e4d747p-10, 0x1.2410b46ac705cp-11,
    0x1.563fa46a77fc0p-13, 0x1.67eabf5a1cf30p-15, 0x1.cfb4f9d90d535p-17, 0x1.13d1bc240efb3p-18, 0x1.20cfb23b7e452p-20,
    0x1.cab325d6e6e5bp-22, 0x1.a15d2440e56a9p-24, 0x1.20acecb19303dp-25, 0x1.0216e9d08d2b7p-26, 0x1.32f5ad22af98bp-32,
    0x1.4c3d0101a1fa8p-29, 0x1.0d295efb1962dp-33, 0x1.8c3084ec72e0ap-34, -0x1.bffe87758249cp-35, -0x1.86351f65bdfe4p-34,
    0x1.f20abb3234e26p-33, -0x1.0945ae093b606p-34, -0x1.c1cb4c9b9eb81p-35, 0x1.a56ce19368729p-36
};

// The same for n >= 1/2.
NM_FLAT double nm_fast_st_any(double n)
{
    if (n >= 3.0) return nm_fast_st(1.0 / n);
    if (n == 0.5) return 0x1.3a37a020b8c22p-3;
    const double t = 1.0 / (n + 0.5);
    return t * nm_horner(nm_fast_stirling, 24, (1.5 - n) * t);
}

// G above.
NM_FLAT double nm_fast_near(double t)
{
    double s = 0x1.3739877701d6dp-5;
    s = fma(s, t, -0x1.3d22c9b354edep-5);
    s = fma(s, t, 0x1.a12e3440d8e7dp-6);
    s = fma(s, t, -0x1.f0f90f43a8e25p-6);
    s = fma(s, t, 0x1.03bbba8ff5147p-5);
    s = fma(s, t, -0x1.2cffe7908a20ep-5);
    s = fma(s, t, 0x1.269cb74348eaep-5);
    s = fma(s, t, -0x1.5fc28221457e2p-5);
    s = fma(s, t, 0x1.58275bec165d6p-5);
    s = fma(s, t, -0x1.a98e67749b5d8p-5);
    s = fma(s, t, 0x1.9d5b71b4ae351p-5);
    s = fma(s, t, -0x1.0d7dad36bfd69p-4);
    s = fma(s, t, 0x1.02840a816b9c9p-4);
    s = fma(s, t, -0x1.7088ef27e5218p-4);
    s = fma(s, t, 0x1.589852ea4fef3p-4);
    s = fma(s, t, -0x1.27ad0d4071e5ep-3);
    s = fma(s, t, 0x1.047c26c1d1916p-3);
    s = fma(s, t, -0x1.ac38d56a6a1e2p-2);
    return fma(s, t, 0x1.ccf151e09cde8p-2);
}

NM_FLAT double nm_fast_lgamma(double x)
{
    const int near = x < 3.0, below = x < 1.0;
    const nm_dd l = nm_fast_log_short(x);
    const double z = below ? x + 1.0 : x, a = below ? x : x - 1.0, b = below ? x - 1.0 : x - 2.0;
    const double num = near ? z - 1.75 : 1.0, q = num / (near ? z + 1.75 : x);
    const double g = a * b * nm_fast_near(q);
    const double low = below ? (g - l.lo) - l.hi : g;
    const double m = x - 0.5, p = m * l.hi, pl = fma(m, l.lo, fma(m, l.hi, -p));
    const nm_dd h = nm_two_sum(p, -x);
    const double far = h.hi + (h.lo + pl + (nm_fast_st(q) + M_LN_SQRT_2PI));
    return near ? low : far;
}

// (k - 1)! for 1 <= k <= 23.
__constant double nm_fast_factorial[] = {
    1.0, 1.0, 2.0, 6.0, 24.0, 120.0, 720.0, 5040.0, 40320.0, 362880.0, 3628800.0, 39916800.0, 479001600.0,
    6227020800.0, 87178291200.0, 1307674368000.0, 20922789888000.0, 355687428096000.0, 6402373705728000.0,
    121645100408832000.0, 2432902008176640000.0, 51090942171709440000.0, 1124000727777607680000.0
};

// 1 / Gamma(1 + u) for 0 <= u <= 1.
NM_FLAT double nm_fast_rgamma(double u)
{
    double s = 0x1.277eb646b9e89p-26;
    s = fma(s, u, -0x1.d63bf83671052p-23);
    s = fma(s, u, 0x1.31bf39c73932fp-20);
    s = fma(s, u, -0x1.4dd73722b3b42p-20);
    s = fma(s, u, -0x1.520d42b1cc2edp-16);
    s = fma(s, u, 0x1.0c91933f1b565p-13);
    s = fma(s, u, -0x1.c36901ab0457bp-13);
    s = fma(s, u, -0x1.3170e206c88c9p-10);
    s = fma(s, u, 0x1.d919c1ffb9a01p-8);
    s = fma(s, u, -0x1.3b4af23e5f735p-7);
    s = fma(s, u, -0x1.59af103e28d73p-5);
    s = fma(s, u, 0x1.5512320b4c4d1p-3);
    s = fma(s, u, -0x1.5815e8fa282a2p-5);
    s = fma(s, u, -0x1.4fcf4026afa2ap-1);
    s = fma(s, u, 0x1.2788cfc6fb619p-1);
    return fma(s, u, 1.0);
}

// Gamma(x) for 1e-300 < x <= 171; exact at 1, 2, ..., 23.
NM_FLAT double nm_fast_gammafn(double x)
{
    if (x < 3.0) {
        const double u = x < 1.0 ? x : x < 2.0 ? x - 1.0 : x - 2.0, r = nm_fast_rgamma(u);
        return (x < 2.0 ? 1.0 : x - 1.0) / (x < 1.0 ? x * r : r);
    }
    const nm_dd l = nm_fast_log_short(x);
    const double m = x - 0.5, p = m * l.hi, pl = fma(m, l.lo, fma(m, l.hi, -p));
    const double d = p - x, dl = (p - d) - x;   // 0.9 x < p < 5.2 x
    int k;
    const double e = nm_fast_exp(d, dl + pl + nm_fast_st(1.0 / x), &k);
    const double far = e * 0x1.40d931ff62706p+1 * nm_two_to(k);
    const int j = x < 24.0 ? (int)x : 1;
    return x == (double)j ? nm_fast_factorial[j - 1] : far;
}
