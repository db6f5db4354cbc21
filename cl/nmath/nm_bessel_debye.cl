// @provides: nm_wave, nm_exp_form, nm_debye_sums, nm_mod2, nm_order_above, nm_order_below, nm_bessel_waves, nm_debye,
//   nm_hankel, nm_bessel_debye, nm_bessel_wave
// @depends: nmath, dd, elementary, lgammafn, nm_quarter
// @includes: nmath
//
// Bessel functions by Debye's expansions, used wherever 20 terms give 2^-62:
//   I and K (DLMF 10.41.3, 10.41.4): S = sqrt(nu^2 + x^2) >= 30;
//   J and Y below the turning point (DLMF 10.19.3): nu >= nm_order_above(x), S = sqrt(nu^2 - x^2);
//   J and Y above it (DLMF 10.19.6): nu <= nm_order_below(x), S = sqrt(x^2 - nu^2); for nu = 0 this is Hankel's.
// All three are sums of P_k(q) / S^k with U_k(p) = p^k P_k(p^2) (DLMF 10.41.9) and q = nu^2 / S^2 with the sign of the
// case, so that one table serves them, also for small nu. For nu^2 <= x, x >= 20 (I, K) and 4 nu^2 <= x, x > 25 (J, Y)
// Hankel's expansions (DLMF 10.17.3, 10.40.1, 10.40.2) are shorter. The exponents and the phase are double-doubles;
// the phase is kept in half turns, so that its reduction is exact (x up to 2^100).
// Coefficients: the recurrence DLMF 10.41.9 in rational arithmetic.
// Measured: 1.5 ulp for the exponential forms; for the waves 1.5 ulp, 2^-57 of the amplitude next to zeros.
// SPDX-License-Identifier: MIT

// exp(e) f.
typedef struct {
    nm_dd e, f;
} nm_exp_form;

// J and Y.
typedef struct {
    double j, y;
} nm_wave;

// Sums over even k >= 2 and over odd k.
typedef struct {
    double even, odd;
} nm_debye_sums;

// P_1, P_2, ..., P_20, each from its constant term.
__constant double nm_debye_tab[] = {
    0x1p-3, -0x1.aaaaaaaaaaaabp-3, 0x1.2p-4, -0x1.9aaaaaaaaaaabp-2,
    0x1.5638e38e38e39p-2, 0x1.2cp-4, -0x1.c84cccccccccdp-1, 0x1.d8b1c71c71c72p+0,
    -0x1.069ba781948b1p+0, 0x1.cb6p-4, -0x1.2e9a666666666p+1, 0x1.19408p+3,
    -0x1.669fc3f35ba78p+3, 0x1.2ada78a021b64p+2, 0x1.d11ep-3, -0x1.d79a53a83a83bp+2,
    0x1.5447ad6c16c17p+5, -0x1.6f45e11c71c72p+6, 0x1.528b7ca566307p+6, -0x1.c364a631dd95fp+4,
    0x1.251ee8p-1, -0x1.a7dce636db6dbp+4, 0x1.b4618ac15dc91p+7, -0x1.5dca313ad82d8p+9,
    0x1.08ff6393p+10, -0x1.7ea050e044d42p+9, 0x1.a923e815a1cf4p+7, 0x1.ba4c598p+0,
    -0x1.b05d1a13b6db7p+6, 0x1.2c39c95483d71p+10, -0x1.4b9a5a063f1c7p+12, 0x1.6c3b258dcc4bep+13,
    -0x1.a8946669c5f9bp+13, 0x1.f7db8e0e6ff83p+12, -0x1.dfdd4a56e48aep+10, 0x1.84bd1aa98p+2,
    -0x1.edea5169e2492p+8, 0x1.bc583a953f412p+12, -0x1.41d14f581555cp+15, 0x1.dd58770920853p+16,
    -0x1.8d4416b11fe98p+17, 0x1.7811802863395p+17, -0x1.7ad4992fff6c7p+16, 0x1.3bb12a52aa2fbp+14,
    0x1.8616a64f6cp+4, -0x1.387a934e97623p+11, 0x1.614589b7ecd85p+15, -0x1.43df4b09fcb1fp+18,
    0x1.35a8d45f867fp+20, -0x1.5773d9d00c99dp+21, 0x1.cb623a6199ae4p+21, -0x1.6df7ff592a81cp+21,
    0x1.404139d5a8d89p+20, -0x1.da73980d20117p+17, 0x1.b8118d37ff7p+6, -0x1.b1f0b7d0cbfb1p+13,
    0x1.2cf699e52c822p+18, -0x1.540a91065230fp+21, 0x1.958a7e55353d9p+23, -0x1.1e9d645493e4cp+25,
    0x1.fa2b20232a522p+25, -0x1.1ab04f0d89c04p+26, 0x1.84bccd3f0fa29p+25, -0x1.2cb3c31e51931p+24,
    0x1.90efaed3176ecp+21, 0x1.13aafea4e5774p+9, -0x1.48256f009b97ep+16, 0x1.11e5c16c629afp+21,
    -0x1.7571ceb9ca037p+24, 0x1.0ef6a77985642p+27, -0x1.d8ead78466863p+28, 0x1.07e453034ac45p+30,
    -0x1.827ee7a06eeffp+30, 0x1.7268078e48462p+30, -0x1.bff876bd73df6p+29, 0x1.367d9d22f8e58p+28,
    -0x1.785a32d50ea99p+25, 0x1.7bc2e57729724p+11, -0x1.0c7a4a7b78e16p+19, 0x1.096da38dd1835p+24,
    -0x1.ad5adfbc7617p+27, 0x1.73c2e3e3845c1p+30, -0x1.8733ea609e897p+32, 0x1.0b89e3d8c9f56p+34,
    -0x1.ec227ad1733f1p+34, 0x1.338fb49d78209p+35, -0x1.0207616f8514bp+35, 0x1.1679daa552eedp+34,
    -0x1.5dab67540d45ep+32, 0x1.84858f40f24dap+29, 0x1.1d47059b0d98ap+14, -0x1.d8a2cb8a63829p+21,
    0x1.110d4e9701237p+27, -0x1.0258a06e72954p+31, 0x1.06c7289bb5702p+34, -0x1.475491eb205f5p+36,
    0x1.0c20dd26c89a3p+38, -0x1.2c857cd0fac0cp+39, 0x1.d575cfc9e2c3ap+39, -0x1.ff7885a2e2725p+39,
    0x1.7d7a79bfd9279p+39, -0x1.73aff169e1ddbp+38, 0x1.aa8a07524069bp+36, -0x1.b579e01fd909fp+33,
    0x1.d0366d1f2a1fcp+16, -0x1.bd61241f49ddp+24, 0x1.294f68360d03fp+30, -0x1.452fdce361dedp+34,
    0x1.7f8bafc20347bp+37, -0x1.16981c00442e8p+40, 0x1.0c7ef86c5c487p+42, -0x1.6692d03f4fc93p+43,
    0x1.53c36f1e925d7p+44, -0x1.ccd1190f05129p+44, 0x1.bcc7f72fa3f52p+44, -0x1.2a8f68053f67p+44,
    0x1.091de1749afccp+43, -0x1.18214409fe408p+41, 0x1.0aca592e16b75p+38, 0x1.96ab69ba805e8p+19,
    -0x1.bf624170b648dp+27, 0x1.55b4c489b95fdp+33, -0x1.abb30c9d41f8cp+37, 0x1.214acc7d910afp+41,
    -0x1.e4231a32338f6p+43, 0x1.0e915e49881c9p+46, -0x1.a71b10ac0f97ep+47, 0x1.dbb73479600cap+48,
    -0x1.85ed9a23ccb78p+49, 0x1.d30151d4d5254p+49, -0x1.947f1290b1214p+49, 0x1.ed9e6cefe60bcp+48,
    -0x1.92a1f52c0b7a6p+47, 0x1.8a317a4459106p+45, -0x1.5e64de75a4806p+42, 0x1.7da65df946f8bp+22,
    -0x1.dd3ad540c461p+30, 0x1.9d7f5fdd32dd4p+36, -0x1.258c4c70506d6p+41, 0x1.c337b3c824076p+44,
    -0x1.ae77ec0689828p+47, 0x1.13bb05a2903aep+50, -0x1.f1df281e71adfp+51, 0x1.4678cb08b74acp+53,
    -0x1.3c7354c38a71ap+54, 0x1.c8b65d444facp+54, -0x1.e986473674e26p+54, 0x1.80787763a0616p+54,
    -0x1.ae03f99bb5229p+53, 0x1.44560eec11e37p+52, -0x1.27d0e84f1180ep+50, 0x1.ed06d883c7d6cp+46,
    0x1.7e002ac418369p+25, -0x1.0d62f0182a1dbp+34, 0x1.06cc4ec342dfcp+40, -0x1.a4062c9f3b6c3p+44,
    0x1.6bd69bc1a45c4p+48, -0x1.88436f58b2301p+51, 0x1.1d2164f816f87p+54, -0x1.25d7cfff31619p+56,
    0x1.bb6299640b50dp+57, -0x1.f3b7a856e204cp+58, 0x1.a93af4ed2572p+59, -0x1.11eab4c8bb84ap+60,
    0x1.099c0c1b7092fp+60, -0x1.7d964d45c558cp+59, 0x1.89e3930b3b6e8p+58, -0x1.1446c7ccdc56fp+57,
    0x1.d7b29319145e6p+54, -0x1.71f57863fbe5ap+51, 0x1.9635110813867p+28, -0x1.40e70cc9eacddp+37,
    0x1.5e1f58f95e662p+43, -0x1.38d5a9cde4a3fp+48, 0x1.2f440644dfd67p+52, -0x1.6ead1e20cc175p+55,
    0x1.2be8ba9dc1b64p+58, -0x1.5d6b4678505fbp+60, 0x1.2bebc10ef5bc7p+62, -0x1.83c4878e30c56p+63,
    0x1.7ea65ea189174p+64, -0x1.21f77db77fbbap+65, 0x1.5139ecd0f2bfp+65, -0x1.2a7afa9c2e24ap+65,
    0x1.8b08bfba4d477p+64, -0x1.7a91e93284aa2p+63, 0x1.f04ac0bdb47ffp+61, -0x1.8e2ceacc35af1p+59,
    0x1.26f1dd54e5654p+56, 0x1.c951379875fb6p+31, -0x1.92432f1640ffep+40, 0x1.e7f0ddd514f99p+46,
    -0x1.e486a604f2a25p+51, 0x1.052efdb460871p+56, -0x1.5fcabf1c85fep+59, 0x1.416740a162443p+62,
    -0x1.a3e1b7ea9b142p+64, 0x1.962f67888d9bbp+66, -0x1.29e7ea4918b24p+68, 0x1.5064b96eb6032p+69,
    -0x1.26f27a4316c27p+70, 0x1.92b241399befbp+70, -0x1.aaaea9f0d29ap+70, 0x1.5b4fa5dca4bb1p+70,
    -0x1.aa112d6e4d78fp+69, 0x1.7d0394b450fcep+68, -0x1.d4cc390208d15p+66, 0x1.62c4df598a6cap+64,
    -0x1.f1ebe423d8bc6p+60, 0x1.0fb5f454e2191p+35, -0x1.08a8d4b11ef0ap+44, 0x1.630057a48c64dp+50,
    -0x1.85a9fd79ea56p+55, 0x1.d097ffcf01792p+59, -0x1.5a7e07d3b7f63p+63, 0x1.5f57d2a213933p+66,
    -0x1.ff081c2fa6eb8p+68, 0x1.145be209a042cp+71, -0x1.c7af841b3594bp+72, 0x1.2335722245c9fp+74,
    -0x1.238d12978451ep+75, 0x1.cbadc5639b313p+75, -0x1.1d63cfad68c82p+76, 0x1.15a27de842b38p+76,
    -0x1.a2500f17c7e1p+75, 0x1.de3135b7f089ep+74, -0x1.90d2955b24c59p+73, 0x1.d09cdc05b931dp+71,
    -0x1.4cb7b02234036p+69, 0x1.bb9f9582f0048p+65
};

// 1/pi in four parts.
__constant double nm_1_pi_tab[] = {
    0x1.45f306dc9c883p-2, -0x1.6b01ec5417056p-56, -0x1.6447e493ad4cep-110, 0x1.e21c820ff28b2p-164
};

// From this order on the expansion below the turning point holds (exponent at least 30, S at least 25); up to the
// other order, for x > 32.5, the one above it (phase at least 30).
NM_INLINE double nm_order_above(double x) { return fmax(x + fma(10.05, cbrt(x), 1.5), 26.0); }
NM_INLINE double nm_order_below(double x) { return x - 10.05 * cbrt(x); }

// Whether nm_bessel_wave holds.
NM_INLINE int nm_bessel_waves(double nu, double x)
{
    return (x > 25.0 && 4.0 * nu * nu <= x) || (x > 32.5 && nu <= nm_order_below(x));
}

// Sums of w^(k/2) P_k(q) / S^k over even k >= 2 and odd k (w^((k-1)/2)), w = 1 or -1. Ends when two terms are below
// 2^-66, at most 20 terms.
NM_FN nm_debye_sums nm_debye(double s, double q, double w)
{
    const double r = 1.0 / s;
    nm_debye_sums t;
    t.even = 0.0;
    t.odd = 0.0;
    double f = 1.0, last = 1.0, flip = 1.0;
    int at = 0;
    for (int k = 1; k <= 20; ++k) {
        double p = nm_debye_tab[at + k];
        for (int j = k - 1; j >= 0; --j) p = fma(p, q, nm_debye_tab[at + j]);
        at += k + 1;
        f *= r;
        p *= f;
        if (k & 1) {
            t.odd = fma(flip, p, t.odd);
            flip *= w;
        } else {
            t.even = fma(flip, p, t.even);
        }
        if (fabs(p) + last < 0x1p-66) break;
        last = fabs(p);
    }
    return t;
}

// The same sums for Hankel's expansions: -a_k(nu) / x^k in place of P_k / S^k for odd k, a_k(nu) / x^k for even k.
// nu^2 <= x, x >= 20: at most 24 terms, each smaller than the one before.
NM_FN nm_debye_sums nm_hankel(double nu, double x, double w)
{
    const double m = 4.0 * nu * nu, r = 0.125 / x;
    nm_debye_sums t;
    t.even = 0.0;
    t.odd = 0.0;
    double a = 1.0, flip = 1.0;
    for (int k = 1; k <= 24; k += 2) {
        const double o = 2.0 * k - 1.0, e = 2.0 * k + 1.0;
        a *= (m - o * o) * (r / (double)k);
        t.odd = fma(-flip, a, t.odd);
        a *= (m - e * e) * (r / (double)(k + 1));
        flip *= w;
        t.even = fma(flip, a, t.even);
        if (fabs(a) < 0x1p-66) break;
    }
    return t;
}

// modified: I (second = 0) or K (second = 1), times exp(-x) or exp(x) if scaled; else J or Y for nu > x.
NM_FN nm_exp_form nm_bessel_debye(nm_dd nu, double x, int modified, int second, int scaled)
{
    if (modified && x >= 20.0 && nu.hi * nu.hi <= x) {
        const nm_debye_sums d = nm_hankel(nu.hi, x, 1.0);
        nm_exp_form r;
        r.f = nm_dd_of((second ? 1.0 + (d.even - d.odd) : 1.0 + (d.even + d.odd)) /
                       sqrt(second ? M_2_PI * x : M_2PI * x));
        r.e = nm_dd_of(scaled ? 0.0 : second ? -x : x);
        return r;
    }
    // Squares must neither overflow nor lose their low parts.
    const int big = fmax(nu.hi, x) > 0x1p400;
    const double down = big ? 0x1p-600 : 1.0, up = big ? 0x1p600 : 1.0;
    const nm_dd n = nm_dd_scale(nu, down);
    const double y = x * down;
    nm_dd ss;
    if (modified) ss = nm_dd_add(nm_dd_mul(n, n), nm_two_prod(y, y));
    else ss = nm_dd_mul(nm_dd_add_d(n, -y), nm_dd_add_d(n, y));
    const nm_dd s0 = nm_dd_sqrt(ss), s = nm_dd_scale(s0, up);
    const double ratio = n.hi / s0.hi;
    // Beside an order above 2^400, an x that underflows here need not be exact.
    const nm_dd t = nm_dd_mul(nu, nm_dd_log_ratio(nm_dd_add(n, s0), nm_dd_of(y > 0.0 ? y : 0x1p-1022)));
    // S - x without cancellation.
    nm_dd e = s;
    if (modified && scaled) e = nm_dd_scale(nm_dd_div(nm_dd_mul(n, n), nm_dd_add_d(s0, y)), up);
    e = nm_dd_sub(e, t);
    const nm_debye_sums d = nm_debye(s.hi, ratio * ratio, 1.0);
    // I, J: 1 / sqrt(2 pi S); K: sqrt(pi / (2 S)); Y: -sqrt(2 / (pi S)).
    const double c = 1.0 + (second ? d.even - d.odd : d.even + d.odd);
    const double root = sqrt(second ? (modified ? M_2_PI : M_PI_2) * s.hi : M_2PI * s.hi);
    nm_exp_form r;
    r.f = nm_dd_of((second && !modified ? -c : c) / root);
    r.e = second ? nm_dd_neg(e) : e;
    return r;
}

// a modulo 2, each part exactly.
NM_INLINE nm_dd nm_mod2(nm_dd a)
{
    return nm_two_sum(a.hi - 2.0 * rint(0.5 * a.hi), a.lo - 2.0 * rint(0.5 * a.lo));
}

// J and Y of order nu >= -1/2 for x above the turning point.
NM_FN nm_wave nm_bessel_wave(nm_dd nu, double x)
{
    const int big = x > 0x1p100;
    const double y = big ? 0x1p100 : x;
    nm_dd p = nm_dd_of(-0.25);
    for (int k = 0; k < 4; ++k) p = nm_dd_add(p, nm_mod2(nm_two_prod(y, nm_1_pi_tab[k])));
    nm_debye_sums t;
    double s1 = y;
    // The phase in half turns: x / pi - nu / 2 - 1/4, or S / pi - nu b / pi - 1/4.
    if (4.0 * nu.hi * nu.hi <= y) {
        p = nm_dd_sub(p, nm_mod2(nm_dd_scale(nu, 0.5)));
        t = nm_hankel(nu.hi, y, -1.0);
    } else {
        const nm_dd s = nm_dd_sqrt(nm_dd_mul(nm_dd_sub(nm_dd_of(y), nu), nm_dd_add_d(nu, y)));
        // b = acos(nu / x) = pi h + d with h of 40 bits, for which sin and cos are known to double-double.
        const double h = rint(atan2(s.hi, nu.hi) * (M_1_PI * 0x1p40)) * 0x1p-40;
        const nm_dd d = nm_dd_div_d(nm_dd_sub(nm_dd_mul(s, nm_dd_sinpi(0.5 - h)), nm_dd_mul(nu, nm_dd_sinpi(h))), y);
        // S = x - nu^2 / (x + S).
        const nm_dd g = nm_dd_mul(nu, nm_dd_add(nm_dd_div(nu, nm_dd_add_d(s, y)), d));
        p = nm_dd_sub(p, nm_mod2(nm_dd_mul_d(nu, h)));
        p = nm_dd_sub(p, nm_mod2(nm_dd_mul(g, nm_dd_make(nm_1_pi_tab[0], nm_1_pi_tab[1]))));
        const double ratio = nu.hi / s.hi;
        t = nm_debye(s.hi, -ratio * ratio, -1.0);
        s1 = s.hi;
    }
    const nm_sin_cos a = nm_half_turns(p);
    const double amp = big ? 0.0 : sqrt(M_2_PI / s1);
    nm_wave r;
    r.j = amp * (a.c + fma(a.c, t.even, a.s * t.odd));
    r.y = amp * (a.s + fma(a.s, t.even, -a.c * t.odd));
    return r;
}
