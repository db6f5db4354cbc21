/* SmallCrush on the streams of cl/nmath/philox.cl; opt-in: variates.py --smallcrush, about a minute.
 *
 * The ten tests of TestU01's SmallCrush battery (P. L'Ecuyer, R. Simard, TestU01, ACM TOMS 33, 2007; user's guide,
 * battery section) with the battery's parameters, written anew from their definitions (Knuth, TAOCP 2, 3.3.2;
 * Marsaglia's birthday spacings and matrix rank; Feller for the random walk). MaxOft's second statistic is
 * Kolmogorov and Smirnov's instead of Anderson and Darling's. Compile with -DHAVE_TESTU01 -ltestu01 -lprobdist
 * -lmylib to run the original as well.
 *
 * Orders of the words: those of one element; the first word of every element; of every stream, of every seed; one
 * word of each of 1024 elements in turn; the first normal variate of every element, mapped to a uniform.
 *
 * Result with the seed below: of 15 p values for each of the 6 orders, one is outside [0.001, 0.999]: MaxOft's second
 * statistic for the normals, 0.0002. It is chance: seeds 1, 2 and 3 give 0.97, 0.05 and 0.56 there. Exit status: a p
 * value below 1e-6 or above 1 - 1e-6. The original has not been run.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include "../clhost.h"
#include VARIATE_LIBRARY
#ifdef HAVE_TESTU01
#include <testu01/TestU01.h>
#endif

static ulong seed_ = 20110607;
static int order;
static ulong position;
static nm_words block;

static uint word_of(nm_words w, uint i)
{
    return i == 0 ? w.w0 : i == 1 ? w.w1 : i == 2 ? w.w2 : w.w3;
}
static uint next(void)
{
    const ulong i = position++;
    nm_rng g;
    switch (order) {
    case 0: /* one element */
        if (i % 4 == 0) {
            block = (nm_words){(uint)(i / 4), 7, (uint)(i >> 34), 0};
            nm_philox4x32(&block, (uint)seed_, 0);
        }
        return word_of(block, i % 4);
    case 1: nm_rng_init(&g, seed_, 7, i); return (uint)nm_rng_bits(&g);
    case 2: nm_rng_init(&g, seed_, i, 7); return (uint)nm_rng_bits(&g);
    case 3: nm_rng_init(&g, i, 7, 7); return (uint)nm_rng_bits(&g);
    case 4:
        block = (nm_words){(uint)(i / 4096), 8, (uint)(i % 1024), 0};
        nm_philox4x32(&block, (uint)seed_, 0);
        return word_of(block, i / 1024 % 4);
    default: {
        nm_rng_init(&g, seed_, 9, i);
        const double u = 0.5 * erfc(norm_rand(&g) * -0.70710678118654752);
        return (uint)(u * 4294967296.0 < 4294967295.0 ? u * 4294967296.0 : 4294967295.0);
    }
    }
}
static const char *const orders[] = {"one element",           "elements",           "streams", "seeds",
                                     "1024 elements in turn", "normals of elements"};

static int suspicious, fatal, count;
static void report(const char *name, double p)
{
    count++;
    const int odd = !(p > 0.001 && p < 0.999);
    printf("  %-24s p = %.4f%s\n", name, p, odd ? "  <--" : "");
    suspicious += odd;
    fatal += !(p > 1e-6 && p < 1 - 1e-6);
}

/* Upper tail of chi-square, by its finite sums, or Wilson and Hilferty's approximation from 300 degrees on. */
static double chisq_tail(double c, double df)
{
    if (df >= 300) return 0.5 * erfc((cbrt(c / df) - (1 - 2 / (9 * df))) / sqrt(2 / (9 * df)) / sqrt(2.0));
    double t = exp(-c / 2), s = 0;
    const int n = (int)df;
    if (n % 2 == 0) {
        for (int k = 0; k < n / 2; k++) s += t, t *= c / 2 / (k + 1);
        return s;
    }
    s = erfc(sqrt(c / 2));
    t *= sqrt(2 * c / M_PI);
    for (int k = 1; k < n; k += 2) s += t, t *= c / (k + 2);
    return s;
}
/* Chi-square of n trials over m classes; neighbours are joined until 10 are expected. */
static double chisq(const double *p, const long *o, int m, double n)
{
    double c = 0, e = 0, seen = 0, left = 0, e_last = 0, o_last = 0;
    int cells = 0;
    for (int i = 0; i < m; i++) left += p[i];
    for (int i = 0; i < m; i++) {
        e += p[i] * n;
        seen += (double)o[i];
        left -= p[i];
        if (e >= 10 && left * n >= 10) {
            c += (seen - e) * (seen - e) / e;
            cells++;
            e = seen = 0;
        }
    }
    e_last = e, o_last = seen;
    if (e_last > 0) c += (o_last - e_last) * (o_last - e_last) / e_last, cells++;
    return chisq_tail(c, cells - 1);
}
/* P(Poisson(mean) >= x), to the mid-point. */
static double poisson_tail(double x, double mean)
{
    double p = 0;
    for (double k = 0; k <= x; k++) p += exp(k * log(mean) - mean - lgamma(k + 1)) * (k == x ? 0.5 : 1);
    return 1 - p;
}
static double binomial(int n, int k, double p)
{
    return exp(lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0) + k * log(p) + (n - k) * log1p(-p));
}

static int by_ulong(const void *a, const void *b)
{
    const ulong x = *(const ulong *)a, y = *(const ulong *)b;
    return (x > y) - (x < y);
}
static void birthday_spacings(void)
{
    const int n = 5000000;
    ulong *x = malloc(n * sizeof *x);
    for (int i = 0; i < n; i++) x[i] = (ulong)(next() >> 2) << 30, x[i] |= next() >> 2;
    qsort(x, n, sizeof *x, by_ulong);
    for (int i = n - 1; i > 0; i--) x[i] -= x[i - 1];
    qsort(x + 1, n - 1, sizeof *x, by_ulong);
    double y = 0;
    for (int i = 2; i < n; i++) y += x[i] == x[i - 1];
    report("BirthdaySpacings", poisson_tail(y, 5e6 * 5e6 * 5e6 / (4 * 0x1p60)));
    free(x);
}
static void collision(void)
{
    const int n = 5000000;
    ulong *x = malloc(n * sizeof *x);
    for (int i = 0; i < n; i++) x[i] = (ulong)(next() >> 16) << 16, x[i] |= next() >> 16;
    qsort(x, n, sizeof *x, by_ulong);
    double y = 0;
    for (int i = 1; i < n; i++) y += x[i] == x[i - 1];
    report("Collision", poisson_tail(y, n + 0x1p32 * expm1(n * log1p(-0x1p-32))));
    free(x);
}
static void gap(void)
{
    enum { M = 4000 };
    static double p[M];
    static long o[M];
    memset(o, 0, sizeof o);
    for (int i = 0; i < M; i++) p[i] = pow(255. / 256, i) / 256;
    p[M - 1] = pow(255. / 256, M - 1);
    for (int i = 0; i < 200000; i++) {
        int g = 0;
        while (next() << 22 >> 24) g++;
        o[g < M ? g : M - 1]++;
    }
    report("Gap", chisq(p, o, M, 200000));
}
static void simple_poker(void)
{
    double p[65] = {1};
    long o[65] = {0};
    for (int j = 0; j < 64; j++)
        for (int s = 64; s >= 0; s--) p[s] = p[s] * s / 64 + (s ? p[s - 1] * (65 - s) / 64 : 0);
    for (int i = 0; i < 400000; i++) {
        ulong seen = 0;
        for (int j = 0; j < 64; j++) seen |= (ulong)1 << (next() << 24 >> 26);
        o[popcount(seen)]++;
    }
    report("SimpPoker", chisq(p, o, 65, 400000));
}
static void coupon_collector(void)
{
    enum { M = 400 };
    double state[17] = {1}, p[M] = {0}, done = 0;
    long o[M] = {0};
    for (int t = 1; t < M; t++) {
        for (int s = 16; s >= 0; s--)
            state[s] = (s < 16 ? state[s] * s / 16 : 0) + (s ? state[s - 1] * (17 - s) / 16 : 0);
        p[t] = state[16];
        done += p[t];
    }
    p[M - 1] += 1 - done;
    for (int i = 0; i < 500000; i++) {
        uint seen = 0;
        int t = 0;
        for (; seen != 0xFFFF; t++) seen |= 1u << (next() << 26 >> 28);
        o[t < M ? t : M - 1]++;
    }
    report("CouponCollector", chisq(p, o, M, 500000));
}
static int by_double(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
static void max_of_t(void)
{
    enum { N = 2000000, D = 100000 };
    static double p[D], x[N];
    static long o[D];
    memset(o, 0, sizeof o);
    for (int i = 0; i < D; i++) p[i] = 1.0 / D;
    for (int i = 0; i < N; i++) {
        uint m = 0;
        for (int j = 0; j < 6; j++) {
            const uint w = next();
            m = w > m ? w : m;
        }
        x[i] = pow((m + 0.5) * 0x1p-32, 6);
        o[(int)(x[i] * D)]++;
    }
    report("MaxOft", chisq(p, o, D, N));
    qsort(x, N, sizeof *x, by_double);
    double d = 0, s = 0;
    for (int i = 0; i < N; i++) d = fmax(d, fmax((i + 1.0) / N - x[i], x[i] - (double)i / N));
    const double t = (sqrt(N) + 0.12) * d;
    for (int k = 1; k < 100; k++) s += (k % 2 ? 2 : -2) * exp(-2 * k * k * t * t);
    report("MaxOft KS", s);
}
static void weight_distribution(void)
{
    double p[257];
    long o[257] = {0};
    for (int i = 0; i <= 256; i++) p[i] = binomial(256, i, 0.125);
    for (int i = 0; i < 200000; i++) {
        int c = 0;
        for (int j = 0; j < 256; j++) c += next() << 27 >> 29 == 0;
        o[c]++;
    }
    report("WeightDistrib", chisq(p, o, 257, 200000));
}
static void matrix_rank(void)
{
    enum { L = 60 };
    double p[L + 1];
    long o[L + 1] = {0};
    for (int r = 0; r <= L; r++) {
        double q = pow(2, r * (2.0 * L - r) - (double)L * L);
        for (int i = 0; i < r; i++) q *= (1 - pow(2, i - L)) * (1 - pow(2, i - L)) / (1 - pow(2, i - r));
        p[r] = q;
    }
    for (int n = 0; n < 20000; n++) {
        ulong row[L];
        int rank = 0;
        for (int i = 0; i < L; i++) {
            row[i] = 0;
            for (int j = 0; j < 6; j++) row[i] = row[i] << 10 | (next() << 20 >> 22);
        }
        for (int bit = 0; bit < L; bit++) {
            int pivot = rank;
            while (pivot < L && !(row[pivot] >> bit & 1)) pivot++;
            if (pivot == L) continue;
            const ulong t = row[pivot];
            row[pivot] = row[rank];
            row[rank] = t;
            for (int i = rank + 1; i < L; i++) row[i] ^= row[i] >> bit & 1 ? t : 0;
            rank++;
        }
        o[rank]++;
    }
    report("MatrixRank", chisq(p, o, L + 1, 20000));
}
static int weight300(void)
{
    int c = 0;
    for (int j = 0; j < 30; j++) c += (int)popcount(next() << 20 >> 22);
    return c;
}
static void hamming_independence(void)
{
    enum { L = 300 };
    static long o[L + 1][L + 1];
    memset(o, 0, sizeof o);
    for (int i = 0; i < 500000; i++) {
        const int x = weight300();
        o[x][weight300()]++;
    }
    double c = 0, rare_e = 0, rare_o = 0;
    int cells = 0;
    for (int i = 0; i <= L; i++)
        for (int j = 0; j <= L; j++) {
            const double e = 500000 * binomial(L, i, 0.5) * binomial(L, j, 0.5);
            if (e >= 10) c += ((double)o[i][j] - e) * ((double)o[i][j] - e) / e, cells++;
            else rare_e += e, rare_o += (double)o[i][j];
        }
    c += (rare_o - rare_e) * (rare_o - rare_e) / rare_e;
    report("HammingIndep", chisq_tail(c, cells));
}
static void random_walk(void)
{
    enum { L = 150 };
    double ph[L + 1] = {0}, pm[L + 1] = {0}, pj[L + 1] = {0}, pr[L + 1] = {0}, pc[L + 1] = {0};
    long h[L + 1] = {0}, m[L + 1] = {0}, jj[L + 1] = {0}, r[L + 1] = {0}, c[L + 1] = {0};
    for (int i = 0; i <= L; i++) {
        ph[i] = binomial(L, i, 0.5);
        pm[i] = binomial(L, (L + i + 1) / 2, 0.5);
        if (i % 2 == 0) pj[i] = binomial(i, i / 2, 0.5) * binomial(L - i, (L - i) / 2, 0.5);
        if (i <= L / 2) pr[i] = binomial(L - i, L / 2, 0.5);
        if (2 * i + 1 <= L - 1) pc[i] = 2 * binomial(L - 1, (L - 1 + 2 * i + 1) / 2, 0.5);
    }
    for (int n = 0; n < 1000000; n++) {
        int s = 0, up = 0, top = 0, above = 0, zero = 0, cross = 0, before = 0;
        uint w = 0;
        for (int i = 0; i < L; i++) {
            if (i % 30 == 0) w = next() >> 2;
            const int old = s;
            const int right = (int)(w >> (29 - i % 30)) & 1;
            s += right ? 1 : -1;
            up += right;
            top = s > top ? s : top;
            above += s > 0 || old > 0;
            zero += s == 0;
            if (old == 0 && before && (before > 0) != (s > 0)) cross++;
            before = old == 0 ? s : s == 0 ? old : before;
        }
        h[up]++, m[top]++, jj[above]++, r[zero]++, c[cross]++;
    }
    report("RandomWalk1 H", chisq(ph, h, L + 1, 1e6));
    report("RandomWalk1 M", chisq(pm, m, L + 1, 1e6));
    report("RandomWalk1 J", chisq(pj, jj, L + 1, 1e6));
    report("RandomWalk1 R", chisq(pr, r, L + 1, 1e6));
    report("RandomWalk1 C", chisq(pc, c, L + 1, 1e6));
}

int main(int argc, char **argv)
{
    if (argc > 2) seed_ = strtoull(argv[2], NULL, 0);
    for (order = 0; order < 6; order++) {
        if (argc > 1 && atoi(argv[1]) != order) continue;
        position = 0;
        printf("%s\n", orders[order]);
        birthday_spacings();
        collision();
        gap();
        simple_poker();
        coupon_collector();
        max_of_t();
        weight_distribution();
        matrix_rank();
        hamming_independence();
        random_walk();
        fflush(stdout);
#ifdef HAVE_TESTU01
        unif01_Gen *gen = unif01_CreateExternGenBits("philox4x32-10", next);
        bbattery_SmallCrush(gen);
        unif01_DeleteExternGenBits(gen);
#endif
    }
    printf("%d p values, %d outside [0.001, 0.999], %d failures\n", count, suspicious, fatal);
    return fatal > 0;
}
