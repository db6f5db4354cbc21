/* clbundle/native/simd_narrow.h at each level against the functions of one number: all pairs of bytes, and pairs of
 * shorts with the ends of the type.
 *
 * SPDX-License-Identifier: MIT */
#define CLBT_BODY "simd_narrow_level.h"
#include "levels.h"

#include <stdio.h>
#include <string.h>

typedef void loop(const void *a, const void *b, void *r, size_t n);

enum { N = 65536 };

static const struct {
    const char *name;
    loop *all[3], *each[3];
    size_t size;
} functions[] = {
#define X(name, code, type) \
    {#name "_" #code, CLBT_EACH(all_##name##_##code), CLBT_EACH(each_##name##_##code), sizeof(type)},
    CLBT_NARROW(X)
#undef X
};

static const struct {
    const char *name;
    int (*run[3])(void);
} shaped[] = {
#define X(code, type, mask) {#code, CLBT_EACH(shaped_##code)},
    CLBT_NARROW_TYPES(X)
#undef X
        {"lengths", CLBT_EACH(lengths)},
};

static uint8_t bytes[2][N], found[2 * N], wanted[2 * N];
static uint16_t shorts[2][N];

static void fill(void)
{
    static const uint16_t ends[] = {0, 1, 2, 0x7ffe, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff, 0x00ff, 0xff00};
    const size_t end_count = sizeof ends / sizeof *ends;
    uint32_t seed = 1;
    for (size_t i = 0; i < N; ++i) {
        bytes[0][i] = (uint8_t)i;
        bytes[1][i] = (uint8_t)(i >> 8);
        for (int k = 0; k < 2; ++k) {
            seed = seed * 1664525u + 1013904223u;
            shorts[k][i] = (seed >> 8) % 3 ? (uint16_t)(seed >> 16) : ends[(seed >> 16) % end_count];
        }
    }
}

int main(void)
{
    int failures = 0;
    const int levels = clbt_levels();
    fill();
    for (int level = 0; level < levels; ++level) {
        for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i) {
            const size_t size = functions[i].size;
            const void *a = size == 1 ? (void *)bytes[0] : (void *)shorts[0],
                       *b = size == 1 ? (void *)bytes[1] : (void *)shorts[1];
            functions[i].all[level](a, b, found, N);
            functions[i].each[level](a, b, wanted, N);
            if (memcmp(found, wanted, N * size) == 0) continue;
            ++failures;
            printf("level %d: %s differs\n", level, functions[i].name);
        }
        for (size_t i = 0; i < sizeof shaped / sizeof *shaped; ++i) {
            const int wrong = shaped[i].run[level]();
            if (!wrong) continue;
            ++failures;
            printf("level %d: %s: %d wrong\n", level, shaped[i].name, wrong);
        }
    }
    return failures != 0;
}
