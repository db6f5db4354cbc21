/* clbundle/native/simd.h, _memory.h and _basic.h at each level: exact functions against those of one number, rsqrt
 * against the host's double one (3 ulp), and every kind of memory access with every mask.
 *
 * SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE
#define CLBT_BODY "simd_level.h"
#include "levels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef void loop(const void *a, const void *b, void *r, size_t n);

enum { N = 4096, STEP = 509 };

static const struct {
    const char *name;
    loop *all[3], *each[3];
    int operands, bound; /* in ulp; 0: equal */
    size_t size;
} functions[] = {
#define X(name, code, type) {#name, CLBT_EACH(all_##name), CLBT_EACH(each_##name), 1, 3, sizeof(type)},
    CLBT_ROUNDED(X)
#undef X
#define X(name, code, type) {#name, CLBT_EACH(all_##name), CLBT_EACH(each_##name), 1, 0, sizeof(type)},
        CLBT_ONE(X)
#undef X
#define X(name, code, type) {#name, CLBT_EACH(all_##name), CLBT_EACH(each_##name), 2, 0, sizeof(type)},
            CLBT_TWO(X)
#undef X
#define X(name, code, type) \
    {#name "_" #code, CLBT_EACH(all_##name##_##code), CLBT_EACH(each_##name##_##code), 2, 0, sizeof(type)},
                CLBT_DIVISIONS(X)
#undef X
};

static const struct {
    const char *name;
    int (*run[3])(unsigned);
} memories[] = {
#define X(name, code, type, held) {#name, CLBT_EACH(memory_##name)},
    CLBT_MEMORY(X)
#undef X
};

/* How far off, in units of the last place of the reference; what is no number must be none. */
static double distance(float found, double wanted)
{
    if (isnan(wanted) || isnan(found)) return isnan(wanted) && isnan(found) ? 0 : INFINITY;
    const float nearest = (float)wanted;
    if (found == nearest) return 0;
    if (isinf(nearest) || isinf(found)) return fabsf(isinf(nearest) ? found : nearest) > 3.4028e38f ? 1 : INFINITY;
    int e = 0;
    frexp(wanted, &e);
    return fabs((double)found - wanted) / ldexp(1, e - 24 < -149 ? -149 : e - 24);
}

static const float specials[] = {0.0f,   -0.0f,      1.0f,          -1.0f,    INFINITY, -INFINITY, NAN,
                                 1e-45f, -1e-45f,    3.4e38f,       -3.4e38f, 0.5f,     1.5f,      2.5f,
                                 -2.5f,  8388609.0f, 2147483648.0f, 88.7f,    -103.9f,  127.9f};

/* The same bits of random doubles, or no numbers both. */
static int check_doubles(size_t f, int level, const float *a, const float *b)
{
    enum { COUNT = N / 2 };
    static double all[COUNT], each[COUNT];
    int wrong = 0;
    functions[f].all[level](a, b, all, COUNT);
    functions[f].each[level](a, b, each, COUNT);
    for (size_t i = 0; i < COUNT; ++i)
        if (memcmp(&all[i], &each[i], 8) != 0 && !(isnan(all[i]) && isnan(each[i])) && !wrong++)
            printf("%s, level %d: %a in place of %a\n", functions[f].name, level, all[i], each[i]);
    return wrong;
}

static int check(size_t f, int level, const float *a, const float *b)
{
    static float all[N], each[N];
    int wrong = 0;
    if (functions[f].size == 8) return check_doubles(f, level, a, b);
    functions[f].all[level](a, b, all, N);
    if (!functions[f].bound) functions[f].each[level](a, b, each, N);
    for (size_t i = 0; i < N; ++i) {
        const double off =
            functions[f].bound ? distance(all[i], 1 / sqrt((double)a[i]))
            : memcmp(&all[i], &each[i], 4) == 0 || (strchr(functions[f].name, 'f') && isnan(all[i]) && isnan(each[i]))
                ? 0
                : 1;
        uint32_t divisor;
        memcpy(&divisor, &b[i], sizeof divisor);
        if (off <= functions[f].bound ||
            (!divisor && strstr(functions[f].name, "_i") && !strstr(functions[f].name, "__")))
            continue;
        if (!divisor && strstr(functions[f].name, "_u") && !strstr(functions[f].name, "__")) continue;
        if (!wrong++)
            printf("%s, level %d: of %a and %a: %a, %g ulp off\n", functions[f].name, level, (double)a[i], (double)b[i],
                   (double)all[i], off);
    }
    return wrong;
}

/* Numbers of all sizes by divisors of all sizes, each also with neighbours of its multiples. */
static int check_shared_divisors(int level)
{
    enum { COUNT = 64 };
    static int (*const divide[])(const int32_t *, size_t, int32_t, int) = CLBT_EACH(shared_divisors);
    uint64_t seed = 1;
    for (int round = 0; round < 200000; ++round) {
        int32_t numbers[COUNT] = {INT32_MIN, INT32_MAX, 0, -1, 1, INT32_MIN + 1, INT32_MAX - 1, 2};
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        int32_t b = (int32_t)(uint32_t)(seed >> 32) >> (round % 31);
        if (round < 400) b = round - 200;
        if (round == 400) b = INT32_MIN;
        if (!b) b = INT32_MAX;
        for (int k = 8; k < COUNT; ++k) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            numbers[k] = (int32_t)(uint32_t)(seed >> 32);
            if (k % 2) numbers[k] = (int32_t)((uint32_t)(numbers[k] / b) * (uint32_t)b + (uint32_t)(k % 3 - 1));
        }
        if (divide[level](numbers, COUNT, b, round % 31)) {
            printf("division by %d or by 2 to the %d, level %d\n", b, round % 31, level);
            return 1;
        }
    }
    return 0;
}

/* Numbers around all powers of two, and of all sizes: some have more digits than a double. */
static int check_reals(int level)
{
    enum { COUNT = 64 * 16 };
    static int (*const reals[])(const uint64_t *, size_t) = CLBT_EACH(reals);
    static uint64_t numbers[COUNT];
    uint64_t seed = 1;
    int wrong = 0;
    for (int round = 0; round < 1000; ++round) {
        for (unsigned k = 0; k < COUNT; ++k) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            numbers[k] = (seed ^ seed >> 32) >> (round % 64);
            if (round == 0) numbers[k] = (UINT64_C(1) << k / 16) + k % 16 - 8;
            if (round == 1) numbers[k] = 0 - ((UINT64_C(1) << k / 16) + k % 16 - 8);
            if (round == 2) numbers[k] = (UINT64_C(1) << k / 16) + (UINT64_C(1) << k % 16);
        }
        wrong += reals[level](numbers, COUNT);
    }
    if (wrong) printf("integers to doubles, level %d: %d differ\n", level, wrong);
    return wrong;
}

/* A page between two that cannot be accessed. */
static char *page_alone(size_t size)
{
    char *pages = mmap(NULL, 3 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return pages == MAP_FAILED || mprotect(pages + size, size, PROT_READ | PROT_WRITE) ? NULL : pages + size;
}

int main(void)
{
    static float a[N], b[N];
    const size_t alone_size = (size_t)sysconf(_SC_PAGESIZE);
    char *const alone = page_alone(alone_size);
    int wrong = 0;
    if (!alone) {
        printf("no memory\n");
        return 1;
    }
    for (int level = 0; level < clbt_levels(); ++level) {
        for (size_t f = 0; f < sizeof functions / sizeof *functions; ++f) {
            uint64_t seed = 1;
            /* Rounded functions see floats of all sizes. */
            for (uint64_t bits = 0; bits < (functions[f].bound ? UINT64_C(1) << 32 : 64 * N * STEP);
                 bits += (uint64_t)N * STEP) {
                for (size_t i = 0; i < N; ++i) {
                    const uint32_t own = (uint32_t)(bits + i * STEP);
                    seed = seed * 6364136223846793005u + 1442695040888963407u;
                    const uint32_t other = (uint32_t)(seed >> 32), mixed = own * 2654435761u;
                    memcpy(&a[i], functions[f].bound ? &own : &mixed, 4);
                    memcpy(&b[i], &other, 4);
                }
                for (size_t i = 0; !bits && i < 400 && functions[f].size == 4; ++i) {
                    a[i] =
                        specials[i / 20]; /* zero among them: of divisions by it nothing is asked but that they end */
                    b[i] = specials[i % 20];
                }
                for (size_t i = 0; !bits && i < 400 && functions[f].size == 8; ++i) {
                    const double x = (double)specials[i / 20], y = (double)specials[i % 20];
                    memcpy(&a[2 * i], &x, 8);
                    memcpy(&b[2 * i], &y, 8);
                }
                wrong += check(f, level, a, b);
            }
        }
        wrong += check_reals(level);
        for (size_t m = 0; m < sizeof memories / sizeof *memories; ++m)
            for (unsigned bits = 0; bits < 65536; bits += bits & 0x8000 ? 1 : 3) {
                const int own = memories[m].run[level](bits);
                if (own && !wrong)
                    printf("memory of %s, level %d, mask %x: %d places\n", memories[m].name, level, bits, own);
                wrong += own;
            }
        int (*const known[])(size_t) = CLBT_EACH(full_is_known);
        if (!known[level](alone_size)) printf("compilers do not see that a mask is full, level %d\n", level);
        wrong += !known[level](alone_size);
        wrong += check_shared_divisors(level);
        int (*const tables[])(void) = CLBT_EACH(tables);
        if (tables[level]()) printf("tables, level %d\n", level);
        wrong += tables[level]();
        int (*const closes[])(char *, size_t) = CLBT_EACH(close);
        const int close = closes[level](alone, alone_size);
        if (close) printf("elements close to each other, level %d: %d places\n", level, close);
        wrong += close;
        int (*const neighbours[])(void) = CLBT_EACH(neighbours);
        if (neighbours[level]()) printf("neighbours, level %d\n", level);
        wrong += neighbours[level]();
    }
    return wrong != 0;
}
