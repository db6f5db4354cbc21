/* Tests of the random variates of cl/nmath, compiled as C (see variates.py, which puts the library's text together
 * and defines VARIATE_LIBRARY). Seeds are fixed and the arithmetic is exact or correctly rounded, so the outcome is
 * the same on every machine.
 *
 *   variates [FACTOR [SEED]]   all tests, with FACTOR times the usual sample (default 1, about 10 s)
 *   variates --sweep COUNT     COUNT random parameter sets for each of the rejection methods (opt-in)
 *   variates --raw NAME SEED STREAM FIRST N [PARAMETER...]   N variates as binary doubles on standard output
 *
 * Distributions are compared with libRmath's distribution functions: Kolmogorov and Smirnov for continuous ones, with
 * one grid step of tolerance to either side so that atoms from underflow count rightly; chi-square for counts. A
 * test fails below a p value of 1e-4; with the default seed the least of them is printed. Without libRmath these are
 * left out and the program says so.
 * SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include "../clhost.h"
#include VARIATE_LIBRARY

#define ALPHA 1e-4
static int failures, tests, below;
static double least = 1.0;
static char least_name[160];
static ulong seed_ = 20110607;

/* ---- the functions by name ------------------------------------------------------------------------------------ */

typedef double (*cdf_fn)(double, const double *);
static void *rmath;

#define P_(name) static void *sym_##name
P_(punif);
P_(pnorm);
P_(plnorm);
P_(pexp);
P_(pweibull);
P_(pcauchy);
P_(plogis);
P_(pt);
P_(pgamma);
P_(pchisq);
P_(pbeta);
P_(pf);
P_(pnchisq);
P_(pgeom);
P_(ppois);
P_(pbinom);
P_(pnbinom);
P_(pnbinom_mu);
P_(phyper);
P_(psignrank);
P_(pwilcox);

#define CALL1(f, x, a) ((double (*)(double, double, int, int))sym_##f)(x, (a)[0], 1, 0)
#define CALL2(f, x, a) ((double (*)(double, double, double, int, int))sym_##f)(x, (a)[0], (a)[1], 1, 0)
#define CALL3(f, x, a) ((double (*)(double, double, double, double, int, int))sym_##f)(x, (a)[0], (a)[1], (a)[2], 1, 0)

#define DRAW0(f)                                       \
    static double draw_##f(const double *a, nm_rng *g) \
    {                                                  \
        (void)a;                                       \
        return f(g);                                   \
    }
#define DRAW1(f)                                       \
    static double draw_##f(const double *a, nm_rng *g) \
    {                                                  \
        return f(a[0], g);                             \
    }
#define DRAW2(f)                                       \
    static double draw_##f(const double *a, nm_rng *g) \
    {                                                  \
        return f(a[0], a[1], g);                       \
    }
#define DRAW3(f)                                       \
    static double draw_##f(const double *a, nm_rng *g) \
    {                                                  \
        return f(a[0], a[1], a[2], g);                 \
    }
#define CDF1(p)                                      \
    static double cdf_##p(double x, const double *a) \
    {                                                \
        return CALL1(p, x, a);                       \
    }
#define CDF2(p)                                      \
    static double cdf_##p(double x, const double *a) \
    {                                                \
        return CALL2(p, x, a);                       \
    }
#define CDF3(p)                                      \
    static double cdf_##p(double x, const double *a) \
    {                                                \
        return CALL3(p, x, a);                       \
    }
/* clang-format off */
DRAW0(unif_rand) DRAW0(norm_rand) DRAW0(exp_rand) DRAW1(R_unif_index) DRAW2(runif) DRAW2(rnorm) DRAW2(rlnorm)
DRAW1(rexp) DRAW2(rweibull) DRAW2(rcauchy) DRAW2(rlogis) DRAW1(rt) DRAW2(rgamma) DRAW1(rchisq) DRAW2(rbeta) DRAW2(rf)
DRAW2(rnchisq) DRAW1(rgeom) DRAW1(rpois) DRAW2(rbinom) DRAW2(rnbinom) DRAW2(rnbinom_mu) DRAW3(rhyper) DRAW1(rsignrank)
DRAW2(rwilcox)
CDF2(punif) CDF2(pnorm) CDF2(plnorm) CDF1(pexp) CDF2(pweibull) CDF2(pcauchy) CDF2(plogis) CDF1(pt) CDF2(pgamma)
CDF1(pchisq) CDF2(pbeta) CDF2(pf) CDF2(pnchisq) CDF1(pgeom) CDF1(ppois) CDF2(pbinom) CDF2(pnbinom) CDF2(pnbinom_mu)
    /* clang-format on */
    CDF3(phyper) CDF1(psignrank) CDF2(pwilcox)

        static double cdf_unit(double x, const double *a)
{
    (void)a;
    return x < 0 ? 0 : x > 1 ? 1 : x;
}
static double cdf_z(double x, const double *a)
{
    (void)a;
    return 0.5 * erfc(-x / sqrt(2.0));
}
static double cdf_e(double x, const double *a)
{
    (void)a;
    return x > 0 ? -expm1(-x) : 0;
}
static double cdf_index(double x, const double *a)
{
    const double m = ceil(a[0]), k = floor(x) + 1;
    return k < 0 ? 0 : k > m ? 1 : k / m;
}
/* Where exact functions do not reach: the normal approximation with its continuity correction. */
static double cdf_signrank_big(double x, const double *a)
{
    const double n = a[0], m = n * (n + 1) / 4, s = sqrt(n * (n + 1) * (2 * n + 1) / 24);
    return cdf_z((floor(x) + 0.5 - m) / s, a);
}
static double cdf_wilcox_big(double x, const double *a)
{
    const double m = a[0] * a[1] / 2, s = sqrt(a[0] * a[1] * (a[0] + a[1] + 1) / 12);
    return cdf_z((floor(x) + 0.5 - m) / s, a);
}
static double cdf_pois_big(double x, const double *a)
{
    return cdf_z((floor(x) + 0.5 - a[0]) / sqrt(a[0]), a);
}
static double cdf_binom_big(double x, const double *a)
{
    return cdf_z((floor(x) + 0.5 - a[0] * a[1]) / sqrt(a[0] * a[1] * (1 - a[1])), a);
}
static double cdf_hyper_big(double x, const double *a)
{
    const double t = a[0] + a[1], m = a[2] / t * a[0];
    return cdf_z((floor(x) + 0.5 - m) / sqrt(m * (a[1] / t) * ((t - a[2]) / (t - 1))), a);
}
static double cdf_gamma_big(double x, const double *a)
{
    return cdf_z((x / a[1] - a[0]) / sqrt(a[0]), a);
}
/* libRmath's punif overflows there, and its pnchisq forgets the atom of df = 0 */
static double cdf_unif_wide(double x, const double *a)
{
    return (x / 2 - a[0] / 2) / (a[1] / 2 - a[0] / 2);
}
/* libRmath warns on standard error below 1e-300; there the beta distribution is a power */
static double cdf_beta_power(double x, const double *a)
{
    if (x <= 0 || x > 1e-300) return CALL2(pbeta, x, a);
    return CALL2(pbeta, 1e-300, a) * exp(a[0] * (log(x) - log(1e-300)));
}
/* and its x/scale underflows */
static double cdf_gamma_power(double x, const double *a)
{
    if (x <= 0 || x / a[1] > 1e-300) return CALL2(pgamma, x, a);
    return exp(a[0] * (log(x) - log(a[1])) - lgamma(a[0] + 1));
}
static double cdf_weibull_log(double x, const double *a)
{
    return x > 0 ? -expm1(-exp(a[0] * (log(x) - log(a[1])))) : 0;
}
static double cdf_chisq_mixture(double x, const double *a)
{
    double weight = exp(-a[1] / 2), s = 0;
    for (int k = 0; k < 60; k++, weight *= a[1] / 2 / k) {
        const double df = a[0] + 2 * k;
        s += weight * (df > 0 ? CALL1(pchisq, x, &df) : x >= 0);
    }
    return s;
}

struct family {
    const char *name;
    double (*draw)(const double *, nm_rng *);
    cdf_fn cdf;
    int count; /* takes integer values */
};
#define FAMILY(f, p, c)          \
    {                            \
#f, draw_##f, cdf_##p, c \
    }
static const struct family families[] = {
    FAMILY(unif_rand, unit, 0),    FAMILY(norm_rand, z, 0),
    FAMILY(exp_rand, e, 0),        FAMILY(R_unif_index, index, 1),
    FAMILY(runif, punif, 0),       FAMILY(rnorm, pnorm, 0),
    FAMILY(rlnorm, plnorm, 0),     FAMILY(rexp, pexp, 0),
    FAMILY(rweibull, pweibull, 0), FAMILY(rcauchy, pcauchy, 0),
    FAMILY(rlogis, plogis, 0),     FAMILY(rt, pt, 0),
    FAMILY(rgamma, pgamma, 0),     FAMILY(rchisq, pchisq, 0),
    FAMILY(rbeta, pbeta, 0),       FAMILY(rf, pf, 0),
    FAMILY(rnchisq, pnchisq, 0),   FAMILY(rgeom, pgeom, 1),
    FAMILY(rpois, ppois, 1),       FAMILY(rbinom, pbinom, 1),
    FAMILY(rnbinom, pnbinom, 1),   FAMILY(rnbinom_mu, pnbinom_mu, 1),
    FAMILY(rhyper, phyper, 1),     FAMILY(rsignrank, psignrank, 1),
    FAMILY(rwilcox, pwilcox, 1),
};
static const struct family *family(const char *name)
{
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (!strcmp(families[i].name, name)) return &families[i];
    fprintf(stderr, "no function %s\n", name);
    exit(2);
}
static void draw(const struct family *f, const double *a, ulong stream, ulong first, size_t n, double *x)
{
    for (size_t i = 0; i < n; i++) {
        nm_rng g;
        nm_rng_init(&g, seed_, stream, first + i);
        x[i] = f->draw(a, &g);
    }
}

/* ---- verdicts -------------------------------------------------------------------------------------------------- */

static void check(int ok, const char *what)
{
    tests++;
    if (!ok) failures++, printf("FAIL %s\n", what);
}
static void verdict(double p, const char *what)
{
    tests++;
    below += p < 0.01;
    if (p < least) least = p, snprintf(least_name, sizeof least_name, "%s", what);
    if (!(p >= ALPHA)) failures++, printf("FAIL %s: p = %.3g\n", what, p);
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Upper tail of Kolmogorov's distribution at d for n points (Stephens 1970). */
static double kolmogorov(double d, double n)
{
    const double t = (sqrt(n) + 0.12 + 0.11 / sqrt(n)) * d;
    double s = 0, sign = 1;
    if (t < 0.2) return 1;
    for (int k = 1; k < 100; k++, sign = -sign) s += 2 * sign * exp(-2 * k * k * t * t);
    return s < 0 ? 0 : s > 1 ? 1 : s;
}
static double ks(double *x, size_t n, cdf_fn cdf, const double *a)
{
    double d = 0;
    qsort(x, n, sizeof *x, by_value);
    for (size_t i = 0, j; i < n; i = j) {
        for (j = i + 1; j < n && x[j] == x[i];) j++;
        const double up = (double)j / (double)n - cdf(nextafter(x[i], INFINITY), a);
        const double down = cdf(nextafter(x[i], -INFINITY), a) - (double)i / (double)n;
        if (!(up <= d)) d = up;
        if (!(down <= d)) d = down;
    }
    return d == d ? kolmogorov(d, (double)n) : 0;
}

/* Upper tail of chi-square by Wilson and Hilferty for many degrees of freedom, exact for few. */
static double chisq_tail(double c, int df)
{
    if (df == 1) return erfc(sqrt(c / 2));
    if (df == 2) return exp(-c / 2);
    double t = exp(-c / 2), s = 0;
    if (c > 1400) return 0;
    if (df % 2 == 0) {
        for (int k = 0; k < df / 2; k++) s += t, t *= c / 2 / (k + 1);
        return s;
    }
    s = erfc(sqrt(c / 2));
    t *= sqrt(2 * c / M_PI);
    for (int k = 1; k < df; k += 2) s += t, t *= c / (k + 2);
    return s;
}

/* Cells: the integers 0..30 and steps of an eighth of the sample's standard deviation; neighbours are joined until
 * each expects 12. */
static double chisq(double *x, size_t n, cdf_fn cdf, const double *a)
{
    enum { GRID = 161 };
    double edge[GRID + 31], mean = 0, var = 0;
    qsort(x, n, sizeof *x, by_value);
    const size_t trim = n / 100;
    for (size_t i = trim; i < n - trim; i++) mean += x[i];
    mean /= (double)(n - 2 * trim);
    for (size_t i = trim; i < n - trim; i++) var += (x[i] - mean) * (x[i] - mean);
    const double sd = sqrt(var / (double)(n - 2 * trim));
    int m = 0;
    for (int i = 0; i <= 30; i++) edge[m++] = i;
    for (int i = 0; i < GRID; i++) edge[m++] = floor(mean + sd * (i - GRID / 2) / 8);
    qsort(edge, (size_t)m, sizeof *edge, by_value);
    double c = 0, last = 0, e_open = 0, o_last = 0, e_last = 0;
    size_t at = 0, start = 0;
    int cells = 0;
    for (int i = 0; i <= m; i++) {
        if (i < m && i > 0 && edge[i] == edge[i - 1]) continue;
        const double to = i < m ? cdf(edge[i], a) : 1;
        if (!(to >= last - 1e-9)) return 0;
        while (at < n && (i == m || x[at] <= edge[i])) at++;
        e_open = (to - last) * (double)n;
        const int rest_ok = (1 - to) * (double)n >= 12;
        if ((e_open >= 12 && rest_ok) || i == m) {
            o_last = (double)(at - start);
            e_last = e_open;
            if (e_last <= 0) {
                if (o_last > 0) return 0;
                break;
            }
            c += (o_last - e_last) * (o_last - e_last) / e_last;
            cells++;
            start = at;
            last = to;
        }
    }
    return cells > 1 ? chisq_tail(c, cells - 1) : 1;
}

static size_t sample = 20000;
static void distribution(const char *name, cdf_fn cdf, double a0, double a1, double a2)
{
    static ulong stream = 1;
    const struct family *f = family(name);
    const double a[3] = {a0, a1, a2};
    double *x = malloc(sample * sizeof *x);
    char what[160];
    snprintf(what, sizeof what, "%s(%g, %g, %g)", name, a0, a1, a2);
    draw(f, a, stream++, 0, sample, x);
    int bad = 0;
    for (size_t i = 0; i < sample; i++) bad |= x[i] != x[i] || (f->count && x[i] != floor(x[i]));
    check(!bad, what);
    verdict(f->count ? chisq(x, sample, cdf ? cdf : f->cdf, a) : ks(x, sample, cdf ? cdf : f->cdf, a), what);
    free(x);
}

/* ---- the tests ------------------------------------------------------------------------------------------------- */

static void known_answers(void)
{
    /* Random123 1.14, kat_vectors: philox4x32-10 */
    static const uint v[3][10] = {{0, 0, 0, 0, 0, 0, 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
                                  {~0u, ~0u, ~0u, ~0u, ~0u, ~0u, 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd},
                                  {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0xd16cfe09,
                                   0x94fdcceb, 0x5001e420, 0x24126ea1}};
    for (int i = 0; i < 3; i++) {
        nm_words w = {v[i][0], v[i][1], v[i][2], v[i][3]};
        nm_philox4x32(&w, v[i][4], v[i][5]);
        check(w.w0 == v[i][6] && w.w1 == v[i][7] && w.w2 == v[i][8] && w.w3 == v[i][9], "philox known answer");
    }
    /* how a state maps to a block: seed is the key; counter = block, stream, element */
    nm_rng g;
    nm_rng_init(&g, 0x299f31d0a4093822ul, 0x85a308d3ul, 0x0370734413198a2eul);
    g.block = 0x243f6a88;
    check(nm_rng_bits(&g) == 0x94fdccebd16cfe09ul && nm_rng_bits(&g) == 0x24126ea15001e420ul, "layout of the counter");
    check(g.block == 0x243f6a89, "next block");
    /* extreme words give no 0 and no 1 */
    nm_rng low = {0}, high = {0};
    low.has_spare = high.has_spare = 1;
    high.spare = ~0ul;
    check(unif_rand(&low) == 0x1p-53, "least uniform");
    check(unif_rand(&high) == 1 - 0x1p-53, "greatest uniform");
}

static double ulp(double got, long double want)
{
    int e;
    if (got == (double)want) return 0;
    frexpl(want, &e);
    return (double)(fabsl((long double)got - want) / ldexpl(1, (e < -1021 ? -1021 : e) - 53));
}
static void elementary(void)
{
    double e[6] = {0};
    for (ulong i = 0; i < 100000; i++) {
        nm_rng g;
        nm_rng_init(&g, seed_, 1000, i);
        const double u = unif_rand(&g), w = unif_rand(&g), x = exp((u - 0.5) * 1400), y = (w - 0.5) * 1500;
        double s, c, d;
#define WORST(k, got, want) \
    if ((d = ulp(got, want)) > e[k]) e[k] = d
        WORST(0, nm_rv_log(x, x - 1), logl((long double)x));
        WORST(0, nm_rv_log(0.5 + u, u - 0.5), logl(0.5L + u));
        WORST(0, nm_rv_log(1 - x, -x) * (x < 0.9), log1pl(-x) * (x < 0.9));
        WORST(1, nm_rv_exp(y), expl((long double)y) > DBL_MAX ? INFINITY : expl((long double)y));
        WORST(2, nm_rv_expm1(-u), expm1l(-(long double)u));
        WORST(2, nm_rv_expm1(-x), expm1l(-(long double)x));
        nm_rv_sincospi(u / 4, &s, &c);
        WORST(3, s, sinl(3.14159265358979323846264338327950288L * u / 4));
        WORST(3, c, cosl(3.14159265358979323846264338327950288L * u / 4));
        const double m = 1 + 1e4 * w, k = floor(m + (u - 0.5) * m);
        const long double r = ((long double)k - m) / m;
        long double phi = 0, power = r;
        for (int j = 2; j < 20; j++) power *= -r, phi -= power / (j * (j - 1));
        if (k > 0) WORST(4, nm_rv_phi(k, m), (fabsl(r) > 0.05L ? (1 + r) * logl(1 + r) - r : phi));
        /* the upper quantile, inverted in long double: error of z is (Q(z) - v)/phi(z) */
        nm_rng t;
        nm_rng_init(&t, seed_, 1001, i);
        const ulong bits = (nm_rng_bits(&t) >> (i % 60)) | 1;
        nm_rng one = {0};
        one.spare = bits;
        one.has_spare = 1;
        const long double z = norm_rand(&one), half = ((long double)(bits >> 1) + 0.5L) * 0x1p-64L;
        const long double v = (double)half, q = z * 0.70710678118654752440084436210484904L;
        const long double err = (v > 0.25L ? (0.5L - v) - erfl(q) / 2 : erfcl(q) / 2 - v) /
                                (expl(-z * z / 2) * 0.39894228040143267793994605993438187L);
        WORST(5, (double)z, z + err);
    }
    printf("elementary, worst ULP: log %.2f exp %.2f expm1 %.2f sincospi %.2f phi %.2f quantile %.2f\n", e[0], e[1],
           e[2], e[3], e[4], e[5]);
    check(e[0] <= 2.5 && e[1] <= 1.5 && e[2] <= 2 && e[3] <= 2 && e[4] <= 30 && e[5] <= 8, "elementary functions");
}

static void same(double got, double want, const char *what)
{
    check(got == want || (got != got && want != want), what);
    if (!(got == want || (got != got && want != want))) printf("     %.17g, want %.17g\n", got, want);
}
static void edges(void)
{
    const double inf = INFINITY, nan = NAN;
    nm_rng g;
    nm_rng_init(&g, seed_, 2000, 0);
#define EDGE(call, want) same(call, want, #call)
    EDGE(runif(2, 2, &g), 2);
    EDGE(runif(2, 1, &g), nan);
    EDGE(runif(0, inf, &g), nan);
    EDGE(runif(-inf, 0, &g), nan);
    EDGE(runif(nan, 1, &g), nan);
    EDGE(runif(1, nan, &g), nan);
    EDGE(runif(inf, inf, &g), nan);
    for (int i = 0; i < 100; i++) check(fabs(runif(-1.7e308, 1.7e308, &g)) <= 1.7e308, "runif over all doubles");
    EDGE(rnorm(3, 0, &g), 3);
    EDGE(rnorm(inf, 1, &g), inf);
    EDGE(rnorm(-inf, 0, &g), -inf);
    EDGE(rnorm(0, inf, &g), nan);
    EDGE(rnorm(0, -1, &g), nan);
    EDGE(rnorm(nan, 1, &g), nan);
    EDGE(rnorm(0, nan, &g), nan);
    EDGE(rlnorm(0, 0, &g), 1);
    EDGE(rlnorm(inf, 1, &g), inf);
    EDGE(rlnorm(-inf, 0, &g), 0);
    EDGE(rlnorm(0, inf, &g), nan);
    EDGE(rlnorm(0, -1, &g), nan);
    EDGE(rlnorm(nan, 1, &g), nan);
    EDGE(rlnorm(0, nan, &g), nan);
    EDGE(rcauchy(3, 0, &g), 3);
    EDGE(rcauchy(inf, 1, &g), inf);
    EDGE(rcauchy(-inf, 0, &g), -inf);
    EDGE(rcauchy(0, inf, &g), nan);
    EDGE(rcauchy(0, -1, &g), nan);
    EDGE(rcauchy(nan, 1, &g), nan);
    EDGE(rlogis(3, 0, &g), 3);
    EDGE(rlogis(inf, 1, &g), inf);
    EDGE(rlogis(-inf, 0, &g), -inf);
    EDGE(rlogis(0, inf, &g), nan);
    EDGE(rlogis(0, -1, &g), nan);
    EDGE(rlogis(nan, 1, &g), nan);
    EDGE(rexp(0, &g), 0);
    EDGE(rexp(-1, &g), nan);
    EDGE(rexp(inf, &g), nan);
    EDGE(rexp(nan, &g), nan);
    EDGE(rchisq(0, &g), 0);
    EDGE(rchisq(-1, &g), nan);
    EDGE(rchisq(inf, &g), nan);
    EDGE(rchisq(nan, &g), nan);
    EDGE(rt(0, &g), nan);
    EDGE(rt(-1, &g), nan);
    EDGE(rt(-inf, &g), nan);
    EDGE(rt(nan, &g), nan);
    EDGE(isfinite(rt(inf, &g)), 1);
    EDGE(isfinite(rt(1e300, &g)), 1);
    EDGE(rgamma(0, 1, &g), 0);
    EDGE(rgamma(1, 0, &g), 0);
    EDGE(rgamma(-1, 1, &g), nan);
    EDGE(rgamma(1, -1, &g), nan);
    EDGE(rgamma(inf, 1, &g), inf);
    EDGE(rgamma(1, inf, &g), inf);
    EDGE(rgamma(inf, 0, &g), 0);
    EDGE(rgamma(0, inf, &g), 0);
    EDGE(rgamma(nan, 1, &g), nan);
    EDGE(rgamma(1, nan, &g), nan);
    EDGE(rgamma(1e-300, 1, &g), 0);
    EDGE(rgamma(1e-320, 1, &g), 0);
    EDGE(rgamma(1e300, 1, &g), 1e300);
    EDGE(rweibull(0, 1, &g), nan);
    EDGE(rweibull(1, 0, &g), 0);
    EDGE(rweibull(-1, 1, &g), nan);
    EDGE(rweibull(1, -1, &g), nan);
    EDGE(rweibull(inf, 1, &g), nan);
    EDGE(rweibull(1, inf, &g), nan);
    EDGE(rweibull(nan, 1, &g), nan);
    EDGE(rweibull(1, nan, &g), nan);
    EDGE(rbeta(0, 1, &g), 0);
    EDGE(rbeta(1, 0, &g), 1);
    EDGE(rbeta(-1, 1, &g), nan);
    EDGE(rbeta(1, -1, &g), nan);
    EDGE(rbeta(inf, 1, &g), 1);
    EDGE(rbeta(1, inf, &g), 0);
    EDGE(rbeta(inf, 0, &g), 1);
    EDGE(rbeta(0, inf, &g), 0);
    EDGE(rbeta(inf, inf, &g), 0.5);
    EDGE(rbeta(nan, 1, &g), nan);
    EDGE(rbeta(1, nan, &g), nan);
    EDGE(rbeta(1e-320, 1, &g), 0);
    EDGE(rbeta(1, 1e-320, &g), 1);
    EDGE(rbeta(1e300, 1e300, &g), 0.5);
    EDGE(rf(0, 1, &g), nan);
    EDGE(rf(1, 0, &g), nan);
    EDGE(rf(-1, 1, &g), nan);
    EDGE(rf(inf, inf, &g), 1);
    EDGE(rf(nan, 1, &g), nan);
    EDGE(rf(1, nan, &g), nan);
    EDGE(isfinite(rf(inf, 3, &g)), 1);
    int ones = 0, infinite = 0;
    for (int i = 0; i < 2000; i++) {
        const double x = rbeta(i & 1 ? 1e-320 : 1e-290, i & 1 ? 3e-320 : 3e-290, &g), f = rf(1e-310, 1e-310, &g);
        check(x == 0 || x == 1, "rbeta with subnormal shapes");
        check(f == 0 || f == inf, "rf with subnormal degrees of freedom");
        ones += x == 1;
        infinite += f == inf;
    }
    check(abs(ones - 500) < 80, "rbeta with subnormal shapes, proportion"); /* a/(a + b) = 1/4, 4 deviations */
    check(abs(infinite - 1000) < 90, "rf with subnormal degrees of freedom, proportion");
    EDGE(rnchisq(0, 0, &g), 0);
    EDGE(rnchisq(-1, 1, &g), nan);
    EDGE(rnchisq(1, -1, &g), nan);
    EDGE(rnchisq(inf, 1, &g), inf);
    EDGE(rnchisq(1, inf, &g), nan);
    EDGE(rnchisq(nan, 1, &g), nan);
    EDGE(rgeom(0, &g), nan);
    EDGE(rgeom(1, &g), 0);
    EDGE(rgeom(1.1, &g), nan);
    EDGE(rgeom(-0.1, &g), nan);
    EDGE(rgeom(inf, &g), nan);
    EDGE(rgeom(nan, &g), nan);
    EDGE(rgeom(1e-300, &g) > 1e295, 1);
    EDGE(rpois(0, &g), 0);
    EDGE(rpois(-1, &g), nan);
    EDGE(rpois(inf, &g), nan);
    EDGE(rpois(nan, &g), nan);
    EDGE(rpois(1e-300, &g), 0);
    EDGE(rpois(1e300, &g), 1e300);
    EDGE(rbinom(0, 0.5, &g), 0);
    EDGE(rbinom(5, 0, &g), 0);
    EDGE(rbinom(5, 1, &g), 5);
    EDGE(rbinom(5.5, 0.5, &g), nan);
    EDGE(rbinom(5 + 1e-6, 0.5, &g), nan);
    EDGE(rbinom(-1, 0.5, &g), nan);
    EDGE(rbinom(inf, 0.5, &g), nan);
    EDGE(rbinom(5, nan, &g), nan);
    EDGE(rbinom(5, 1.1, &g), nan);
    EDGE(rbinom(5, -0.1, &g), nan);
    EDGE(rbinom(0, 2, &g), nan);
    EDGE(rbinom(nan, 0.5, &g), nan);
    EDGE(rbinom(1e300, 1e-310, &g), 0);
    EDGE(rnbinom(5, 1, &g), 0);
    EDGE(rnbinom(5, 0, &g), nan);
    EDGE(rnbinom(5, 1.5, &g), nan);
    EDGE(rnbinom(0, 0.5, &g), nan);
    EDGE(rnbinom(-1, 0.5, &g), nan);
    EDGE(rnbinom(nan, 0.5, &g), nan);
    EDGE(rnbinom(inf, 1, &g), 0);
    EDGE(rnbinom(5, 1e-300, &g) > 1e298, 1);
    EDGE(rnbinom_mu(0, 5, &g), nan);
    EDGE(rnbinom_mu(5, 0, &g), 0);
    EDGE(rnbinom_mu(5, inf, &g), nan);
    EDGE(rnbinom_mu(5, -1, &g), nan);
    EDGE(rnbinom_mu(-1, 5, &g), nan);
    EDGE(rnbinom_mu(1e-310, 5, &g), 0);
    EDGE(rnbinom_mu(nan, 5, &g), nan);
    EDGE(rnbinom_mu(5, nan, &g), nan);
    EDGE(rhyper(5, 5, 11, &g), nan);
    EDGE(rhyper(5, 5, 10, &g), 5);
    EDGE(rhyper(0, 5, 3, &g), 0);
    EDGE(rhyper(5, 0, 3, &g), 3);
    EDGE(rhyper(0, 0, 0, &g), 0);
    EDGE(rhyper(5, 5, 0, &g), 0);
    EDGE(rhyper(-1, 5, 3, &g), nan);
    EDGE(rhyper(5, 5, -1, &g), nan);
    EDGE(rhyper(inf, 5, 3, &g), nan);
    EDGE(rhyper(nan, 5, 3, &g), nan);
    EDGE(rhyper(5, 5, nan, &g), nan);
    EDGE(rhyper(1e9, 1, 1e9 + 1, &g), 1e9);
    EDGE(rsignrank(0, &g), 0);
    EDGE(rsignrank(0.4, &g), 0);
    EDGE(rsignrank(-1, &g), nan);
    EDGE(rsignrank(nan, &g), nan);
    EDGE(rsignrank(inf, &g), nan);
    EDGE(rwilcox(0, 3, &g), 0);
    EDGE(rwilcox(3, 0, &g), 0);
    EDGE(rwilcox(-1, 3, &g), nan);
    EDGE(rwilcox(nan, 3, &g), nan);
    EDGE(rwilcox(3, inf, &g), nan);
    EDGE(R_unif_index(0, &g), 0);
    EDGE(R_unif_index(-1, &g), 0);
    EDGE(R_unif_index(1, &g), 0);
    EDGE(R_unif_index(nan, &g), nan);
}

static void multinomial(void)
{
    static const double weights[7] = {1, 0, 5, 1e-18, 3, 1, 0}, total = 10;
    const int k = 7;
    double counts[7], *column[3] = {0};
    int wrong = 0;
    for (int j = 0; j < 3; j++) column[j] = malloc(sample * sizeof(double));
    for (ulong i = 0; i < sample; i++) {
        nm_rng g;
        nm_rng_init(&g, seed_, 3000, i);
        double sum = 0;
        rmultinom(100, weights, k, counts, &g);
        for (int j = 0; j < k; j++) sum += counts[j];
        wrong += sum != 100 || counts[1] != 0 || counts[6] != 0 || counts[3] != 0;
        for (int j = 0; j < 3; j++) column[j][i] = counts[j == 0 ? 2 : j == 1 ? 4 : 5];
    }
    check(!wrong, "rmultinom: sums and empty classes");
    for (int j = 0; j < 3 && rmath; j++) {
        const double a[2] = {100, (j == 0 ? 5 : j == 1 ? 3 : 1) / total};
        verdict(chisq(column[j], sample, cdf_pbinom, a), "rmultinom: marginal");
    }
    /* tiny classes at the end get their share: 1e15 objects, weight 1e-15 */
    static const double tail[3] = {1, 1e-15, 2e-15};
    double second = 0, third = 0;
    for (ulong i = 0; i < 20000; i++) {
        nm_rng g;
        nm_rng_init(&g, seed_, 3001, i);
        rmultinom(1e15, tail, 3, counts, &g);
        second += counts[1];
        third += counts[2];
    }
    check(fabs(second - 20000) < 4 * sqrt(20000) && fabs(third - 40000) < 4 * sqrt(40000), "rmultinom: tiny classes");
    nm_rng g;
    nm_rng_init(&g, seed_, 3002, 0);
    static const double bad[4][2] = {{-1, 2}, {0, 0}, {NAN, 1}, {INFINITY, 1}};
    for (int i = 0; i < 4; i++) {
        rmultinom(5, bad[i], 2, counts, &g);
        check(counts[0] != counts[0] && counts[1] != counts[1], "rmultinom: bad weights");
    }
    rmultinom(5.5, weights, k, counts, &g);
    check(counts[0] != counts[0], "rmultinom: bad size");
    rmultinom(0, weights, k, counts, &g);
    check(counts[0] == 0 && counts[4] == 0, "rmultinom: size 0");
    for (int j = 0; j < 3; j++) free(column[j]);
}

/* Correlation of normal variates between neighbours: elements, streams (also across 2^32), seeds. 1e6 pairs, limit 4.5
 * standard errors (p = 7e-6). */
static void independence(void)
{
    enum { N = 1000000 };
    double *x = malloc(N * sizeof *x), worst = 0;
    char what[80];
    for (ulong i = 0; i < N; i++) {
        nm_rng g;
        nm_rng_init(&g, seed_, 4000, i);
        x[i] = norm_rand(&g);
    }
    static const ulong lags[] = {1, 2, 3, 4, 7, 8, 16, 31, 32, 64, 128, 255, 256, 1024, 4096, 65536, 100000};
    for (size_t l = 0; l < sizeof lags / sizeof *lags; l++) {
        double s = 0;
        for (ulong i = 0; i + lags[l] < N; i++) s += x[i] * x[i + lags[l]];
        s = fabs(s) / sqrt((double)(N - lags[l]));
        if (s > worst) worst = s;
        snprintf(what, sizeof what, "correlation of elements at distance %lu", lags[l]);
        check(s < 4.5, what);
    }
    static const ulong other[][3] = {{0, 4001, 0},
                                     {0, 4002, 0},
                                     {0, 4064, 0},
                                     {0, 4000 + (1ul << 31), 0},
                                     {0, 4000 + (1ul << 32), 0},
                                     {0, 4000 + (1ul << 63), 0},
                                     {1, 4000, 0},
                                     {2, 4000, 0},
                                     {1ul << 32, 4000, 0},
                                     {1ul << 63, 4000, 0},
                                     {0, 4000, 1ul << 32},
                                     {0, 4000, 1ul << 63}};
    for (size_t l = 0; l < sizeof other / sizeof *other; l++) {
        double s = 0, q = 0;
        for (ulong i = 0; i < N / 4; i++) {
            nm_rng g;
            nm_rng_init(&g, seed_ ^ other[l][0], other[l][1], i + other[l][2]);
            const double y = norm_rand(&g);
            s += x[i] * y;
            q += (x[i] * x[i] - 1) * (y * y - 1) / 2;
        }
        s = fmax(fabs(s), fabs(q)) / sqrt(N / 4);
        if (s > worst) worst = s;
        snprintf(what, sizeof what, "correlation with seed ^ %#lx, stream %#lx, element + %#lx", other[l][0],
                 other[l][1], other[l][2]);
        check(s < 4.5, what);
    }
    /* neighbouring streams sum to the right spread: 64 streams, sums of squares of sums */
    double total = 0;
    for (ulong i = 0; i < 20000; i++) {
        double s = 0;
        for (ulong j = 0; j < 64; j++) {
            nm_rng g;
            nm_rng_init(&g, seed_, 5000 + j, i);
            s += norm_rand(&g);
        }
        total += s * s / 64;
    }
    check(fabs(total - 20000) < 4.5 * sqrt(2 * 20000.0), "spread of sums over 64 streams");
    printf("independence: worst correlation %.2f standard errors\n", worst);
    free(x);
}

/* One number for all bits of all functions: results are the same whatever compiled them. */
static ulong fingerprint(void)
{
    static const struct {
        const char *name;
        double a[3];
    } rows[] = {{"unif_rand", {0}},          {"norm_rand", {0}},      {"exp_rand", {0}},
                {"R_unif_index", {1e9 + 7}}, {"runif", {-3, 11}},     {"rnorm", {1, 3}},
                {"rlnorm", {1, 2}},          {"rexp", {3}},           {"rweibull", {0.7, 2}},
                {"rcauchy", {1, 2}},         {"rlogis", {1, 2}},      {"rt", {2.5}},
                {"rgamma", {0.3, 2}},        {"rgamma", {7.5, 2}},    {"rchisq", {3.3}},
                {"rbeta", {0.4, 1.7}},       {"rf", {1.5, 4.5}},      {"rnchisq", {1.5, 30}},
                {"rgeom", {0.03}},           {"rpois", {6.5}},        {"rpois", {650}},
                {"rbinom", {20, 0.3}},       {"rbinom", {2000, 0.7}}, {"rnbinom", {2.5, 0.1}},
                {"rnbinom_mu", {2.5, 40}},   {"rhyper", {15, 20, 9}}, {"rhyper", {1500, 2000, 900}},
                {"rsignrank", {150}},        {"rwilcox", {20, 35}}};
    ulong h = 14695981039346656037ul;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        double x[2000];
        seed_ ^= 1;
        draw(family(rows[r].name), rows[r].a, 77, 1ul << 40, 2000, x);
        seed_ ^= 1;
        for (int i = 0; i < 2000; i++) h = (h ^ as_ulong(x[i])) * 1099511628211ul;
    }
    return h;
}

#define FINGERPRINT 0x6d89bb3365b8a98bul

#define D0(f) distribution(#f, NULL, 0, 0, 0)
#define D1(f, a) distribution(#f, NULL, a, 0, 0)
#define D2(f, a, b) distribution(#f, NULL, a, b, 0)
#define D3(f, a, b, c) distribution(#f, NULL, a, b, c)
static void distributions(void)
{
    D0(unif_rand);
    D0(norm_rand);
    D0(exp_rand);
    D1(R_unif_index, 2);
    D1(R_unif_index, 10);
    D1(R_unif_index, 9.5);
    D1(R_unif_index, 1e9);
    D1(R_unif_index, 0x1.8p52);
    D1(R_unif_index, 1e20);
    D2(runif, 0, 1);
    D2(runif, -5, 1e10);
    distribution("runif", cdf_unif_wide, -1e308, 1e308, 0);
    D2(runif, 1, 1 + 1e-10);
    D2(rnorm, 0, 1);
    D2(rnorm, 1e6, 1e-3);
    D2(rnorm, -1, 1e200);
    D2(rlnorm, 0, 1);
    D2(rlnorm, 3, 20);
    D2(rlnorm, -700, 40);
    D2(rlnorm, 0, 1e-5);
    D1(rexp, 1);
    D1(rexp, 1e-300);
    D1(rexp, 1e300);
    D1(rexp, 1e-310);
    D2(rweibull, 1, 1);
    D2(rweibull, 0.01, 1);
    D2(rweibull, 100, 5);
    D2(rweibull, 1e-3, 1);
    distribution("rweibull", cdf_weibull_log, 1e-3, 1e300, 0);
    D2(rweibull, 1e6, 3);
    D2(rcauchy, 0, 1);
    D2(rcauchy, 5, 1e-5);
    D2(rlogis, 0, 1);
    D2(rlogis, -2, 1e6);
    D1(rt, 0.01);
    D1(rt, 0.1);
    D1(rt, 0.5);
    D1(rt, 1);
    D1(rt, 2);
    D1(rt, 5);
    D1(rt, 100);
    D1(rt, 1e10);
    distribution("rt", cdf_z, 1e100, 0, 0);
    distribution("rt", cdf_z, 1e250, 0, 0);
    distribution("rt", cdf_z, INFINITY, 0, 0);
    D2(rgamma, 1e-3, 1);
    D2(rgamma, 0.01, 1);
    D2(rgamma, 0.1, 3);
    D2(rgamma, 0.5, 1);
    D2(rgamma, 0.99, 1);
    D2(rgamma, 1, 1);
    D2(rgamma, 1.01, 1);
    D2(rgamma, 2.5, 1e-3);
    D2(rgamma, 20, 1);
    D2(rgamma, 1e3, 1);
    D2(rgamma, 1e6, 1);
    D2(rgamma, 1e10, 1);
    D2(rgamma, 0.5, 1e-308);
    distribution("rgamma", cdf_gamma_power, 1e-3, 1e300, 0);
    D2(rgamma, 1e-3, 1e-300);
    distribution("rgamma", cdf_gamma_big, 1e15, 2, 0);
    distribution("rgamma", cdf_gamma_big, 1e20, 1, 0);
    D1(rchisq, 0.1);
    D1(rchisq, 1);
    D1(rchisq, 2);
    D1(rchisq, 50);
    D1(rchisq, 1e6);
    D2(rbeta, 1, 1);
    D2(rbeta, 0.5, 0.5);
    D2(rbeta, 0.01, 0.01);
    D2(rbeta, 1e-3, 2e-3);
    distribution("rbeta", cdf_beta_power, 1e-4, 5, 0);
    D2(rbeta, 0.3, 4);
    D2(rbeta, 2, 3);
    D2(rbeta, 100, 0.5);
    D2(rbeta, 1e3, 1e5);
    D2(rbeta, 1e8, 1e8);
    D2(rbeta, 1, 1e6);
    D2(rbeta, 1e-10, 1e-10);
    D2(rf, 1, 1);
    D2(rf, 0.1, 0.3);
    D2(rf, 2, 5);
    D2(rf, 50, 3);
    D2(rf, 1e6, 1e5);
    D2(rf, INFINITY, 4);
    D2(rf, 4, INFINITY);
    distribution("rnchisq", cdf_chisq_mixture, 0, 2, 0);
    D2(rnchisq, 0.5, 0.1);
    D2(rnchisq, 1, 1);
    D2(rnchisq, 3, 20);
    D2(rnchisq, 100, 500);
    D2(rnchisq, 2, 5000);
    D2(rnchisq, 4, 0);
    D1(rgeom, 0.999);
    D1(rgeom, 0.5);
    D1(rgeom, 0.1);
    D1(rgeom, 1e-3);
    D1(rgeom, 1e-9);
    D1(rgeom, 1e-17);
    D1(rpois, 0.01);
    D1(rpois, 1);
    D1(rpois, 5);
    D1(rpois, 9.999);
    D1(rpois, 10);
    D1(rpois, 12.3);
    D1(rpois, 30);
    D1(rpois, 100.5);
    D1(rpois, 1000);
    D1(rpois, 12345.6);
    D1(rpois, 1e6);
    D1(rpois, 1e8);
    distribution("rpois", cdf_pois_big, 1e12, 0, 0);
    distribution("rpois", cdf_pois_big, 1e15, 0, 0);
    distribution("rpois", cdf_pois_big, 1e20, 0, 0);
    D2(rbinom, 1, 0.5);
    D2(rbinom, 1, 0.99);
    D2(rbinom, 5, 0.3);
    D2(rbinom, 20, 0.5);
    D2(rbinom, 19, 0.5);
    D2(rbinom, 25, 0.4);
    D2(rbinom, 100, 0.05);
    D2(rbinom, 100, 0.97);
    D2(rbinom, 100, 0.1);
    D2(rbinom, 100, 0.5);
    D2(rbinom, 1000, 0.011);
    D2(rbinom, 5000, 0.9);
    D2(rbinom, 1e6, 1e-6);
    D2(rbinom, 1e6, 0.3);
    D2(rbinom, 1e9, 1e-9);
    D2(rbinom, 1e9, 1e-4);
    D2(rbinom, 1e9, 0.5);
    D2(rbinom, 1e9, 0.999999);
    distribution("rbinom", cdf_binom_big, 1e14, 0.3, 0);
    distribution("rbinom", cdf_binom_big, 1e20, 0.5, 0);
    D2(rnbinom, 1, 0.5);
    D2(rnbinom, 0.01, 0.3);
    D2(rnbinom, 3.5, 0.01);
    D2(rnbinom, 100, 0.9);
    D2(rnbinom, 1e6, 0.999);
    D2(rnbinom, 0.5, 1e-6);
    D2(rnbinom_mu, 1, 1);
    D2(rnbinom_mu, 0.01, 5);
    D2(rnbinom_mu, 5, 1000);
    D2(rnbinom_mu, 1e10, 30);
    D2(rnbinom_mu, 0.3, 1e-3);
    D2(rnbinom_mu, INFINITY, 7);
    D2(rnbinom_mu, 1e-3, 1e6);
    D3(rhyper, 1, 1, 1);
    D3(rhyper, 5, 5, 3);
    D3(rhyper, 10, 7, 8);
    D3(rhyper, 30, 70, 20);
    D3(rhyper, 70, 30, 80);
    D3(rhyper, 20, 20, 20);
    D3(rhyper, 21, 20, 21);
    D3(rhyper, 50, 50, 50);
    D3(rhyper, 100, 1000, 500);
    D3(rhyper, 1000, 30, 900);
    D3(rhyper, 1000, 1000, 1000);
    D3(rhyper, 1e5, 1e4, 5e3);
    D3(rhyper, 1e6, 1e6, 10);
    D3(rhyper, 1e6, 1e6, 1e5);
    D3(rhyper, 1e9, 10, 5e8);
    D3(rhyper, 1e9, 1e9, 1e6);
    D3(rhyper, 1e9, 1e9, 1e9);
    D3(rhyper, 1e4, 1e9, 1e6);
    distribution("rhyper", cdf_hyper_big, 1e15, 3e15, 2e15);
    D1(rsignrank, 1);
    D1(rsignrank, 5);
    D1(rsignrank, 20);
    D1(rsignrank, 63);
    D1(rsignrank, 64);
    D1(rsignrank, 65);
    D1(rsignrank, 200);
    distribution("rsignrank", cdf_signrank_big, 1e4, 0, 0);
    D2(rwilcox, 1, 1);
    D2(rwilcox, 3, 4);
    D2(rwilcox, 10, 10);
    D2(rwilcox, 4, 40);
    D2(rwilcox, 40, 4);
    D2(rwilcox, 25, 30);
    if (sample <= 20000) distribution("rwilcox", cdf_wilcox_big, 300, 200, 0);
}

static int open_oracle(void)
{
    rmath = dlopen("libRmath.so.1", RTLD_NOW);
    if (!rmath) rmath = dlopen("libRmath.so", RTLD_NOW);
    if (!rmath) return 0;
#define SYM(name) \
    if (!(sym_##name = dlsym(rmath, #name))) sym_##name = dlsym(rmath, #name "5")
    SYM(punif);
    SYM(pnorm);
    SYM(plnorm);
    SYM(pexp);
    SYM(pweibull);
    SYM(pcauchy);
    SYM(plogis);
    SYM(pt);
    SYM(pgamma);
    SYM(pchisq);
    SYM(pbeta);
    SYM(pf);
    SYM(pnchisq);
    SYM(pgeom);
    SYM(ppois);
    SYM(pbinom);
    SYM(pnbinom);
    SYM(pnbinom_mu);
    SYM(phyper);
    SYM(psignrank);
    SYM(pwilcox);
    return sym_pnorm && sym_pwilcox && sym_pnbinom_mu;
}

/* Parameters drawn at random, mostly on a log scale, for every method that rejects or searches. */
static void sweep(int sets)
{
    nm_rng g;
    nm_rng_init(&g, seed_, 6000, 0);
#define BETWEEN(low, high) exp(log(low) + unif_rand(&g) * (log(high) - log(low)))
    for (int i = 0; i < sets; i++) {
        const double n = ceil(BETWEEN(1, 1e7)), r = ceil(BETWEEN(1, 1e6)), b = ceil(BETWEEN(1, 1e6));
        D1(rpois, BETWEEN(0.1, 1e6));
        D1(rpois, BETWEEN(8, 40));
        D2(rbinom, n, unif_rand(&g));
        D2(rbinom, n, fmin(BETWEEN(5, 60) / n, 1));
        D3(rhyper, r, b, floor(unif_rand(&g) * (r + b)));
        D3(rhyper, r, b, ceil(fmin(BETWEEN(5, 60) * (r + b) / r, r + b)));
        D3(rhyper, ceil(BETWEEN(1, 60)), ceil(BETWEEN(1, 60)), 1);
        D2(rgamma, BETWEEN(0.01, 1e4), 1);
        D2(rbeta, BETWEEN(0.05, 1e3), BETWEEN(0.05, 1e3));
        D1(rt, BETWEEN(0.1, 1e4));
        D2(rf, BETWEEN(0.1, 1e3), BETWEEN(0.1, 1e3));
        D2(rnchisq, BETWEEN(0.1, 100), BETWEEN(0.1, 100));
        D2(rnbinom, BETWEEN(0.05, 100), BETWEEN(1e-3, 0.9));
        D2(rnbinom_mu, BETWEEN(0.05, 100), BETWEEN(0.1, 1e3));
        D1(rgeom, BETWEEN(1e-4, 0.99));
        D1(rsignrank, ceil(BETWEEN(1, 150)));
        D2(rwilcox, ceil(BETWEEN(1, 25)), ceil(BETWEEN(1, 25)));
    }
}

int main(int argc, char **argv)
{
    if (argc == 3 && !strcmp(argv[1], "--sweep") && open_oracle()) {
        sweep(atoi(argv[2]));
        printf("%d tests, %d failures, %d below 0.01, least p %.3g (%s)\n", tests / 2, failures, below, least,
               least_name);
        return failures > 0;
    }
    if (argc >= 7 && !strcmp(argv[1], "--raw")) {
        double a[3] = {0};
        const size_t n = strtoull(argv[6], NULL, 0);
        double *x = malloc((n + 1) * sizeof *x);
        for (int i = 0; i < 3 && i + 7 < argc; i++) a[i] = strtod(argv[7 + i], NULL);
        seed_ = strtoull(argv[3], NULL, 0);
        draw(family(argv[2]), a, strtoull(argv[4], NULL, 0), strtoull(argv[5], NULL, 0), n, x);
        fwrite(x, sizeof *x, n, stdout);
        return 0;
    }
    if (argc > 1) sample = (size_t)(20000 * strtod(argv[1], NULL));
    known_answers();
    const ulong print = fingerprint();
    if (print != FINGERPRINT) failures++, printf("FAIL fingerprint of all variates: %#lx\n", print);
    if (argc > 2) seed_ = strtoull(argv[2], NULL, 0);
    elementary();
    edges();
    const int oracle = open_oracle();
    multinomial();
    independence();
    if (oracle) distributions();
    else printf("no libRmath: distributions not tested\n");
    printf("%d tests, %d failures, least p %.3g (%s)\n", tests, failures, least, least_name);
    return failures > 0;
}
