// @provides: nm_scaled, nm_scaled_value, nm_dd_powi, nm_zeta_sum, nm_psi_scaled, nm_factorial_tab, nm_polygamma
// @depends: nmath, dd, elementary, nm_quarter, nm_psi_double
// @includes: nmath
//
// Derivatives of the digamma function: w(n, x) = (-1)^(n+1) psi^(n)(x) / n!, that is the Hurwitz zeta function
// zeta(n + 1, x) for n >= 1 (DLMF 5.15.1, 25.11.12) and -psi(x) for n = 0.
// x > 0: Euler-Maclaurin summation (DLMF 25.11.28; for n = 0 its limit, DLMF 5.11.2) after a shift to
//   z >= 20 + n, at most 20 + n terms, all in double-double relative to the largest term.
// x < 0: the reflection formula (DLMF 5.15.6) with the cotangent written as two zeta functions, so that no
//   trigonometric function is needed: with f = x - floor(x), g = 1 - f exactly,
//   w(n, x) = zeta(s, f) + (-1)^s (zeta(s, g) - zeta(s, 1 - x)), s = n + 1.
// |x| < 1e-40: the first term x^-s alone. Near the positive zero of digamma: Taylor series about it (DLMF 5.4.20).
// For n <= 7 and 1e-20 <= |x| <= 1e20 nm_psi_double comes first, in double; what cancels there is done here.
// Region: 0 <= n <= 1000, every x that is no pole. Measured: 0.6 ulp in double-double, also next to the zeros for
// x < 0 (there the absolute error is 2^-99 of the terms).
// SPDX-License-Identifier: MIT

// v 2^e.
typedef struct {
    nm_dd v;
    int e;
} nm_scaled;

// B_2j / (2j)!: hi, lo.
__constant double nm_em_tab[] = {
    0x1.5555555555555p-4, 0x1.5555555555555p-58,
    -0x1.6c16c16c16c17p-10, 0x1.f49f49f49f49fp-65,
    0x1.1566abc011567p-15, -0x1.50ffbaa6551p-69,
    -0x1.bbd779334ef0bp-21, 0x1.4e65f77088199p-75,
    0x1.66a8f2bf70ebep-26, -0x1.75a7bb0599f07p-80,
    -0x1.22805d644267fp-31, 0x1.16a73200360d2p-88,
    0x1.d6db2c4e09162p-37, 0.0,
    -0x1.7da4e1f79955cp-42, 0.0,
    0x1.355871d652e9ep-47, 0.0,
    -0x1.f57d968caacf1p-53, 0.0,
    0x1.967e1f09c376fp-58, 0.0,
    -0x1.497d9033a2b5cp-63, 0.0,
    0x1.0b132d7c6ad06p-68, 0.0,
    -0x1.b0f72d59f1c16p-74, 0.0,
    0x1.5ef2da4cca26dp-79, 0.0,
    -0x1.1c77df96de38bp-84, 0.0
};

// x^n for n >= 0, at most 10 squarings for n < 1024.
NM_INLINE nm_dd nm_dd_powi(nm_dd x, int n)
{
    nm_dd r = nm_dd_of(1.0);
    for (int b = n; b > 0; b >>= 1) {
        if (b & 1) r = nm_dd_mul(r, x);
        x = nm_dd_mul(x, x);
    }
    return r;
}

// c^s zeta(s, x) for s >= 2, -psi(x) for s = 1 (then c = 1); x >= 1e-40, c <= x. Ends when a term is below tol times
// the sum.
NM_FN nm_dd nm_zeta_sum(nm_dd x, double c, int s, double tol)
{
    const double top = s == 1 ? 20.0 : 19.0 + (double)s;
    const int steps = x.hi < top ? (int)ceil(top - x.hi) : 0;
    nm_dd sum = nm_dd_of(0.0);
    for (int k = 0; k < steps; ++k) {
        const nm_dd r = nm_dd_div(nm_dd_of(c), nm_dd_add_d(x, (double)k));
        const nm_dd t = nm_dd_powi(r, s);
        sum = nm_dd_add(sum, t);
        // All that follows is below 100 times this term.
        if (t.hi < tol * sum.hi) return sum;
    }
    const nm_dd z = nm_dd_add_d(x, (double)steps);
    const int far = z.hi > 0x1p100;
    // Beyond 2^100 only the first two terms count, and c = x.
    const nm_dd r = far && s > 1 ? nm_dd_of(1.0) : nm_dd_div(nm_dd_of(c), z);
    nm_dd t = nm_dd_of(0.0);
    if (!far) {
        const nm_dd u = nm_dd_div(nm_dd_of(1.0), z), w = nm_dd_mul(u, u);
        nm_dd a = nm_dd_mul_d(u, (double)s);
        for (int j = 0; j < 6; ++j) {
            t = nm_dd_add(t, nm_dd_mul(a, nm_dd_make(nm_em_tab[2 * j], nm_em_tab[2 * j + 1])));
            a = nm_dd_mul_d(nm_dd_mul(a, w), ((double)s + (2.0 * j + 1.0)) * ((double)s + (2.0 * j + 2.0)));
        }
        double b = a.hi, rest = 0.0;
        for (int j = 6; j < 16; ++j) {
            rest = fma(b, nm_em_tab[2 * j], rest);
            b *= w.hi * (((double)s + (2.0 * j + 1.0)) * ((double)s + (2.0 * j + 2.0)));
        }
        t = nm_dd_add_d(t, rest);
    }
    t = nm_dd_add_d(t, 0.5);
    if (s > 1) t = nm_dd_add(nm_dd_div_d(z, (double)(s - 1)), t);
    sum = nm_dd_add(sum, nm_dd_mul(nm_dd_powi(r, s), t));
    return s > 1 ? sum : nm_dd_sub(sum, nm_dd_log_dd(z));
}

// w(n, x) for finite x that is not 0 or a negative integer.
NM_FN nm_scaled nm_psi_scaled(double x, int n)
{
    const int s = n + 1;
    nm_scaled r;
    double c = fabs(x);
    nm_dd v = nm_dd_of(1.0);
    const int tiny = c < 1e-40;
    if (!tiny && x > 0.0) {
        v = nm_zeta_sum(nm_dd_of(x), s == 1 ? 1.0 : x, s, 0x1p-66);
    } else if (!tiny) {
        // d: to the nearest integer, exact; one of f and g is |d|, the other 1 - |d|.
        const double d = x - rint(x), a = fabs(d);
        const nm_dd b = nm_two_sum(1.0, -a);
        const int odd = s & 1;
        c = s == 1 ? 1.0 : a;
        const nm_dd za = nm_zeta_sum(nm_dd_of(a), c, s, 0x1p-116), zb = nm_zeta_sum(b, c, s, 0x1p-116);
        const nm_dd zc = nm_zeta_sum(nm_two_sum(1.0, -x), c, s, 0x1p-116);
        // za and zb first: at half-integers they cancel exactly for odd s.
        const nm_dd zf = d > 0.0 ? za : zb, zg = d > 0.0 ? zb : za;
        v = odd ? nm_dd_add(nm_dd_sub(zf, zg), zc) : nm_dd_sub(nm_dd_add(zf, zg), zc);
    }
    if (s == 1 && !tiny) {
        const double d = (x - 0x1.762d86356be3fp+0) - 0x1.b86a722197829p-54;
        if (fabs(d) < 1e-5) {
            double p = fma(d, -0x1.4fc1317257da8p-3, 0x1.08b4294d50381p-2);
            p = fma(d, fma(d, p, -0x1.c563b54aa1a35p-2), 0x1.ef72bc8ee38acp-1);
            v = nm_dd_of(-d * p);
        }
        r.v = v;
        r.e = 0;
        return r;
    }
    int e, k;
    const double m = nm_split(c, &e);
    nm_split(v.hi, &k);
    const int k2 = k / 2;
    v = nm_dd_scale(nm_dd_scale(v, nm_pow2(-k2)), nm_pow2(k2 - k));
    // 2^-1001 at most: within the range of a product of double-doubles only up to s = 900, hence in two halves.
    const nm_dd p = nm_dd_powi(nm_dd_recip(m), s / 2), q = nm_dd_powi(nm_dd_recip(m), s - s / 2);
    r.v = nm_dd_mul(nm_dd_mul(v, p), q);
    r.e = k - e * s;
    // An odd power of a negative x near 0.
    if (tiny && x < 0.0 && (s & 1)) r.v = nm_dd_neg(r.v);
    return r;
}

NM_INLINE double nm_scaled_value(nm_scaled a)
{
    return nm_scale2(a.v.hi, a.e > 2200 ? 2200 : a.e < -2200 ? -2200 : a.e);
}

// n!: hi, lo.
__constant double nm_factorial_tab[] = {
    0x1p+0, 0.0, 0x1p+0, 0.0,
    0x1p+1, 0.0, 0x1.8p+2, 0.0,
    0x1.8p+4, 0.0, 0x1.ep+6, 0.0,
    0x1.68p+9, 0.0, 0x1.3bp+12, 0.0,
    0x1.3bp+15, 0.0, 0x1.626p+18, 0.0,
    0x1.baf8p+21, 0.0, 0x1.308a8p+25, 0.0,
    0x1.c8cfcp+28, 0.0, 0x1.7328ccp+32, 0.0,
    0x1.44c3b28p+36, 0.0, 0x1.30777758p+40, 0.0,
    0x1.30777758p+44, 0.0, 0x1.437eeecd8p+48, 0.0,
    0x1.6beecca73p+52, 0.0, 0x1.b02b930689p+56, 0.0,
    0x1.0e1b3be415ap+61, 0.0, 0x1.6283be9b5c62p+65, 0.0,
    0x1.e77526159f06cp+69, 0.0, 0x1.5e5c335f8a4cep+74, -0x1.8p+20,
    0x1.06c52687a7b9ap+79, 0x1.cp+24, 0x1.9a940c33f6121p+83, -0x1.1p+26,
    0x1.4d9849ea37eebp+88, -0x1.b74p+33, 0x1.19787e5d9f316p+93, 0x1.9ac4p+37,
    0x1.ec92dd23d6967p+97, -0x1.4c4a4p+43, 0x1.be6518687a785p+102, 0x1.96e5bp+45,
    0x1.a27ec6e1f2d0dp+107, -0x1.1051156p+53, 0x1.956ad0aae33a4p+112, 0x1.5831734bp+58,
    0x1.956ad0aae33a4p+117, 0x1.5831734bp+63, 0x1.a21627303a541p+122, 0x1.e2f2fee558p+68,
    0x1.bc3789a33df96p+127, -0x1.beddd12c528p+73, 0x1.e5dcbe8a8bc8cp+132, -0x1.a8c29cc87a3cp+78,
    0x1.114c2b2deea0fp+138, -0x1.eeed7830c4c1cp+84, 0x1.3c0011ed1bea1p+143, -0x1.b88525f0c7001p+88,
    0x1.774015499125fp+148, -0x1.163c3a1bd8a02p+92, 0x1.c95619f1a8e64p+153, -0x1.34c659b47c00dp+99,
    0x1.1dd5d037098fep+159, 0x1.3f0407ef327f8p+105, 0x1.6e39f2c684406p+164, -0x1.4e85abab0e994p+109,
    0x1.e0ac0ea48d948p+169, -0x1.5b87b8a841949p+115, 0x1.42f399d68f1fcp+175, 0x1.2d019fdde7e06p+120,
    0x1.bc0ef38704cbbp+180, -0x1.310ee2177095cp+126, 0x1.383a833aef5f3p+186, 0x1.1981890784d6bp+132,
    0x1.c0d41ca4b818ep+191, -0x1.2b55cb05310b6p+137, 0x1.499bc508f7324p+197, 0x1.10b3fba0bfeeap+141,
    0x1.ee69a78d72cb6p+202, 0x1.990df9711fe5fp+146, 0x1.7a88e4484be3bp+208, 0x1.ae4bacbea71bp+154,
    0x1.27baf2587b49ep+214, 0x1.b02b1ef4f28d2p+160, 0x1.d751f23d047dcp+219, 0x1.f0c4b9566290ep+165,
    0x1.7ef294d193a63p+225, 0x1.273fad2c602b7p+170, 0x1.3d20e33d8e45ap+231, 0x1.a90176d17f47fp+175,
    0x1.0b93bfbbf00acp+237, 0x1.9a64f1030d92cp+179, 0x1.cbe5f18b04928p+242, -0x1.53ea281c2c0acp+188,
    0x1.92693359a4003p+248, -0x1.296ce318a6896p+194, 0x1.6665b1bbd6102p+254, 0x1.a71b05be0badap+200,
    0x1.44cc291239feap+260, 0x1.7ee0fa68752abp+205, 0x1.2b6c35dccd76cp+266, -0x1.be11324f67f94p+210,
    0x1.18b5727f009f5p+272, 0x1.2ee7f06ac7433p+217, 0x1.0b8cf1210c97ep+278, -0x1.5fa5776d1d0ap+224,
    0x1.0330899804332p+284, -0x1.14a84bb1b421bp+230, 0x1.fe478ee34844ap+289, -0x1.82ad54176a894p+233,
    0x1.fe478ee34844ap+295, -0x1.82ad54176a894p+239, 0x1.0320568f6ab2ep+302, -0x1.e117012cf9067p+248,
    0x1.0b395943e6087p+308, -0x1.80fdc9b30675p+251, 0x1.17c0097314d0dp+314, 0x1.1d9eca1b12a7bp+260,
    0x1.293c0a0a461dep+320, 0x1.bde2daf30f48bp+264, 0x1.4074bad313983p+326, 0x1.d82e2503831e9p+272,
    0x1.5e7fac56dd6e8p+332, -0x1.b71b0f08512d1p+277, 0x1.84d5a3305da69p+338, 0x1.18ddfb52c5f2p+283,
    0x1.b5705796695b6p+344, 0x1.1dfcdd5e8f582p+290, 0x1.f2f423e7902c4p+350, -0x1.672e4e0091fdfp+294,
    0x1.207524c1df599p+357, 0x1.0c164eb9eae65p+303, 0x1.5209471331bdp+363, -0x1.95d5dbbe20ba2p+309,
    0x1.916b0466cb107p+369, -0x1.e1edf4f1c6ddp+315, 0x1.e2f4c14bac4fcp+375, -0x1.27a49565c683dp+320,
    0x1.264d25ca1d009p+382, 0x1.e5ebda7afd83dp+328, 0x1.6b473aa57bcccp+388, -0x1.3830de502f114p+334,
    0x1.c619094edabffp+394, -0x1.863d15e43ad59p+340, 0x1.1f5bd7e3e66d7p+401, 0x1.021ab04b2589bp+346,
    0x1.702dac9bff3c4p+407, -0x1.7aa6e70fdbf3dp+353, 0x1.dd7b3bda4f022p+413, -0x1.2b1073a891403p+359,
    0x1.3958df4743d96p+420, 0x1.eef4d06582b79p+364, 0x1.a02a088aa61cbp+426, 0x1.84574931b466fp+372,
    0x1.179c3dbd279b5p+433, -0x1.6b155ad29acadp+379, 0x1.7c1863ed21d72p+439, -0x1.bd9107764a6bcp+385,
    0x1.0550c4b30743ep+446, 0x1.36b12b7ab357cp+390, 0x1.6b645188f61a6p+452, 0x1.4c03981da8598p+398,
    0x1.ff0512a89a152p+458, -0x1.b46bc8592d089p+402, 0x1.6b4d9b43dd8bp+465, 0x1.c4ddafc84cfdfp+410,
    0x1.051fc798c73bfp+472, -0x1.5d4054d40454cp+418, 0x1.7b722e0a01831p+478, 0x1.a3f425df4da7p+421,
    0x1.16a7d9cf591c4p+485, 0x1.68ce979ffa0d4p+427, 0x1.9da1274fc845fp+491, -0x1.e86d56ee88d45p+433,
    0x1.3638dd7bd6347p+498, 0x1.d235bfd9a32c2p+443, 0x1.d62e2fafb0a78p+504, -0x1.759a24e892c4bp+447,
    0x1.67fb5c8283404p+511, -0x1.478281108417ap+456, 0x1.166c698cf183bp+518, -0x1.ea777e9631525p+460,
    0x1.b30964ec395dcp+524, 0x1.2034a946aa5dfp+469
};

// psi^(n)(x) for 0 <= n <= 100. Poles: +inf for odd n, NaN for even n.
NM_INLINE double nm_polygamma(double x, int n)
{
    const double sgn = n & 1 ? 1.0 : -1.0, a = fabs(x);
    if (x != x) return x;
    if (x == ML_POSINF) return n == 0 ? x : sgn * 0.0;
    if (x <= 0.0 && (x == floor(x))) return n & 1 ? ML_POSINF : ML_NAN;
    if (n <= 7 && a > 1e-20 && a < 1e20) {
        const double v = nm_psi_double(x, n);
        if (v == v) return v;
    }
    nm_scaled w = nm_psi_scaled(x, n);
    w.v = nm_dd_mul(w.v, nm_dd_make(sgn * nm_factorial_tab[2 * n], sgn * nm_factorial_tab[2 * n + 1]));
    return nm_scaled_value(w);
}
