// @provides: nm_range, nm_range_of, nm_range_lower, nm_range_upper, nm_ptukey_tail, nm_range_log, nm_range_mode
// @depends: nmath, dd, elementary, nm_calls, stirlerr, bd0, mills, nm_light, nm_fast_log, nm_fast_gamma, nm_chimix
// @includes: nmath
//
// The range of c normal variates, W(w) = c int phi(z) (Phi(z) - Phi(z - w))^(c-1) dz (H. O. Hartley, Biometrika 32
// (1942) 334), and the studentized range, int f(s) W(q s)^r ds over the chi density f. Upper tails by the positive
//   1 - W = c int phi(z) Phi(z)^(c-1) (1 - (1 - Phi(z - w)/Phi(z))^(c-1)) dz,
// scaled by exp(w^2/4): phi(z) phi(z - w) = exp(-w^2/4 - (z - w/2)^2) / (2 pi). Lower tails scaled by D(0)^(c-1),
// D(m) = Phi(m + w/2) - Phi(m - w/2), for w < 1 by its Taylor series in w (Hermite polynomials; exact ratios for any
// small w). Both integrals by the trapezoidal rule, outward from about the largest term until terms are below 1e-18;
// the outer one in v with log s = u0 + k (v + 1 - e^-v) as in nm_chimix, its Gaussian factors in closed form; the inner
// terms eight at a time in straight loops, which compilers run side by side.
// Region: c from 2 to some 1e6, df from 2 to 1e25. Bounds: 2 x 600 and 2 x 50 x 8 nodes, in practice 20 to 60
// inner, 40 to 200 outer.
// Measured through ptukey: below 4 ulp in the table; (c - 1) r / 2 ulp in lower tails of many means for w > 1, where an
// ulp of q is worth as much.
// SPDX-License-Identifier: MIT

#define NM_RANGE_BLOCK 8
#define NM_RANGE_H 0.5
#define NM_RANGE_L 0.5

// e^w - 1 - w; e is e^w - 1.
NM_INLINE double nm_expm1mx_d(double w, double e)
{
    return fabs(w) < 0.4 ? w * w * nm_exp_tail(w) : e - w;
}

typedef struct {
    double c;        // number of means
    double z0;       // mode of phi(z) Phi(z)^(c-1)
    double step;     // of the inner sums, for large w
    double wide;     // w from where W is no longer small
} nm_range;

// log(q + d) for q = 0 or 1, within 1 ulp also of a small d beside 1; finite for 0.
NM_FLAT double nm_range_log(double q, double d)
{
    // The exponent with its bias, as in nm_light_exponent; no int, see nm_chi_reduce.
    const ulong e = (as_ulong(q + d) + 0x0008000000000000UL) >> 52;
    const double k = as_double(e | 0x4330000000000000UL) - (0x1p52 + 1023.0), c = as_double((2046UL - e) << 52);
    return nm_light_log_short(fma(d, c, q * c - 1.0), k);
}

NM_INLINE nm_range nm_range_of(double c)
{
    nm_range p;
    p.c = c;
    // z = (c-1) phi(z) / Phi(z), by bisection: the left side grows, the right one falls.
    double lo = 0.0, hi = sqrt(2.0 * nm_log_fn(c)) + 1.0;
    for (int i = 0; i < 12; ++i) {
        const double z = 0.5 * (lo + hi), f = nm_exp_fn(-0.5 * z * z) * M_1_SQRT_2PI;
        if (z * (1.0 - f * nm_mills(z)) > (c - 1.0) * f) hi = z;
        else lo = z;
    }
    p.z0 = 0.5 * (lo + hi);
    p.step = NM_RANGE_H / (1.0 + 0.5 * p.z0 * p.z0);
    p.wide = 3.0 * sqrt(nm_log_fn(c)) - 1.0;
    return p;
}

// A block is added to as many sums, which run side by side; true where what lies further out is negligible beside the
// terms that share its sum.
NM_INLINE int nm_range_add(const double *t, double *sums, double *rests, int from, int to)
{
    for (int i = 0; i < NM_RANGE_BLOCK; ++i) {
        const nm_dd next = nm_two_sum(sums[i], t[i]);
        sums[i] = next.hi;
        rests[i] += next.lo;
    }
    return t[to] < t[from] && t[to] < 1e-18 * (sums[0] + sums[NM_RANGE_BLOCK - 1]);
}

NM_INLINE double nm_range_total(const double *sums, const double *rests)
{
    double sum = 0.0, rest = 0.0;
    for (int i = 0; i < NM_RANGE_BLOCK; ++i) {
        const nm_dd next = nm_two_sum(sum, sums[i]);
        sum = next.hi;
        rest += next.lo + rests[i];
    }
    return sum + rest;
}

// W(w + wl) = exp(result) * *f. Nodes m = z - x, x = w/2; l is log D(m), less log w - log sqrt(2 pi) for small w: there
// (c-1) times an error in D or w would be the error of W, so that D / w is 1 plus something small.
NM_FN nm_dd nm_range_lower(const nm_range *p, double w, double wl, double *f)
{
    const double x = 0.5 * w, c1 = p->c - 1.0;
    const int small = w < 1.0;
    double t[NM_RANGE_BLOCK], h[NM_RANGE_BLOCK], b0[NM_RANGE_BLOCK], b1[NM_RANGE_BLOCK];
    double sums[NM_RANGE_BLOCK], rests[NM_RANGE_BLOCK];
    for (int i = 0; i < NM_RANGE_BLOCK; ++i) sums[i] = rests[i] = 0.0;
    // D(0) and the step.
    nm_dd d0;
    if (small) {
        // sum u^j / (j! (2 j + 1)), u = -x^2 / 2
        const nm_dd ux = nm_dd_scale(nm_two_prod(x, x), -0.5);
        const double u = ux.hi;
        double v = 1.0 / 76204800.0;
        v = fma(v, u, 1.0 / 6894720.0);
        v = fma(v, u, 1.0 / 685440.0);
        v = fma(v, u, 1.0 / 75600.0);
        v = fma(v, u, 1.0 / 9360.0);
        v = fma(v, u, 1.0 / 1320.0);
        v = fma(v, u, 1.0 / 216.0);
        v = fma(v, u, 1.0 / 42.0);
        v = fma(v, u, 1.0 / 10.0);
        const nm_dd s = nm_fast_two_sum(0x1.5555555555555p-2, v * u);
        d0 = nm_dd_add_d(nm_dd_mul(ux, nm_dd_make(s.hi, s.lo + 0x1.5555555555555p-56)), 1.0);
    } else {
        d0 = nm_two_sum(1.0, -2.0 * nm_exp_fn(-0.5 * x * x) * M_1_SQRT_2PI * nm_mills(x));
    }
    const nm_dd l0 = nm_dd_log_dd(d0);
    const double g = small ? 1.0 : w * nm_exp_fn(-0.5 * x * x) * M_1_SQRT_2PI / d0.hi;
    const double step = fmin(NM_RANGE_L / sqrt(1.0 + c1 * g), p->step), m0 = fmin(-x / p->c, p->z0 - x);
    for (int side = 0; side < 2; ++side) {
        for (int block = 0; block < 50; ++block) {
            const double at = (double)(side ? -NM_RANGE_BLOCK * (block + 1) : NM_RANGE_BLOCK * block);
            if (small) {
                for (int i = 0; i < NM_RANGE_BLOCK; ++i) {
                    b0[i] = 1.0;
                    b1[i] = fma(step, at + nm_chi_node[i], m0) * x;
                    h[i] = 0.0;
                }
                for (int k = 2; k <= 30; k += 2) {
                    const double ik = 1.0 / (double)k, ik1 = 1.0 / (double)(k + 1);
                    for (int i = 0; i < NM_RANGE_BLOCK; ++i) {
                        const double mx = fma(step, at + nm_chi_node[i], m0) * x;
                        b0[i] = (mx * b1[i] - x * x * b0[i]) * ik;
                        h[i] = fma(b0[i], ik1, h[i]);
                        b1[i] = (mx * b0[i] - x * x * b1[i]) * ik1;
                    }
                }
            } else {
                // D(m) = phi(a) h for a > 0, else 1 - phi(a) h.
                for (int i = 0; i < NM_RANGE_BLOCK; ++i) {
                    const double m = fabs(fma(step, at + nm_chi_node[i], m0)), a = m - x, b = m + x;
                    const double rb = nm_chi_exp(-2.0 * m * x) * nm_mills(b);
                    h[i] = nm_mills(fabs(a)) + (a > 0.0 ? -rb : rb);
                }
            }
            for (int i = 0; i < NM_RANGE_BLOCK; ++i) {
                const double m = fma(step, at + nm_chi_node[i], m0), a = fabs(m) - x;
                const int tail = small || a > 0.0;
                const double e = small ? -0.5 * m * m : -0.5 * a * a;
                const double d = tail ? h[i] : -nm_chi_exp(e) * (M_1_SQRT_2PI * h[i]), q = tail && !small ? 0.0 : 1.0;
                const double l = nm_range_log(q, d) + (tail ? e - (small ? 0.0 : M_LN_SQRT_2PI) : 0.0);
                t[i] = nm_chi_exp(fma(c1, l - l0.hi - l0.lo, -0.5 * (m + x) * (m + x)));
            }
            const int inner = side ? 1 : NM_RANGE_BLOCK - 2, outer = side ? 0 : NM_RANGE_BLOCK - 1;
            if (nm_range_add(t, sums, rests, inner, outer)) break;
        }
    }
    *f = nm_range_total(sums, rests) * step * p->c * M_1_SQRT_2PI;
    nm_dd dl = l0;
    if (small) dl = nm_dd_add(nm_dd_sub(l0, NM_LN_SQRT_2PI), nm_dd_log_dd(nm_dd_make(w, wl)));
    return nm_dd_mul_d(dl, c1);
}

// 1 - W(w) = result, or exp(-w^2/4) * result with far.
NM_FN double nm_range_upper(const nm_range *p, double w, int far)
{
    const double out = far ? 0.0 : 0.25 * w * w, in = far ? 0.25 * w * w : 0.0;
    const double c1 = p->c - 1.0, z0 = fmax(p->z0, 0.5 * w), step = p->step;
    double t[NM_RANGE_BLOCK], pz[NM_RANGE_BLOCK], lz[NM_RANGE_BLOCK], r[NM_RANGE_BLOCK];
    double sums[NM_RANGE_BLOCK], rests[NM_RANGE_BLOCK];
    for (int i = 0; i < NM_RANGE_BLOCK; ++i) sums[i] = rests[i] = 0.0;
    for (int side = 0; side < 2; ++side) {
        for (int block = 0; block < 50; ++block) {
            const double at = (double)(side ? -NM_RANGE_BLOCK * (block + 1) : NM_RANGE_BLOCK * block);
            // Phi(z) and its logarithm, then Phi(v) / Phi(z).
            for (int i = 0; i < NM_RANGE_BLOCK; ++i) {
                const double z = fma(step, at + nm_chi_node[i], z0);
                const double q = nm_chi_exp(-0.5 * z * z) * M_1_SQRT_2PI * nm_chi_mills(fabs(z));
                pz[i] = z > 0.0 ? 1.0 - q : q;
                lz[i] = nm_range_log(z > 0.0 ? 1.0 : 0.0, z > 0.0 ? -q : q);
            }
            for (int i = 0; i < NM_RANGE_BLOCK; ++i) {
                const double z = fma(step, at + nm_chi_node[i], z0), v = z - w, g = nm_chi_exp(-0.5 * v * v) * M_1_SQRT_2PI;
                t[i] = nm_chi_mills(fabs(v));
                r[i] = fmin((v < 0.0 ? g * t[i] : 1.0 - g * t[i]) / pz[i], 1.0);
            }
            for (int i = 0; i < NM_RANGE_BLOCK; ++i) {
                const double z = fma(step, at + nm_chi_node[i], z0), y = z - 0.5 * w, v = z - w;
                const double any = -nm_chi_expm1(c1 * nm_range_log(1.0, -r[i]));
                const double e = v < 0.0 ? (c1 - 1.0) * lz[i] - y * y - out : c1 * lz[i] + in - 0.5 * z * z;
                const double k = r[i] > 1e-290 ? any / r[i] : c1;
                t[i] = nm_chi_exp(e) * (v < 0.0 ? M_1_SQRT_2PI * t[i] * k : any);
            }
            const int inner = side ? 1 : NM_RANGE_BLOCK - 2, outer = side ? 0 : NM_RANGE_BLOCK - 1;
            if (nm_range_add(t, sums, rests, inner, outer)) break;
        }
    }
    return nm_range_total(sums, rests) * step * p->c * M_1_SQRT_2PI;
}

// About where the lower integrand has its mode in s: n s^2 = n + r (c-1) dlog D(0)/dlog w at w = q s.
NM_INLINE double nm_range_mode(double q, double r, double c1, double n)
{
    double lo = 0.0, hi = 0.5 * nm_log1p_fn(c1 * r / n);
    for (int i = 0; i < 12; ++i) {
        const double u = 0.5 * (lo + hi), s = nm_exp_fn(u), x = 0.5 * q * s, f = nm_exp_fn(-0.5 * x * x) * M_1_SQRT_2PI;
        const double slope = x < 0.1 ? 1.0 : 2.0 * x * f / (1.0 - 2.0 * f * nm_mills(x));
        if (n * s * s > n + r * c1 * slope) hi = u;
        else lo = u;
    }
    return nm_exp_fn(0.5 * (lo + hi));
}

// A tail of the studentized range as exp(result) * *f, for 0 < q < 1e140, 2 <= df.
NM_FN nm_dd nm_ptukey_tail(const nm_range *p, double q, double r, double n, int upper, double *f)
{
    const double c1 = p->c - 1.0;
    const int fixed = n > 1e25;
    double s0 = 1.0, extra = 0.0, curv = 0.0;
    int far = 0;
    if (upper && fixed) {
        far = q > p->wide;
    } else if (upper) {
        s0 = 1.0 / sqrt(1.0 + 0.5 * q * (q / n));
        far = q * s0 > p->wide;
        if (!far) s0 = fmin(1.0, p->wide / q);
        if (far) extra = 0.5 * (q * s0) * (q * s0);
    } else if (!fixed) {
        s0 = nm_range_mode(q, r, c1, n);
        curv = c1 * r * fmin((q * s0) * (q * s0) / 6.0, 0.5);
    }
    // Exponent n u - (a/2) (e^2u - 1) = -(a/2) (e^u - 1)^2 - a (e^u - 1 - u) + k1 u with a = n s0^2 (far: + (q s0)^2/2,
    // then k1 = 0).
    const double a = n * s0 * s0 + extra, k1 = far ? 0.0 : n * (1.0 - s0 * s0);
    // Nearly normal integrands need no stretching of the left side and allow a wider step, where W does.
    const double size = nm_log_fn(p->c * r), sigma = 1.0 / sqrt(2.0 * a + curv);
    const int normal = a > 150.0 && sigma * (1.0 + p->wide) <= 0.26;
    const double bend = normal ? 0.0 : 1.0;
    const double step = normal ? 0.5 : 1.0 / fmax(fmax(8.0, 6.4 + 0.85 * size), 3.0 * size - 7.0);
    const double k = normal ? sigma : fmin(sigma, 0.6 / (1.0 + p->wide));
    nm_dd first = nm_dd_of(0.0);
    double sum = 0.0, rest = 0.0;
    for (int side = 0; side < 2; ++side) {
        double last = 0.0;
        for (int i = side; i < 600; ++i) {
            const double v = side ? -step * (double)i : step * (double)i, g = bend * nm_exp_fn(-v);
            const double u = fixed ? 0.0 : k * (v + bend - g);
            const nm_dd ed = nm_dd_expm1(nm_dd_of(u)), wd = nm_dd_mul(nm_two_prod(q, s0), nm_dd_add_d(ed, 1.0));
            const double e = ed.hi, w = wd.hi;
            double t = fixed ? 0.0 : -0.5 * a * e * e - a * nm_expm1mx_d(u, e) + k1 * u, h;
            if (upper) {
                h = nm_range_upper(p, w, far);
                if (r != 1.0) {
                    const double o = fmin(far ? nm_exp_fn(-0.25 * w * w) * h : h, 1.0);
                    h *= o > 1e-290 ? -nm_expm1_fn(r * nm_log1p_fn(-o)) / o : r;
                }
            } else {
                const nm_dd scale = nm_range_lower(p, w, wd.lo, &h), l = nm_dd_mul_d(nm_dd_add(scale, nm_dd_log(h)), r);
                if (i == 0) first = l;
                t += nm_dd_sub(l, first).hi;
                h = 1.0;
            }
            if (fixed) {
                *f = h;
                return far ? nm_dd_mul_d(nm_two_prod(q, q), -0.25) : first;
            }
            t = nm_exp_fn(t) * (1.0 + g) * h;
            const nm_dd next = nm_two_sum(sum, t);
            sum = next.hi;
            rest += next.lo;
            if (t < last && t < 1e-18 * sum) break;
            last = t;
        }
    }
    *f = (sum + rest) * k * step;
    nm_dd g = nm_dd_of(*f);
    const nm_dd l = nm_dd_add(nm_t_lead(n, s0, 0.0, 0.0, &g), NM_LN_SQRT_2PI), w = nm_two_prod(q, s0);
    *f = g.hi;
    if (!far) return nm_dd_add(l, first);
    return nm_dd_sub(l, nm_dd_scale(nm_dd_mul(w, w), 0.25));
}
