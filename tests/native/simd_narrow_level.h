/* The functions of clbundle/native/simd_narrow.h over arrays, for one level.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/native/native.h"

#ifndef CLBT_NARROW_FUNCTIONS
#define CLBT_NARROW_FUNCTIONS
/* clang-format off */
#define CLBT_NARROW(X) \
    X(min, c, int8_t) X(max, c, int8_t) X(add_sat, c, int8_t) X(sub_sat, c, int8_t) X(hadd, c, int8_t) X(rhadd, c, int8_t) \
    X(min, h, uint8_t) X(max, h, uint8_t) X(add_sat, h, uint8_t) X(sub_sat, h, uint8_t) X(hadd, h, uint8_t) X(rhadd, h, uint8_t) \
    X(min, s, int16_t) X(max, s, int16_t) X(add_sat, s, int16_t) X(sub_sat, s, int16_t) X(hadd, s, int16_t) X(rhadd, s, int16_t) \
    X(min, t, uint16_t) X(max, t, uint16_t) X(add_sat, t, uint16_t) X(sub_sat, t, uint16_t) X(hadd, t, uint16_t) X(rhadd, t, uint16_t) \
    X(mul_hi, s, int16_t) X(mul_hi, t, uint16_t)
/* X(code, type, mask's code) */
#define CLBT_NARROW_TYPES(X) X(c, int8_t, c) X(h, uint8_t, c) X(s, int16_t, s) X(t, uint16_t, s)
/* clang-format on */
#endif

/* n elements, which are whole vectors. */
#define CLBT_BODY_NARROW(name, X, T)                                                                                \
    static void CLBN(all_##name##_##X)(const void *a, const void *b, void *r, size_t n)                             \
    {                                                                                                               \
        for (size_t i = 0; i < n; i += 4 * CLBN_SIMD_W / sizeof(T)) {                                               \
            CLBN(narrow_##X) x, y;                                                                                  \
            __builtin_memcpy(&x, (const T *)a + i, sizeof x);                                                       \
            __builtin_memcpy(&y, (const T *)b + i, sizeof y);                                                       \
            x = CLBN(narrow_##name##__##X##_##X)(x, y);                                                             \
            __builtin_memcpy((T *)r + i, &x, sizeof x);                                                             \
        }                                                                                                           \
    }                                                                                                               \
    static void CLBN(each_##name##_##X)(const void *a, const void *b, void *r, size_t n)                            \
    {                                                                                                               \
        for (size_t i = 0; i < n; i++) ((T *)r)[i] = CLBN(name##__##X##_##X)(((const T *)a)[i], ((const T *)b)[i]); \
    }
CLBT_NARROW(CLBT_BODY_NARROW)
#undef CLBT_BODY_NARROW

/* What is wrong of choices, and of numbers that are equal in a work-item or in all of them. */
#define CLBT_BODY_NARROW(X, T, S)                                                                                     \
    static int CLBN(shaped_##X)(void)                                                                                 \
    {                                                                                                                 \
        enum { MANY = 4 * CLBN_SIMD_W / sizeof(T), OF_LANE = 4 / sizeof(T) };                                         \
        CLBN(simd_u) lanes;                                                                                           \
        CLBN(narrow_##X) a, b;                                                                                        \
        int wrong = 0;                                                                                                \
        for (int k = 0; k < CLBN_SIMD_W; k++) lanes[k] = (uint32_t)(T)(k * 40503 - 900);                              \
        for (int k = 0; k < (int)MANY; k++) {                                                                         \
            a[k] = (T)(k * 77 - 300);                                                                                 \
            b[k] = (T)(k * k);                                                                                        \
        }                                                                                                             \
        const CLBN(narrow_##X) chosen = CLBN(narrow_pick_##X)((CLBN(narrow_##S))(a < b), a, b);                       \
        const CLBN(narrow_##X) splat = CLBN(narrow_splat_##X)((T)-77);                                                \
        const CLBN(narrow_##X) cycle = CLBN(narrow_cycle_4_##X)((T)1, (T)-2, (T)3, (T)-4);                            \
        static const int numbers[4] = {1, -2, 3, -4};                                                                 \
        for (int k = 0; k < (int)MANY; k++)                                                                           \
            wrong += chosen[k] != (a[k] < b[k] ? a[k] : b[k]) || splat[k] != (T)-77 || cycle[k] != (T)numbers[k % 4]; \
        for (int n = 1; n <= 4; n *= 2)                                                                               \
            for (int j = 0; j < n; j++) {                                                                             \
                const CLBN(narrow_##X) same = n == 1   ? CLBN(narrow_same_##X)(lanes, 1, 0)                           \
                                              : n == 2 ? CLBN(narrow_same_##X)(lanes, 2, j)                           \
                                                       : CLBN(narrow_same_##X)(lanes, 4, j);                          \
                for (int k = 0; k < (int)MANY; k++)                                                                   \
                    wrong += same[k] != (T)lanes[(j * (int)MANY + k) / (n * (int)OF_LANE)];                           \
            }                                                                                                         \
        return wrong;                                                                                                 \
    }
CLBT_NARROW_TYPES(CLBT_BODY_NARROW)
#undef CLBT_BODY_NARROW

/* What is wrong of conversions between bytes and shorts, over all shorts. */
static int CLBN(lengths)(void)
{
    enum { SHORTS = 2 * CLBN_SIMD_W, BYTES = 4 * CLBN_SIMD_W };
    int wrong = 0;
    for (int from = 0; from < 65536; from += BYTES) {
        CLBN(narrow_t) x, y;
        CLBN(narrow_c) c;
        CLBN(narrow_h) h;
        for (int k = 0; k < SHORTS; k++) {
            x[k] = (uint16_t)(from + k);
            y[k] = (uint16_t)(from + SHORTS + k);
        }
        for (int k = 0; k < BYTES; k++) {
            c[k] = (int8_t)(from / 256 + k);
            h[k] = (uint8_t)(from / 256 + k);
        }
        const CLBN(narrow_h) bytes = CLBN(narrow_bytes)(x, y);
        const CLBN(narrow_s) low_c = CLBN(narrow_shorts_c)(c, 0), high_c = CLBN(narrow_shorts_c)(c, 1);
        const CLBN(narrow_s) low_h = CLBN(narrow_shorts_h)(h, 0), high_h = CLBN(narrow_shorts_h)(h, 1);
        for (int k = 0; k < BYTES; k++) wrong += bytes[k] != (uint8_t)(from + k);
        for (int k = 0; k < SHORTS; k++)
            wrong += low_c[k] != c[k] || high_c[k] != c[SHORTS + k] || low_h[k] != h[k] || high_h[k] != h[SHORTS + k];
    }
    return wrong;
}
