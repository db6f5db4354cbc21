// @provides: nm_chi, nm_chi_integral, nm_chi_mode, nm_chi_of, nm_chi_tail, nm_chi_exp, nm_chi_expm1, nm_chi_node,
//   nm_chi_mills, nm_t_lead
// @depends: nmath, dd, elementary, stirlerr, bd0, mills, nm_light, nm_fast_log, nm_fast_gamma
// @includes: nmath
//
// Integrals over the chi distribution for the non-central t distribution. With S^2 chi-square over n, its degrees of
// freedom, f the density of S and c(s) a density or tail of the normal distribution at x = d + t s,
//   integral f(s) c(s) ds = exp(lead) integral exp(-(A/2) (e^w - 1)^2 - r (e^w - 1 - w)) R(d + t s0 e^w) dw,
// s = s0 e^w, s0 near the mode of the integrand, A = (n + t^2) s0^2, r = n (tail, R the Mills ratio) or n + 1 (density,
// R = 1): completing the square leaves terms of one sign (own derivation). Where x < 0 the tail is 1 - phi R(-x), and
// without the square where x < 0 at s0 too. The trapezoidal rule in v with w = c (v + b - b e^-v), which shortens the
// slow decay towards w = -inf, converges exponentially; with b and c as below a step of 7/32 leaves less than 2^-51 for
// any A and r (measured). Terms come in blocks of loops whose only end is their count, so that compilers compute them
// side by side.
// Region: n from 1e-300 to 1e25, |t| up to 1e140; else n >= 1, |d| <= min(6 n, 20 sqrt(n)). Bounds: 2 x 400
// blocks of 8 nodes, in practice 4 to 10 in all.
// Measured through dnt and pnt: 2 ulp.
// SPDX-License-Identifier: MIT

#define NM_CHI_BLOCK 8
#define NM_CHI_STEP 0.21875

// exp(-NM_CHI_STEP i).
__constant double nm_chi_tab[] = {
    0x1.0000000000000p+0, 0x1.9b674f8f2f3d8p-1, 0x1.4a9271936fd09p-1, 0x1.099f41ffbe580p-1, 0x1.aadde095dad4bp-2,
    0x1.56ff3dbf95d14p-2, 0x1.139b19b684c48p-2, 0x1.bae93b5663055p-3
};

__constant double nm_chi_node[] = {0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0};

// Polynomials in pairs of terms, pairs of pairs ...: half the depth of Horner's rule, as few nodes are under way at a
// time (G. Estrin 1960).

// Mills ratio (1 - Phi(x)) / phi(x), x >= 0, 2 ulp to 2^60: rational, of degree 10 over 11, error 1e-17
// (tests/nmath/reference/light_coefficients.py).
NM_FLAT double nm_chi_mills(double x)
{
    const double t = x < 0x1p60 ? x : 0x1p60, t2 = t * t, t4 = t2 * t2, t8 = t4 * t4;
    const double a0 = fma(0x1.fa61d4aee5ac6p-1, t, 0x1.d292b4a4c3b2cp+0);
    const double a1 = fma(0x1.b00177ea12fbbp-4, t, 0x1.82847fc0fc690p-2);
    const double a2 = fma(0x1.b298360327d37p-9, t, 0x1.65ce3ec4cc59ap-6);
    const double a3 = fma(0x1.99b767830758ap-16, t, 0x1.7442d6e583945p-12);
    const double ax0 = fma(a1, t2, a0);
    const double ax1 = fma(a3, t2, a2);
    const double ay0 = fma(ax1, t4, ax0);
    const double az0 = fma(0x1.bf0395a64abe7p-21, t8, ay0);
    const double b0 = fma(0x1.1474fd328e452p+1, t, 0x1.7ad76a3a91264p+1);
    const double b1 = fma(0x1.982970f98b9acp-2, t, 0x1.168e6b2989146p+0);
    const double b2 = fma(0x1.6b984e11f82a7p-6, t, 0x1.bd6302ae72802p-4);
    const double b3 = fma(0x1.752258b056aa6p-12, t, 0x1.b5cba4d22f634p-9);
    const double b4 = fma(0x1.bf0395a64abe7p-21, t, 0x1.99b7678307592p-16);
    const double bx0 = fma(b1, t2, b0);
    const double bx1 = fma(b3, t2, b2);
    const double by0 = fma(bx1, t4, bx0);
    const double bz0 = fma(b4, t8, by0);
    return fma(fma(az0, t, 0x1.133b80d1e9ca8p+1), t, 0x1.40d931ff62706p+0) /
        fma(fma(bz0, t, 0x1.41bba18ce178ap+1), t, 1.0);
}

// exp(t) - 1 - t for |t| <= 0.347, the polynomial of nm_light_tail.
NM_FLAT double nm_chi_expm1mx(double t)
{
    const double t2 = t * t, t4 = t2 * t2, t8 = t4 * t4;
    const double a0 = fma(0x1.555555555550ap-3, t, 0.5);
    const double a1 = fma(0x1.1111111127060p-7, t, 0x1.55555555531e5p-5);
    const double a2 = fma(0x1.a01a01213c081p-13, t, 0x1.6c16c17ccbe3cp-10);
    const double a3 = fma(0x1.71df5p-19, t, 0x1.a019ab15a2009p-16);
    const double a4 = fma(0x1.ad1ffp-26, t, 0x1.289fap-22);
    const double ax0 = fma(a1, t2, a0);
    const double ax1 = fma(a3, t2, a2);
    const double ay0 = fma(ax1, t4, ax0);
    const double az0 = fma(a4, t8, ay0);
    return az0 * t2;
}

// x = k log 2 + r as in nm_light_reduce, for -708 <= x <= 700: r and 2^k, which stands in t's low bits with its bias. No
// int, so that vectors of all numbers have one length.
NM_FLAT double nm_chi_reduce(double x, double *two_k)
{
    const double bias = 0x1.8p52 + 1023.0, t = fma(x, 0x1.71547p+0, bias), n = t - bias;
    *two_k = as_double(as_ulong(t) << 52);
    return fma(-n, 0x1.62e42fefa2p-1, x) - n * 0x1.9ef35793c7673p-41;
}

// exp(x) for x <= 700, 0 instead of what is below 1e-307.
NM_FLAT double nm_chi_exp(double x)
{
    double s;
    const double y = nm_chi_reduce(x > -708.0 ? x : -708.0, &s);
    return (1.0 + (y + nm_chi_expm1mx(y))) * s;
}

// exp(x) - 1 for x <= 700.
NM_FLAT double nm_chi_expm1(double x)
{
    double s;
    const double y = nm_chi_reduce(x > -708.0 ? x : -708.0, &s);
    return fma(s, y + nm_chi_expm1mx(y), s - 1.0);
}

// The integrand of nm_chi_integral.
typedef struct {
    double r;        // of the exponent
    double k, a;     // first and second derivative of the rest where x >= 0,
    double k0, a0;   // and where x < 0
    double q0;       // added there
    double x, ts;    // x at s0, t s0
    double square;   // 1/2 if the exponent lacks -x^2/2 where x >= 0, else 0
    double width;    // square of t s where the tail changes
} nm_chi;

// The integral over w of exp((k - a e / 2) e - r (e^w - 1 - w) - square x^2) R(x), e = e^w - 1, for x < 0 of
// exp((k0 - a0 e / 2) e - r (e^w - 1 - w) + q0) (sqrt(2 pi) - exp(-x^2/2) R(-x)); without tail R = 1.
NM_FN nm_dd nm_chi_integral(const nm_chi *p, int tail)
{
    const double r = p->r, a = p->a0 + p->width, q = r + a * (1.0 / 6.0), b = fmin(2.0, 2.5 / q);
    const double c = fmin(0.45, fmin(2.4 / (1.0 + b), 0.38 + 0.07 * q) / sqrt(a + r));
    const double k1 = p->k, k0 = p->k0, a1 = 0.5 * p->a, a0 = 0.5 * p->a0, q0 = p->q0;
    const double x0 = p->x, ts = p->ts, sq = p->square;
    const int both = !(ts > 0.0 && x0 >= ts); // x < 0 is possible
    double sum = 0.0, sums[NM_CHI_BLOCK], rests[NM_CHI_BLOCK];
    double e[NM_CHI_BLOCK], z[NM_CHI_BLOCK], h[NM_CHI_BLOCK], f[NM_CHI_BLOCK];
    double edge = 1.0;
    for (int i = 0; i < NM_CHI_BLOCK; ++i) sums[i] = rests[i] = 0.0;
    for (int side = 0; side < 2 && edge > 0x1p-54 * sum; ++side) {
        // Blocks from node -18 to the right, then to the left if need be; nodes from v0 upwards, g0 = b exp(-v0).
        double v0 = (side ? -26.0 : -18.0) * NM_CHI_STEP, g0 = b * (side ? 0x1.2727a1a8f80c0p+8 : 0x1.9a525c6c73103p+5);
        for (int block = 0; block < 400; ++block) {
            // Short loops one after the other: processors overlap the turns of each.
            for (int i = 0; i < NM_CHI_BLOCK; ++i) {
                const double v = fma(NM_CHI_STEP, nm_chi_node[i], v0), g = g0 * nm_chi_tab[i];
                const double u = c * (v + b - g), w = u < -700.0 ? -700.0 : u < 700.0 ? u : 700.0;
                double s;
                const double y = nm_chi_reduce(w, &s), y2 = nm_chi_expm1mx(y);
                e[i] = fma(s, y + y2, s - 1.0);
                z[i] = s == 1.0 ? y2 : e[i] - u;
                f[i] = 1.0 + g;
            }
            for (int i = 0; i < NM_CHI_BLOCK && tail; ++i) h[i] = nm_chi_mills(fabs(fma(ts, e[i], x0)));
            if (tail && both) {
                for (int i = 0; i < NM_CHI_BLOCK; ++i) {
                    const double x = fma(ts, e[i], x0), phi = nm_chi_exp(-0.5 * x * x);
                    const double l1 = fma(-sq * x, x, fma(fma(-a1, e[i], k1), e[i], -(r * z[i])));
                    z[i] = x < 0.0 ? fma(fma(-a0, e[i], k0), e[i], fma(-r, z[i], q0)) : l1;
                    h[i] = x < 0.0 ? fma(-phi, h[i], 0x1.40d931ff62706p+1) : h[i];
                }
            } else {
                for (int i = 0; i < NM_CHI_BLOCK; ++i) z[i] = fma(fma(-a1, e[i], k1), e[i], -(r * z[i]));
            }
            for (int i = 0; i < NM_CHI_BLOCK; ++i) f[i] *= nm_chi_exp(z[i]) * (tail ? h[i] : 1.0);
            for (int i = 0; i < NM_CHI_BLOCK; ++i) {
                const nm_dd next = nm_two_sum(sums[i], f[i]);
                sums[i] = next.hi;
                rests[i] += next.lo;
            }
            for (int i = 0; i < NM_CHI_BLOCK; i += 4) sum += f[i];
            edge = side + block == 0 ? f[0] : edge;
            if (f[side ? 0 : NM_CHI_BLOCK - 1] < 0x1p-54 * sum) break;
            v0 += side ? -NM_CHI_BLOCK * NM_CHI_STEP : NM_CHI_BLOCK * NM_CHI_STEP;
            g0 *= side ? 0x1.704b6905bacbfp+2 : 0x1.63e397e022073p-3;
        }
    }
    nm_dd all = nm_dd_of(0.0);
    for (int i = 0; i < NM_CHI_BLOCK; ++i) all = nm_dd_add(all, nm_dd_make(sums[i], rests[i]));
    return nm_dd_mul_d(nm_dd_mul_d(all, c), NM_CHI_STEP);
}

// The mode in s of s^r exp(-n s^2/2) phi(d + t s).
NM_INLINE double nm_chi_mode(double n, double r, double t, double d)
{
    const double hyp = sqrt(fma(t, t, n)), b = d * (t / hyp), q = sqrt(b * b + 4.0 * r);
    return (b >= 0.0 ? 2.0 * r / (b + q) : 0.5 * (q - b)) / hyp;
}

// The exponent about s0 with phi(d + t s); *z = d + t s0.
NM_INLINE nm_chi nm_chi_of(double n, double r, double t, double d, double s0, nm_dd *z)
{
    const nm_dd s2 = nm_two_prod(s0, s0), ts = nm_two_prod(t, s0), a0 = nm_dd_mul_d(s2, n);
    const nm_dd k0 = nm_dd_add_d(nm_dd_neg(a0), r);
    nm_chi p;
    *z = nm_dd_add_d(ts, d);
    p.r = r;
    p.a0 = a0.hi;
    p.k0 = k0.hi;
    p.ts = ts.hi;
    p.x = z->hi;
    p.width = ts.hi * ts.hi;
    p.a = p.a0 + p.width;
    p.k = nm_dd_sub(k0, nm_dd_mul(ts, *z)).hi;
    p.q0 = 0.5 * nm_dd_mul(*z, *z).hi;
    p.square = 0.0;
    return p;
}

// f(s0) phi(d + t s0) s0 = exp(result) times the factor that *f is multiplied by: exp(-stirlerr(m) - bd0(m, m s0^2)
// - z^2/2) sqrt(m) / pi, m = n/2, z = d + t s0.
NM_FN nm_dd nm_t_lead(double n, double s0, double t, double d, nm_dd *f)
{
    const double m = 0.5 * n;
    const nm_dd z = nm_dd_add_d(nm_two_prod(t, s0), d), h = nm_dd_scale(nm_dd_mul(z, z), 0.5);
    const nm_dd p = nm_dd_mul_d(nm_two_prod(s0, s0), m);
    *f = nm_dd_mul(nm_dd_mul(*f, nm_dd_sqrt(nm_dd_of(m))), nm_dd_make(0x1.45f306dc9c883p-2, -0x1.6b01ec5417056p-56));
    if (m >= 0.5 && p.hi > 0x1p-400 && p.hi < 0x1p400) {
        const nm_dd b = nm_fast_bd0(m, p), r = nm_two_sum(b.hi, h.hi);
        return nm_fast_two_sum(-r.hi, -(r.lo + (b.lo + h.lo + nm_fast_st_any(m))));
    }
    // The deviance is homogeneous: m s0^2 may be below the doubles.
    const nm_dd b = p.hi > 0x1p-900 ? nm_bd0_dd(m, p) : nm_dd_mul_d(nm_bd0_2(nm_dd_of(1.0), nm_two_prod(s0, s0)), m);
    return nm_dd_neg(nm_dd_add(nm_dd_add(nm_stirlerr(m), b), h));
}

// The integral of f(s) (1 - Phi(d + t s)) as exp(result) * *f, t of either sign.
NM_FN nm_dd nm_chi_tail(double n, double t, double d, nm_dd *f)
{
    double s0 = nm_chi_mode(n, n, t, d);
    // Where the tail is no tail the mode of its own: three steps of Newton's with (x + sqrt(x^2 + 8 / pi)) / 2 for the
    // hazard rate. Only where nodes are set depends on it.
    if (d + t * s0 < 3.0) {
        s0 = t > 0.0 ? fmin(s0, 1.0) : fmax(s0, 1.0);
        for (int i = 0; i < 3; ++i) {
            const double u = t * s0, x = d + u, q = sqrt(fma(x, x, 2.546)), h = 0.5 * (x + q), m = n * s0 * s0;
            const double by = (n - m - u * h) / (2.0 * m + u * h + 0.5 * u * u * (1.0 + x / q));
            s0 *= 1.0 + fmin(fmax(by, -0.5), 1.0);
        }
    }
    nm_dd z;
    nm_chi p = nm_chi_of(n, n, t, d, s0, &z);
    const int near = z.hi <= 0.0;
    if (near) {
        p.k = p.k0;
        p.a = p.a0;
        p.q0 = 0.0;
        p.square = 0.5;
        p.width = fmax(p.width, d * d);
    }
    *f = nm_chi_integral(&p, 1);
    return nm_t_lead(n, s0, near ? 0.0 : t, near ? 0.0 : d, f);
}
