/* The functions of clbundle/native/simd.h over arrays, for one level.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/native/native.h"

#ifndef CLBT_SIMD_FUNCTIONS
#define CLBT_SIMD_FUNCTIONS
/* X(name, code, type): of one operand; of two. */
#define CLBT_ROUNDED(X) X(rsqrt__f, f, float)
/* clang-format off */
#define CLBT_ONE(X) \
    X(fabs__f, f, float) X(rint__f, f, float) X(floor__f, f, float) X(ceil__f, f, float) X(trunc__f, f, float) X(sqrt__f, f, float) \
    X(popcount__u, u, uint32_t) X(popcount__m, m, uint64_t) X(popcount__l, l, int64_t) X(clz__u, u, uint32_t) X(fabs__d, d, double) X(rint__d, d, double) X(floor__d, d, double)     \
    X(ceil__d, d, double) X(trunc__d, d, double) X(sqrt__d, d, double)
#define CLBT_TWO(X)                                                                                              \
    X(copysign__f_f, f, float) X(fmax__f_f, f, float) X(fmin__f_f, f, float) X(hypot__f_f, f, float) X(max__f_f, f, float) X(min__f_f, f, float) X(max__d_d, d, double) X(min__d_d, d, double) X(max__i_i, i, int32_t) X(min__i_i, i, int32_t) \
    X(max__u_u, u, uint32_t) X(min__u_u, u, uint32_t) X(rotate__i_i, i, int32_t) X(rotate__u_u, u, uint32_t) X(rotate__m_m, m, uint64_t) X(rotate__l_l, l, int64_t)                 \
    X(mul_hi__i_i, i, int32_t) X(mul_hi__u_u, u, uint32_t) X(mul_hi__m_m, m, uint64_t) X(copysign__d_d, d, double) X(fmax__d_d, d, double)               \
    X(fmin__d_d, d, double)
#define CLBT_DIVISIONS(X) X(divide, i, int32_t) X(remainder, i, int32_t) X(divide, u, uint32_t) X(remainder, u, uint32_t)
/* X(name, code, type, what holds it) */
#define CLBT_MEMORY(X)                                                                                           \
    X(c, i, int8_t, int32_t) X(h, u, uint8_t, uint32_t) X(s, i, int16_t, int32_t) X(t, u, uint16_t, uint32_t) X(i, i, int32_t, int32_t) \
    X(u, u, uint32_t, uint32_t) X(f, f, float, float) X(l, l, int64_t, int64_t) X(m, m, uint64_t, uint64_t) X(d, d, double, double)
/* clang-format on */
#endif

/* n is a multiple of 16. */
#define CLBT_BODY_1(name, X, T)                                                     \
    static void CLBN(all_##name)(const void *a, const void *b, void *r, size_t n)   \
    {                                                                               \
        (void)b;                                                                    \
        for (size_t i = 0; i < n; i += CLBN_SIMD_W) {                               \
            CLBN(simd_##X) x;                                                       \
            __builtin_memcpy(&x, (const T *)a + i, sizeof x);                       \
            x = CLBN(simd_##name)(x);                                               \
            __builtin_memcpy((T *)r + i, &x, sizeof x);                             \
        }                                                                           \
    }                                                                               \
    static void CLBN(each_##name)(const void *a, const void *b, void *r, size_t n)  \
    {                                                                               \
        (void)b;                                                                    \
        for (size_t i = 0; i < n; i++) ((T *)r)[i] = CLBN(name)(((const T *)a)[i]); \
    }
#define CLBT_BODY_2(name, X, T)                                                                        \
    static void CLBN(all_##name)(const void *a, const void *b, void *r, size_t n)                      \
    {                                                                                                  \
        for (size_t i = 0; i < n; i += CLBN_SIMD_W) {                                                  \
            CLBN(simd_##X) x, y;                                                                       \
            __builtin_memcpy(&x, (const T *)a + i, sizeof x);                                          \
            __builtin_memcpy(&y, (const T *)b + i, sizeof y);                                          \
            x = CLBN(simd_##name)(x, y);                                                               \
            __builtin_memcpy((T *)r + i, &x, sizeof x);                                                \
        }                                                                                              \
    }                                                                                                  \
    static void CLBN(each_##name)(const void *a, const void *b, void *r, size_t n)                     \
    {                                                                                                  \
        for (size_t i = 0; i < n; i++) ((T *)r)[i] = CLBN(name)(((const T *)a)[i], ((const T *)b)[i]); \
    }
CLBT_ROUNDED(CLBT_BODY_1)
CLBT_ONE(CLBT_BODY_1)
CLBT_TWO(CLBT_BODY_2)
/* Of one number they have another name. */
#define CLBT_BODY_DIVISION(name, X, T)                                                                             \
    static void CLBN(all_##name##_##X)(const void *a, const void *b, void *r, size_t n)                            \
    {                                                                                                              \
        for (size_t i = 0; i < n; i += CLBN_SIMD_W) {                                                              \
            CLBN(simd_##X) x, y;                                                                                   \
            __builtin_memcpy(&x, (const T *)a + i, sizeof x);                                                      \
            __builtin_memcpy(&y, (const T *)b + i, sizeof y);                                                      \
            x = CLBN(simd_##name##_##X)(x, y);                                                                     \
            __builtin_memcpy((T *)r + i, &x, sizeof x);                                                            \
        }                                                                                                          \
    }                                                                                                              \
    static void CLBN(each_##name##_##X)(const void *a, const void *b, void *r, size_t n)                           \
    {                                                                                                              \
        for (size_t i = 0; i < n; i++) ((T *)r)[i] = CLBN(one_##name##_##X)(((const T *)a)[i], ((const T *)b)[i]); \
    }
CLBT_DIVISIONS(CLBT_BODY_DIVISION)
#undef CLBT_BODY_DIVISION
#undef CLBT_BODY_1
#undef CLBT_BODY_2

/* Divisions by what all share: the number of wrong ones among random and extreme numbers. */
static int CLBN(shared_divisors)(const int32_t *numbers, size_t n, int32_t b, int power)
{
    int wrong = 0;
    for (size_t i = 0; i + CLBN_SIMD_W <= n; i += CLBN_SIMD_W) {
        CLBN(simd_i) a;
        __builtin_memcpy(&a, numbers + i, sizeof a);
        const CLBN(simd_i) q = CLBN(simd_divide_by_i)(a, b), r = CLBN(simd_remainder_by_i)(a, b);
        const CLBN(simd_u) u = CLBN(simd_divide_by_u)((CLBN(simd_u))a, (uint32_t)b);
        const CLBN(simd_u) v = CLBN(simd_remainder_by_u)((CLBN(simd_u))a, (uint32_t)b);
        const CLBN(simd_i) p = CLBN(simd_divide_power_i)(a, power), s = CLBN(simd_remainder_power_i)(a, power);
        for (int k = 0; k < CLBN_SIMD_W; k++) {
            const int64_t x = a[k], by = INT64_C(1) << power;
            wrong += q[k] != (int32_t)(x / b) || r[k] != (int32_t)(x % b);
            wrong += u[k] != (uint32_t)x / (uint32_t)b || v[k] != (uint32_t)x % (uint32_t)b;
            wrong += p[k] != x / by || s[k] != x % by;
        }
    }
    return wrong;
}

/* Reads and writes by each mask of `bits`, in each of the ways: the sum of what was wrong. `from` and `to` hold 64
 * numbers. */
#define CLBT_MEMORY_BODY(name, X, T, H)                                                                             \
    static int CLBN(memory_##name)(unsigned bits)                                                                   \
    {                                                                                                               \
        T from[64], to[64];                                                                                         \
        int wrong = 0;                                                                                              \
        for (int way = 0; way < 16; ++way) {                                                                        \
            for (int k = 0; k < 64; k++) {                                                                          \
                from[k] = (T)(k * 37 - 900);                                                                        \
                to[k] = (T)5;                                                                                       \
            }                                                                                                       \
            CLBN(simd_i) index;                                                                                     \
            int32_t numbers[CLBN_SIMD_W], flags[CLBN_SIMD_W];                                                       \
            for (int k = 0; k < CLBN_SIMD_W; k++) {                                                                 \
                const int places[] = {k,                                                                            \
                                      3 * k,                                                                        \
                                      15 - k,                                                                       \
                                      (k * 7) % 16,                                                                 \
                                      5,                                                                            \
                                      k,                                                                            \
                                      k < 3 ? 0 : k - 2,                                                            \
                                      k + 9,                                                                        \
                                      2 * k,                                                                        \
                                      2 * k,                                                                        \
                                      4 * k,                                                                        \
                                      (k * 5) % 16,                                                                 \
                                      k ^ 3,                                                                        \
                                      k,                                                                            \
                                      k + 9,                                                                        \
                                      k};                                                                           \
                numbers[k] = places[way];                                                                           \
                flags[k] = bits >> k & 1;                                                                           \
            }                                                                                                       \
            __builtin_memcpy(&index, numbers, sizeof index);                                                        \
            CLBN(simd_i) flag;                                                                                      \
            __builtin_memcpy(&flag, flags, sizeof flag);                                                            \
            const CLBN(simd_mask) m = CLBN(simd_ne_i)(flag, CLBN(simd_splat_i)(0));                                 \
            const char *p = (const char *)from;                                                                     \
            /* Indices with the highest bit, which is no sign. */                                                   \
            const char *far = (const char *)((uintptr_t)from - ((uintptr_t)1 << 31));                               \
            const CLBN(simd_u) bytes = (CLBN(simd_u))index * (uint32_t)sizeof(T) + ((uint32_t)1 << 31);             \
            const CLBN(simd_i) half = index / 2;                                                                    \
            const int full = CLBN(simd_all)(m);                                                                     \
            char *q = (char *)to;                                                                                   \
            const CLBN(simd_m) at =                                                                                 \
                CLBN(simd_add_m)(CLBN(simd_splat_m)((uint64_t)(uintptr_t)from),                                     \
                                 CLBN(simd_multiply_m)(CLBN(simd_cast_m_i)(index), CLBN(simd_splat_m)(sizeof(T)))); \
            const CLBN(simd_m) into =                                                                               \
                CLBN(simd_add_m)(CLBN(simd_splat_m)((uint64_t)(uintptr_t)to),                                       \
                                 CLBN(simd_multiply_m)(CLBN(simd_cast_m_i)(index), CLBN(simd_splat_m)(sizeof(T)))); \
            const CLBN(simd_##X) v =                                                                                \
                way == 0            ? CLBN(simd_contiguous_##name)(m, p)                                            \
                : way == 1          ? CLBN(simd_strided_##name)(m, p, 3 * (ptrdiff_t)sizeof(T))                     \
                : way == 2          ? CLBN(simd_gather_##name)(m, p, index, sizeof(T))                              \
                : way == 3          ? CLBN(simd_fetch_##name)(m, at)                                                \
                : way == 4          ? CLBN(simd_ugather_##name)(m, p, (CLBN(simd_u))index, sizeof(T))               \
                : way == 5          ? CLBN(simd_ring_##name)(m, p, 0)                                               \
                : way == 8          ? CLBN(simd_strided_##name)(m, p, 2 * (ptrdiff_t)sizeof(T))                     \
                : way == 9 && full  ? CLBN(simd_strided_##name)(CLBN(simd_full)(1), p, 2 * (ptrdiff_t)sizeof(T))    \
                : way == 10         ? CLBN(simd_gather_##name)(m, p, half, 2 * sizeof(T))                           \
                : way == 11         ? CLBN(simd_ugather_##name)(m, far, bytes, 1)                                   \
                : way == 12 && full ? CLBN(simd_gather_##name)(CLBN(simd_full)(1), p, index, sizeof(T))             \
                                    : CLBN(simd_near_##name)(m, p, index);                                          \
            if (way == 0) CLBN(simd_put_contiguous_##name)(m, q, v);                                                \
            if (way == 1) CLBN(simd_put_strided_##name)(m, q, 3 * (ptrdiff_t)sizeof(T), v);                         \
            if (way == 2) CLBN(simd_scatter_##name)(m, q, index, sizeof(T), v);                                     \
            if (way == 3) CLBN(simd_put_##name)(m, into, v);                                                        \
            if (way == 4) CLBN(simd_put_one_##name)(m, q + 5 * sizeof(T), v);                                       \
            if (way >= 6 && way < 13) CLBN(simd_put_near_##name)(m, q, index, v);                                   \
            if (way == 13) CLBN(simd_blend_contiguous_##name)(m, q, v);                                             \
            if (way == 14) CLBN(simd_blend_near_##name)(m, q, index, v);                                            \
            if (way == 15) CLBN(simd_blend_ring_##name)(m, q, 0, v);                                                \
            if (way == 5) CLBN(simd_put_ring_##name)(m, q, 0, v);                                                   \
            for (int place = 0; place < 64; place++) {                                                              \
                T expected = (T)5;                                                                                  \
                for (int k = 0; k < CLBN_SIMD_W; k++)                                                               \
                    if (flags[k] && numbers[k] == place) expected = from[place];                                    \
                wrong += to[place] != expected;                                                                     \
            }                                                                                                       \
        }                                                                                                           \
        return wrong;                                                                                               \
    }
CLBT_MEMORY(CLBT_MEMORY_BODY)
#undef CLBT_MEMORY_BODY

/* Functions leave out what a mask needs where an optimising compiler sees that it is full, and only there. */
static int CLBN(full_is_known)(size_t any)
{
    return CLBN(simd_is_full)(CLBN(simd_full)(1)) && !CLBN(simd_is_full)(CLBN(simd_full)(0)) &&
           !CLBN(simd_is_full)(CLBN(simd_first)(any));
}

/* Look-ups in tables of each size: each index of each lane, and indices outside, which may yield any number. */
#define CLBT_TABLE_OF(name, X, T, H, SIZE)                                                                      \
    for (uint32_t first = 0; first < (SIZE) / sizeof(T); ++first) {                                             \
        uint32_t numbers[CLBN_SIMD_W];                                                                          \
        H found[CLBN_SIMD_W];                                                                                   \
        CLBN(simd_u) index;                                                                                     \
        for (uint32_t k = 0; k < CLBN_SIMD_W; k++)                                                              \
            numbers[k] = k == 3 ? 0xdeadbeefu * (first + 1) : (first + 7 * k) % (uint32_t)((SIZE) / sizeof(T)); \
        __builtin_memcpy(&index, numbers, sizeof index);                                                        \
        const CLBN(simd_##X) v = CLBN(simd_table_##name)((const char *)from, SIZE, index);                      \
        __builtin_memcpy(found, &v, sizeof found);                                                              \
        for (uint32_t k = 0; k < CLBN_SIMD_W; k++) wrong += k != 3 && found[k] != (H)from[numbers[k]];          \
    }
#define CLBT_TABLE(name, X, T, H)                                                                                \
    {                                                                                                            \
        T from[256 / sizeof(T)];                                                                                 \
        for (uint32_t k = 0; k < 256 / sizeof(T); k++) from[k] = (T)((k * 2654435761u) >> (32 - 8 * sizeof(T))); \
        CLBT_TABLE_OF(name, X, T, H, 16)                                                                         \
        CLBT_TABLE_OF(name, X, T, H, 32)                                                                         \
        CLBT_TABLE_OF(name, X, T, H, 64)                                                                         \
        CLBT_TABLE_OF(name, X, T, H, 128)                                                                        \
        CLBT_TABLE_OF(name, X, T, H, 256)                                                                        \
    }
static int CLBN(tables)(void)
{
    int wrong = 0;
    CLBT_TABLE(c, i, int8_t, int32_t)
    CLBT_TABLE(h, u, uint8_t, uint32_t)
    CLBT_TABLE(s, i, int16_t, int32_t)
    CLBT_TABLE(t, u, uint16_t, uint32_t)
    CLBT_TABLE(i, i, int32_t, int32_t)
    CLBT_TABLE(u, u, uint32_t, uint32_t)
    CLBT_TABLE(f, f, float, float)
    return wrong;
}
#undef CLBT_TABLE_OF
#undef CLBT_TABLE

/* Elements that lie close to each other, the first or the last of them at an end of the memory that may be accessed,
 * which is `size` bytes from `first` on: nothing outside is touched. */
#define CLBT_CLOSE(X, T)                                                                                       \
    static int CLBN(close_##X)(char *first, size_t size)                                                       \
    {                                                                                                          \
        const size_t count = size / sizeof(T);                                                                 \
        int wrong = 0;                                                                                         \
        for (int way = 0; way < 2 * 16; ++way) {                                                               \
            int32_t numbers[CLBN_SIMD_W], most = 0;                                                            \
            CLBN(simd_i) index;                                                                                \
            CLBN(simd_##X) v, w;                                                                               \
            for (int k = 0; k < CLBN_SIMD_W; k++) {                                                            \
                const int distance = 1 << way / 2 % 4;                                                         \
                const int ways[] = {2 * k - (k & (distance - 1)), k ^ (distance | 1), k / distance * distance, \
                                    k + (k >= distance ? distance : 0)};                                       \
                numbers[k] = ways[way / 8];                                                                    \
                most = numbers[k] > most ? numbers[k] : most;                                                  \
            }                                                                                                  \
            T *from = (T *)(void *)first + (way & 1 ? count - (size_t)most - 1 : 0);                           \
            __builtin_memcpy(&index, numbers, sizeof index);                                                   \
            for (size_t k = 0; k < count; k++) ((T *)(void *)first)[k] = (T)(k + 7);                           \
            v = CLBN(simd_close_##X)(CLBN(simd_full)(1), (const char *)from, index);                           \
            for (int k = 0; k < CLBN_SIMD_W; k++) wrong += v[k] != from[numbers[k]];                           \
            for (unsigned bits = 0; bits < 8; ++bits) {                                                        \
                const unsigned active = 2 * bits + 1 < CLBN_SIMD_W ? 2 * bits + 1 : CLBN_SIMD_W;               \
                const CLBN(simd_mask) m = bits == 7 ? CLBN(simd_full)(1) : CLBN(simd_first)(active);           \
                /* What inactive lanes would read lies outside. */                                             \
                int32_t last = 0;                                                                              \
                for (unsigned k = 0; k < active; k++) last = numbers[k] > last ? numbers[k] : last;            \
                const T *ending = (const T *)(const void *)first + (count - (size_t)last - 1);                 \
                if (bits < 7) v = CLBN(simd_close_##X)(m, (const char *)ending, index);                        \
                for (unsigned k = 0; k < active && bits < 7; k++) wrong += v[k] != ending[numbers[k]];         \
                for (size_t k = 0; k < count; k++) ((T *)(void *)first)[k] = 5;                                \
                for (int k = 0; k < CLBN_SIMD_W; k++) w[k] = (T)(k + 100);                                     \
                CLBN(simd_put_close_##X)(m, (char *)from, index, w);                                           \
                for (size_t at = 0; at < count; at++) {                                                        \
                    T stored = 5;                                                                              \
                    for (int k = 0; k < CLBN_SIMD_W; k++)                                                      \
                        if (CLBN_SIMD_IN(m, k) && from + numbers[k] == (T *)(void *)first + at) stored = w[k]; \
                    wrong += ((T *)(void *)first)[at] != stored;                                               \
                }                                                                                              \
            }                                                                                                  \
        }                                                                                                      \
        return wrong;                                                                                          \
    }
CLBT_CLOSE(i, int32_t)
CLBT_CLOSE(u, uint32_t)
CLBT_CLOSE(f, float)
#undef CLBT_CLOSE
/* The same for pairs, of which each four lanes may have adjacent ones. */
static int CLBN(close_pairs)(char *first, size_t size)
{
    const int count = (int)(size / 8);
    float *const memory = (float *)(void *)first;
    int wrong = 0;
    for (int way = 0; way < 2 * 8; ++way) {
        int32_t numbers[CLBN_SIMD_W], most = 0;
        CLBN(simd_i) index;
        CLBN(simd_f) a, b;
        for (int k = 0; k < CLBN_SIMD_W; k++) {
            const int step = way / 2;
            numbers[k] = step < 5    ? 2 * k - (k & ((1 << step) - 1))
                         : step == 5 ? k
                         : step == 6 ? k ^ 1
                                     : CLBN_SIMD_W - 1 - k;
            most = numbers[k] > most ? numbers[k] : most;
        }
        __builtin_memcpy(&index, numbers, sizeof index);
        char *const from = first + (way & 1 ? 8 * (size_t)(count - most - 1) : 0);
        for (int k = 0; k < 2 * count; k++) memory[k] = (float)k;
        CLBN(simd_collect_near_2_f)(CLBN(simd_full)(1), from, index, 8, &a, &b);
        for (int k = 0; k < CLBN_SIMD_W; k++) {
            const float *pair = (const float *)(const void *)from + 2 * numbers[k];
            wrong += a[k] != pair[0] || b[k] != pair[1];
        }
        for (unsigned bits = 0; bits < 3; ++bits) {
            const CLBN(simd_mask) m = bits ? CLBN(simd_first)(bits == 1 ? 3 : CLBN_SIMD_W) : CLBN(simd_full)(1);
            for (int k = 0; k < 2 * count; k++) memory[k] = -1;
            CLBN(simd_spread_near_2_f)(m, from, index, 8, a, b);
            for (int at = 0; at < 2 * count; at++) {
                float expected = -1;
                for (int k = 0; k < CLBN_SIMD_W; k++)
                    if (CLBN_SIMD_IN(m, k) && (float *)(void *)from + 2 * numbers[k] + at % 2 == memory + at)
                        expected = at % 2 ? b[k] : a[k];
                wrong += memory[at] != expected;
            }
        }
    }
    return wrong;
}
static int CLBN(close)(char *first, size_t size)
{
    return CLBN(close_i)(first, size) + CLBN(close_u)(first, size) + CLBN(close_f)(first, size) +
           CLBN(close_pairs)(first, size);
}

/* Two and four neighbours a work-item, there and back. */
static int CLBN(neighbours)(void)
{
    float from[64], to[64];
    int wrong = 0;
    for (int k = 0; k < 64; k++) from[k] = (float)k;
    CLBN(simd_f) a, b, c, d;
    CLBN(simd_deinterleave_4_f)((const char *)from, &a, &b, &c, &d);
    for (int k = 0; k < CLBN_SIMD_W; k++)
        wrong += a[k] != from[4 * k] || b[k] != from[4 * k + 1] || c[k] != from[4 * k + 2] || d[k] != from[4 * k + 3];
    CLBN(simd_interleave_4_f)((char *)to, a, b, c, d);
    for (int k = 0; k < 4 * CLBN_SIMD_W; k++) wrong += to[k] != from[k];
    CLBN(simd_deinterleave_2_f)((const char *)from, &a, &b);
    for (int k = 0; k < CLBN_SIMD_W; k++) wrong += a[k] != from[2 * k] || b[k] != from[2 * k + 1];
    CLBN(simd_interleave_2_f)((char *)to, b, a);
    for (int k = 0; k < CLBN_SIMD_W; k++) wrong += to[2 * k] != b[k] || to[2 * k + 1] != a[k];
    CLBN(simd_f) r[8];
    float large[8 * 16], back[8 * 16];
    for (int k = 0; k < 8 * 16; k++) large[k] = (float)k;
    CLBN(simd_deinterleave_8_f)((const char *)large, r, r + 1, r + 2, r + 3, r + 4, r + 5, r + 6, r + 7);
    for (int k = 0; k < CLBN_SIMD_W; k++)
        for (int i = 0; i < 8; i++) wrong += r[i][k] != large[8 * k + i];
    CLBN(simd_interleave_8_f)((char *)back, r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7]);
    for (int k = 0; k < 8 * CLBN_SIMD_W; k++) wrong += back[k] != large[k];
    const CLBN(simd_i) places = CLBN(simd_ramp_i)(CLBN_SIMD_W - 1, -1);
    const CLBN(simd_mask) some = CLBN(simd_first)(3);
    CLBN(simd_collect_4_f)(some, (const char *)large, places, 32, r, r + 1, r + 2, r + 3);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 4; i++) wrong += r[i][k] != large[8 * (CLBN_SIMD_W - 1 - k) + i];
    for (int k = 0; k < 8 * 16; k++) back[k] = -1;
    CLBN(simd_spread_4_f)(some, (char *)back, places, 32, r[0], r[1], r[2], r[3]);
    for (int k = 0; k < 8 * CLBN_SIMD_W; k++)
        wrong += back[k] != (k % 8 < 4 && k / 8 > CLBN_SIMD_W - 4 ? large[k] : -1);
    CLBN(simd_collect_2_f)(some, (const char *)large, places, 32, r, r + 1);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 2; i++) wrong += r[i][k] != large[8 * (CLBN_SIMD_W - 1 - k) + i];
    for (int k = 0; k < 8 * 16; k++) back[k] = -1;
    CLBN(simd_spread_2_f)(some, (char *)back, places, 32, r[0], r[1]);
    for (int k = 0; k < 8 * CLBN_SIMD_W; k++)
        wrong += back[k] != (k % 8 < 2 && k / 8 > CLBN_SIMD_W - 4 ? large[k] : -1);
    CLBN(simd_collect_2_f)(CLBN(simd_full)(1), (const char *)large, places, 32, r, r + 1);
    CLBN(simd_spread_2_f)(CLBN(simd_full)(1), (char *)back, places, 32, r[0], r[1]);
    for (int k = 0; k < 8 * CLBN_SIMD_W; k++) wrong += back[k] != (k % 8 < 2 ? large[k] : -1);
    return wrong;
}

/* Integers of 64 and 32 bits become doubles: the differences. n is a multiple of 16. */
static int CLBN(reals)(const uint64_t *numbers, size_t n)
{
    int wrong = 0;
    for (size_t i = 0; i < n; i += CLBN_SIMD_W) {
        const CLBN(simd_m) m = CLBN(simd_all_m)((const char *)(numbers + i));
        double of_m[CLBN_SIMD_W], of_l[CLBN_SIMD_W], of_u[CLBN_SIMD_W];
        CLBN(simd_put_all_d)((char *)of_m, CLBN(simd_cast_d_m)(m));
        CLBN(simd_put_all_d)((char *)of_l, CLBN(simd_cast_d_l)(CLBN(simd_cast_l_m)(m)));
        CLBN(simd_put_all_d)((char *)of_u, CLBN(simd_cast_d_u)(CLBN(simd_cast_u_m)(m)));
        for (int k = 0; k < CLBN_SIMD_W; k++)
            wrong += of_m[k] != (double)numbers[i + (size_t)k] || of_l[k] != (double)(int64_t)numbers[i + (size_t)k] ||
                     of_u[k] != (double)(uint32_t)numbers[i + (size_t)k];
    }
    return wrong;
}
