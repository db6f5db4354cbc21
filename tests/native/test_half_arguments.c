/* Arguments of halves, natively at all levels: bits as the host sees them. All numbers are small and exact.
 * Knows the kernels of conformance/half_arguments.cl.
 *
 * SPDX-License-Identifier: MIT */
#include "half_arguments.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

extern const clb_bundle half_arguments_bundle;

enum { LOCAL = 21, GROUPS = 3, ITEMS = LOCAL * GROUPS };

/* Of a whole number, or one with a few digits behind the point: IEEE 754-2008, 3.4. */
static uint16_t half(double x)
{
    int e;
    const double size = fabs(x), m = frexp(size, &e);
    const unsigned sign = x < 0 ? 0x8000u : 0;
    return (uint16_t)(size == 0 ? 0 : sign | (unsigned)(e + 14) << 10 | ((unsigned)(m * 2048) & 0x3ffu));
}

static void set(uint16_t *to, size_t count, const double *from)
{
    for (size_t i = 0; i < count; ++i) to[i] = half(from[i]);
}

static size_t run(const char *name, uint32_t kernel, void *const *arguments, const uint16_t *out,
                  const uint16_t *expected, size_t count)
{
    static _Alignas(128) unsigned char scratch[65536];
    const size_t local[3] = {LOCAL, 1, 1}, global[3] = {ITEMS, 1, 1}, offset[3] = {0};
    const clb_native_range range = clb_native_range_make(3, global, local, offset);
    const clb_native_kernel *k = &half_arguments_bundle.native[kernel];
    size_t wrong = k->fixed_scratch + k->context_scratch * LOCAL > sizeof scratch;
    for (int level = 0; level < CLB_NATIVE_LEVELS && !wrong; ++level) {
#if defined(__x86_64__)
        if (level == CLB_NATIVE_V3 && !__builtin_cpu_supports("avx2")) break;
        if (level == CLB_NATIVE_V4 && !__builtin_cpu_supports("avx512vl")) break;
#endif
        if (!k->run[level]) {
            wrong += level == 0;
            break;
        }
        memset(arguments[1], 0xff, count * sizeof *out);
        k->run[level](&range, arguments, 0, GROUPS, scratch);
        for (size_t i = 0; i < count; ++i)
            if (out[i] != expected[i] && !wrong++)
                fprintf(stderr, "%s, level %d, half %zu: expected %04x, found %04x\n", name, level, i,
                        (unsigned)expected[i], (unsigned)out[i]);
    }
    return wrong;
}

int main(void)
{
    static _Alignas(32) uint16_t x[ITEMS * 4], out[ITEMS * 4], expected[ITEMS * 4], tile[LOCAL * 2];
    static const double a[4] = {2, 3, -4, 5}, b = 1.5, c[4] = {1, -2, 3, 0}, of_v[4] = {0.5, 1, 2, -3},
                        w[4] = {1, 0, 2, 0}, of_a = 4;
    _Alignas(8) uint16_t own_a[4], own_b = half(b), own_c[4];
    _Alignas(8) unsigned char mixed[32] = {0}; /* a at 0, v at 8, w at 16 and 24 */
    uint16_t part[4];
    set(own_a, 4, a);
    set(own_c, 4, c);
    set(part, 1, &of_a);
    memcpy(mixed, part, 2);
    set(part, 4, of_v);
    memcpy(mixed + 8, part, 8);
    set(part, 4, w);
    memcpy(mixed + 24, part, 8);
    for (int i = 0; i < ITEMS * 4; ++i) x[i] = half(i % 37 - 18);
    void *arguments[] = {x, out, own_a, &own_b, own_c, mixed, tile};
    for (int i = 0; i < ITEMS * 4; ++i) {
        const int k = i % 4;
        expected[i] = half((i % 37 - 18) * a[k] + b + (k < 3 ? c[k] + w[k] : 0) + of_v[k] * of_a);
    }
    const uint32_t by_value = 0, through_local = 1;
    size_t wrong = run("by_value", by_value, arguments, out, expected, ITEMS * 4);
    for (int i = 0; i < ITEMS * 2; ++i) {
        const int item = i / 2, k = i % 2, from = item / LOCAL * LOCAL + LOCAL - 1 - item % LOCAL;
        expected[i] = half((2 * from + 1 - k) % 37 - 18 + a[k ? 3 : 0] * b - c[k ? 1 : 2] * of_a);
    }
    wrong += run("through_local", through_local, arguments, out, expected, ITEMS * 2);
    return wrong != 0;
}
