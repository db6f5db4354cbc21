/* Memory accesses of work-items side by side, in the vectors of clbundle/native/simd.h. Loads and stores exist in two forms:
 * for all lanes, and for the lanes of a mask. Part of clbundle/native/native.h, once per level. Knows addresses and masks;
 * must not know work-groups.
 *
 * SPDX-License-Identifier: MIT */

/* Types in memory whose alignment is that of a byte. */
typedef int16_t CLBN(simd_any_s) __attribute__((aligned(1), may_alias));
typedef uint16_t CLBN(simd_any_t) __attribute__((aligned(1), may_alias));
typedef int32_t CLBN(simd_any_i) __attribute__((aligned(1), may_alias));
typedef float CLBN(simd_any_f) __attribute__((aligned(1), may_alias));
typedef uint32_t CLBN(simd_any_u) __attribute__((aligned(1), may_alias));
typedef uint64_t CLBN(simd_any_m) __attribute__((aligned(1), may_alias));
typedef int64_t CLBN(simd_any_l) __attribute__((aligned(1), may_alias));
typedef double CLBN(simd_any_d) __attribute__((aligned(1), may_alias));

/* Inactive lanes get the index of an active one, so that all lanes can be read without a branch for each. */
#define CLBN_SIMD_SAFE(I, T)                                                                                         \
    CLBN_FN CLBN(simd_##I) CLBN(simd_safe_##I)(CLBN(simd_mask) m, CLBN(simd_##I) index)                              \
    {                                                                                                                \
        return CLBN(simd_all)(m) ? index : CLBN(simd_pick_##I)(m, index, CLBN(simd_splat_##I)(index[CLBN(simd_last)(m)])); \
    }
CLBN_SIMD_SAFE(i, int32_t)
CLBN_SIMD_SAFE(u, uint32_t)
#undef CLBN_SIMD_SAFE

CLBN_FN int CLBN(simd_is_same)(CLBN(simd_i) index)
{
    return CLBN(simd_all)(CLBN(simd_eq_i)(index, CLBN(simd_splat_i)(index[0])));
}

/* The address to which a lane writes: a dummy one for inactive lanes. There is no branch, since it could not be
 * predicted. */
CLBN_FN void *CLBN(simd_or_nowhere)(uint32_t there, char *address, void *nowhere)
{
    const uintptr_t from = (uintptr_t)nowhere;
    return (void *)(from ^ ((from ^ (uintptr_t)address) & (0 - (uintptr_t)(there & 1))));
}

/* The address of a uniform load. With an empty mask a dummy address is used, since the real one may be invalid. */
CLBN_FN const void *CLBN(simd_or_nothing)(CLBN(simd_mask) m, const char *address)
{
    static const uint64_t nothing = 0;
#if CLB_NATIVE_LEVEL == 1 && (defined(__x86_64__) || defined(__i386__))
    /* Compilers would make a branch of it, which could not be predicted, or take five instructions. */
    const void *r = address;
    __asm__("test\t%1, %1\n\tcmovz\t{%2, %0|%0, %2}" : "+r"(r) : "r"(CLBN(simd_bits)(m)), "r"((const void *)&nothing) : "cc");
    return r;
#else
    const uintptr_t from = (uintptr_t)&nothing;
    uintptr_t some = 0 - (uintptr_t)CLBN(simd_any)(m);
#if defined(__clang__)
    __asm__("" : "+r"(some)); /* clang would make a branch of it, which could not be predicted */
#endif
    return (const void *)(from + (((uintptr_t)address - from) & some));
#endif
}

/* Gathers by one instruction. With AVX-512, on most processors it takes half as long again as reads of single elements, but it
 * leaves out the lanes outside of the mask: without it they need the index of another lane, and branches on the mask, which are
 * often mispredicted. So a gather for all lanes reads single elements, and one for a mask is an instruction. On Intel's
 * processors with bf16, from Sapphire Rapids on, the instruction takes a third of the reads where the elements lie in the first
 * cache: there it is used for all lanes, too, as with AVX2. -DCLB_NATIVE_GATHERS=1 or 0 says so at compile time. The instruction
 * extends the sign of an index; indices without one count from 2^31 on. Macros, since the preprocessor marks each line of a
 * function that uses macros of x86.h. */
#undef CLBN_SIMD_READS_SINGLE
#if CLB_NATIVE_LEVEL == 0
#define CLBN_SIMD_READS_SINGLE 1
#elif defined(CLB_NATIVE_GATHERS)
#define CLBN_SIMD_READS_SINGLE !(CLB_NATIVE_GATHERS)
#elif CLB_NATIVE_LEVEL == 2
#define CLBN_SIMD_READS_SINGLE !(__builtin_cpu_is("intel") && __builtin_cpu_supports("avx512bf16"))
#else
#define CLBN_SIMD_READS_SINGLE 0
#endif
#undef CLBN_SIMD_PARTLY_SINGLE
#undef CLBN_SIMD_PARTLY_PAIR
#undef CLBN_SIMD_SECONDS
#undef CLBN_SIMD_PART
#undef CLBN_SIMD_HALF_PART
#undef CLBN_SIMD_BASE_i
#undef CLBN_SIMD_BASE_u
#undef CLBN_SIMD_INDEX_i
#undef CLBN_SIMD_INDEX_u
#if CLB_NATIVE_LEVEL == 0
#define CLBN_SIMD_PARTLY_SINGLE(I, X)
#define CLBN_SIMD_PARTLY_PAIR(I, X)
#else
#define CLBN_SIMD_BASE_i(scale) ((const void *)base)
#define CLBN_SIMD_BASE_u(scale) ((const void *)((uintptr_t)base + ((uintptr_t)(scale) << 31)))
#define CLBN_SIMD_INDEX_i ((CLBN(simd_i))index)
#define CLBN_SIMD_INDEX_u ((CLBN(simd_i))(index ^ (uint32_t)1 << 31))
#if CLB_NATIVE_LEVEL == 2
#define CLBN_SIMD_PART(I, scale) \
    _mm512_mask_i32gather_epi32((__m512i){0}, m, (__m512i)CLBN_SIMD_INDEX_##I, CLBN_SIMD_BASE_##I(scale), scale)
#define CLBN_SIMD_HALF_PART(I, half, shift, scale)                                                                   \
    _mm512_mask_i32gather_epi64((__m512i){0}, (__mmask8)(m >> (shift)), (__m256i)CLBN(simd_##half)(CLBN_SIMD_INDEX_##I), \
                                CLBN_SIMD_BASE_##I(scale), scale)
#else
#define CLBN_SIMD_PART(I, scale) \
    _mm256_mask_i32gather_epi32((__m256i){0}, (const int *)CLBN_SIMD_BASE_##I(scale), (__m256i)CLBN_SIMD_INDEX_##I, (__m256i)m, scale)
#define CLBN_SIMD_HALF_PART(I, half, shift, scale)                                                                   \
    _mm256_mask_i32gather_epi64((__m256i){0}, (const long long *)CLBN_SIMD_BASE_##I(scale),                          \
                                (__m128i)CLBN(simd_##half)(CLBN_SIMD_INDEX_##I),                                     \
                                (__m256i)CLBN(simd_extend)(CLBN(simd_##half)(m)), scale)
#endif
#define CLBN_SIMD_PARTLY_SINGLE(I, X)                                                                                \
    if (__builtin_constant_p(scale) && scale == 4) return (CLBN(simd_##X))CLBN_SIMD_PART(I, 4);                      \
    if (__builtin_constant_p(scale) && scale == 1) return (CLBN(simd_##X))CLBN_SIMD_PART(I, 1);
#define CLBN_SIMD_PARTLY_PAIR(I, X)                                                                                  \
    if (__builtin_constant_p(scale) && scale == 8)                                                                   \
        return (CLBN(simd_##X)){(CLBN(half_##X))CLBN_SIMD_HALF_PART(I, lower, 0, 8),                                 \
                                (CLBN(half_##X))CLBN_SIMD_HALF_PART(I, upper, 8, 8)};                                \
    if (__builtin_constant_p(scale) && scale == 1)                                                                   \
        return (CLBN(simd_##X)){(CLBN(half_##X))CLBN_SIMD_HALF_PART(I, lower, 0, 1),                                 \
                                (CLBN(half_##X))CLBN_SIMD_HALF_PART(I, upper, 8, 1)};
#endif
/* Every second element, from two vectors of which the second one ends in the last element: nothing beyond it is read. */
#if CLB_NATIVE_LEVEL == 2
#define CLBN_SIMD_SECONDS(X)                                                                                         \
    if (__builtin_constant_p(step) && step == 8)                                                                     \
        return (CLBN(simd_##X))_mm512_permutex2var_epi32(                                                            \
            (__m512i)CLBN(simd_all_i)(base),                                                                         \
            ((__m512i)(CLBN(simd_i)){0, 2, 4, 6, 8, 10, 12, 14, 17, 19, 21, 23, 25, 27, 29, 31}),                    \
            (__m512i)CLBN(simd_all_i)(base + 60));
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_SIMD_SECONDS(X)                                                                                         \
    if (__builtin_constant_p(step) && step == 8)                                                                     \
        return (CLBN(simd_##X))_mm256_permute4x64_epi64(                                                             \
            (__m256i)_mm256_shuffle_ps((__m256)CLBN(simd_all_i)(base), (__m256)CLBN(simd_all_i)(base + 28), 0xd8), 0xd8);
#else
#define CLBN_SIMD_SECONDS(X)
#endif
/* Scatters by one instruction: on the same processors of Intel's it takes half of the time of single writes, which first store
 * the vector; on others it takes longer. */
#undef CLBN_SIMD_SCATTERED
#if CLB_NATIVE_LEVEL == 2
#define CLBN_SIMD_SCATTERED(I)                                                                                       \
    if (!CLBN_SIMD_READS_SINGLE && __builtin_constant_p(scale) && (scale == 4 || scale == 1)) {                      \
        if (scale == 4) _mm512_mask_i32scatter_epi32((void *)CLBN_SIMD_BASE_##I(4), m, (__m512i)CLBN_SIMD_INDEX_##I, (__m512i)v, 4); \
        else _mm512_mask_i32scatter_epi32((void *)CLBN_SIMD_BASE_##I(1), m, (__m512i)CLBN_SIMD_INDEX_##I, (__m512i)v, 1); \
        return;                                                                                                      \
    }
#else
#define CLBN_SIMD_SCATTERED(I)
#endif
#undef CLBN_SIMD_SCATTERED_c
#undef CLBN_SIMD_SCATTERED_h
#undef CLBN_SIMD_SCATTERED_s
#undef CLBN_SIMD_SCATTERED_t
#undef CLBN_SIMD_SCATTERED_i
#undef CLBN_SIMD_SCATTERED_u
#undef CLBN_SIMD_SCATTERED_f
#undef CLBN_SIMD_SCATTERED_l
#undef CLBN_SIMD_SCATTERED_m
#undef CLBN_SIMD_SCATTERED_d
#define CLBN_SIMD_SCATTERED_c(I)
#define CLBN_SIMD_SCATTERED_h(I)
#define CLBN_SIMD_SCATTERED_s(I)
#define CLBN_SIMD_SCATTERED_t(I)
#define CLBN_SIMD_SCATTERED_i(I) CLBN_SIMD_SCATTERED(I)
#define CLBN_SIMD_SCATTERED_u(I) CLBN_SIMD_SCATTERED(I)
#define CLBN_SIMD_SCATTERED_f(I) CLBN_SIMD_SCATTERED(I)
#define CLBN_SIMD_SCATTERED_l(I)
#define CLBN_SIMD_SCATTERED_m(I)
#define CLBN_SIMD_SCATTERED_d(I)
/* Fields of structures. The instruction has no scale of their size, so their addresses are computed. Fields of 64 bits gain
 * nothing by that, and sizes that are not constant take longer. */
#undef CLBN_SIMD_SCALED
#if CLB_NATIVE_LEVEL == 0
#define CLBN_SIMD_SCALED(I, X)
#else
#define CLBN_SIMD_SCALED(I, X)                                                                                       \
    if (!CLBN_SIMD_READS_SINGLE && __builtin_constant_p(scale)) {                                                    \
        const CLBN(simd_m) at = CLBN(simd_cast_m_##I)(index);                                                        \
        return CLBN(simd_fetch_##X)(m, (CLBN(simd_m)){at.low * (size_t)scale + (uintptr_t)base, at.high * (size_t)scale + (uintptr_t)base});\
    }
#endif
#undef CLBN_SIMD_SCALED_c
#undef CLBN_SIMD_SCALED_h
#undef CLBN_SIMD_SCALED_s
#undef CLBN_SIMD_SCALED_t
#undef CLBN_SIMD_SCALED_i
#undef CLBN_SIMD_SCALED_u
#undef CLBN_SIMD_SCALED_f
#undef CLBN_SIMD_SCALED_l
#undef CLBN_SIMD_SCALED_m
#undef CLBN_SIMD_SCALED_d
#define CLBN_SIMD_SCALED_c(I, name)
#define CLBN_SIMD_SCALED_h(I, name)
#define CLBN_SIMD_SCALED_s(I, name)
#define CLBN_SIMD_SCALED_t(I, name)
#define CLBN_SIMD_SCALED_i(I, name) CLBN_SIMD_SCALED(I, name)
#define CLBN_SIMD_SCALED_u(I, name) CLBN_SIMD_SCALED(I, name)
#define CLBN_SIMD_SCALED_f(I, name) CLBN_SIMD_SCALED(I, name)
#define CLBN_SIMD_SCALED_l(I, name)
#define CLBN_SIMD_SCALED_m(I, name)
#define CLBN_SIMD_SCALED_d(I, name)
/* By type. An instruction would read beyond a byte or a short. */
#undef CLBN_SIMD_PARTLY_c
#undef CLBN_SIMD_SECONDS_c
#undef CLBN_SIMD_PARTLY_h
#undef CLBN_SIMD_SECONDS_h
#undef CLBN_SIMD_PARTLY_s
#undef CLBN_SIMD_SECONDS_s
#undef CLBN_SIMD_PARTLY_t
#undef CLBN_SIMD_SECONDS_t
#undef CLBN_SIMD_PARTLY_i
#undef CLBN_SIMD_SECONDS_i
#undef CLBN_SIMD_PARTLY_u
#undef CLBN_SIMD_SECONDS_u
#undef CLBN_SIMD_PARTLY_f
#undef CLBN_SIMD_SECONDS_f
#undef CLBN_SIMD_PARTLY_l
#undef CLBN_SIMD_SECONDS_l
#undef CLBN_SIMD_PARTLY_m
#undef CLBN_SIMD_SECONDS_m
#undef CLBN_SIMD_PARTLY_d
#undef CLBN_SIMD_SECONDS_d
#define CLBN_SIMD_PARTLY_c(I)
#define CLBN_SIMD_PARTLY_h(I)
#define CLBN_SIMD_PARTLY_s(I)
#define CLBN_SIMD_PARTLY_t(I)
#define CLBN_SIMD_PARTLY_i(I) CLBN_SIMD_PARTLY_SINGLE(I, i)
#define CLBN_SIMD_PARTLY_u(I) CLBN_SIMD_PARTLY_SINGLE(I, u)
#define CLBN_SIMD_PARTLY_f(I) CLBN_SIMD_PARTLY_SINGLE(I, f)
#define CLBN_SIMD_PARTLY_l(I) CLBN_SIMD_PARTLY_PAIR(I, l)
#define CLBN_SIMD_PARTLY_m(I) CLBN_SIMD_PARTLY_PAIR(I, m)
#define CLBN_SIMD_PARTLY_d(I) CLBN_SIMD_PARTLY_PAIR(I, d)
#define CLBN_SIMD_SECONDS_c
#define CLBN_SIMD_SECONDS_h
#define CLBN_SIMD_SECONDS_s
#define CLBN_SIMD_SECONDS_t
#define CLBN_SIMD_SECONDS_i CLBN_SIMD_SECONDS(i)
#define CLBN_SIMD_SECONDS_u CLBN_SIMD_SECONDS(u)
#define CLBN_SIMD_SECONDS_f CLBN_SIMD_SECONDS(f)
#define CLBN_SIMD_SECONDS_l
#define CLBN_SIMD_SECONDS_m
#define CLBN_SIMD_SECONDS_d

/* Gathers and scatters: at `base` plus index times `scale` bytes. Vectors are built element by element in registers: loading a
 * vector from the stack just after its elements were stored would be slow. */
#define CLBN_SIMD_AT(T, k) *(const T *)(base + (ptrdiff_t)index[k] * scale)
#define CLBN_SIMD_STEP_AT(T, k) *(const T *)(base + (k) * step)
/* Inactive lanes read this 0. */
static const uint64_t CLBN(simd_nothing)[1] = {0};
#define CLBN_SIMD_FROM(T, k) \
    *(const T *)(uintptr_t)((k) < CLBN_SIMD_W / 2 ? address.low : address.high)[(k) % (CLBN_SIMD_W / 2)]
#define CLBN_SIMD_INDEXED(get, put, I, name, X, T, H)                                                                \
    CLBN_FN CLBN(simd_##X) CLBN(simd_##get##_##name)(CLBN(simd_mask) m, const char *base, CLBN(simd_##I) index, ptrdiff_t scale) \
    {                                                                                                                \
        if (!CLBN(simd_is_full)(m) || !CLBN_SIMD_READS_SINGLE) {                                                     \
            CLBN_SIMD_PARTLY_##name(I)                                                                               \
            CLBN_SIMD_SCALED_##name(I, name)                                                                         \
            if (!CLBN(simd_any)(m)) return CLBN(simd_splat_##X)(0);                                                  \
            index = CLBN(simd_safe_##I)(m, index);                                                                   \
        }                                                                                                            \
        return CLBN_SIMD_BUILT_##X(CLBN_SIMD_AT, T);                                                                 \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_##put##_##name)(CLBN(simd_mask) m, char *base, CLBN(simd_##I) index, ptrdiff_t scale, CLBN(simd_##X) v) \
    {                                                                                                                \
        CLBN_SIMD_SCATTERED_##name(I)                                                                                \
        H r[CLBN_SIMD_W];                                                                                            \
        T nowhere;                                                                                                   \
        const uint32_t bits = CLBN(simd_bits)(m);                                                                    \
        CLBN(simd_put_all_##X)((char *)r, v);                                                                        \
        if (CLBN(simd_all)(m)) {                                                                                     \
            CLBN_UNROLL                                                                                              \
            for (int k = 0; k < CLBN_SIMD_W; k++) *(T *)(base + (ptrdiff_t)index[k] * scale) = (T)r[k];              \
            return;                                                                                                  \
        }                                                                                                            \
        for (int k = 0; k < CLBN_SIMD_W; k++)                                                                        \
            *(T *)CLBN(simd_or_nowhere)(bits >> k, base + (ptrdiff_t)index[k] * scale, &nowhere) = (T)r[k];          \
    }
#undef CLBN_SIMD_BUILT_f
#undef CLBN_SIMD_BUILT_i
#undef CLBN_SIMD_BUILT_u
#undef CLBN_SIMD_BUILT_d
#undef CLBN_SIMD_BUILT_l
#undef CLBN_SIMD_BUILT_m
#define CLBN_SIMD_BUILT_f(f, T) ((CLBN(simd_f))CLBN_SIMD_EACH_OF(f, T))
#define CLBN_SIMD_BUILT_i(f, T) ((CLBN(simd_i))CLBN_SIMD_EACH_OF(f, T))
#define CLBN_SIMD_BUILT_u(f, T) ((CLBN(simd_u))CLBN_SIMD_EACH_OF(f, T))
#if CLB_NATIVE_LEVEL == 2
#define CLBN_SIMD_BUILT(X, f, T)                                                                                     \
    ((CLBN(simd_##X)){{f(T, 0), f(T, 1), f(T, 2), f(T, 3), f(T, 4), f(T, 5), f(T, 6), f(T, 7)},                      \
                      {f(T, 8), f(T, 9), f(T, 10), f(T, 11), f(T, 12), f(T, 13), f(T, 14), f(T, 15)}})
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_SIMD_BUILT(X, f, T)                                                                                     \
    ((CLBN(simd_##X)){{f(T, 0), f(T, 1), f(T, 2), f(T, 3)}, {f(T, 4), f(T, 5), f(T, 6), f(T, 7)}})
#else
#define CLBN_SIMD_BUILT(X, f, T) ((CLBN(simd_##X)){{f(T, 0), f(T, 1)}, {f(T, 2), f(T, 3)}})
#endif
#define CLBN_SIMD_BUILT_d(f, T) CLBN_SIMD_BUILT(d, f, T)
#define CLBN_SIMD_BUILT_l(f, T) CLBN_SIMD_BUILT(l, f, T)
#define CLBN_SIMD_BUILT_m(f, T) CLBN_SIMD_BUILT(m, f, T)
/* The same by one address of 64 bits for each lane: half of the lanes at a time. */
#undef CLBN_SIMD_FETCHED
#undef CLBN_SIMD_FETCHED_PAIR
#undef CLBN_SIMD_FETCH
#undef CLBN_SIMD_FETCH_PAIR
#if CLB_NATIVE_LEVEL == 2
#define CLBN_SIMD_FETCH(half, which, shift) \
    (CLBN(quarter_i))_mm512_mask_i64gather_epi32((__m256i){0}, (__mmask8)(m >> (shift)), (__m512i)address.half, NULL, 1)
#define CLBN_SIMD_FETCH_PAIR(X, half, which, shift) \
    (CLBN(half_##X))_mm512_mask_i64gather_epi64((__m512i){0}, (__mmask8)(m >> (shift)), (__m512i)address.half, NULL, 1)
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_SIMD_FETCH(half, which, shift)                                                                          \
    (CLBN(quarter_i))_mm256_mask_i64gather_epi32((__m128i){0}, (const int *)NULL, (__m256i)address.half,             \
                                                 (__m128i)CLBN(simd_##which)(m), 1)
#define CLBN_SIMD_FETCH_PAIR(X, half, which, shift)                                                                  \
    (CLBN(half_##X))_mm256_mask_i64gather_epi64((__m256i){0}, (const long long *)NULL, (__m256i)address.half,        \
                                                (__m256i)CLBN(simd_extend)(CLBN(simd_##which)(m)), 1)
#endif
#if CLB_NATIVE_LEVEL == 0
#define CLBN_SIMD_FETCHED(X)
#define CLBN_SIMD_FETCHED_PAIR(X)
#else
#define CLBN_SIMD_FETCHED(X)                                                                                         \
    if (!CLBN_SIMD_READS_SINGLE)                                                                                     \
        return (CLBN(simd_##X))CLBN(simd_joined)(CLBN_SIMD_FETCH(low, lower, 0), CLBN_SIMD_FETCH(high, upper, 8));
#define CLBN_SIMD_FETCHED_PAIR(X)                                                                                    \
    if (!CLBN_SIMD_READS_SINGLE)                                                                                     \
        return (CLBN(simd_##X)){CLBN_SIMD_FETCH_PAIR(X, low, lower, 0), CLBN_SIMD_FETCH_PAIR(X, high, upper, 8)};
#endif
#undef CLBN_SIMD_FETCHED_c
#undef CLBN_SIMD_FETCHED_h
#undef CLBN_SIMD_FETCHED_s
#undef CLBN_SIMD_FETCHED_t
#undef CLBN_SIMD_FETCHED_i
#undef CLBN_SIMD_FETCHED_u
#undef CLBN_SIMD_FETCHED_f
#undef CLBN_SIMD_FETCHED_l
#undef CLBN_SIMD_FETCHED_m
#undef CLBN_SIMD_FETCHED_d
#define CLBN_SIMD_FETCHED_c
#define CLBN_SIMD_FETCHED_h
#define CLBN_SIMD_FETCHED_s
#define CLBN_SIMD_FETCHED_t
#define CLBN_SIMD_FETCHED_i CLBN_SIMD_FETCHED(i)
#define CLBN_SIMD_FETCHED_u CLBN_SIMD_FETCHED(u)
#define CLBN_SIMD_FETCHED_f CLBN_SIMD_FETCHED(f)
#define CLBN_SIMD_FETCHED_l CLBN_SIMD_FETCHED_PAIR(l)
#define CLBN_SIMD_FETCHED_m CLBN_SIMD_FETCHED_PAIR(m)
#define CLBN_SIMD_FETCHED_d CLBN_SIMD_FETCHED_PAIR(d)
/* One address for each lane of the mask. T: the type in memory, H: the type in the vector. */
#define CLBN_SIMD_ADDRESSED(name, X, T, H)                                                                           \
    CLBN_FN CLBN(simd_##X) CLBN(simd_fetch_##name)(CLBN(simd_mask) m, CLBN(simd_m) address)                          \
    {                                                                                                                \
        CLBN_SIMD_FETCHED_##name                                                                                     \
        address = CLBN(simd_pick_m)(m, address, CLBN(simd_splat_m)((uintptr_t)CLBN(simd_nothing)));                  \
        return CLBN_SIMD_BUILT_##X(CLBN_SIMD_FROM, T);                                                               \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_put_##name)(CLBN(simd_mask) m, CLBN(simd_m) address, CLBN(simd_##X) v)                    \
    {                                                                                                                \
        uint64_t at[CLBN_SIMD_W];                                                                                    \
        H r[CLBN_SIMD_W];                                                                                            \
        T nowhere;                                                                                                   \
        CLBN(simd_put_all_m)((char *)at, CLBN(simd_pick_m)(m, address, CLBN(simd_splat_m)((uintptr_t)&nowhere)));    \
        CLBN(simd_put_all_##X)((char *)r, v);                                                                        \
        for (int k = 0; k < CLBN_SIMD_W; k++) *(T *)(uintptr_t)at[k] = (T)r[k];                                      \
    }                                                                                                                \
    CLBN_SIMD_INDEXED(gather, scatter, i, name, X, T, H)                                                              \
    CLBN_SIMD_INDEXED(ugather, uscatter, u, name, X, T, H)                                                            \
    CLBN_FN CLBN(simd_##X) CLBN(simd_strided_##name)(CLBN(simd_mask) m, const char *base, ptrdiff_t step)            \
    {                                                                                                                \
        if (CLBN(simd_all)(m)) {                                                                                     \
            CLBN_SIMD_SECONDS_##name                                                                                 \
            return CLBN_SIMD_BUILT_##X(CLBN_SIMD_STEP_AT, T);                                                        \
        }                                                                                                            \
        if (__builtin_constant_p(step) && step < 1 << 26 && step > -(1 << 26))                                       \
            return CLBN(simd_gather_##name)(m, base, CLBN(simd_ramp_i)(0, (int32_t)step), 1);                        \
        return CLBN(simd_gather_##name)(m, base, CLBN(simd_ramp_i)(0, 1), step);                                     \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_put_strided_##name)(CLBN(simd_mask) m, char *base, ptrdiff_t step, CLBN(simd_##X) v)      \
    {                                                                                                                \
        /* Without a table of indices. Measured: narrower elements gain nothing. */                                  \
        if (sizeof(T) == 8 && CLBN(simd_all)(m)) {                                                                   \
            H r[CLBN_SIMD_W];                                                                                        \
            CLBN(simd_put_all_##X)((char *)r, v);                                                                    \
            CLBN_UNROLL                                                                                              \
            for (int k = 0; k < CLBN_SIMD_W; k++) *(T *)(base + k * step) = (T)r[k];                                 \
            return;                                                                                                  \
        }                                                                                                            \
        if (sizeof(T) == 4 && __builtin_constant_p(step) && step < 1 << 26 && step > -(1 << 26))                     \
            CLBN(simd_scatter_##name)(m, base, CLBN(simd_ramp_i)(0, (int32_t)step), 1, v);                           \
        else CLBN(simd_scatter_##name)(m, base, CLBN(simd_ramp_i)(0, 1), step, v);                                   \
    }                                                                                                                \
    /* All active lanes write to one address: the value of the last one stays. */                                    \
    CLBN_FN void CLBN(simd_put_one_##name)(CLBN(simd_mask) m, char *base, CLBN(simd_##X) v)                          \
    {                                                                                                                \
        H r[CLBN_SIMD_W];                                                                                            \
        CLBN(simd_put_all_##X)((char *)r, v);                                                                        \
        if (CLBN(simd_any)(m)) *(T *)base = (T)r[CLBN(simd_last)(m)];                                                \
    }
CLBN_SIMD_MEMORY_c(CLBN_SIMD_ADDRESSED(c, i, int8_t, int32_t))
CLBN_SIMD_MEMORY_h(CLBN_SIMD_ADDRESSED(h, u, uint8_t, uint32_t))
CLBN_SIMD_MEMORY_s(CLBN_SIMD_ADDRESSED(s, i, CLBN(simd_any_s), int32_t))
CLBN_SIMD_MEMORY_t(CLBN_SIMD_ADDRESSED(t, u, CLBN(simd_any_t), uint32_t))
CLBN_SIMD_MEMORY_i(CLBN_SIMD_ADDRESSED(i, i, CLBN(simd_any_i), int32_t))
CLBN_SIMD_MEMORY_u(CLBN_SIMD_ADDRESSED(u, u, CLBN(simd_any_u), uint32_t))
CLBN_SIMD_MEMORY_f(CLBN_SIMD_ADDRESSED(f, f, CLBN(simd_any_f), float))
CLBN_SIMD_MEMORY_l(CLBN_SIMD_ADDRESSED(l, l, CLBN(simd_any_l), int64_t))
CLBN_SIMD_MEMORY_m(CLBN_SIMD_ADDRESSED(m, m, CLBN(simd_any_m), uint64_t))
CLBN_SIMD_MEMORY_d(CLBN_SIMD_ADDRESSED(d, d, CLBN(simd_any_d), double))

/* Contiguous elements. */
#define CLBN_SIMD_PUT_CONTIGUOUS(name, X, T)                                                                         \
    CLBN_FN void CLBN(simd_put_contiguous_##name)(CLBN(simd_mask) m, char *base, CLBN(simd_##X) v)                   \
    {                                                                                                                \
        if (CLBN(simd_all)(m)) CLBN(simd_put_all_##name)(base, v);                                                   \
        else CLBN(simd_put_strided_##name)(m, base, sizeof(T), v);                                                   \
    }
#define CLBN_SIMD_CONTIGUOUS(name, X, T)                                                                             \
    CLBN_FN CLBN(simd_##X) CLBN(simd_contiguous_##name)(CLBN(simd_mask) m, const char *base)                         \
    {                                                                                                                \
        if (CLBN(simd_all)(m)) return CLBN(simd_all_##name)(base);                                                   \
        return CLBN(simd_strided_##name)(m, base, sizeof(T));                                                        \
    }                                                                                                                \
    CLBN_SIMD_PUT_CONTIGUOUS(name, X, T)
#if CLB_NATIVE_LEVEL == 2
#define CLBN_SIMD_NARROW(name, X, read, load, write)                                                                 \
    CLBN_FN CLBN(simd_##X) CLBN(simd_all_##name)(const char *base) { return (CLBN(simd_##X))read(load(base)); }      \
    CLBN_FN void CLBN(simd_put_all_##name)(char *base, CLBN(simd_##X) v) { write(base, 0xffff, (__m512i)v); }
#define CLBN_LOAD_16(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define CLBN_LOAD_32(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
CLBN_SIMD_MEMORY_c(CLBN_SIMD_NARROW(c, i, _mm512_cvtepi8_epi32, CLBN_LOAD_16, _mm512_mask_cvtepi32_storeu_epi8))
CLBN_SIMD_MEMORY_h(CLBN_SIMD_NARROW(h, u, _mm512_cvtepu8_epi32, CLBN_LOAD_16, _mm512_mask_cvtepi32_storeu_epi8))
CLBN_SIMD_MEMORY_s(CLBN_SIMD_NARROW(s, i, _mm512_cvtepi16_epi32, CLBN_LOAD_32, _mm512_mask_cvtepi32_storeu_epi16))
CLBN_SIMD_MEMORY_t(CLBN_SIMD_NARROW(t, u, _mm512_cvtepu16_epi32, CLBN_LOAD_32, _mm512_mask_cvtepi32_storeu_epi16))
#undef CLBN_LOAD_16
#undef CLBN_LOAD_32
#undef CLBN_SIMD_NARROW
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_SIMD_NARROW(name, X, read, load, put)                                                                   \
    CLBN_FN CLBN(simd_##X) CLBN(simd_all_##name)(const char *base) { return (CLBN(simd_##X))read(load(base)); }      \
    CLBN_FN void CLBN(simd_put_all_##name)(char *base, CLBN(simd_##X) v) { CLBN(put)(base, (__m256i)v); }
/* The low bytes, or the low halves, of eight elements. */
CLBN_FN void CLBN(simd_put_bytes)(char *base, __m256i v)
{
    const __m256i order = _mm256_setr_epi8(0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 4, 8, 12, -1, -1, -1, -1,
                                           -1, -1, -1, -1, -1, -1, -1, -1);
    const __m256i own = _mm256_shuffle_epi8(v, order);
    const int64_t both = _mm_cvtsi128_si64(_mm_unpacklo_epi32(_mm256_castsi256_si128(own), _mm256_extracti128_si256(own, 1)));
    __builtin_memcpy(base, &both, 8);
}
CLBN_FN void CLBN(simd_put_shorts)(char *base, __m256i v)
{
    const __m256i order = _mm256_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, -1, -1, -1, -1, -1, -1, -1, -1, 0, 1, 4, 5, 8, 9, 12, 13, -1, -1,
                                           -1, -1, -1, -1, -1, -1);
    const __m256i own = _mm256_shuffle_epi8(v, order);
    const __m128i both = _mm_unpacklo_epi64(_mm256_castsi256_si128(own), _mm256_extracti128_si256(own, 1));
    __builtin_memcpy(base, &both, 16);
}
#define CLBN_LOAD_8(p) _mm_loadl_epi64((const __m128i *)(const void *)(p))
#define CLBN_LOAD_16(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
CLBN_SIMD_MEMORY_c(CLBN_SIMD_NARROW(c, i, _mm256_cvtepi8_epi32, CLBN_LOAD_8, simd_put_bytes))
CLBN_SIMD_MEMORY_h(CLBN_SIMD_NARROW(h, u, _mm256_cvtepu8_epi32, CLBN_LOAD_8, simd_put_bytes))
CLBN_SIMD_MEMORY_s(CLBN_SIMD_NARROW(s, i, _mm256_cvtepi16_epi32, CLBN_LOAD_16, simd_put_shorts))
CLBN_SIMD_MEMORY_t(CLBN_SIMD_NARROW(t, u, _mm256_cvtepu16_epi32, CLBN_LOAD_16, simd_put_shorts))
#undef CLBN_LOAD_8
#undef CLBN_LOAD_16
#undef CLBN_SIMD_NARROW
#else
#define CLBN_SIMD_NARROW(name, X, T)                                                                                 \
    CLBN_FN CLBN(simd_##X) CLBN(simd_all_##name)(const char *base)                                                   \
    {                                                                                                                \
        const T *p = (const T *)(const void *)base;                                                                  \
        return (CLBN(simd_##X)){p[0], p[1], p[2], p[3]};                                                             \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_put_all_##name)(char *base, CLBN(simd_##X) v)                                             \
    {                                                                                                                \
        T *p = (T *)(void *)base;                                                                                    \
        for (int k = 0; k < CLBN_SIMD_W; k++) p[k] = (T)v[k];                                                        \
    }
CLBN_SIMD_MEMORY_c(CLBN_SIMD_NARROW(c, i, int8_t))
CLBN_SIMD_MEMORY_h(CLBN_SIMD_NARROW(h, u, uint8_t))
CLBN_SIMD_MEMORY_s(CLBN_SIMD_NARROW(s, i, int16_t))
CLBN_SIMD_MEMORY_t(CLBN_SIMD_NARROW(t, u, uint16_t))
#undef CLBN_SIMD_NARROW
#endif
#if CLB_NATIVE_LEVEL == 2
#define CLBN_SIMD_MASKED(name, X, read, write, V)                                                                    \
    CLBN_FN CLBN(simd_##X) CLBN(simd_contiguous_##name)(CLBN(simd_mask) m, const char *base) { return (CLBN(simd_##X))read(m, base); } \
    CLBN_FN void CLBN(simd_put_contiguous_##name)(CLBN(simd_mask) m, char *base, CLBN(simd_##X) v)                   \
    {                                                                                                                \
        if (CLBN(simd_all)(m)) CLBN(simd_put_all_##name)(base, v);                                                   \
        else write(base, m, (V)v);                                                                                   \
    }
#define CLBN_CHARS(m, p) _mm512_cvtepi8_epi32(_mm_maskz_loadu_epi8(m, p))
#define CLBN_UCHARS(m, p) _mm512_cvtepu8_epi32(_mm_maskz_loadu_epi8(m, p))
#define CLBN_SHORTS(m, p) _mm512_cvtepi16_epi32(_mm256_maskz_loadu_epi16(m, p))
#define CLBN_USHORTS(m, p) _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(m, p))
CLBN_SIMD_MEMORY_c(CLBN_SIMD_MASKED(c, i, CLBN_CHARS, _mm512_mask_cvtepi32_storeu_epi8, __m512i))
CLBN_SIMD_MEMORY_h(CLBN_SIMD_MASKED(h, u, CLBN_UCHARS, _mm512_mask_cvtepi32_storeu_epi8, __m512i))
CLBN_SIMD_MEMORY_s(CLBN_SIMD_MASKED(s, i, CLBN_SHORTS, _mm512_mask_cvtepi32_storeu_epi16, __m512i))
CLBN_SIMD_MEMORY_t(CLBN_SIMD_MASKED(t, u, CLBN_USHORTS, _mm512_mask_cvtepi32_storeu_epi16, __m512i))
CLBN_SIMD_MEMORY_f(CLBN_SIMD_MASKED(f, f, _mm512_maskz_loadu_ps, _mm512_mask_storeu_ps, __m512))
CLBN_SIMD_MEMORY_i(CLBN_SIMD_MASKED(i, i, _mm512_maskz_loadu_epi32, _mm512_mask_storeu_epi32, __m512i))
CLBN_SIMD_MEMORY_u(CLBN_SIMD_MASKED(u, u, _mm512_maskz_loadu_epi32, _mm512_mask_storeu_epi32, __m512i))
#undef CLBN_CHARS
#undef CLBN_UCHARS
#undef CLBN_SHORTS
#undef CLBN_USHORTS
#undef CLBN_SIMD_MASKED
#elif CLB_NATIVE_LEVEL == 1
/* AVX2 has no masked loads of bytes. All bytes of a page can be read if one of them may be read. So all are read at once, by an
 * instruction that sanitizers do not check, and those of inactive lanes are dropped. */
#define CLBN_SIMD_CONTIGUOUS_NARROW(name, X, T, read, ones)                                                          \
    CLBN_FN CLBN(simd_##X) CLBN(simd_contiguous_##name)(CLBN(simd_mask) m, const char *base)                         \
    {                                                                                                                \
        if (CLBN(simd_all)(m)) return CLBN(simd_all_##name)(base);                                                   \
        if (((uintptr_t)base & 4095) <= 4096 - CLBN_SIMD_W * sizeof(T) && CLBN(simd_any)(m)) {                       \
            const __m256i all = read(_mm_maskload_epi32((const int *)(const void *)base, ones));                     \
            return (CLBN(simd_##X))_mm256_and_si256(all, (__m256i)m);                                                \
        }                                                                                                            \
        return CLBN(simd_strided_##name)(m, base, sizeof(T));                                                        \
    }                                                                                                                \
    CLBN_SIMD_PUT_CONTIGUOUS(name, X, T)
CLBN_SIMD_MEMORY_c(CLBN_SIMD_CONTIGUOUS_NARROW(c, i, int8_t, _mm256_cvtepi8_epi32, _mm_setr_epi32(-1, -1, 0, 0)))
CLBN_SIMD_MEMORY_h(CLBN_SIMD_CONTIGUOUS_NARROW(h, u, uint8_t, _mm256_cvtepu8_epi32, _mm_setr_epi32(-1, -1, 0, 0)))
CLBN_SIMD_MEMORY_s(CLBN_SIMD_CONTIGUOUS_NARROW(s, i, int16_t, _mm256_cvtepi16_epi32, _mm_set1_epi32(-1)))
CLBN_SIMD_MEMORY_t(CLBN_SIMD_CONTIGUOUS_NARROW(t, u, uint16_t, _mm256_cvtepu16_epi32, _mm_set1_epi32(-1)))
#undef CLBN_SIMD_CONTIGUOUS_NARROW
#else
CLBN_SIMD_MEMORY_c(CLBN_SIMD_CONTIGUOUS(c, i, int8_t))
CLBN_SIMD_MEMORY_h(CLBN_SIMD_CONTIGUOUS(h, u, uint8_t))
CLBN_SIMD_MEMORY_s(CLBN_SIMD_CONTIGUOUS(s, i, int16_t))
CLBN_SIMD_MEMORY_t(CLBN_SIMD_CONTIGUOUS(t, u, uint16_t))
#endif
#if CLB_NATIVE_LEVEL == 0
CLBN_SIMD_MEMORY_l(CLBN_SIMD_CONTIGUOUS(l, l, int64_t))
CLBN_SIMD_MEMORY_m(CLBN_SIMD_CONTIGUOUS(m, m, uint64_t))
CLBN_SIMD_MEMORY_d(CLBN_SIMD_CONTIGUOUS(d, d, double))
CLBN_SIMD_MEMORY_f(CLBN_SIMD_CONTIGUOUS(f, f, float))
CLBN_SIMD_MEMORY_i(CLBN_SIMD_CONTIGUOUS(i, i, int32_t))
CLBN_SIMD_MEMORY_u(CLBN_SIMD_CONTIGUOUS(u, u, uint32_t))
#else
#if CLB_NATIVE_LEVEL == 1
#define CLBN_SIMD_MASKED(X, C, read, write, V)                                                                       \
    CLBN_FN CLBN(simd_##X) CLBN(simd_contiguous_##X)(CLBN(simd_mask) m, const char *base)                            \
    {                                                                                                                \
        return (CLBN(simd_##X))read((const C *)(const void *)base, (__m256i)m);                                      \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_put_contiguous_##X)(CLBN(simd_mask) m, char *base, CLBN(simd_##X) v)                      \
    {                                                                                                                \
        if (CLBN(simd_all)(m)) CLBN(simd_put_all_##X)(base, v);                                                      \
        else write((C *)(void *)base, (__m256i)m, (V)v);                                                             \
    }
CLBN_SIMD_MEMORY_f(CLBN_SIMD_MASKED(f, float, _mm256_maskload_ps, _mm256_maskstore_ps, __m256))
CLBN_SIMD_MEMORY_i(CLBN_SIMD_MASKED(i, int, _mm256_maskload_epi32, _mm256_maskstore_epi32, __m256i))
CLBN_SIMD_MEMORY_u(CLBN_SIMD_MASKED(u, int, _mm256_maskload_epi32, _mm256_maskstore_epi32, __m256i))
#undef CLBN_SIMD_MASKED
#endif
#define CLBN_SIMD_MASKED(X, read, write, V)                                                                          \
    CLBN_FN CLBN(simd_##X) CLBN(simd_contiguous_##X)(CLBN(simd_mask) m, const char *base)                            \
    {                                                                                                                \
        if (CLBN(simd_all)(m)) return CLBN(simd_all_##X)(base);                                                      \
        return (CLBN(simd_##X)){(CLBN(half_##X))read(m, base, lower, 0),                                             \
                                (CLBN(half_##X))read(m, base, upper, 4 * CLBN_SIMD_W)};                              \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_put_contiguous_##X)(CLBN(simd_mask) m, char *base, CLBN(simd_##X) v)                      \
    {                                                                                                                \
        if (CLBN(simd_all)(m)) {                                                                                     \
            CLBN(simd_put_all_##X)(base, v);                                                                         \
        } else {                                                                                                     \
            write(m, base, lower, 0, (V)v.low);                                                                      \
            write(m, base, upper, 4 * CLBN_SIMD_W, (V)v.high);                                                       \
        }                                                                                                            \
    }
#if CLB_NATIVE_LEVEL == 2
#define CLBN_HALF_OF(m, half) ((__mmask8)CLBN_HALF_##half(m))
#define CLBN_HALF_lower(m) (m)
#define CLBN_HALF_upper(m) ((m) >> 8)
#define CLBN_READ_D(m, base, half, at) _mm512_maskz_loadu_pd(CLBN_HALF_OF(m, half), (base) + (at))
#define CLBN_READ_L(m, base, half, at) _mm512_maskz_loadu_epi64(CLBN_HALF_OF(m, half), (base) + (at))
#define CLBN_WRITE_D(m, base, half, at, v) _mm512_mask_storeu_pd((base) + (at), CLBN_HALF_OF(m, half), v)
#define CLBN_WRITE_L(m, base, half, at, v) _mm512_mask_storeu_epi64((base) + (at), CLBN_HALF_OF(m, half), v)
CLBN_SIMD_MEMORY_d(CLBN_SIMD_MASKED(d, CLBN_READ_D, CLBN_WRITE_D, __m512d))
CLBN_SIMD_MEMORY_l(CLBN_SIMD_MASKED(l, CLBN_READ_L, CLBN_WRITE_L, __m512i))
CLBN_SIMD_MEMORY_m(CLBN_SIMD_MASKED(m, CLBN_READ_L, CLBN_WRITE_L, __m512i))
#undef CLBN_HALF_lower
#undef CLBN_HALF_upper
#else
#define CLBN_HALF_OF(m, half) ((__m256i)CLBN(simd_extend)(CLBN(simd_##half)(m)))
#define CLBN_READ_D(m, base, half, at) \
    _mm256_maskload_pd((const double *)(const void *)((base) + (at)), CLBN_HALF_OF(m, half))
#define CLBN_READ_L(m, base, half, at) \
    _mm256_maskload_epi64((const long long *)(const void *)((base) + (at)), CLBN_HALF_OF(m, half))
#define CLBN_WRITE_D(m, base, half, at, v) \
    _mm256_maskstore_pd((double *)(void *)((base) + (at)), CLBN_HALF_OF(m, half), v)
#define CLBN_WRITE_L(m, base, half, at, v) \
    _mm256_maskstore_epi64((long long *)(void *)((base) + (at)), CLBN_HALF_OF(m, half), v)
CLBN_SIMD_MEMORY_d(CLBN_SIMD_MASKED(d, CLBN_READ_D, CLBN_WRITE_D, __m256d))
CLBN_SIMD_MEMORY_l(CLBN_SIMD_MASKED(l, CLBN_READ_L, CLBN_WRITE_L, __m256i))
CLBN_SIMD_MEMORY_m(CLBN_SIMD_MASKED(m, CLBN_READ_L, CLBN_WRITE_L, __m256i))
#endif
#undef CLBN_HALF_OF
#undef CLBN_READ_D
#undef CLBN_READ_L
#undef CLBN_WRITE_D
#undef CLBN_WRITE_L
#undef CLBN_SIMD_MASKED
#endif
/* F(name, X, T) for the types of memory in use: of an element, of the vector that holds them, and in C. */
#undef CLBN_SIMD_MEMORY_EACH
#define CLBN_SIMD_MEMORY_EACH(F)                                                                                     \
    CLBN_SIMD_MEMORY_c(F(c, i, int8_t)) CLBN_SIMD_MEMORY_h(F(h, u, uint8_t)) CLBN_SIMD_MEMORY_s(F(s, i, int16_t))    \
    CLBN_SIMD_MEMORY_t(F(t, u, uint16_t)) CLBN_SIMD_MEMORY_i(F(i, i, int32_t)) CLBN_SIMD_MEMORY_u(F(u, u, uint32_t)) \
    CLBN_SIMD_MEMORY_f(F(f, f, float)) CLBN_SIMD_MEMORY_l(F(l, l, int64_t)) CLBN_SIMD_MEMORY_m(F(m, m, uint64_t))    \
    CLBN_SIMD_MEMORY_d(F(d, d, double))
#define CLBN_SIMD_PUT_NEAR(put, name, X, T)                                                                          \
    CLBN_FN void CLBN(simd_##put##_near_##name)(CLBN(simd_mask) m, char *base, CLBN(simd_i) index, CLBN(simd_##X) v) \
    {                                                                                                                \
        if (CLBN(simd_all)(CLBN(simd_eq_i)(index, CLBN(simd_ramp_i)(index[0], 1))))                                  \
            CLBN(simd_##put##_contiguous_##name)(m, base + (ptrdiff_t)index[0] * (ptrdiff_t)sizeof(T), v);           \
        else                                                                                                         \
            CLBN(simd_scatter_##name)(m, base, index, sizeof(T), v);                                                 \
    }
#define CLBN_SIMD_PUT_RING(put, name, X, T)                                                                          \
    CLBN_FN void CLBN(simd_##put##_ring_##name)(CLBN(simd_mask) m, char *base, uint32_t first, CLBN(simd_##X) v)     \
    {                                                                                                                \
        if (first <= UINT32_MAX - CLBN_SIMD_W) CLBN(simd_##put##_contiguous_##name)(m, base + (size_t)first * sizeof(T), v); \
        else CLBN(simd_uscatter_##name)(m, base, CLBN(simd_ramp_u)(first, 1), sizeof(T), v);                         \
    }
/* Elements that are mostly contiguous, like the pixels of a row up to the edge of an image: tests for that at run time. */
#define CLBN_SIMD_NEAR(name, X, T)                                                                                   \
    CLBN_FN CLBN(simd_##X) CLBN(simd_near_##name)(CLBN(simd_mask) m, const char *base, CLBN(simd_i) index)           \
    {                                                                                                                \
        if (CLBN(simd_all)(CLBN(simd_eq_i)(index, CLBN(simd_ramp_i)(index[0], 1))))                                  \
            return CLBN(simd_contiguous_##name)(m, base + (ptrdiff_t)index[0] * (ptrdiff_t)sizeof(T));               \
        return CLBN(simd_gather_##name)(m, base, index, sizeof(T));                                                  \
    }                                                                                                                \
    CLBN_SIMD_PUT_NEAR(put, name, X, T)
CLBN_SIMD_MEMORY_EACH(CLBN_SIMD_NEAR)
#undef CLBN_SIMD_NEAR
#ifdef CLBN_USES_SIMD_CLOSE
/* The same where elements that are not contiguous mostly lie close to each other, as in the steps of a transform or a sort. */
#undef CLBN_SIMD_FIRSTS
#undef CLBN_SIMD_IN_FOUR
#if CLB_NATIVE_LEVEL == 2
#define CLBN_SIMD_FIRSTS(a) __builtin_shufflevector(a, a, 0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12)
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_SIMD_FIRSTS(a) __builtin_shufflevector(a, a, 0, 0, 0, 0, 4, 4, 4, 4)
#else
#define CLBN_SIMD_FIRSTS(a) __builtin_shufflevector(a, a, 0, 0, 0, 0)
#endif
#define CLBN_SIMD_IN_FOUR(k) ((k) % 4)
/* Whether each four lanes, from a multiple of four on, have adjacent indices. */
CLBN_FN int CLBN(simd_is_in_fours)(CLBN(simd_i) index)
{
    const CLBN(simd_u) after = CLBN_SIMD_EACH(CLBN_SIMD_IN_FOUR);
    return CLBN(simd_all)(CLBN(simd_eq_i)(index, (CLBN(simd_i))((CLBN(simd_u))CLBN_SIMD_FIRSTS(index) + after)));
}
#undef CLBN_SIMD_FIRSTS
#undef CLBN_SIMD_IN_FOUR
#if CLB_NATIVE_LEVEL == 2
#define CLBN_SIMD_LAST 15
#define CLBN_SIMD_FIRST_FEW(n) ((__mmask16)((UINT32_C(2) << (n)) - 1))
/* Elements of which the last one is `last` behind the first one, at `row`, and all others are between these; `after`: how many
 * elements behind the first one each is. Nothing beyond the last one is read. */
CLBN_FN CLBN(simd_f) CLBN(simd_between_ends)(const char *row, CLBN(simd_u) after, uint32_t last)
{
    const uint32_t upper = last > 15 ? last - 16 : 0;
    const __m512 low = _mm512_maskz_loadu_ps(CLBN_SIMD_FIRST_FEW(last - upper), row);
    const __m512 high = _mm512_maskz_loadu_ps(last > 15 ? CLBN_SIMD_FIRST_FEW(upper) : 0, row + 64);
    return (CLBN(simd_f))_mm512_permutex2var_epi32((__m512i)low, (__m512i)after, (__m512i)high);
}
#define CLBN_SIMD_PUT_FOUR(k)                                                                                        \
    _mm_mask_storeu_ps(base + (ptrdiff_t)index[k] * 4, (__mmask8)(m >> (k) & 15), _mm512_extractf32x4_ps((__m512)v, (k) / 4))
CLBN_FN void CLBN(simd_put_fours)(CLBN(simd_mask) m, char *base, CLBN(simd_i) index, CLBN(simd_f) v)
{
    CLBN_SIMD_PUT_FOUR(0);
    CLBN_SIMD_PUT_FOUR(4);
    CLBN_SIMD_PUT_FOUR(8);
    CLBN_SIMD_PUT_FOUR(12);
}
#define CLBN_SIMD_PUTS_FOURS(m, index) CLBN(simd_is_in_fours)(index)
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_SIMD_LAST 7
CLBN_FN CLBN(simd_f) CLBN(simd_between_ends)(const char *row, CLBN(simd_u) after, uint32_t last)
{
    const uint32_t start = last - 7; /* the second vector ends in the last element */
    const __m256i low = _mm256_permutevar8x32_epi32(_mm256_loadu_si256((const __m256i *)(const void *)row), (__m256i)after);
    const __m256i high = _mm256_permutevar8x32_epi32(_mm256_loadu_si256((const __m256i *)(const void *)(row + 4 * (size_t)start)),
                                                     (__m256i)(after - start));
    return (CLBN(simd_f))CLBN(simd_pick_i)((CLBN(simd_mask))(after < 8), (CLBN(simd_i))low, (CLBN(simd_i))high);
}
#define CLBN_SIMD_PUT_FOUR(k) \
    _mm_storeu_ps((float *)(void *)(base + (ptrdiff_t)index[k] * 4), _mm256_extractf128_ps((__m256)v, (k) / 4))
CLBN_FN void CLBN(simd_put_fours)(CLBN(simd_mask) m, char *base, CLBN(simd_i) index, CLBN(simd_f) v)
{
    (void)m;
    CLBN_SIMD_PUT_FOUR(0);
    CLBN_SIMD_PUT_FOUR(4);
}
#define CLBN_SIMD_PUTS_FOURS(m, index) (CLBN(simd_all)(m) && CLBN(simd_is_in_fours)(index))
#endif
#undef CLBN_SIMD_PUT_FOUR
#undef CLBN_SIMD_FIRST_FEW
#if CLB_NATIVE_LEVEL >= 1
/* Two vectors hold all elements. With AVX2, they must not overlap by more than all but one element. */
#define CLBN_SIMD_CLOSE(X)                                                                                           \
    CLBN_FN CLBN(simd_##X) CLBN(simd_close_##X)(CLBN(simd_mask) m, const char *base, CLBN(simd_i) index)             \
    {                                                                                                                \
        if (CLBN(simd_all)(CLBN(simd_eq_i)(index, CLBN(simd_ramp_i)(index[0], 1))))                                  \
            return CLBN(simd_contiguous_##X)(m, base + (ptrdiff_t)index[0] * 4);                                     \
        const CLBN(simd_u) after = (CLBN(simd_u))index - (uint32_t)index[0];                                         \
        const uint32_t last = after[CLBN_SIMD_LAST];                                                                 \
        if (last < 2 * CLBN_SIMD_W && (CLB_NATIVE_LEVEL == 2 || last >= 7) && CLBN(simd_all)(m) &&                   \
            CLBN(simd_all)(CLBN(simd_le_u)(after, CLBN(simd_splat_u)(last))))                                        \
            return (CLBN(simd_##X))CLBN(simd_between_ends)(base + (ptrdiff_t)index[0] * 4, after, last);             \
        return CLBN(simd_gather_##X)(m, base, index, 4);                                                             \
    }                                                                                                                \
    CLBN_SIMD_PUT_CLOSE(put, X)
#define CLBN_SIMD_PUT_CLOSE(put, X)                                                                                  \
    CLBN_FN void CLBN(simd_##put##_close_##X)(CLBN(simd_mask) m, char *base, CLBN(simd_i) index, CLBN(simd_##X) v)   \
    {                                                                                                                \
        if (CLBN(simd_all)(CLBN(simd_eq_i)(index, CLBN(simd_ramp_i)(index[0], 1))))                                  \
            CLBN(simd_##put##_contiguous_##X)(m, base + (ptrdiff_t)index[0] * 4, v);                                 \
        else if (CLBN_SIMD_PUTS_FOURS(m, index))                                                                     \
            CLBN(simd_put_fours)(m, base, index, (CLBN(simd_f))v);                                                   \
        else                                                                                                         \
            CLBN(simd_scatter_##X)(m, base, index, 4, v);                                                            \
    }
#else /* four lanes that are not contiguous have to be gathered */
#define CLBN_SIMD_CLOSE(X)                                                                                           \
    CLBN_FN CLBN(simd_##X) CLBN(simd_close_##X)(CLBN(simd_mask) m, const char *base, CLBN(simd_i) index)             \
    {                                                                                                                \
        return CLBN(simd_near_##X)(m, base, index);                                                                  \
    }                                                                                                                \
    CLBN_SIMD_PUT_CLOSE(put, X)
#define CLBN_SIMD_PUT_CLOSE(put, X)                                                                                  \
    CLBN_FN void CLBN(simd_##put##_close_##X)(CLBN(simd_mask) m, char *base, CLBN(simd_i) index, CLBN(simd_##X) v)   \
    {                                                                                                                \
        CLBN(simd_##put##_near_##X)(m, base, index, v);                                                              \
    }
#endif
CLBN_SIMD_MEMORY_i(CLBN_SIMD_CLOSE(i))
CLBN_SIMD_MEMORY_u(CLBN_SIMD_CLOSE(u))
CLBN_SIMD_MEMORY_f(CLBN_SIMD_CLOSE(f))
#undef CLBN_SIMD_CLOSE
#endif
/* Contiguous elements from index `first` on, where the index wraps modulo 2^32. */
#define CLBN_SIMD_RING(name, X, T)                                                                                   \
    CLBN_FN CLBN(simd_##X) CLBN(simd_ring_##name)(CLBN(simd_mask) m, const char *base, uint32_t first)               \
    {                                                                                                                \
        if (first <= UINT32_MAX - CLBN_SIMD_W) return CLBN(simd_contiguous_##name)(m, base + (size_t)first * sizeof(T)); \
        return CLBN(simd_ugather_##name)(m, base, CLBN(simd_ramp_u)(first, 1), sizeof(T));                           \
    }                                                                                                                \
    CLBN_SIMD_PUT_RING(put, name, X, T)
CLBN_SIMD_MEMORY_EACH(CLBN_SIMD_RING)
#undef CLBN_SIMD_RING
#ifdef CLBN_USES_SIMD_BLENDS
/* Stores of contiguous elements under a mask to memory that no other thread touches, and that has room for a vector around the
 * active lanes' elements: the others get what they had. On some processors a masked store of AVX2 takes eight times as long,
 * and so does what reads it next; the baseline has none. Of AVX-512 it is as fast. If the mask is empty, the address may be
 * any. */
#if CLB_NATIVE_LEVEL == 2
#define CLBN_SIMD_BLEND_CONTIGUOUS(name, X)                                                                          \
    CLBN_FN void CLBN(simd_blend_contiguous_##name)(CLBN(simd_mask) m, char *base, CLBN(simd_##X) v)                 \
    {                                                                                                                \
        CLBN(simd_put_contiguous_##name)(m, base, v);                                                                \
    }
#else
#define CLBN_SIMD_BLEND_CONTIGUOUS(name, X)                                                                          \
    CLBN_FN void CLBN(simd_blend_contiguous_##name)(CLBN(simd_mask) m, char *base, CLBN(simd_##X) v)                 \
    {                                                                                                                \
        if (CLBN(simd_all)(m))                                                                                       \
            CLBN(simd_put_all_##name)(base, v);                                                                      \
        else if (CLBN(simd_any)(m))                                                                                  \
            CLBN(simd_put_all_##name)(base, CLBN(simd_pick_##X)(m, v, CLBN(simd_all_##name)(base)));                 \
    }
#endif
#define CLBN_SIMD_BLEND(name, X, T)                                                                                  \
    CLBN_SIMD_BLEND_CONTIGUOUS(name, X) CLBN_SIMD_PUT_NEAR(blend, name, X, T) CLBN_SIMD_PUT_RING(blend, name, X, T)
CLBN_SIMD_MEMORY_EACH(CLBN_SIMD_BLEND)
#ifdef CLBN_USES_SIMD_CLOSE
CLBN_SIMD_MEMORY_i(CLBN_SIMD_PUT_CLOSE(blend, i))
CLBN_SIMD_MEMORY_u(CLBN_SIMD_PUT_CLOSE(blend, u))
CLBN_SIMD_MEMORY_f(CLBN_SIMD_PUT_CLOSE(blend, f))
#endif
#undef CLBN_SIMD_BLEND
#undef CLBN_SIMD_BLEND_CONTIGUOUS
#endif
#undef CLBN_SIMD_PUT_CLOSE
#undef CLBN_SIMD_PUTS_FOURS
#undef CLBN_SIMD_LAST
#undef CLBN_SIMD_PUT_NEAR
#undef CLBN_SIMD_PUT_RING
#undef CLBN_SIMD_CONTIGUOUS
#undef CLBN_SIMD_PUT_CONTIGUOUS
#undef CLBN_SIMD_ADDRESSED
#undef CLBN_SIMD_INDEXED
#undef CLBN_SIMD_AT
#undef CLBN_SIMD_STEP_AT
#undef CLBN_SIMD_FROM
#undef CLBN_SIMD_BUILT

/* Rows of four bytes or two halves of a word, which lie in one word each. */
#define CLBN_SIMD_OF_WORDS(name, X)                                                                                  \
    CLBN_FN CLBN(simd_##X) CLBN(simd_of_words_##name)(CLBN(simd_u) words, int j)                                     \
    {                                                                                                                \
        char bytes[sizeof words];                                                                                    \
        __builtin_memcpy(bytes, &words, sizeof words);                                                               \
        return CLBN(simd_all_##name)(bytes + j * CLBN_SIMD_W * (int)(sizeof(uint32_t) / CLBN_SIMD_PER_WORD));        \
    }
#define CLBN_SIMD_PER_WORD 4
CLBN_SIMD_MEMORY_c(CLBN_SIMD_OF_WORDS(c, i))
CLBN_SIMD_MEMORY_h(CLBN_SIMD_OF_WORDS(h, u))
#undef CLBN_SIMD_PER_WORD
#define CLBN_SIMD_PER_WORD 2
CLBN_SIMD_MEMORY_s(CLBN_SIMD_OF_WORDS(s, i))
CLBN_SIMD_MEMORY_t(CLBN_SIMD_OF_WORDS(t, u))
#undef CLBN_SIMD_PER_WORD
#undef CLBN_SIMD_OF_WORDS
#define CLBN_SIMD_TO_WORDS(name, X)                                                                                  \
    CLBN_FN CLBN(simd_u) CLBN(simd_to_words_##name)(CLBN(simd_##X) a, CLBN(simd_##X) b, CLBN(simd_##X) c, CLBN(simd_##X) d) \
    {                                                                                                                \
        CLBN(simd_u) words;                                                                                          \
        char bytes[sizeof words];                                                                                    \
        CLBN(simd_put_all_##name)(bytes, a);                                                                         \
        CLBN(simd_put_all_##name)(bytes + CLBN_SIMD_W, b);                                                           \
        CLBN(simd_put_all_##name)(bytes + 2 * CLBN_SIMD_W, c);                                                       \
        CLBN(simd_put_all_##name)(bytes + 3 * CLBN_SIMD_W, d);                                                       \
        __builtin_memcpy(&words, bytes, sizeof words);                                                               \
        return words;                                                                                                \
    }
CLBN_SIMD_MEMORY_c(CLBN_SIMD_TO_WORDS(c, i))
CLBN_SIMD_MEMORY_h(CLBN_SIMD_TO_WORDS(h, u))
#undef CLBN_SIMD_TO_WORDS
#define CLBN_SIMD_TO_WORDS(name, X)                                                                                  \
    CLBN_FN CLBN(simd_u) CLBN(simd_to_words_##name)(CLBN(simd_##X) a, CLBN(simd_##X) b)                              \
    {                                                                                                                \
        CLBN(simd_u) words;                                                                                          \
        char bytes[sizeof words];                                                                                    \
        CLBN(simd_put_all_##name)(bytes, a);                                                                         \
        CLBN(simd_put_all_##name)(bytes + 2 * CLBN_SIMD_W, b);                                                       \
        __builtin_memcpy(&words, bytes, sizeof words);                                                               \
        return words;                                                                                                \
    }
CLBN_SIMD_MEMORY_s(CLBN_SIMD_TO_WORDS(s, i))
CLBN_SIMD_MEMORY_t(CLBN_SIMD_TO_WORDS(t, u))
#undef CLBN_SIMD_TO_WORDS

#ifdef CLBN_USES_SIMD_PRIVATE
/* Private arrays, stored element by element with the lanes contiguous: reads and writes at one index for each lane. The
 * lanes of a stack or a queue mostly have one index. */
#define CLBN_SIMD_PRIVATE(X, T)                                                                                      \
    CLBN_FN CLBN(simd_##X) CLBN(simd_private_##X)(CLBN(simd_mask) m, const CLBN(simd_##X) *p, CLBN(simd_i) index)    \
    {                                                                                                                \
        T r[CLBN_SIMD_W];                                                                                            \
        if (!CLBN(simd_any)(m)) return CLBN(simd_splat_##X)(0);                                                      \
        index = CLBN(simd_safe_i)(m, index);                                                                         \
        if (CLBN(simd_is_same)(index)) return p[index[0]];                                                           \
        for (int k = 0; k < CLBN_SIMD_W; k++) r[k] = ((const T *)(const void *)p)[(ptrdiff_t)index[k] * CLBN_SIMD_W + k]; \
        return CLBN(simd_all_##X)((const char *)r);                                                                  \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_put_private_##X)(CLBN(simd_mask) m, CLBN(simd_##X) *p, CLBN(simd_i) index, CLBN(simd_##X) v) \
    {                                                                                                                \
        T r[CLBN_SIMD_W], nowhere;                                                                                   \
        const uint32_t bits = CLBN(simd_bits)(m);                                                                    \
        if (!bits) return;                                                                                           \
        const CLBN(simd_i) safe = CLBN(simd_safe_i)(m, index);                                                       \
        if (CLBN(simd_is_same)(safe)) {                                                                              \
            p[safe[0]] = CLBN(simd_pick_##X)(m, v, p[safe[0]]);                                                      \
            return;                                                                                                  \
        }                                                                                                            \
        CLBN(simd_put_all_##X)((char *)r, v);                                                                        \
        for (int k = 0; k < CLBN_SIMD_W; k++)                                                                        \
            *(T *)CLBN(simd_or_nowhere)(bits >> k, (char *)((T *)(void *)p + (ptrdiff_t)index[k] * CLBN_SIMD_W + k), &nowhere) = r[k]; \
    }                                                                                                                \
    /* Arrays of few elements: a comparison for each element, so that the array stays in registers. */               \
    CLBN_FN CLBN(simd_##X) CLBN(simd_few_##X)(const CLBN(simd_##X) *p, int count, CLBN(simd_i) index)                \
    {                                                                                                                \
        CLBN(simd_##X) v = p[0];                                                                                     \
        _Pragma("GCC unroll 16") for (int k = 1; k < count; k++)                                                     \
            v = CLBN(simd_pick_##X)(CLBN(simd_eq_i)(index, CLBN(simd_splat_i)(k)), p[k], v);                         \
        return v;                                                                                                    \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_put_few_##X)(CLBN(simd_mask) m, CLBN(simd_##X) *p, int count, CLBN(simd_i) index, CLBN(simd_##X) v) \
    {                                                                                                                \
        _Pragma("GCC unroll 16") for (int k = 0; k < count; k++)                                                     \
            p[k] = CLBN(simd_pick_##X)(CLBN(simd_both)(m, CLBN(simd_eq_i)(index, CLBN(simd_splat_i)(k))), v, p[k]);  \
    }
CLBN_SIMD_PRIVATE(i, int32_t)
CLBN_SIMD_PRIVATE(l, int64_t)
#undef CLBN_SIMD_PRIVATE
#endif
#define CLBN_SIMD_BITS(T, F)                                                                                         \
    CLBN_FN CLBN(simd_##T) CLBN(simd_bits_##T##_##F)(CLBN(simd_##F) a)                                               \
    {                                                                                                                \
        return (CLBN(simd_##T)){(CLBN(half_##T))a.low, (CLBN(half_##T))a.high};                                      \
    }
CLBN_SIMD_BITS(d, l) CLBN_SIMD_BITS(l, d) CLBN_SIMD_BITS(m, l) CLBN_SIMD_BITS(l, m)
#undef CLBN_SIMD_BITS
