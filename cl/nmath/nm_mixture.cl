// @provides: nm_mix, nm_mix_slopes, nm_mix_sum, nm_mix_sums, nm_mix_logw, nm_mix_logd, nm_mix_tiny, nm_mix_prepare, nm_mix_result, nm_mix_prob,
//   nm_mix_pick, nm_mix_log, nm_mix_density, nm_mix_median, nm_gamma_median, nm_ratio_quad, nm_log1pmx_d, nm_expm1px_d,
//   nm_de_tab,
//   nm_mix_chisq, nm_mix_beta, nm_mix_f, nm_mix_fdist
// @depends: nmath, dd, elementary, nm_calls, stirlerr, bd0, nm_lgamma_slope
// @includes: nmath
//
// Poisson mixtures of incomplete gamma or beta functions: with weights w_j = e^-l l^(j+s) / Gamma(j+s+1) the sums
//   lower = sum_j w_j P_j and upper = sum_j w_j (1 - P_j), P_j = P(a+j, y) or I_x(a+j, b), j = 0, 1, ...
// (s = 0: non-central chi-square and beta, Johnson, Kotz, Balakrishnan, Continuous Univariate Distributions 2, ch. 29,
// 30; s = 0 and 1/2 together: non-central t, ch. 31.) Method, own derivation:
//   d_j = P_j - P_(j+1) is a Poisson or negative binomial density, so with u_j = w_j d_j and the ratios R_j = P_j/d_j,
//   K_j = (1-P_j)/d_j: R_j = 1 + R_(j+1) d_(j+1)/d_j, K_(j+1) = (K_j + 1) d_j/d_(j+1); the terms are u_j R_j, u_j K_j.
//   The smaller tail is summed with positive terms only: the lower one downwards in j from 9.5 deviations above the
//   largest term, the upper one upwards from as far below it, both in double-double, until the rest is negligible
//   (the terms are log-concave). u_j is anchored in its logarithm to some 100 bits, so nothing under- or overflows.
//   The first R or K is its power series or continued fraction where at most 250 terms do, else one integral over a
//   half line of exp(concave), by 74 fixed double exponential nodes.
//   Where the terms are wider than 150 in j, the sum is replaced by one with a step of 0.6 deviations at real j: by
//   Poisson's summation formula the error is below exp(-50).
// The other tail is the complement of the smaller one.
// Region: all positive parameters; beyond some 1e15 the tails lose digits. Bounds: 6000 steps, in practice at most
// 4300; 400 nodes of the wide step, in practice 50.
// Measured: densities below 1 ulp, tails below 3.2 ulp (below 1 ulp for 95 in 100 points), logarithms alike.
// SPDX-License-Identifier: MIT

// Nodes and weights of x = exp(v - exp(-v)), v = k/10, k = -36 .. 37 (Takahasi and Mori 1974).
__constant double nm_de_tab[] = {
    0x1.011a8b8a80b8bp-58, 0x1.e3550def953bbp-57, 0x1.21075a1a03640p-53, 0x1.ed046bb02581ep-52,
    0x1.d283ba9e7ef39p-49, 0x1.69214dc0440abp-47, 0x1.16f1e89230d51p-44, 0x1.88180c729b21ep-43,
    0x1.fc9c2d7bd646ep-41, 0x1.44a70d6da4a2ep-39, 0x1.6abc1867edff1p-37, 0x1.a4bc32c900724p-36,
    0x1.9e528f79b26f4p-34, 0x1.b4cf84d25dcc6p-33, 0x1.8310d774dd8ffp-31, 0x1.7315315447cbap-30,
    0x1.2d76dee41821dp-28, 0x1.06f26afcd4473p-27, 0x1.8e539fc638566p-26, 0x1.3c441a0acf5a6p-25,
    0x1.c57d44c870f65p-24, 0x1.47f5219c6f47ap-23, 0x1.c3347140979abp-22, 0x1.2966779b3552bp-21,
    0x1.8d66896d56da5p-20, 0x1.ddcd3a5fd1110p-20, 0x1.39738d3784a26p-18, 0x1.57fcbcd5ecab1p-18,
    0x1.bf7ecb62a9d1cp-17, 0x1.c09d589a8ddb5p-17, 0x1.23d7c093d1070p-15, 0x1.0b820fc2a7d2ep-15,
    0x1.5ec9b640c10f8p-14, 0x1.264728f0043acp-14, 0x1.8795220312963p-13, 0x1.2cf759d7ebdfap-13,
    0x1.98d423227ab8cp-12, 0x1.2035b50582bc3p-12, 0x1.91c1f5290e563p-11, 0x1.04188581cb22cp-11,
    0x1.75c2d7824b2dap-10, 0x1.bd009caa80fd4p-11, 0x1.4ae620a9f3b11p-9, 0x1.6ac6ea8682f6ep-10,
    0x1.181a30db43a53p-8, 0x1.1b31d3a3bc479p-9, 0x1.c758a6e83f332p-8, 0x1.a93ab941102f3p-9,
    0x1.64c5124f373fdp-7, 0x1.3441e8da07cd6p-8, 0x1.0e65db76a9c2bp-6, 0x1.b11652d84e4f2p-8,
    0x1.8dbb6bda2ce20p-6, 0x1.27c6a92a22d73p-7, 0x1.1caa08f0748e1p-5, 0x1.89ee185d27534p-7,
    0x1.8d920ffc67e9ap-5, 0x1.0079dc781f079p-6, 0x1.0f839128c11eap-4, 0x1.474f72841ae75p-6,
    0x1.6b73b94fa8888p-4, 0x1.9a482d4d2a887p-6, 0x1.ddbac780be21fp-4, 0x1.fa2626b890672p-6,
    0x1.34d4be2c42e0cp-3, 0x1.33d234655f7c2p-5, 0x1.895fae19faddfp-3, 0x1.71bfc59751e5dp-5,
    0x1.ee561d5e2e210p-3, 0x1.b73f8272052a4p-5, 0x1.32d5086dabf6ap-2, 0x1.025fa7e926fe1p-4,
    0x1.78b56362cef38p-2, 0x1.2d5de91bd8c2dp-4, 0x1.c9e4794b5436dp-2, 0x1.5ce260bbd33d2p-4,
    0x1.13c701096b737p-1, 0x1.914076be57d81p-4, 0x1.497a198dbcad8p-1, 0x1.cad8fb5f8bb82p-4,
    0x1.86b9a8bd93b57p-1, 0x1.050df207efc1bp-3, 0x1.cc42d84cad645p-1, 0x1.27c4f9be54d48p-3,
    0x1.0d72065e9620ap+0, 0x1.4ddb2c8ef0cf3p-3, 0x1.39bfa68f92042p+0, 0x1.77a42abfc503ep-3,
    0x1.6b86702abce93p+0, 0x1.a57e783c2cd11p-3, 0x1.a34f1175414abp+0, 0x1.d7d466fed16cap-3,
    0x1.e1b04d04b85c6p+0, 0x1.078e8b628952cp-2, 0x1.13a8526908addp+1, 0x1.25eec7d3164c4p-2,
    0x1.3a74154a2bc3ap+1, 0x1.4754fe6abbd1ap-2, 0x1.65a13cdcfd595p+1, 0x1.6c13864e319b3p-2,
    0x1.95a06ffb58300p+1, 0x1.9485bd3df52f9p-2, 0x1.caee5cfcec5cdp+1, 0x1.c110e434428d5p-2,
    0x1.030a82a065c10p+2, 0x1.f225161b95007p-2, 0x1.23d694a95eda4p+2, 0x1.141f2da531e95p-1,
    0x1.482fecb921306p+2, 0x1.31f2ee508b840p-1, 0x1.7074175040c3fp+2, 0x1.52d99cb2c955bp-1,
    0x1.9d0a98613bf84p+2, 0x1.772701a1c9a79p-1, 0x1.ce65f76b7e5dfp+2, 0x1.9f37b21903b3ap-1,
    0x1.028273afa0041p+3, 0x1.cb71f931bc33ep-1, 0x1.20b9c6a78c7dbp+3, 0x1.fc46db6d4fc6bp-1,
    0x1.422674a0d23e2p+3, 0x1.19199aef38967p+0, 0x1.671e3265c7d66p+3, 0x1.36e07e02d9c3fp+0,
    0x1.8fffc5bceb824p+3, 0x1.57c44bc26ee64p+0, 0x1.bd33f8bee2ef4p+3, 0x1.7c193691fb38dp+0,
    0x1.ef2ea6c0cbfefp+3, 0x1.a43c4581bb861p+0, 0x1.1337f2c3a58a6p+4, 0x1.d0944220c469dp+0,
    0x1.31c2a6df5eaefp+4, 0x1.00c95fb363c0fp+1, 0x1.5385b30252581p+4, 0x1.1bda9e29af714p+1,
    0x1.78d79a13493cap+4, 0x1.39c3329454628p+1, 0x1.a217fc4e34501p+4, 0x1.5acfbb3ae59a7p+1,
    0x1.cfb08c57d9741p+4, 0x1.7f54e2be78d2fp+1, 0x1.010b0f0e4d28dp+5, 0x1.a7b038f02de8bp+1,
    0x1.1ce4e9186f737p+5, 0x1.d44922760e200p+1, 0x1.3bad30595040ep+5, 0x1.02c8f0d1cf7e3p+2

};
#define NM_DE_NODES 74

// log(1 + x) - x for x >= 0, relative accuracy some ulp.
NM_INLINE double nm_log1pmx_d(double x)
{
    const double v = x / (2.0 + x), w = v * v;
    double s = 1.0 / 33.0;
    for (int k = 31; k >= 3; k -= 2) s = fma(s, w, 1.0 / (double)k);
    return x < 0.7 ? v * fma(2.0 * w, s, -x) : nm_log1p_fn(x) - x;
}

// exp(-t) - 1 + t for t >= 0.
NM_INLINE double nm_expm1px_d(double t)
{
    // Two terms more than nm_exp_tail has.
    const double t2 = t * t, t4 = t2 * t2, more = t / 20922789888000.0 - 1.0 / 1307674368000.0;
    const double s = fma(t4 * t4 * t4 * t, more, nm_exp_tail(-t));
    return t < 0.5 ? t2 * s : nm_expm1_fn(-t) + t;
}

// integral over t > 0 of exp(E), E = -c1 t - c2 (e^-t - 1 + t) + c3 (log(1 + z) - z), z = c4 (1 - e^-t) or c4 t;
// for c3 < 0: E = -c1 t + c3 log(1 + z).
NM_FN double nm_ratio_quad(double c1, double c2, double c3, double c4, int linear)
{
    const double q = c2 + (c3 > 0.0 ? c3 * c4 * c4 : 0.0);
    const double scale = 2.0 / (fmax(c1, 0.0) + sqrt(c1 * c1 + 2.0 * q));
    double sum = 0.0, rest = 0.0;
    for (int k = NM_DE_NODES - 1; k >= 0; --k) {
        const double t = scale * nm_de_tab[2 * k];
        const double em = linear ? t : -nm_expm1_fn(-t), z = c4 * em;
        double e;
        if (c3 < 0.0) e = fma(c3, nm_log1p_fn(z), -c1 * t);
        else e = -c1 * t - c2 * nm_expm1px_d(t) + c3 * nm_log1pmx_d(z);
        const nm_dd next = nm_two_sum(sum, nm_exp_fn(e) * nm_de_tab[2 * k + 1]);
        sum = next.hi;
        rest += next.lo;
    }
    return scale * (sum + rest);
}

typedef struct {
    int beta;        // I_x(a+j, b), else P(a+j, x)
    double s;        // offset of the weights, 0 or 1/2
    nm_dd l;         // rate of the weights
    nm_dd a, b;      // b is 0 without beta
    nm_dd x, xc;     // x and 1 - x; xc unused without beta
    nm_dd c0, c1;    // d_(j+1)/d_j = (c0 + c1 j) / (a + j + 1)
    double mode;     // of u_j, a real number >= 0
    double sigma;    // its deviation
} nm_mix;

// log w_j and log d_j for real j >= 0.
NM_FN nm_dd nm_mix_logw(const nm_mix *p, double j)
{
    const nm_dd js = nm_dd_of(j + p->s);
    if (!(js.hi > 0.0)) return nm_dd_neg(p->l);
    const nm_dd r = nm_dd_add(nm_stirlerr_dd(js), nm_bd0_2(js, p->l));
    return nm_dd_neg(nm_dd_add(r, nm_dd_add(NM_LN_SQRT_2PI, nm_dd_scale(nm_dd_log_dd(js), 0.5))));
}

NM_FN nm_dd nm_mix_logd(const nm_mix *p, double j)
{
    const nm_dd k = nm_dd_add_d(p->a, j);
    if (!(k.hi > 0.0)) return nm_dd_neg(p->x);
    nm_dd r = nm_dd_add(nm_stirlerr_dd(k), NM_LN_SQRT_2PI);
    if (p->beta) {
        // Gamma(k + b) / (Gamma(k + 1) Gamma(b)) is b / (k + b) times the binomial coefficient.
        const nm_dd n = nm_dd_add(k, p->b);
        r = nm_dd_add(r, nm_dd_sub(nm_stirlerr_dd(p->b), nm_stirlerr_dd(n)));
        r = nm_dd_add(r, nm_dd_add(nm_bd0_2(k, nm_dd_mul(n, p->x)), nm_bd0_2(p->b, nm_dd_mul(n, p->xc))));
        r = nm_dd_add(r, nm_dd_scale(nm_dd_log_ratio(n, p->b), 0.5));
    } else {
        r = nm_dd_add(r, nm_bd0_2(k, p->x));
    }
    return nm_dd_neg(nm_dd_add(r, nm_dd_scale(nm_dd_log_dd(k), 0.5)));
}

// log d_0 for a tiny shape a, where it is as small.
NM_FN nm_dd nm_mix_tiny(const nm_mix *p, double a)
{
    nm_dd r = nm_dd_sub(nm_dd_log_dd(p->x), nm_lgamma_slope(a, 1.0));
    if (!p->beta) return nm_dd_sub(nm_dd_mul_d(r, a), p->x);
    r = nm_dd_mul_d(nm_dd_add(r, nm_lgamma_slope(a, p->b.hi)), a);
    return nm_dd_add(r, nm_dd_mul(p->b, nm_dd_log1p(nm_dd_neg(p->x))));
}

// The fields that follow from the others.
NM_INLINE void nm_mix_prepare(nm_mix *p)
{
    p->c0 = p->beta ? nm_dd_mul(p->x, nm_dd_add(p->a, p->b)) : p->x;
    p->c1 = p->beta ? p->x : nm_dd_of(0.0);
    // u_(j+1) = u_j at J = j + s + 1 with J^2 + g J = r^2.
    const double g = p->a.hi - p->s - p->l.hi * p->c1.hi;
    const double r = sqrt(p->l.hi) * sqrt(fmax(p->c0.hi - p->c1.hi * (1.0 + p->s), 0.0));
    const double q = fabs(g) < 1e150 && r < 1e150 ? sqrt(g * g + 4.0 * r * r) : fabs(g) + 2.0 * r;
    const double top = fmax(g > 0.0 ? 2.0 * r * (r / (g + q)) : 0.5 * (q - g), p->s + 1.0);
    p->mode = top - p->s - 1.0;
    const double den = fmax(p->a.hi + p->mode, 1.0);
    const double curv = 1.0 / top + (p->beta ? p->b.hi / (den * (den + p->b.hi)) : 1.0 / den);
    p->sigma = 1.0 / sqrt(curv);
}

// Where the ratio of a series' terms is below this, nm_mix_ratio sums it.
#define NM_MIX_SERIES 0.85

// R_j (upper = 0) or K_j (upper = 1), also for real j.
NM_FN double nm_mix_ratio(const nm_mix *p, double j, int upper)
{
    const nm_dd k = nm_dd_add_d(p->a, j), k1 = nm_dd_add_d(k, -1.0);
    if (p->beta || !upper) {
        // Where d_k falls fast the ratio is its own series, 1 + sum of products of num / den; the upper tail of a beta
        // function is the lower one with the parameters exchanged.
        const int swap = p->beta && upper;
        const double x = p->beta ? (swap ? p->xc.hi : p->x.hi) : 0.0, den = swap ? p->b.hi : k.hi;
        const double num = p->beta ? x * (k.hi + p->b.hi) : p->x.hi, q = fmax(num / (den + 1.0), x);
        if (q < NM_MIX_SERIES) {
            const int n = (int)(39.0 / -nm_log_fn(fmax(q, 1e-6))) + 3;
            double s = 1.0;
#pragma unroll 1
            for (int i = n < 250 ? n : 250; i >= 0; --i)
                s = fma((num + x * (double)i) / (den + (double)(i + 1)), s, 1.0);
            return swap ? s * (k.hi / den) : s;
        }
    }
    const double depth = 16.0 + 110.0 / p->x.hi + 2.9 * sqrt(k.hi);
    if (!p->beta && upper && p->x.hi >= 0.5 && p->x.hi >= k.hi - 1.0 && depth < 250.0) {
        // Legendre's continued fraction (DLMF 8.9.2, its even part), from the depth that it needs (own measurement).
        const int n = (int)depth;
        const double y1 = nm_dd_sub(p->x, k1).hi;
        double g = y1 + 2.0 * (double)n;
#pragma unroll 1
        for (int i = n; i >= 1; --i) g = y1 + 2.0 * (double)(i - 1) + (double)i * (k.hi - (double)i) / g;
        return k.hi / g;
    }
    double c1, c2, c3, c4, f;
    int linear = 0;
    if (k.hi == 0.0) return upper ? 0.0 : nm_exp_fn(p->x.hi);
    if (p->beta) {
        const nm_dd z = upper ? nm_dd_div(p->xc, p->x) : nm_dd_div(p->x, p->xc);
        const nm_dd b1 = upper ? k1 : nm_dd_add_d(p->b, -1.0), m = nm_dd_mul(b1, z);
        const nm_dd top = upper ? p->b : k;
        c3 = b1.hi;
        c4 = z.hi;
        c1 = c3 < 0.0 ? top.hi : nm_dd_sub(top, m).hi;
        c2 = c3 < 0.0 ? 0.0 : m.hi;
        f = upper ? k.hi / p->x.hi : k.hi / p->xc.hi;
    } else if (upper) {
        linear = 1;
        c3 = k1.hi;
        c4 = 1.0 / p->x.hi;
        c2 = 0.0;
        c1 = c3 < 0.0 ? 1.0 : nm_dd_sub(nm_dd_of(1.0), nm_dd_div(k1, p->x)).hi;
        f = k.hi / p->x.hi;
    } else {
        c1 = nm_dd_sub(k, p->x).hi;
        c2 = p->x.hi;
        c3 = 0.0;
        c4 = 0.0;
        f = k.hi;
    }
    if (c3 < 0.0 && c4 > 30.0 * c1) {
        // A singularity too close to the end of the range; but then the other tail is d (1 + small).
        const nm_dd d = k.hi < 0x1p-10 ? nm_mix_tiny(p, k.hi) : nm_mix_logd(p, j);
        const double x = p->beta && !upper ? p->xc.hi : p->x.hi, n = p->beta ? k.hi + p->b.hi : 0.0;
        const double den = p->beta && !upper ? p->b.hi : k.hi;
        double t = 0.0;
#pragma unroll 1
        for (int i = 24; i >= 1; --i) t = (1.0 + t) * (p->beta ? x * (n + (double)(i - 1)) : x) / (den + (double)i);
        nm_dd e = nm_dd_add_d(d, nm_log1p_fn(t));
        if (!upper) e = nm_dd_add(e, nm_dd_log_ratio(k, p->b));
        return -nm_expm1_fn(e.hi) * nm_exp_fn(-d.hi);
    }
    return f * nm_ratio_quad(c1, c2, c3, c4, linear);
}

// With A = a + j: sums of A u_j, A^2 u_j and A^3 u_j beside a tail, over the same exponential. The first is the tail's
// derivative in log y or log(x / (1 - x)), as A d_j is P_j's.
typedef struct {
    double a1, a2, a3;
} nm_mix_sums;

NM_INLINE void nm_mix_add(nm_mix_sums *g, double u, double a)
{
    const double t = u * a, v = t * a;
    g->a1 += t;
    g->a2 += v;
    g->a3 = fma(v, a, g->a3);
}

// The upper (1) or lower (0) tail, or sum (a + j) u_j (2), the density times x (gamma) or x (1 - x) (beta), as
// exp(result) * *sum; *g: the sums beside a tail, if slopes is set.
NM_FN nm_dd nm_mix_sum(const nm_mix *p, int what, int slopes, nm_dd *sum, nm_mix_sums *g)
{
    const int upper = what == 1, density = what == 2;
    const double l = p->l.hi, m = density ? p->mode : upper ? fmax(l, p->mode) : fmin(l, p->mode);
    const double width = m == l && !density ? sqrt(l) : p->sigma;
    g->a1 = g->a2 = g->a3 = 0.0;
    if (p->sigma > 150.0) {
        // Whole numbers: nodes must be equally spaced to more digits than their rounding would leave.
        const double h = floor(0.6 * p->sigma);
        const double mid = floor(m);
        const nm_dd top = nm_dd_add(nm_mix_logw(p, mid), nm_mix_logd(p, mid));
        double s = 0.0, rest = 0.0, last = 0.0, j = floor(upper ? m - 9.5 * width : m + 9.5 * width);
        for (int i = 0; i < 400 && j >= 0.0; ++i) {
            const nm_dd u = nm_dd_add(nm_mix_logw(p, j), nm_mix_logd(p, j));
            const double f = density ? p->a.hi + j : nm_mix_ratio(p, j, upper);
            const double v = nm_exp_fn(nm_dd_sub(u, top).hi), t = v * f;
            if (slopes) nm_mix_add(g, v * h, p->a.hi + j);
            const nm_dd next = nm_two_sum(s, t);
            s = next.hi;
            rest += next.lo;
            if (t < last && t * t < 1e-20 * s * (last - t)) break;
            last = t;
            j += upper ? h : -h;
        }
        *sum = nm_two_prod(s + rest, h);
        return top;
    }
    double start = floor(fmax(m - 9.5 * width - 10.0, 0.0));
    if (!upper) {
        // The first index above the largest term whose term is below 1e-21 of it.
        const double end = floor(m + 9.5 * width + 25.0);
        start = floor(m);
        double drop = 1.0;
        for (int i = 0; i < 1200 && start < end; ++i) {
            const double q = p->c0.hi + p->c1.hi * start, den = p->a.hi + start;
            drop *= fmin(l / (start + p->s + 1.0) * (density ? q / den : fmin(q / (den + 1.0), 1.0)), 1.0);
            if (!(drop > 1e-21)) break;
            start += 1.0;
        }
    }
    const nm_dd anchor = nm_dd_add(nm_mix_logw(p, start), nm_mix_logd(p, start));
    const nm_dd inv = nm_dd_div(nm_dd_of(1.0), p->l);
    nm_dd t = density ? nm_dd_add_d(p->a, start) : nm_dd_of(nm_mix_ratio(p, start, upper)), u = nm_dd_of(1.0), s = t;
    double j = start, last = t.hi;
    if (slopes) nm_mix_add(g, 1.0, p->a.hi + start);
    for (int i = 0; i < 6000 && (upper || j > 0.0); ++i) {
        // From u_(k+1) / u_k = l num / (k1 den), the terms by T_(k+1) = (T_k + u_k) l / k1 (upper) and
        // T_k = u_k + T_(k+1) k1 / l (lower).
        const double k = upper ? j : j - 1.0, k1 = k + 1.0 + p->s;
        const nm_dd num = nm_dd_mul(p->l, nm_dd_add(p->c0, nm_dd_mul_d(p->c1, k)));
        const nm_dd den = nm_dd_mul_d(nm_dd_add_d(p->a, k + 1.0), k1);
        if (upper) t = nm_dd_div_d(nm_dd_mul(nm_dd_add(t, u), p->l), k1);
        u = nm_dd_mul(u, upper ? nm_dd_div(num, den) : nm_dd_div(den, num));
        if (density) t = nm_dd_mul(u, nm_dd_add_d(p->a, k));
        else if (!upper) t = nm_dd_add(u, nm_dd_mul(nm_dd_mul_d(t, k1), inv));
        s = nm_dd_add(s, t);
        j += upper ? 1.0 : -1.0;
        if (slopes) nm_mix_add(g, u.hi, p->a.hi + j);
        if (t.hi < last && t.hi * t.hi < 1e-20 * s.hi * (last - t.hi)) break;
        last = t.hi;
    }
    *sum = s;
    return anchor;
}

// exp(e) f of the computed tail, as asked for: the tail itself or the other one, or its logarithm.
NM_INLINE double nm_mix_result(nm_dd e, nm_dd f, int same, int log_p)
{
    const double v = nm_exp_mul(e, f);
    if (!log_p) return same ? v : (0.5 - v) + 0.5;
    if (!same) return nm_log1p_fn(-v);
    return f.hi > 0.0 ? nm_dd_add(e, nm_dd_log_dd(f)).hi : ML_NEGINF;
}

// The density: that sum (prepared) over exp(log_by).
NM_INLINE double nm_mix_density(const nm_mix *p, nm_dd log_by, int give_log)
{
    nm_dd f;
    nm_mix_sums g;
    const nm_dd e = nm_dd_sub(nm_mix_sum(p, 2, 0, &f, &g), log_by);
    return nm_mix_result(e, f, 1, give_log);
}

// About the median of a sum of a Poisson mixture of gamma variates of shape a + j (Patnaik's approximation) in units
// of the median of a gamma variate of shape b: only decides which tail is summed.
NM_INLINE double nm_gamma_median(double a) { return exp2(-1.0 / a) * (a + 0.5615); }
NM_INLINE double nm_mix_median(double a, double l)
{
    const double s = (a + l) / (a + 2.0 * l);
    return nm_gamma_median(s * (a + l)) / s;
}

// The smaller tail of the mixture with s = 0 (prepared) as exp(result) * *f, and the sums beside it, if slopes is set;
// *upper says which one it is.
NM_FN nm_dd nm_mix_pick(const nm_mix *p, int slopes, int *upper, nm_dd *f, nm_mix_sums *g)
{
    const double med = nm_mix_median(p->a.hi, p->l.hi), b = p->b.hi;
    nm_dd e = nm_dd_of(0.0);
    *upper = p->beta ? p->x.hi * nm_gamma_median(b) > med * p->xc.hi : p->x.hi > med;
    for (int pass = 0; pass < 2; ++pass) {
        e = nm_mix_sum(p, *upper, slopes, f, g);
        if (pass == 1 || nm_exp_mul(e, *f) < 0.7) break;
        *upper = !*upper;
    }
    return e;
}

NM_INLINE double nm_mix_prob(const nm_mix *p, int lower_tail, int log_p)
{
    int upper;
    nm_dd f;
    nm_mix_sums g;
    const nm_dd e = nm_mix_pick(p, 0, &upper, &f, &g);
    return nm_mix_result(e, f, upper == !lower_tail, log_p);
}

// The logarithm of a tail, and derivatives in x' = log y or log(x / (1 - x)): the density's over the tail, and its first
// two over itself.
typedef struct {
    double s, c1, c2;
} nm_mix_slopes;

NM_INLINE nm_dd nm_mix_log(const nm_mix *p, int want_upper, nm_mix_slopes *d)
{
    int upper;
    nm_dd f;
    nm_mix_sums g;
    const nm_dd e = nm_mix_pick(p, 1, &upper, &f, &g);
    const double m2 = g.a2 / g.a1, m3 = g.a3 / g.a1, x = p->x.hi, y = p->beta ? p->xc.hi : 1.0;
    const double k = p->beta ? p->b.hi * x : x, v = p->beta ? x * y * (m2 + p->b.hi) : x;
    // A y - b x or A - x is the first derivative of a term; that one's is -(A + b) x y or -x.
    d->c1 = fma(m2, y, -k);
    d->c2 = fma(y * y, m3, fma(-2.0 * k * y, m2, k * k)) - v;
    d->s = g.a1 / f.hi;
    if (upper == want_upper) return nm_dd_add(e, nm_dd_log_dd(f));
    const double t = nm_exp_mul(e, f);
    d->s *= t / (1.0 - t);
    return nm_dd_of(nm_log1p_fn(-t));
}

// The mixtures of the non-central chi-square, beta (odds u / v) distributions.
NM_INLINE nm_mix nm_mix_chisq(double x, double df, double ncp)
{
    nm_mix p;
    p.beta = 0;
    p.s = 0.0;
    p.l = nm_dd_of(0.5 * ncp);
    p.a = nm_dd_of(0.5 * df);
    p.b = nm_dd_of(0.0);
    p.x = nm_dd_of(0.5 * (x > 1e-323 ? x : 1e-323));
    p.xc = p.b;
    nm_mix_prepare(&p);
    return p;
}

NM_INLINE nm_mix nm_mix_beta(nm_dd u, nm_dd v, double a, double b, nm_dd l, double s)
{
    const nm_dd t = nm_dd_add(u, v);
    nm_mix p;
    p.beta = 1;
    p.s = s;
    p.l = l;
    p.a = nm_dd_of(a);
    p.b = nm_dd_of(b);
    p.x = nm_dd_div(u, t);
    p.xc = nm_dd_div(v, t);
    nm_mix_prepare(&p);
    return p;
}

// x df1 / df2 for the non-central F distribution.
NM_INLINE nm_mix nm_mix_f(double x, double df1, double df2, double ncp)
{
    const double s = x > 0x1p300 ? 0x1p-300 : x < 0x1p-300 ? 0x1p300 : 1.0;
    return nm_mix_beta(nm_two_prod(x * s, df1), nm_dd_of(df2 * s), 0.5 * df1, 0.5 * df2, nm_dd_of(0.5 * ncp), 0.0);
}

// The same with the chi-square limit for large df2.
NM_INLINE nm_mix nm_mix_fdist(double x, double df1, double df2, double ncp)
{
    if (!(df2 > 1e25)) return nm_mix_f(x, df1, df2, ncp);
    nm_mix p = nm_mix_chisq(1.0, df1, ncp);
    p.x = nm_dd_scale(nm_two_prod(x, df1), 0.5);
    nm_mix_prepare(&p);
    return p;
}
