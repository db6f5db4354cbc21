/* Structures as arguments, natively at all levels, beside the same computations in C. All numbers are small and exact.
 * Knows the kernels of conformance/structure_arguments.cl.
 *
 * SPDX-License-Identifier: MIT */
#include "structure_arguments.h"

#include <stdio.h>
#include <string.h>

extern const clb_bundle structure_arguments_bundle;

enum { LOCAL = 21, GROUPS = 3, ITEMS = LOCAL * GROUPS };

typedef struct settings {
    float a, b;
    int32_t n;
    float w[4];
    _Alignas(16) float v[4];
    int64_t q;
    signed char c[3];
} settings;

typedef struct nested {
    settings of[2];
    int16_t k;
    float f;
} nested;

static float input(int i)
{
    return (float)(i % 37 - 18);
}

/* Runs the kernel of this name at each level and compares with `expected`. Returns how many results are wrong. */
static size_t run(const char *name, void *argument, const float *expected)
{
    static _Alignas(128) unsigned char scratch[65536];
    static float x[ITEMS], tile[LOCAL];
    const size_t local[3] = {LOCAL, 1, 1}, global[3] = {ITEMS, 1, 1}, offset[3] = {0};
    const clb_native_range range = clb_native_range_make(3, global, local, offset);
    const clb_native_kernel *k = NULL;
    for (uint32_t i = 0; i < structure_arguments_bundle.kernel_count; ++i) {
        const clb_span s = structure_arguments_bundle.kernels[i].name;
        char found[64] = {0};
        for (size_t c = 0; c < s.length && c < sizeof found - 1; ++c) {
            const size_t at = s.offset + c;
            found[c] = structure_arguments_bundle.text[at / CLB_TEXT_ROW][at % CLB_TEXT_ROW];
        }
        if (strcmp(found, name) == 0) k = &structure_arguments_bundle.native[i];
    }
    if (!k || k->fixed_scratch + k->context_scratch * LOCAL > sizeof scratch) {
        fprintf(stderr, "%s: no such kernel, or too much scratch\n", name);
        return 1;
    }
    void *arguments[] = {x, argument, tile};
    size_t wrong = 0;
    for (int level = 0; level < CLB_NATIVE_LEVELS && !wrong; ++level) {
#if defined(__x86_64__)
        if (level == CLB_NATIVE_V3 && !__builtin_cpu_supports("avx2")) break;
        if (level == CLB_NATIVE_V4 && !__builtin_cpu_supports("avx512vl")) break;
#endif
        if (!k->run[level]) {
            wrong += level == 0;
            break;
        }
        for (int i = 0; i < ITEMS; ++i) x[i] = input(i);
        k->run[level](&range, arguments, 0, GROUPS, scratch);
        for (int i = 0; i < ITEMS; ++i)
            if (x[i] != expected[i] && !wrong++)
                fprintf(stderr, "%s, level %d, element %d: expected %g, found %g\n", name, level, i,
                        (double)expected[i], (double)x[i]);
    }
    return wrong;
}

int main(void)
{
    settings p = {2, 3, ITEMS - 5, {4, -1, 8, 16}, {1, 7, 2, 5}, -9, {1, 6, 2}};
    nested o = {{p, p}, -7, 0.5f};
    o.of[0].w[2] = 32;
    o.of[1].a = -3;
    float table[4] = {4, -1, 8, 16}, expected[ITEMS];
    size_t wrong = 0;
    for (int i = 0; i < ITEMS; ++i)
        expected[i] = i < p.n ? p.a * input(i) + p.b + p.v[1] + p.c[1] + (float)p.q : input(i);
    wrong += run("members", &p, expected);
    for (int i = 0; i < ITEMS; ++i) expected[i] = p.w[i & 3] + p.a * p.b;
    wrong += run("indexed", &p, expected);
    for (int i = 0; i < ITEMS; ++i) {
        const float a = p.a + (float)i;
        expected[i] = a + a + (i & 1 ? a : p.w[0]);
    }
    wrong += run("written", &p, expected);
    for (int i = 0; i < ITEMS; ++i) {
        float own[4];
        memcpy(own, table, sizeof own);
        own[i & 3] += input(i);
        expected[i] = own[1] + 2 * own[2];
    }
    wrong += run("written_by_item", table, expected);
    for (int i = 0; i < ITEMS; ++i) expected[i] = o.of[1].a + o.of[i & 1].w[2] + (float)o.k + o.f;
    wrong += run("in_structures", &o, expected);
    for (int i = 0; i < ITEMS; ++i) {
        const int item = i % LOCAL;
        expected[i] = input(i - item + LOCAL - 1 - item) * p.a + p.w[item & 3];
    }
    wrong += run("around_barrier", &p, expected);
    return wrong != 0;
}
