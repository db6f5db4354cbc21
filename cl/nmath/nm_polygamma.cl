// @provides: nm_scaled, nm_scaled_value, nm_dd_powi, nm_zeta_sum, nm_psi_scaled, nm_psi_zeros, nm_polygamma
// @depends: nmath, dd, elementary, nm_quarter, nm_psi_double, nm_factorial
// @includes: nmath
//
// Derivatives of the digamma function: w(n, x) = (-1)^(n+1) psi^(n)(x) / n!, that is the Hurwitz zeta function
// zeta(n + 1, x) for n >= 1 (DLMF 5.15.1, 25.11.12) and -psi(x) for n = 0.
// x > 0: Euler-Maclaurin summation (DLMF 25.11.28; for n = 0 its limit, DLMF 5.11.2) after a shift to
//   z >= 20 + n, at most 20 + n terms, all in double-double relative to the largest term.
// x < 0: the reflection formula (DLMF 5.15.6) with the cotangent written as two zeta functions, so that no
//   trigonometric function is needed: with f = x - floor(x), g = 1 - f exactly,
//   w(n, x) = zeta(s, f) + (-1)^s (zeta(s, g) - zeta(s, 1 - x)), s = n + 1.
// |x| < 1e-40: the first term x^-s alone. Next to the zeros of digamma above -10: Taylor series about them (DLMF
// 5.4.20).
// For n <= 7 and 1e-20 <= |x| <= 1e20 nm_psi_double comes first, in double; what cancels there is done here.
// Region: 0 <= n <= 1000, every x that is no pole. Measured: 0.6 ulp in double-double, also next to the zeros for
// x < 0 (below -10 the absolute error there is 2^-99 of the terms).
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

// The zeros of psi in (-n - 1, -n), n = 0 .. 9, each as a pair, then psi', psi'' / 2 and psi''' / 6 there. From
// tests/nmath/reference/coefficients.py.
__constant double nm_psi_zeros[] = {
    -0x1.02172b05ee260p-1, -0x1.2cd704405bff6p-57, 0x1.1e12d46d5ae28p+3,
        -0x1.9e62874978640p-1, 0x1.02118e3b13c53p+5,
    -0x1.92d0cbc289d4ap+0, -0x1.2262d144a30e4p-56, 0x1.3e20e129a441ep+3,
        -0x1.f35db31e6a1d4p+2, 0x1.3f4b97e4daf9dp+5,
    -0x1.4e2c19f679e5ap+1, 0x1.c7b999bd14f47p-54, 0x1.5b2582701b783p+3,
        -0x1.98a9c8ee5f509p+3, 0x1.99bd233efef94p+5,
    -0x1.d1514b041b2a8p+1, 0x1.f71449c2a5446p-55, 0x1.74d47ec7ac492p+3,
        -0x1.0f036e4ba3313p+4, 0x1.f94be5ed016a7p+5,
    -0x1.29cea5c1ccbd0p+2, -0x1.25e92119a56a9p-52, 0x1.8bd4130f4ee75p+3,
        -0x1.4a31244049061p+4, 0x1.2cab056653a93p+6,
    -0x1.6ab2ca18e6ce3p+2, -0x1.da7ecae62c5bdp-59, 0x1.a0af5c72c8e84p+3,
        -0x1.802c5fd17ebafp+4, 0x1.5c36bb2d63c1fp+6,
    -0x1.ab6b34398a4ffp+2, 0x1.9027e5b26e237p-52, 0x1.b3cda28232d1dp+3,
        -0x1.b23832f615893p+4, 0x1.8b0670f67aaabp+6,
    -0x1.ec04b952a5368p+2, -0x1.37a62af51caacp-53, 0x1.c57b9f5a07e4bp+3,
        -0x1.e11ef4f9ada39p+4, 0x1.b9023ac7297c5p+6,
    -0x1.1643b3352a3f5p+3, -0x1.7ad951453a497p-52, 0x1.d5f3731fec637p+3,
        -0x1.06b5741bdf27ep+5, 0x1.e62434b70dcc0p+6,
    -0x1.367c4b1f635e4p+3, -0x1.776d89f6e1950p-52, 0x1.e5621de9944cep+3,
        -0x1.1bc02f3541771p+5, 0x1.0937567bf5a01p+7
};

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
        } else if (x < 0.0 && x > -10.0 && fabs(v.hi) < 0x1p-22) {
            // next to a zero, Taylor's series about it
            const int i = 5 * (int)-x;
            const double t = (x - nm_psi_zeros[i]) - nm_psi_zeros[i + 1];
            v = nm_dd_of(-t * fma(t, fma(t, nm_psi_zeros[i + 4], nm_psi_zeros[i + 3]), nm_psi_zeros[i + 2]));
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
