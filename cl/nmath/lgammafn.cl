// @provides: lgammafn, nm_lgamma_dd, nm_lgamma1p_dd, nm_lgamma_near, nm_dd_sinpi, nm_lgamma_neg, nm_gamma_parts,
//   nm_lgamma_quick, nm_lgamma_near_zero
// @depends: nmath, dd, elementary, stirlerr, nm_fast_gamma
// @includes: nmath
//
// log |Gamma(x)| for real x; +inf at the poles 0, -1, -2, ...
// x >= 16: Stirling's series (DLMF 5.11.1). 0 < x < 16: raised by a product of at most 16 factors.
// |x - 1| or |x - 2| <= 1/64: lgamma(2 + z) = (1 - euler) z + sum (zeta(k) - 1) (-z)^k / k (DLMF 5.7.3), 14 terms,
//   which keeps the relative accuracy at the two zeros. x < 0: reflection (DLMF 5.5.3) with sin(pi x) in double-double.
// Measured (nm_lgamma_dd): absolute error 2^-93, relative 2^-85; lgammafn below 1.5 ulp above 0 (nm_fast_gamma.cl) and
// 2.5 below, also next to the zeros, which for x < 0 have Taylor's series of their own.
// SPDX-License-Identifier: MIT

__constant double nm_lgamma_tab[] = {
    0x1.b0ee6072093cep-2, 0x1.6cb90701fbfabp-58,
    0x1.4a34cc4a60fa6p-2, 0x1.1873d8912200cp-56,
    -0x1.13e001a557607p-4, 0x1.fb68be2f8821fp-58,
    0x1.51322ac7d8483p-6, 0x1.afc89088cb729p-60,
    -0x1.e404fc218f5f2p-8, 0x1.e4a627cf1eb34p-62,
    0x1.7add6eadb6c3p-9, -0x1.5b7828c7fd7f4p-64
};
__constant double nm_lgamma_tail[] = {
    -0x1.38ac5c2bf8e08p-10, 0x1.0b36af86396e9p-11, -0x1.d3fd4c76d2fc8p-13, 0x1.a127b0f17d65ap-14,
    -0x1.78de5bd7c81efp-15, 0x1.580dcee66eb02p-16, -0x1.3cbc963ce2243p-17, 0x1.2597a39f34aacp-18
};
// Taylor coefficients of sin(y)/y and cos(y) in y^2.
__constant double nm_sin_tab[] = {
    0x1.0p+0, 0x0.0p+0,
    -0x1.5555555555555p-3, -0x1.5555555555555p-57,
    0x1.1111111111111p-7, 0x1.1111111111111p-63,
    -0x1.a01a01a01a01ap-13, -0x1.a01a01a01a01ap-73,
    0x1.71de3a556c734p-19, -0x1.c154f8ddc6cp-73,
    -0x1.ae64567f544e4p-26, 0x1.c062e06d1f209p-80,
    0x1.6124613a86d09p-33, 0x1.f28e0cc748ebep-87,
    -0x1.ae7f3e733b81fp-41, -0x1.1d8656b0ee8cbp-97
};
__constant double nm_sin_tail[] = {
    0x1.952c77030ad4ap-49, -0x1.2f49b46814157p-57, 0x1.71b8ef6dcf572p-66, -0x1.761b41316381ap-75,
    0x1.3f3ccdd165fa9p-84
};
__constant double nm_cos_tab[] = {
    0x1.0p+0, 0x0.0p+0,
    -0x1.0p-1, 0x0.0p+0,
    0x1.5555555555555p-5, 0x1.5555555555555p-59,
    -0x1.6c16c16c16c17p-10, 0x1.f49f49f49f49fp-65,
    0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76,
    -0x1.27e4fb7789f5cp-22, -0x1.cbbc05b4fa99ap-76,
    0x1.1eed8eff8d898p-29, -0x1.2aec959e14c06p-83,
    -0x1.93974a8c07c9dp-37, -0x1.05d6f8a2efd1fp-92
};
__constant double nm_cos_tail[] = {
    0x1.ae7f3e733b81fp-45, -0x1.6827863b97d97p-53, 0x1.e542ba4020225p-62, -0x1.0ce396db7f853p-70,
    0x1.f2cf01972f578p-80
};

// sin(pi x) for finite x, 2^-98 relative.
NM_FN nm_dd nm_dd_sinpi(double x)
{
    const double n = rint(x), r = x - n, odd = n - 2.0 * floor(0.5 * n);
    const double a = fabs(r);
    const int outer = a > 0.25;
    const nm_dd y = nm_dd_mul_d(NM_PI, outer ? 0.5 - a : a), w = nm_dd_mul(y, y);
    nm_dd s;
    if (outer) s = nm_dd_horner(nm_cos_tab, 8, w, w.hi * nm_horner(nm_cos_tail, 5, w.hi));
    else s = nm_dd_mul(y, nm_dd_horner(nm_sin_tab, 8, w, w.hi * nm_horner(nm_sin_tail, 5, w.hi)));
    return (r < 0.0) != (odd != 0.0) ? nm_dd_neg(s) : s;
}

// lgamma(2 + z) for |z| <= 1/64.
NM_INLINE nm_dd nm_lgamma_near(nm_dd z)
{
    return nm_dd_mul(z, nm_dd_horner(nm_lgamma_tab, 6, z, z.hi * nm_horner(nm_lgamma_tail, 8, z.hi)));
}

// log Gamma(x) for x > 0.
NM_FN nm_dd nm_lgamma_dd(nm_dd x)
{
    if (x.hi < 0x1p-200) return nm_dd_add_d(nm_dd_neg(nm_dd_log_dd(x)), -0.5772156649015329 * x.hi);
    if (x.hi > 1e300) return nm_dd_of(x.hi < ML_POSINF ? x.hi * (nm_dd_log(x.hi).hi - 1.0) : x.hi);
    if (fabs(x.hi - 1.5) <= 0.515625 && fabs(x.hi - 1.5) >= 0.484375) {
        const nm_dd z = nm_dd_add_d(x, x.hi < 1.5 ? -1.0 : -2.0), s = nm_lgamma_near(z);
        return x.hi < 1.5 ? nm_dd_sub(s, nm_dd_log1p(z)) : s;
    }
    nm_dd p = nm_dd_of(1.0), n = x;
    for (int i = 0; i < 16 && n.hi < 16.0; ++i) {
        p = nm_dd_mul(p, n);
        n = nm_dd_add_d(n, 1.0);
    }
    nm_dd r = n.hi > 1e150 ? nm_dd_of(1.0 / 12.0 / n.hi) : nm_stirling_sum(n);
    r = nm_dd_add(r, NM_LN_SQRT_2PI);
    const nm_dd m = nm_dd_sub(nm_dd_mul(nm_dd_add_d(n, -0.5), nm_dd_log_dd(n)), n);
    r = nm_dd_add(m, r);
    return x.hi < 16.0 ? nm_dd_sub(r, nm_dd_log_dd(p)) : r;
}

// log Gamma(1 + a) for a > -1, relative accuracy at a = 0.
NM_FN nm_dd nm_lgamma1p_dd(nm_dd a)
{
    if (fabs(a.hi) <= 0.015625) return nm_dd_sub(nm_lgamma_near(a), nm_dd_log1p(a));
    return nm_lgamma_dd(nm_dd_add_d(a, 1.0));
}

// The zeros in (-n - 1, -n), n = 2 .. 11, each as a pair, then psi, psi' / 2 and psi'' / 6 there. Those below are so
// close to the poles that no double is near them. From tests/nmath/reference/coefficients.py.
__constant double nm_lgamma_zeros[] = {
    -0x1.3a7fc9600f86cp+1, -0x1.55f64f98af8d0p-55, 0x1.83fe966af535fp+0,
        0x1.36eebb002f55dp+2, 0x1.694a6058a7858p+0,
    -0x1.5fb410a1bd901p+1, 0x1.a19a96d2e6f85p-54, -0x1.ea12da904b18cp+0,
        0x1.3267f3c265a52p+3, -0x1.4185ac30c8bf2p+4,
    -0x1.9260dbc9e59afp+1, -0x1.f717cd335a7b3p-53, 0x1.f20a65f2fac55p+2,
        0x1.9d4d2977150efp+4, 0x1.c1137124d5c5bp+6,
    -0x1.fa471547c2fe5p+1, -0x1.70d4561291237p-56, -0x1.4b99d966c5647p+4,
        0x1.f76deae0436bep+7, -0x1.d25359d4b2f38p+11,
    -0x1.0284e78599581p+2, 0x1.e78c1e9e43cfep-53, 0x1.aca5cf4921642p+4,
        0x1.44415cd813f8ep+8, 0x1.559b11b2a9c7cp+12,
    -0x1.3f7577a6eeafdp+2, 0x1.5de5eab7f12cfp-53, -0x1.d224a3ef9e41fp+6,
        0x1.b533c678a3956p+12, -0x1.0d3f7fee65d34p+19,
    -0x1.4086a57f0b6d9p+2, -0x1.95262b72ca9cap-55, 0x1.ed72e0829ae02p+6,
        0x1.cecc32ec22f9bp+12, 0x1.253d8563f7264p+19,
    -0x1.7fe92f591f40dp+2, -0x1.7dd4ed62cbd32p-52, -0x1.661f6a43a5e12p+9,
        0x1.f79dcb794f26fp+17, -0x1.d6e8088a19ffep+26,
    -0x1.8016b25897c8dp+2, 0x1.27e0f49a4ba72p-54, 0x1.69de49e3af2aap+9,
        0x1.fce23484cfd10p+17, 0x1.de503a3c37c40p+26,
    -0x1.bffcbf76b86f0p+2, 0x1.853b29347b806p-57, -0x1.3abf7a5cea91bp+12,
        0x1.8349a2550422dp+23, -0x1.3d91dadc98428p+35,
    -0x1.c0033fdedfe1fp+2, 0x1.20bb7d2324678p-52, 0x1.3b407aa387bd1p+12,
        0x1.83e85daafbad6p+23, 0x1.3e552b5e3c226p+35,
    -0x1.ffff97f8159cfp+2, -0x1.e54f415a91586p-55, -0x1.3af76fe4c2fabp+15,
        0x1.838e76caaf123p+29, -0x1.3de68b3256526p+44,
    -0x1.000034028b3f9p+3, -0x1.f60cb3cec1cedp-52, 0x1.3b088fed67718p+15,
        0x1.83a3893550edcp+29, 0x1.3e0078db8ada4p+44,
    -0x1.1ffffa3884bd0p+3, -0x1.ff90c9d2ae925p-53, -0x1.625edfc63db2fp+18,
        0x1.ea8c150480a7ap+35, -0x1.c4b30e4bc55c1p+53,
    -0x1.200005c7768fbp+3, -0x1.b5b610ffb70d4p-54, 0x1.6261203919440p+18,
        0x1.ea8f32fb7f586p+35, 0x1.c4b75ee68e2bap+53,
    -0x1.3fffff6c0d7c0p+3, 0x1.197cea8c42d7dp-51, -0x1.baf7da5f3795dp+21,
        0x1.7f3e8791fa0d2p+42, -0x1.ba18befcaaa63p+63,
    -0x1.40000093f2777p+3, -0x1.927b45d95e154p-52, 0x1.baf825a0c63b2p+21,
        0x1.7f3ec8ae05f2ep+42, 0x1.ba192fa62a5c8p+63,
    -0x1.5ffffff28cdd4p+3, 0x1.c9924a65aa486p-53, -0x1.308a7d8eadb7cp+25,
        0x1.6a4938065bfd2p+49, -0x1.1f51f646980c5p+74,
    -0x1.6000000d7322ap+3, -0x1.8aecb2d37ff52p-51, 0x1.308a827152450p+25,
        0x1.6a493dd62402ep+49, 0x1.1f51fd307a7cdp+74,
    -0x1.7ffffffee1127p+3, -0x1.ce1f7906b30f5p-54, -0x1.c8cfbfaf2b0c8p+28,
        0x1.97926203e98acp+56, -0x1.e4da54ebc6dacp+84
};

// Within 2^-22 of 0, -12 < x < -2: Taylor's series at the zero.
NM_INLINE double nm_lgamma_near_zero(double x)
{
    const double n = floor(-x);
    const int i = 10 * ((int)n - 2) + (-x - n > (n == 2.0 ? 0.6 : 0.5) ? 5 : 0);
    const double d = (x - nm_lgamma_zeros[i]) - nm_lgamma_zeros[i + 1];
    return d * fma(d, fma(d, nm_lgamma_zeros[i + 4], nm_lgamma_zeros[i + 3]), nm_lgamma_zeros[i + 2]);
}

// log |Gamma(x)| for x < 0, not an integer: log pi - log |x sin(pi x)| - log Gamma(-x).
NM_INLINE nm_dd nm_lgamma_neg(double x)
{
    if (x > -0x1p-200) return nm_dd_add_d(nm_dd_neg(nm_dd_log(-x)), -0.5772156649015329 * x);
    const nm_dd s = nm_dd_sinpi(x), t = nm_dd_mul_d(s.hi < 0.0 ? nm_dd_neg(s) : s, -x);
    return nm_dd_sub(nm_dd_sub(NM_LN_PI, nm_dd_log_dd(t)), nm_lgamma_dd(nm_dd_of(-x)));
}

// Gamma(x) = exp(e) w for 0 < x < 1e290: Stirling's formula at x, or for x < 12 at x + 9. To 2^-60.
NM_FN nm_dd nm_gamma_parts(nm_dd x, nm_dd *w)
{
    const int big = x.hi >= 12.0;
    const nm_dd n = big ? x : nm_dd_add_d(x, 9.0), c = nm_dd_make(0x1.40d931ff62706p+1, -0x1.a6a0d6f814637p-53);
    *w = big ? c : nm_dd_div(c, nm_dd_mul(x, nm_rising8(x)));
    const nm_dd s = nm_dd_sub(n.hi > 1e150 ? nm_dd_of(0.0) : nm_stirling_quick(n), n);
    return nm_dd_add(nm_dd_mul(nm_dd_add_d(n, -0.5), nm_dd_log_scaled(n, 0.0)), s);
}

// log Gamma(x) for x > 0, to 2^-60 absolutely and relatively: enough for a result rounded to double.
NM_FN nm_dd nm_lgamma_quick(nm_dd x)
{
    if (x.hi < 0x1p-200 || x.hi > 1e270 || (fabs(x.hi - 1.5) <= 0.515625 && fabs(x.hi - 1.5) >= 0.484375))
        return nm_lgamma_dd(x);
    nm_dd w;
    const nm_dd e = nm_gamma_parts(x, &w);
    return nm_dd_add(e, x.hi >= 12.0 ? NM_LN_SQRT_2PI : nm_dd_log_scaled(w, 0.0));
}

// The rest of lgammafn.
NM_FN double nm_lgamma_rest(double x)
{
    if (x != x) return x;
    if (x == ML_POSINF || x == ML_NEGINF || (x <= 0.0 && x == floor(x))) return ML_POSINF;
    if (x > 0.0) return nm_lgamma_quick(nm_dd_of(x)).hi;
    const double r = nm_lgamma_neg(x).hi;
    return fabs(r) < 0x1p-22 && x > -12.0 && x < -2.0 ? nm_lgamma_near_zero(x) : r;
}

NM_INLINE double lgammafn(double x)
{
    return x > 0.0 && x < 1e300 ? nm_fast_lgamma(x) : nm_lgamma_rest(x);
}
