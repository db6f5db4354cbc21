// @provides: nm_range_box, NM_RANGE_TEAM, nm_ptukey_team
// @depends: nmath, dd, elementary, nm_calls, mills, nm_chimix, nm_range, ptukey
// @includes: nmath
//
// ptukey by the NM_RANGE_TEAM work-items of a work-group: as many nodes of the outer sum at a time, each work-item sums the
// inner terms of its node alone. The same operations as in nm_range.cl and ptukey.cl in the same order, hence the same
// bits: what changes there changes here (tests/kernels/test_regroup.c compares them). Shared functions would be tidier,
// but the native code became a fifth slower with them. Nodes behind the last that counts are computed for nothing.
// Loops with barriers end by their condition alone, which all work-items find alike.
// SPDX-License-Identifier: MIT

#define NM_RANGE_TEAM 32

// What the work-items of a group tell each other: the term of each one's node; and room for their sums, which registers
// would not hold: NM_RANGE_BLOCK sums and rests for each work-item, those of one index side by side.
// Arrays of their own: PoCL 3.1 shares members of a local structure between work-groups.
typedef struct {
    __local double *term;       // NM_RANGE_TEAM of them
    __local double *sum, *rest; // NM_RANGE_BLOCK * NM_RANGE_TEAM of them
} nm_range_box;

// What all nodes of nm_range_lower share: log D(0), the step and the first node.
typedef struct {
    nm_dd l0;
    double step, m0;
} nm_range_low;

NM_INLINE nm_range_low nm_range_low_of(const nm_range *p, double w)
{
    const double x = 0.5 * w, c1 = p->c - 1.0;
    const int small = w < 1.0;
    nm_range_low s;
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
        const nm_dd r = nm_fast_two_sum(0x1.5555555555555p-2, v * u);
        d0 = nm_dd_add_d(nm_dd_mul(ux, nm_dd_make(r.hi, r.lo + 0x1.5555555555555p-56)), 1.0);
    } else {
        d0 = nm_two_sum(1.0, -2.0 * nm_exp_fn(-0.5 * x * x) * M_1_SQRT_2PI * nm_mills(x));
    }
    s.l0 = nm_dd_log_dd(d0);
    const double g = small ? 1.0 : w * nm_exp_fn(-0.5 * x * x) * M_1_SQRT_2PI / d0.hi;
    s.step = fmin(NM_RANGE_L / sqrt(1.0 + c1 * g), p->step);
    s.m0 = fmin(-x / p->c, p->z0 - x);
    return s;
}

// What the sum over the nodes is scaled by, as its logarithm.
NM_INLINE nm_dd nm_range_low_log(const nm_range *p, nm_range_low s, double w, double wl)
{
    nm_dd dl = s.l0;
    if (w < 1.0) dl = nm_dd_add(nm_dd_sub(s.l0, NM_LN_SQRT_2PI), nm_dd_log_dd(nm_dd_make(w, wl)));
    return nm_dd_mul_d(dl, p->c - 1.0);
}

// The nodes and the exponent of the outer sum.
typedef struct {
    double s0, a, k1, k; // s = s0 e^u, the exponent's coefficients, u = k (v + bend (1 - e^-v))
    double step, bend;
    int fixed, far;      // one node, df being as good as infinite; upper tails scaled by exp(w^2/4)
} nm_range_plan;

NM_INLINE nm_range_plan nm_range_plan_of(const nm_range *p, double q, double r, double n, int upper)
{
    const double c1 = p->c - 1.0;
    double s0 = 1.0, extra = 0.0, curv = 0.0;
    int far = 0;
    nm_range_plan s;
    s.fixed = n > 1e25;
    if (upper && s.fixed) {
        far = q > p->wide;
    } else if (upper) {
        s0 = 1.0 / sqrt(1.0 + 0.5 * q * (q / n));
        far = q * s0 > p->wide;
        if (!far) s0 = fmin(1.0, p->wide / q);
        if (far) extra = 0.5 * (q * s0) * (q * s0);
    } else if (!s.fixed) {
        s0 = nm_range_mode(q, r, c1, n);
        curv = c1 * r * fmin((q * s0) * (q * s0) / 6.0, 0.5);
    }
    // Exponent n u - (a/2) (e^2u - 1) = -(a/2) (e^u - 1)^2 - a (e^u - 1 - u) + k1 u with a = n s0^2 (far: + (q s0)^2/2,
    // then k1 = 0).
    s.a = n * s0 * s0 + extra;
    s.k1 = far ? 0.0 : n * (1.0 - s0 * s0);
    // Nearly normal integrands need no stretching of the left side and allow a wider step, where W does.
    const double size = nm_log_fn(p->c * r), sigma = 1.0 / sqrt(2.0 * s.a + curv);
    const int normal = s.a > 150.0 && sigma * (1.0 + p->wide) <= 0.26;
    s.bend = normal ? 0.0 : 1.0;
    s.step = normal ? 0.5 : 1.0 / fmax(fmax(8.0, 6.4 + 0.85 * size), 3.0 * size - 7.0);
    s.k = normal ? sigma : fmin(sigma, 0.6 / (1.0 + p->wide));
    s.s0 = s0;
    s.far = far;
    return s;
}

// The exponent of the sum *f of terms about the first one's, and the factor that goes to *f.
NM_INLINE nm_dd nm_range_plan_end(nm_range_plan s, double q, double n, nm_dd first, double *f)
{
    nm_dd g = nm_dd_of(*f);
    const nm_dd l = nm_dd_add(nm_t_lead(n, s.s0, 0.0, 0.0, &g), NM_LN_SQRT_2PI), w = nm_two_prod(q, s.s0);
    *f = g.hi;
    if (!s.far) return nm_dd_add(l, first);
    return nm_dd_sub(l, nm_dd_scale(nm_dd_mul(w, w), 0.25));
}

// The sums of a work-item's node: eight of them with their rests, as nm_range_add has.
NM_INLINE void nm_range_team_clear(nm_range_box box, int id)
{
    for (int i = 0; i < NM_RANGE_BLOCK; ++i) box.sum[i * NM_RANGE_TEAM + id] = box.rest[i * NM_RANGE_TEAM + id] = 0.0;
}

NM_INLINE double nm_range_team_total(nm_range_box box, int id)
{
    double sum = 0.0, rest = 0.0;
    for (int i = 0; i < NM_RANGE_BLOCK; ++i) {
        const nm_dd next = nm_two_sum(sum, box.sum[i * NM_RANGE_TEAM + id]);
        sum = next.hi;
        rest += next.lo + box.rest[i * NM_RANGE_TEAM + id];
    }
    return sum + rest;
}

// Adds term i of a block; *inner and *outer are the two that nm_range_add compares.
NM_INLINE void nm_range_team_add(nm_range_box box, int id, int i, double t, int side, double *inner, double *outer)
{
    const int at = i * NM_RANGE_TEAM + id;
    const nm_dd next = nm_two_sum(box.sum[at], t);
    box.sum[at] = next.hi;
    box.rest[at] += next.lo;
    if (i == (side ? 1 : NM_RANGE_BLOCK - 2)) *inner = t;
    if (i == (side ? 0 : NM_RANGE_BLOCK - 1)) *outer = t;
}

NM_INLINE int nm_range_team_ends(nm_range_box box, int id, double inner, double outer)
{
    return outer < inner && outer < 1e-18 * (box.sum[id] + box.sum[(NM_RANGE_BLOCK - 1) * NM_RANGE_TEAM + id]);
}

// A term of nm_range_lower for small w, and for others.
NM_FN double nm_range_small_term(double m, double x, double c1, nm_dd l0)
{
    const double mx = m * x;
    double b0 = 1.0, b1 = mx, h = 0.0;
    for (int k = 2; k <= 30; k += 2) {
        const double ik = 1.0 / (double)k, ik1 = 1.0 / (double)(k + 1);
        b0 = (mx * b1 - x * x * b0) * ik;
        h = fma(b0, ik1, h);
        b1 = (mx * b0 - x * x * b1) * ik1;
    }
    const double l = nm_range_log(1.0, h) + -0.5 * m * m;
    return nm_chi_exp(fma(c1, l - l0.hi - l0.lo, -0.5 * (m + x) * (m + x)));
}

NM_FN double nm_range_wide_term(double m, double x, double c1, nm_dd l0)
{
    const double s = fabs(m), a = s - x, b = s + x, rb = nm_chi_exp(-2.0 * s * x) * nm_mills(b);
    const double h = nm_mills(fabs(a)) + (a > 0.0 ? -rb : rb), e = -0.5 * a * a;
    const int tail = a > 0.0;
    const double d = tail ? h : -nm_chi_exp(e) * (M_1_SQRT_2PI * h);
    const double l = nm_range_log(tail ? 0.0 : 1.0, d) + (tail ? e - M_LN_SQRT_2PI : 0.0);
    return nm_chi_exp(fma(c1, l - l0.hi - l0.lo, -0.5 * (m + x) * (m + x)));
}

// A term of nm_range_upper.
NM_FN double nm_range_upper_term(double z, double w, double c1, double out, double in)
{
    const double q = nm_chi_exp(-0.5 * z * z) * M_1_SQRT_2PI * nm_chi_mills(fabs(z)), pz = z > 0.0 ? 1.0 - q : q;
    const double lz = nm_range_log(z > 0.0 ? 1.0 : 0.0, z > 0.0 ? -q : q);
    const double v = z - w, g = nm_chi_exp(-0.5 * v * v) * M_1_SQRT_2PI, t = nm_chi_mills(fabs(v));
    const double r = fmin((v < 0.0 ? g * t : 1.0 - g * t) / pz, 1.0), y = z - 0.5 * w;
    const double any = -nm_chi_expm1(c1 * nm_range_log(1.0, -r));
    const double e = v < 0.0 ? (c1 - 1.0) * lz - y * y - out : c1 * lz + in - 0.5 * z * z;
    const double k = r > 1e-290 ? any / r : c1;
    return nm_chi_exp(e) * (v < 0.0 ? M_1_SQRT_2PI * t * k : any);
}

NM_INLINE nm_dd nm_range_team_lower(nm_range_box box, int id, const nm_range *p, double w, double wl, double *f)
{
    const nm_range_low s = nm_range_low_of(p, w);
    const double x = 0.5 * w, c1 = p->c - 1.0;
    nm_range_team_clear(box, id);
    for (int side = 0; side < 2; ++side) {
        for (int block = 0; block < 50; ++block) {
            const double at = (double)(side ? -NM_RANGE_BLOCK * (block + 1) : NM_RANGE_BLOCK * block);
            double inner = 0.0, outer = 0.0;
#pragma unroll 1
            for (int i = 0; i < NM_RANGE_BLOCK; ++i) {
                const double m = fma(s.step, at + (double)i, s.m0);
                const double t = w < 1.0 ? nm_range_small_term(m, x, c1, s.l0) : nm_range_wide_term(m, x, c1, s.l0);
                nm_range_team_add(box, id, i, t, side, &inner, &outer);
            }
            if (nm_range_team_ends(box, id, inner, outer)) break;
        }
    }
    *f = nm_range_team_total(box, id) * s.step * p->c * M_1_SQRT_2PI;
    return nm_range_low_log(p, s, w, wl);
}

NM_INLINE double nm_range_team_upper(nm_range_box box, int id, const nm_range *p, double w, int far)
{
    const double out = far ? 0.0 : 0.25 * w * w, in = far ? 0.25 * w * w : 0.0;
    const double c1 = p->c - 1.0, z0 = fmax(p->z0, 0.5 * w), step = p->step;
    nm_range_team_clear(box, id);
    for (int side = 0; side < 2; ++side) {
        for (int block = 0; block < 50; ++block) {
            const double at = (double)(side ? -NM_RANGE_BLOCK * (block + 1) : NM_RANGE_BLOCK * block);
            double inner = 0.0, outer = 0.0;
#pragma unroll 1
            for (int i = 0; i < NM_RANGE_BLOCK; ++i) {
                const double t = nm_range_upper_term(fma(step, at + (double)i, z0), w, c1, out, in);
                nm_range_team_add(box, id, i, t, side, &inner, &outer);
            }
            if (nm_range_team_ends(box, id, inner, outer)) break;
        }
    }
    return nm_range_team_total(box, id) * step * p->c * M_1_SQRT_2PI;
}

NM_INLINE nm_dd nm_range_team_tail(nm_range_box box, int id, const nm_range *p, double q, double r, double n,
                                   int upper, double *f)
{
    const nm_range_plan s = nm_range_plan_of(p, q, r, n, upper);
    nm_dd first = nm_dd_of(0.0);
    double sum = 0.0, rest = 0.0;
    int last_side = 0;
    for (int side = 0; side < 2 && !last_side; ++side) {
        double last = 0.0;
        int end = 0;
        for (int start = side; start < 600 && !end; start += NM_RANGE_TEAM) {
            const int i = start + id;
            const double v = side ? -s.step * (double)i : s.step * (double)i, g = s.bend * nm_exp_fn(-v);
            const double u = s.fixed ? 0.0 : s.k * (v + s.bend - g);
            const nm_dd ed = nm_dd_expm1(nm_dd_of(u)), wd = nm_dd_mul(nm_two_prod(q, s.s0), nm_dd_add_d(ed, 1.0));
            const double e = ed.hi, w = wd.hi;
            double t = s.fixed ? 0.0 : -0.5 * s.a * e * e - s.a * nm_expm1mx_d(u, e) + s.k1 * u, h;
            if (upper) {
                h = nm_range_team_upper(box, id, p, w, s.far);
                if (r != 1.0) {
                    const double o = fmin(s.far ? nm_exp_fn(-0.25 * w * w) * h : h, 1.0);
                    h *= o > 1e-290 ? -nm_expm1_fn(r * nm_log1p_fn(-o)) / o : r;
                }
            } else {
                const nm_dd scale = nm_range_team_lower(box, id, p, w, wd.lo, &h);
                const nm_dd l = nm_dd_mul_d(nm_dd_add(scale, nm_dd_log(h)), r);
                if (start == 0) {
                    if (id == 0) {
                        box.sum[0] = l.hi;
                        box.rest[0] = l.lo;
                    }
                    barrier(CLK_LOCAL_MEM_FENCE);
                    first = nm_dd_make(box.sum[0], box.rest[0]);
                    barrier(CLK_LOCAL_MEM_FENCE);
                }
                t += nm_dd_sub(l, first).hi;
                h = 1.0;
            }
            *f = h;
            box.term[id] = nm_exp_fn(t) * (1.0 + g) * h;
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int k = 0; k < NM_RANGE_TEAM && start + k < 600 && !end; ++k) {
                const double tk = box.term[k];
                const nm_dd next = nm_two_sum(sum, tk);
                sum = next.hi;
                rest += next.lo;
                end = s.fixed || (tk < last && tk < 1e-18 * sum);
                last = tk;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        last_side = s.fixed;
    }
    if (s.fixed) return s.far ? nm_dd_mul_d(nm_two_prod(q, q), -0.25) : first;
    *f = (sum + rest) * s.k * s.step;
    return nm_range_plan_end(s, q, n, first, f);
}

// All arguments; id: 0 .. NM_RANGE_TEAM - 1, the same for each line as in the work-group.
NM_INLINE double nm_ptukey_team(nm_range_box box, int id, double q, double rr, double cc, double df, int lower_tail,
                                int log_p)
{
    if (!nm_ptukey_proper(q, rr, cc, df)) return ptukey(q, rr, cc, df, lower_tail, log_p);
    const nm_range p = nm_range_of(cc);
    const double x = fmin(q, 1e140);
    nm_dd e = nm_dd_of(0.0);
    double f = 0.0;
    int upper = nm_ptukey_upper(x, cc, rr), again = 1;
    for (int pass = 0; pass < 2 && again; ++pass) {
        if (pass == 1) upper = !upper;
        e = nm_range_team_tail(box, id, &p, x, rr, df, upper, &f);
        if (q > x) e = nm_dd_sub(e, nm_dd_mul_d(nm_dd_log(q / x), df));
        again = !(nm_exp_mul(e, nm_dd_of(f)) < 0.75);
    }
    return nm_ptukey_value(e, f, upper, lower_tail, log_p);
}
