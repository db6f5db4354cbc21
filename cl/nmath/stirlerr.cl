// @provides: nm_stirlerr, nm_stirlerr_dd, nm_stirling_sum, nm_stirling_quick, nm_rising8, nm_power8
// @depends: nmath, dd, elementary
// @includes: nmath
//
// Stirling's error s(n) = log n! - (n + 1/2) log n + n - log(2 pi) / 2 for real n > 0 (C. Loader, Fast and accurate
// computation of binomial probabilities, 2000).
// n >= 8: the asymptotic series (DLMF 5.11.1), 15 terms. n a multiple of 1/2 up to 16: table. Else n is raised by 8.
// Measured: absolute error below 2^-68.
// nm_stirling_sum: 16 terms for n >= 16, the first four in double-double, error below 2^-91.
// SPDX-License-Identifier: MIT

__constant double nm_stirling_tab[] = {
    0x1.5555555555555p-4, 0x1.5555555555555p-58,
    -0x1.6c16c16c16c17p-9, 0x1.f49f49f49f49fp-64,
    0x1.a01a01a01a01ap-11, 0x1.a01a01a01a01ap-71,
    -0x1.3813813813814p-11, 0x1.fb1fb1fb1fb2p-65
};
__constant double nm_stirling_tail[] = {
    0x1.b951e2b18ff23p-11, -0x1.f6ab0d9993c7dp-10, 0x1.a41a41a41a41ap-8, -0x1.e4286cb0f5398p-6,
    0x1.6fe96381e0680p-3, -0x1.6476701181f3ap+0, 0x1.ace44322ce006p+3, -0x1.39b2525cccc1bp+7,
    0x1.12234e81b4e82p+11, -0x1.1a198ae1c4ab8p+15, 0x1.51a2089a6e11ap+19, -0x1.d1089b142d357p+23
};
// B_2k / (2k (2k - 1)) for k = 2 .. 15.
__constant double nm_stirling_short[] = {
    -0x1.6c16c16c16c17p-9, 0x1.a01a01a01a01ap-11, -0x1.3813813813814p-11, 0x1.b951e2b18ff23p-11,
    -0x1.f6ab0d9993c7dp-10, 0x1.a41a41a41a41ap-8, -0x1.e4286cb0f5398p-6, 0x1.6fe96381e0680p-3,
    -0x1.6476701181f3ap+0, 0x1.ace44322ce006p+3, -0x1.39b2525cccc1bp+7, 0x1.12234e81b4e82p+11,
    -0x1.1a198ae1c4ab8p+15, 0x1.51a2089a6e11ap+19
};
// At n = 1/2, 1, ..., 16: hi, lo.
__constant double nm_stirlerr_tab[] = {
    0x1.3a37a020b8c22p-3, -0x1.abc9e3b39803fp-57,
    0x1.4c071bcda0a5bp-4, -0x1.a4a5e4800a20dp-59,
    0x1.c1098b28dcf33p-5, 0x1.9bb7a4c6f7c66p-59,
    0x1.52a9b923ea649p-5, -0x1.b21c90eb2a503p-59,
    0x1.0fab9626b44ffp-5, -0x1.f7fe3cb5185b8p-59,
    0x1.c579a268d80b3p-6, 0x1.d35ce8484658ap-61,
    0x1.850ea113caf0ep-6, -0x1.11479af399ee2p-62,
    0x1.54a2662fd78a9p-6, -0x1.2afe4e0f15a3ep-62,
    0x1.2eea2e990f134p-6, -0x1.d8b987b39f925p-60,
    0x1.10b4e513fcbedp-6, -0x1.200924ec75416p-60,
    0x1.eff15b81c9cc5p-7, 0x1.e46de545e8de1p-61,
    0x1.c6b167bebdf36p-7, -0x1.020e24fcbbc56p-61,
    0x1.a3c5f8a1e7d1dp-7, -0x1.0eab86d9b8a9bp-61,
    0x1.85d4d612e4a86p-7, 0x1.4ef6e53b8cb9bp-61,
    0x1.6bdfcc7fbdb0ap-7, -0x1.80fdf8ae7e321p-66,
    0x1.552805e7b3076p-7, 0x1.5ca393046ab1p-62,
    0x1.411b75e41049cp-7, -0x1.6e6a4471ecc23p-61,
    0x1.2f4871b12ab64p-7, 0x1.290a4d10b6846p-64,
    0x1.1f553026fbce1p-7, -0x1.9cf58b339305fp-61,
    0x1.10f9d4c0743a7p-7, 0x1.11c17ffd55d36p-61,
    0x1.03fc2d49c8fb9p-7, 0x1.74d862a91d65p-61,
    0x1.f0593088014f8p-8, 0x1.e347b338def62p-63,
    0x1.dac773cc5b3cdp-8, 0x1.d9feaaccd67edp-63,
    0x1.c7018733aa9c6p-8, -0x1.ed6fbeade83fp-65,
    0x1.b4d04a067629fp-8, 0x1.c271d1c45dc58p-62,
    0x1.a40514700f36cp-8, -0x1.60cf53580c19p-64,
    0x1.947826547fe6cp-8, 0x1.781306b4d42a3p-65,
    0x1.86076c002d4a7p-8, 0x1.1b4980f2fdfa8p-62,
    0x1.789583ffc5e8cp-8, 0x1.03c923abda5bap-62,
    0x1.6c08f6f194a1p-8, 0x1.780f37e4e8d55p-62,
    0x1.604b960af6e7ep-8, -0x1.bec8661d10ef1p-62,
    0x1.5549f7dd113bcp-8, -0x1.b3c23841d039ap-69
};

// Stirling's series for n >= 16.
NM_INLINE nm_dd nm_stirling_sum(nm_dd n)
{
    const nm_dd u = nm_dd_div(nm_dd_of(1.0), n), w = nm_dd_mul(u, u);
    const double t = w.hi * nm_horner(nm_stirling_tail, 12, w.hi);
    return nm_dd_mul(u, nm_dd_horner(nm_stirling_tab, 4, w, t));
}

// Stirling's series for n >= 8: the first term in double-double, 14 more in double. Error below 2^-68.
NM_INLINE nm_dd nm_stirling_quick(nm_dd n)
{
    const double q = 1.0 / n.hi, ql = (fma(-q, n.hi, 1.0) - q * n.lo) * q, w = q * q;
    const double t = q * w * nm_horner(nm_stirling_short, 14, w);
    const nm_dd p = nm_two_prod(q, 0x1.5555555555555p-4);
    return nm_fast_two_sum(p.hi, p.lo + fma(q, 0x1.5555555555555p-58, ql * 0x1.5555555555555p-4) + t);
}

// (n + 1) (n + 2) ... (n + 8) = product of n (n + 9) + j (9 - j), j = 1 .. 4.
NM_INLINE nm_dd nm_rising8(nm_dd n)
{
    const nm_dd s = nm_dd_mul(n, nm_dd_add_d(n, 9.0));
    const nm_dd a = nm_dd_mul(nm_dd_add_d(s, 8.0), nm_dd_add_d(s, 14.0));
    return nm_dd_mul(a, nm_dd_mul(nm_dd_add_d(s, 18.0), nm_dd_add_d(s, 20.0)));
}

// x^8.
NM_INLINE nm_dd nm_power8(nm_dd x)
{
    const nm_dd y = nm_dd_mul(x, x), z = nm_dd_mul(y, y);
    return nm_dd_mul(z, z);
}

NM_FN nm_dd nm_stirlerr_dd(nm_dd n)
{
    const double h = 2.0 * n.hi;
    if (h <= 32.0 && h >= 1.0 && n.lo == 0.0 && h == floor(h)) {
        const int j = 2 * ((int)h - 1);
        return nm_dd_make(nm_stirlerr_tab[j], nm_stirlerr_tab[j + 1]);
    }
    if (n.hi > 1e150) return nm_dd_of(1.0 / 12.0 / n.hi);
    const int low = n.hi < 8.0;
    const nm_dd m = low ? nm_dd_add_d(n, 8.0) : n;
    nm_dd r = nm_stirling_quick(m);
    if (!low) return r;
    // s(n) = s(m) + (n + 1/2) log(m / n) - log((n + 1) ... m / m^8) - 8, m = n + 8.
    r = nm_dd_sub(r, nm_dd_log_scaled(nm_dd_div(nm_rising8(n), nm_power8(m)), 0.0));
    r = nm_dd_add(r, nm_dd_mul(nm_dd_add_d(n, 0.5), nm_dd_log_ratio(m, n)));
    return nm_dd_add(r, nm_dd_sub(n, m));
}

NM_INLINE nm_dd nm_stirlerr(double n) { return nm_stirlerr_dd(nm_dd_of(n)); }
