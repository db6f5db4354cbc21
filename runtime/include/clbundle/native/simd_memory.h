/* Memory of work-items side by side, in the vectors of clbundle/native/simd.h. Reading and writing comes in two forms: for
 * all work-items, and for those of a mask. Part of clbundle/native/native.h, once per level.
 *
 * SPDX-License-Identifier: MIT */

/* In memory that is aligned for bytes alone. */
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

/* The address to which a work-item writes: a dummy one for inactive lanes. Without a branch, which could not be
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
    const uintptr_t from = (uintptr_t)&nothing;
    return (const void *)(from ^ ((from ^ (uintptr_t)address) & (0 - (uintptr_t)CLBN(simd_any)(m))));
}

/* At `base` plus a number of times `scale` bytes. Built number by number in registers: what was written to the stack bit by bit
 * would be slow to read as a whole. */
#define CLBN_SIMD_AT(T, k) *(const T *)(const void *)(base + (ptrdiff_t)index[k] * scale)
#define CLBN_SIMD_STEP_AT(T, k) *(const T *)(const void *)(base + (k) * step)
/* Those that are not there read a 0. */
static const uint64_t CLBN(simd_nothing)[1] = {0};
#define CLBN_SIMD_FROM(T, k)                                                                                         \
    *(const T *)(uintptr_t)((k) < CLBN_SIMD_W / 2 ? address.low[(k) % (CLBN_SIMD_W / 2)]                              \
                                                  : address.high[(k) % (CLBN_SIMD_W / 2)])
#define CLBN_SIMD_INDEXED(get, put, I, name, X, T, H)                                                                \
    CLBN_FN CLBN(simd_##X) CLBN(simd_##get##_##name)(CLBN(simd_mask) m, const char *base, CLBN(simd_##I) index, ptrdiff_t scale) \
    {                                                                                                                \
        if (!CLBN(simd_any)(m)) return CLBN(simd_splat_##X)(0);                                                      \
        index = CLBN(simd_safe_##I)(m, index);                                                                       \
        return CLBN_SIMD_BUILT_##X(CLBN_SIMD_AT, T);                                                                 \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_##put##_##name)(CLBN(simd_mask) m, char *base, CLBN(simd_##I) index, ptrdiff_t scale, CLBN(simd_##X) v) \
    {                                                                                                                \
        H r[CLBN_SIMD_W];                                                                                            \
        T nowhere;                                                                                                   \
        const uint32_t bits = CLBN(simd_bits)(m);                                                                    \
        CLBN(simd_put_all_##X)((char *)r, v);                                                                        \
        if (CLBN(simd_all)(m)) {                                                                                     \
            for (int k = 0; k < CLBN_SIMD_W; k++) *(T *)(void *)(base + (ptrdiff_t)index[k] * scale) = (T)r[k];      \
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
/* One address for each lane of the mask. T: the type in memory, H: the type in the vector. */
#define CLBN_SIMD_ADDRESSED(name, X, T, H)                                                                           \
    CLBN_FN CLBN(simd_##X) CLBN(simd_fetch_##name)(CLBN(simd_mask) m, CLBN(simd_m) address)                          \
    {                                                                                                                \
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
        if (CLBN(simd_all)(m)) return CLBN_SIMD_BUILT_##X(CLBN_SIMD_STEP_AT, T);                                     \
        return CLBN(simd_gather_##name)(m, base, CLBN(simd_ramp_i)(0, 1), step);                                     \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_put_strided_##name)(CLBN(simd_mask) m, char *base, ptrdiff_t step, CLBN(simd_##X) v)      \
    {                                                                                                                \
        CLBN(simd_scatter_##name)(m, base, CLBN(simd_ramp_i)(0, 1), step, v);                                        \
    }                                                                                                                \
    /* All active lanes write to one address: the last one counts. */                                                \
    CLBN_FN void CLBN(simd_put_one_##name)(CLBN(simd_mask) m, char *base, CLBN(simd_##X) v)                          \
    {                                                                                                                \
        H r[CLBN_SIMD_W];                                                                                            \
        CLBN(simd_put_all_##X)((char *)r, v);                                                                        \
        if (CLBN(simd_any)(m)) *(T *)base = (T)r[CLBN(simd_last)(m)];                                                \
    }
CLBN_SIMD_ADDRESSED(c, i, int8_t, int32_t)
CLBN_SIMD_ADDRESSED(h, u, uint8_t, uint32_t)
CLBN_SIMD_ADDRESSED(s, i, int16_t, int32_t)
CLBN_SIMD_ADDRESSED(t, u, uint16_t, uint32_t)
CLBN_SIMD_ADDRESSED(i, i, int32_t, int32_t)
CLBN_SIMD_ADDRESSED(u, u, CLBN(simd_any_u), uint32_t)
CLBN_SIMD_ADDRESSED(f, f, float, float)
CLBN_SIMD_ADDRESSED(l, l, CLBN(simd_any_l), int64_t)
CLBN_SIMD_ADDRESSED(m, m, CLBN(simd_any_m), uint64_t)
CLBN_SIMD_ADDRESSED(d, d, CLBN(simd_any_d), double)

/* Side by side. */
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
CLBN_SIMD_NARROW(c, i, _mm512_cvtepi8_epi32, CLBN_LOAD_16, _mm512_mask_cvtepi32_storeu_epi8)
CLBN_SIMD_NARROW(h, u, _mm512_cvtepu8_epi32, CLBN_LOAD_16, _mm512_mask_cvtepi32_storeu_epi8)
CLBN_SIMD_NARROW(s, i, _mm512_cvtepi16_epi32, CLBN_LOAD_32, _mm512_mask_cvtepi32_storeu_epi16)
CLBN_SIMD_NARROW(t, u, _mm512_cvtepu16_epi32, CLBN_LOAD_32, _mm512_mask_cvtepi32_storeu_epi16)
#undef CLBN_LOAD_16
#undef CLBN_LOAD_32
#undef CLBN_SIMD_NARROW
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_SIMD_NARROW(name, X, read, load, put)                                                                   \
    CLBN_FN CLBN(simd_##X) CLBN(simd_all_##name)(const char *base) { return (CLBN(simd_##X))read(load(base)); }      \
    CLBN_FN void CLBN(simd_put_all_##name)(char *base, CLBN(simd_##X) v) { CLBN(put)(base, (__m256i)v); }
/* The low bytes, or the low halves, of eight numbers. */
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
CLBN_SIMD_NARROW(c, i, _mm256_cvtepi8_epi32, CLBN_LOAD_8, simd_put_bytes)
CLBN_SIMD_NARROW(h, u, _mm256_cvtepu8_epi32, CLBN_LOAD_8, simd_put_bytes)
CLBN_SIMD_NARROW(s, i, _mm256_cvtepi16_epi32, CLBN_LOAD_16, simd_put_shorts)
CLBN_SIMD_NARROW(t, u, _mm256_cvtepu16_epi32, CLBN_LOAD_16, simd_put_shorts)
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
CLBN_SIMD_NARROW(c, i, int8_t)
CLBN_SIMD_NARROW(h, u, uint8_t)
CLBN_SIMD_NARROW(s, i, int16_t)
CLBN_SIMD_NARROW(t, u, uint16_t)
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
CLBN_SIMD_MASKED(c, i, CLBN_CHARS, _mm512_mask_cvtepi32_storeu_epi8, __m512i)
CLBN_SIMD_MASKED(h, u, CLBN_UCHARS, _mm512_mask_cvtepi32_storeu_epi8, __m512i)
CLBN_SIMD_MASKED(s, i, CLBN_SHORTS, _mm512_mask_cvtepi32_storeu_epi16, __m512i)
CLBN_SIMD_MASKED(t, u, CLBN_USHORTS, _mm512_mask_cvtepi32_storeu_epi16, __m512i)
CLBN_SIMD_MASKED(f, f, _mm512_maskz_loadu_ps, _mm512_mask_storeu_ps, __m512)
CLBN_SIMD_MASKED(i, i, _mm512_maskz_loadu_epi32, _mm512_mask_storeu_epi32, __m512i)
CLBN_SIMD_MASKED(u, u, _mm512_maskz_loadu_epi32, _mm512_mask_storeu_epi32, __m512i)
#undef CLBN_CHARS
#undef CLBN_UCHARS
#undef CLBN_SHORTS
#undef CLBN_USHORTS
#undef CLBN_SIMD_MASKED
#elif CLB_NATIVE_LEVEL == 1
/* AVX2 has no masked loads of bytes. Bytes in the same page as one that may be read can be read, too: then all are
 * read at once, by an instruction that sanitizers do not check, and those of inactive lanes are dropped. */
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
CLBN_SIMD_CONTIGUOUS_NARROW(c, i, int8_t, _mm256_cvtepi8_epi32, _mm_setr_epi32(-1, -1, 0, 0))
CLBN_SIMD_CONTIGUOUS_NARROW(h, u, uint8_t, _mm256_cvtepu8_epi32, _mm_setr_epi32(-1, -1, 0, 0))
CLBN_SIMD_CONTIGUOUS_NARROW(s, i, int16_t, _mm256_cvtepi16_epi32, _mm_set1_epi32(-1))
CLBN_SIMD_CONTIGUOUS_NARROW(t, u, uint16_t, _mm256_cvtepu16_epi32, _mm_set1_epi32(-1))
#undef CLBN_SIMD_CONTIGUOUS_NARROW
#else
CLBN_SIMD_CONTIGUOUS(c, i, int8_t)
CLBN_SIMD_CONTIGUOUS(h, u, uint8_t)
CLBN_SIMD_CONTIGUOUS(s, i, int16_t)
CLBN_SIMD_CONTIGUOUS(t, u, uint16_t)
#endif
#if CLB_NATIVE_LEVEL == 0
CLBN_SIMD_CONTIGUOUS(l, l, int64_t)
CLBN_SIMD_CONTIGUOUS(m, m, uint64_t)
CLBN_SIMD_CONTIGUOUS(d, d, double)
CLBN_SIMD_CONTIGUOUS(f, f, float)
CLBN_SIMD_CONTIGUOUS(i, i, int32_t)
CLBN_SIMD_CONTIGUOUS(u, u, uint32_t)
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
CLBN_SIMD_MASKED(f, float, _mm256_maskload_ps, _mm256_maskstore_ps, __m256)
CLBN_SIMD_MASKED(i, int, _mm256_maskload_epi32, _mm256_maskstore_epi32, __m256i)
CLBN_SIMD_MASKED(u, int, _mm256_maskload_epi32, _mm256_maskstore_epi32, __m256i)
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
CLBN_SIMD_MASKED(d, CLBN_READ_D, CLBN_WRITE_D, __m512d)
CLBN_SIMD_MASKED(l, CLBN_READ_L, CLBN_WRITE_L, __m512i)
CLBN_SIMD_MASKED(m, CLBN_READ_L, CLBN_WRITE_L, __m512i)
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
CLBN_SIMD_MASKED(d, CLBN_READ_D, CLBN_WRITE_D, __m256d)
CLBN_SIMD_MASKED(l, CLBN_READ_L, CLBN_WRITE_L, __m256i)
CLBN_SIMD_MASKED(m, CLBN_READ_L, CLBN_WRITE_L, __m256i)
#endif
#undef CLBN_HALF_OF
#undef CLBN_READ_D
#undef CLBN_READ_L
#undef CLBN_WRITE_D
#undef CLBN_WRITE_L
#undef CLBN_SIMD_MASKED
#endif
/* Numbers that are mostly neighbours', as of an image's pixels up to its edge. */
#define CLBN_SIMD_NEAR(name, X, T)                                                                                   \
    CLBN_FN CLBN(simd_##X) CLBN(simd_near_##name)(CLBN(simd_mask) m, const char *base, CLBN(simd_i) index)           \
    {                                                                                                                \
        if (CLBN(simd_all)(CLBN(simd_eq_i)(index, CLBN(simd_ramp_i)(index[0], 1))))                                  \
            return CLBN(simd_contiguous_##name)(m, base + (ptrdiff_t)index[0] * (ptrdiff_t)sizeof(T));               \
        return CLBN(simd_gather_##name)(m, base, index, sizeof(T));                                                  \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_put_near_##name)(CLBN(simd_mask) m, char *base, CLBN(simd_i) index, CLBN(simd_##X) v)     \
    {                                                                                                                \
        if (CLBN(simd_all)(CLBN(simd_eq_i)(index, CLBN(simd_ramp_i)(index[0], 1))))                                  \
            CLBN(simd_put_contiguous_##name)(m, base + (ptrdiff_t)index[0] * (ptrdiff_t)sizeof(T), v);               \
        else                                                                                                         \
            CLBN(simd_scatter_##name)(m, base, index, sizeof(T), v);                                                 \
    }
CLBN_SIMD_NEAR(c, i, int8_t)
CLBN_SIMD_NEAR(h, u, uint8_t)
CLBN_SIMD_NEAR(s, i, int16_t)
CLBN_SIMD_NEAR(t, u, uint16_t)
CLBN_SIMD_NEAR(i, i, int32_t)
CLBN_SIMD_NEAR(u, u, uint32_t)
CLBN_SIMD_NEAR(f, f, float)
CLBN_SIMD_NEAR(l, l, int64_t)
CLBN_SIMD_NEAR(m, m, uint64_t)
CLBN_SIMD_NEAR(d, d, double)
#undef CLBN_SIMD_NEAR
/* Side by side from number `first` on, modulo 2^32. */
#define CLBN_SIMD_RING(name, X, T)                                                                                   \
    CLBN_FN CLBN(simd_##X) CLBN(simd_ring_##name)(CLBN(simd_mask) m, const char *base, uint32_t first)               \
    {                                                                                                                \
        if (first <= UINT32_MAX - CLBN_SIMD_W) return CLBN(simd_contiguous_##name)(m, base + (size_t)first * sizeof(T)); \
        return CLBN(simd_ugather_##name)(m, base, CLBN(simd_ramp_u)(first, 1), sizeof(T));                           \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_put_ring_##name)(CLBN(simd_mask) m, char *base, uint32_t first, CLBN(simd_##X) v)         \
    {                                                                                                                \
        if (first <= UINT32_MAX - CLBN_SIMD_W) CLBN(simd_put_contiguous_##name)(m, base + (size_t)first * sizeof(T), v); \
        else CLBN(simd_uscatter_##name)(m, base, CLBN(simd_ramp_u)(first, 1), sizeof(T), v);                         \
    }
CLBN_SIMD_RING(c, i, int8_t)
CLBN_SIMD_RING(h, u, uint8_t)
CLBN_SIMD_RING(s, i, int16_t)
CLBN_SIMD_RING(t, u, uint16_t)
CLBN_SIMD_RING(i, i, int32_t)
CLBN_SIMD_RING(u, u, uint32_t)
CLBN_SIMD_RING(f, f, float)
CLBN_SIMD_RING(l, l, int64_t)
CLBN_SIMD_RING(m, m, uint64_t)
CLBN_SIMD_RING(d, d, double)
#undef CLBN_SIMD_RING
#undef CLBN_SIMD_CONTIGUOUS
#undef CLBN_SIMD_PUT_CONTIGUOUS
#undef CLBN_SIMD_ADDRESSED
#undef CLBN_SIMD_INDEXED
#undef CLBN_SIMD_AT
#undef CLBN_SIMD_STEP_AT
#undef CLBN_SIMD_FROM
#undef CLBN_SIMD_BUILT

/* Two or four neighbours a work-item, each number of them as a vector of its own: an array of float2 or float4. */
#if CLB_NATIVE_LEVEL == 2
#define CLBN_EVEN(a, b) __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
#define CLBN_ODD(a, b) __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)
#define CLBN_LOW(a, b) __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define CLBN_HIGH(a, b) __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_EVEN(a, b) __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14)
#define CLBN_ODD(a, b) __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15)
#define CLBN_LOW(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define CLBN_HIGH(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#else
#define CLBN_EVEN(a, b) __builtin_shufflevector(a, b, 0, 2, 4, 6)
#define CLBN_ODD(a, b) __builtin_shufflevector(a, b, 1, 3, 5, 7)
#define CLBN_LOW(a, b) __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define CLBN_HIGH(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#endif
/* Lanes of 16 bytes: four numbers each. CLBN_SIMD_LANES(p): a vector of those at p(0), p(1) and so on. */
#define CLBN_SIMD_PS(p) ((const float *)(const void *)(p))
#if CLB_NATIVE_LEVEL == 2
#define CLBN_SIMD_LANES(p)                                                                                           \
    _mm512_insertf32x8(_mm512_castps256_ps512(_mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(CLBN_SIMD_PS(p(0)))), \
                                                                   _mm_loadu_ps(CLBN_SIMD_PS(p(1))), 1)),             \
                       _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(CLBN_SIMD_PS(p(2)))),                 \
                                            _mm_loadu_ps(CLBN_SIMD_PS(p(3))), 1), 1)
#define CLBN_SIMD_PUT_LANES(v, p)                                                                                    \
    _mm_storeu_ps((float *)(void *)(p(0)), _mm512_extractf32x4_ps((__m512)(v), 0));                                  \
    _mm_storeu_ps((float *)(void *)(p(1)), _mm512_extractf32x4_ps((__m512)(v), 1));                                  \
    _mm_storeu_ps((float *)(void *)(p(2)), _mm512_extractf32x4_ps((__m512)(v), 2));                                  \
    _mm_storeu_ps((float *)(void *)(p(3)), _mm512_extractf32x4_ps((__m512)(v), 3))
#define CLBN_TRANSPOSED(f) _mm512_##f
typedef __m512 CLBN(simd_lanes);
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_SIMD_LANES(p)                                                                                           \
    _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(CLBN_SIMD_PS(p(0)))), _mm_loadu_ps(CLBN_SIMD_PS(p(1))), 1)
#define CLBN_SIMD_PUT_LANES(v, p)                                                                                    \
    _mm_storeu_ps((float *)(void *)(p(0)), _mm256_extractf128_ps((__m256)(v), 0));                                   \
    _mm_storeu_ps((float *)(void *)(p(1)), _mm256_extractf128_ps((__m256)(v), 1))
#define CLBN_TRANSPOSED(f) _mm256_##f
typedef __m256 CLBN(simd_lanes);
#else
#define CLBN_SIMD_LANES(p) CLBN(simd_all_f)(p(0))
#define CLBN_SIMD_PUT_LANES(v, p) CLBN(simd_put_all_f)(p(0), (CLBN(simd_f))(v))
#endif
/* In each lane, four by four: rows become columns, and the other way round. Lane l of the results has the numbers of
 * work-item 4 * l, 4 * l + 1 and so on, where a to d have one number of all work-items each. */
#if CLB_NATIVE_LEVEL >= 1
CLBN_FN void CLBN(simd_transpose)(CLBN(simd_lanes) a, CLBN(simd_lanes) b, CLBN(simd_lanes) c, CLBN(simd_lanes) d, CLBN(simd_lanes) *r)
{
    const CLBN(simd_lanes) e = CLBN_TRANSPOSED(unpacklo_ps)(a, b), f = CLBN_TRANSPOSED(unpackhi_ps)(a, b);
    const CLBN(simd_lanes) g = CLBN_TRANSPOSED(unpacklo_ps)(c, d), h = CLBN_TRANSPOSED(unpackhi_ps)(c, d);
    r[0] = CLBN_TRANSPOSED(shuffle_ps)(e, g, 0x44);
    r[1] = CLBN_TRANSPOSED(shuffle_ps)(e, g, 0xee);
    r[2] = CLBN_TRANSPOSED(shuffle_ps)(f, h, 0x44);
    r[3] = CLBN_TRANSPOSED(shuffle_ps)(f, h, 0xee);
}
#undef CLBN_TRANSPOSED
#else
typedef CLBN(simd_f) CLBN(simd_lanes);
CLBN_FN void CLBN(simd_transpose)(CLBN(simd_lanes) a, CLBN(simd_lanes) b, CLBN(simd_lanes) c, CLBN(simd_lanes) d, CLBN(simd_lanes) *r)
{
    const CLBN(simd_f) e = CLBN_LOW(a, b), f = CLBN_HIGH(a, b), g = CLBN_LOW(c, d), h = CLBN_HIGH(c, d);
    r[0] = __builtin_shufflevector(e, g, 0, 1, 4, 5);
    r[1] = __builtin_shufflevector(e, g, 2, 3, 6, 7);
    r[2] = __builtin_shufflevector(f, h, 0, 1, 4, 5);
    r[3] = __builtin_shufflevector(f, h, 2, 3, 6, 7);
}
#endif
/* Where each work-item's four numbers are, or nowhere for those that are not there: lane l of vector j, in two orders. */
#define CLBN_SIMD_OF(k) (base + (ptrdiff_t)index[k] * scale)
#define CLBN_SIMD_TO(k) ((char *)CLBN(simd_or_nowhere)(bits >> (k), base + (ptrdiff_t)index[k] * scale, nowhere))
#define CLBN_ROW_0(l) (base + 16 * (4 * (l)))
#define CLBN_ROW_1(l) (base + 16 * (4 * (l) + 1))
#define CLBN_ROW_2(l) (base + 16 * (4 * (l) + 2))
#define CLBN_ROW_3(l) (base + 16 * (4 * (l) + 3))
#define CLBN_TRANSPOSE_0(l) CLBN_SIMD_OF(4 * (l))
#define CLBN_TRANSPOSE_1(l) CLBN_SIMD_OF(4 * (l) + 1)
#define CLBN_TRANSPOSE_2(l) CLBN_SIMD_OF(4 * (l) + 2)
#define CLBN_TRANSPOSE_3(l) CLBN_SIMD_OF(4 * (l) + 3)
#define CLBN_PACK_0(l) CLBN_SIMD_OF(l)
#define CLBN_PACK_1(l) CLBN_SIMD_OF(CLBN_SIMD_W / 4 + (l))
#define CLBN_PACK_2(l) CLBN_SIMD_OF(CLBN_SIMD_W / 4 * 2 + (l))
#define CLBN_PACK_3(l) CLBN_SIMD_OF(CLBN_SIMD_W / 4 * 3 + (l))
#define CLBN_TRANSPOSE_TO_0(l) CLBN_SIMD_TO(4 * (l))
#define CLBN_TRANSPOSE_TO_1(l) CLBN_SIMD_TO(4 * (l) + 1)
#define CLBN_TRANSPOSE_TO_2(l) CLBN_SIMD_TO(4 * (l) + 2)
#define CLBN_TRANSPOSE_TO_3(l) CLBN_SIMD_TO(4 * (l) + 3)
#define CLBN_PACK_TO_0(l) CLBN_SIMD_TO(l)
#define CLBN_PACK_TO_1(l) CLBN_SIMD_TO(CLBN_SIMD_W / 4 + (l))
#define CLBN_PACK_TO_2(l) CLBN_SIMD_TO(CLBN_SIMD_W / 4 * 2 + (l))
#define CLBN_PACK_TO_3(l) CLBN_SIMD_TO(CLBN_SIMD_W / 4 * 3 + (l))
#define CLBN_SIMD_DEINTERLEAVE(X, T)                                                                                 \
    CLBN_FN void CLBN(simd_deinterleave_2_##X)(const char *base, CLBN(simd_##X) *a, CLBN(simd_##X) *b)               \
    {                                                                                                                \
        const CLBN(simd_##X) x = CLBN(simd_all_##X)(base), y = CLBN(simd_all_##X)(base + sizeof x);                  \
        *a = CLBN_EVEN(x, y);                                                                                        \
        *b = CLBN_ODD(x, y);                                                                                         \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_interleave_2_##X)(char *base, CLBN(simd_##X) a, CLBN(simd_##X) b)                         \
    {                                                                                                                \
        CLBN(simd_put_all_##X)(base, CLBN_LOW(a, b));                                                                \
        CLBN(simd_put_all_##X)(base + sizeof a, CLBN_HIGH(a, b));                                                    \
    }
CLBN_SIMD_SINGLES(CLBN_SIMD_DEINTERLEAVE)
#undef CLBN_SIMD_DEINTERLEAVE
#if CLB_NATIVE_LEVEL == 1 /* moving across lanes costs most: so lanes are put together in memory */
#define CLBN_SIMD_DEINTERLEAVE(X, T)                                                                                 \
    CLBN_FN void CLBN(simd_deinterleave_4_##X)(const char *base, CLBN(simd_##X) *a, CLBN(simd_##X) *b, CLBN(simd_##X) *c, \
                                        CLBN(simd_##X) *d)                                                           \
    {                                                                                                                \
        CLBN(simd_lanes) r[4];                                                                                       \
        CLBN(simd_transpose)(CLBN_SIMD_LANES(CLBN_ROW_0), CLBN_SIMD_LANES(CLBN_ROW_1), CLBN_SIMD_LANES(CLBN_ROW_2),  \
                        CLBN_SIMD_LANES(CLBN_ROW_3), r);                                                             \
        *a = (CLBN(simd_##X))r[0];                                                                                   \
        *b = (CLBN(simd_##X))r[1];                                                                                   \
        *c = (CLBN(simd_##X))r[2];                                                                                   \
        *d = (CLBN(simd_##X))r[3];                                                                                   \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_interleave_4_##X)(char *base, CLBN(simd_##X) a, CLBN(simd_##X) b, CLBN(simd_##X) c, CLBN(simd_##X) d) \
    {                                                                                                                \
        CLBN(simd_lanes) r[4];                                                                                       \
        CLBN(simd_transpose)((CLBN(simd_lanes))a, (CLBN(simd_lanes))b, (CLBN(simd_lanes))c, (CLBN(simd_lanes))d, r); \
        CLBN_SIMD_PUT_LANES(r[0], CLBN_ROW_0);                                                                       \
        CLBN_SIMD_PUT_LANES(r[1], CLBN_ROW_1);                                                                       \
        CLBN_SIMD_PUT_LANES(r[2], CLBN_ROW_2);                                                                       \
        CLBN_SIMD_PUT_LANES(r[3], CLBN_ROW_3);                                                                       \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_deinterleave_four_##X)(const CLBN(simd_##X) *v, CLBN(simd_##X) *a, CLBN(simd_##X) *b,     \
                                           CLBN(simd_##X) *c, CLBN(simd_##X) *d)                                     \
    {                                                                                                                \
        CLBN(simd_lanes) r[4];                                                                                       \
        CLBN(simd_transpose)(_mm256_permute2f128_ps((__m256)v[0], (__m256)v[2], 0x20),                               \
                        _mm256_permute2f128_ps((__m256)v[0], (__m256)v[2], 0x31),                                    \
                        _mm256_permute2f128_ps((__m256)v[1], (__m256)v[3], 0x20),                                    \
                        _mm256_permute2f128_ps((__m256)v[1], (__m256)v[3], 0x31), r);                                \
        *a = (CLBN(simd_##X))r[0];                                                                                   \
        *b = (CLBN(simd_##X))r[1];                                                                                   \
        *c = (CLBN(simd_##X))r[2];                                                                                   \
        *d = (CLBN(simd_##X))r[3];                                                                                   \
    }
#else
#define CLBN_SIMD_DEINTERLEAVE(X, T)                                                                                 \
    CLBN_FN void CLBN(simd_deinterleave_4_##X)(const char *base, CLBN(simd_##X) *a, CLBN(simd_##X) *b, CLBN(simd_##X) *c, \
                                        CLBN(simd_##X) *d)                                                           \
    {                                                                                                                \
        CLBN(simd_##X) e, f, g, h;                                                                                   \
        CLBN(simd_deinterleave_2_##X)(base, &e, &f);                                                                 \
        CLBN(simd_deinterleave_2_##X)(base + 2 * sizeof e, &g, &h);                                                  \
        *a = CLBN_EVEN(e, g);                                                                                        \
        *b = CLBN_EVEN(f, h);                                                                                        \
        *c = CLBN_ODD(e, g);                                                                                         \
        *d = CLBN_ODD(f, h);                                                                                         \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_interleave_4_##X)(char *base, CLBN(simd_##X) a, CLBN(simd_##X) b, CLBN(simd_##X) c, CLBN(simd_##X) d) \
    {                                                                                                                \
        CLBN(simd_interleave_2_##X)(base, CLBN_LOW(a, c), CLBN_LOW(b, d));                                           \
        CLBN(simd_interleave_2_##X)(base + 2 * sizeof a, CLBN_HIGH(a, c), CLBN_HIGH(b, d));                          \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_deinterleave_four_##X)(const CLBN(simd_##X) *v, CLBN(simd_##X) *a, CLBN(simd_##X) *b,     \
                                           CLBN(simd_##X) *c, CLBN(simd_##X) *d)                                     \
    {                                                                                                                \
        const CLBN(simd_##X) e = CLBN_EVEN(v[0], v[1]), f = CLBN_ODD(v[0], v[1]);                                    \
        const CLBN(simd_##X) g = CLBN_EVEN(v[2], v[3]), h = CLBN_ODD(v[2], v[3]);                                    \
        *a = CLBN_EVEN(e, g);                                                                                        \
        *b = CLBN_EVEN(f, h);                                                                                        \
        *c = CLBN_ODD(e, g);                                                                                         \
        *d = CLBN_ODD(f, h);                                                                                         \
    }
#endif
CLBN_SIMD_SINGLES(CLBN_SIMD_DEINTERLEAVE)
#undef CLBN_SIMD_DEINTERLEAVE
#define CLBN_SIMD_EIGHT(X, T)                                                                                        \
    CLBN_FN void CLBN(simd_deinterleave_8_##X)(const char *base, CLBN(simd_##X) *a, CLBN(simd_##X) *b, CLBN(simd_##X) *c, \
                                        CLBN(simd_##X) *d, CLBN(simd_##X) *e, CLBN(simd_##X) *f, CLBN(simd_##X) *g,  \
                                        CLBN(simd_##X) *h)                                                           \
    {                                                                                                                \
        CLBN(simd_##X) even[4], odd[4];                                                                              \
        for (int k = 0; k < 4; k++) CLBN(simd_deinterleave_2_##X)(base + 2 * k * (ptrdiff_t)sizeof *a, &even[k], &odd[k]); \
        CLBN(simd_deinterleave_four_##X)(even, a, c, e, g);                                                          \
        CLBN(simd_deinterleave_four_##X)(odd, b, d, f, h);                                                           \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_interleave_8_##X)(char *base, CLBN(simd_##X) a, CLBN(simd_##X) b, CLBN(simd_##X) c, CLBN(simd_##X) d, \
                                           CLBN(simd_##X) e, CLBN(simd_##X) f, CLBN(simd_##X) g, CLBN(simd_##X) h)   \
    {                                                                                                                \
        CLBN(simd_interleave_4_##X)(base, CLBN_LOW(a, e), CLBN_LOW(b, f), CLBN_LOW(c, g), CLBN_LOW(d, h));           \
        CLBN(simd_interleave_4_##X)(base + 4 * sizeof a, CLBN_HIGH(a, e), CLBN_HIGH(b, f), CLBN_HIGH(c, g), CLBN_HIGH(d, h)); \
    }                                                                                                                \
    /* Packs of two or four elements, at one index for each lane. */                                                 \
    CLBN_FN void CLBN(simd_collect_2_##X)(CLBN(simd_mask) m, const char *base, CLBN(simd_i) index, ptrdiff_t scale,  \
                                          CLBN(simd_##X) *a, CLBN(simd_##X) *b)                                      \
    {                                                                                                                \
        const CLBN(simd_m) r = CLBN(simd_gather_m)(m, base, index, scale);                                           \
        const CLBN(simd_##X) x = (CLBN(simd_##X))r.low, y = (CLBN(simd_##X))r.high;                                  \
        *a = CLBN_EVEN(x, y);                                                                                        \
        *b = CLBN_ODD(x, y);                                                                                         \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_collect_4_##X)(CLBN(simd_mask) m, const char *base, CLBN(simd_i) index, ptrdiff_t scale,  \
                                          CLBN(simd_##X) *a, CLBN(simd_##X) *b, CLBN(simd_##X) *c, CLBN(simd_##X) *d) \
    {                                                                                                                \
        CLBN(simd_lanes) r[4];                                                                                       \
        if (!CLBN(simd_any)(m)) {                                                                                    \
            *a = *b = *c = *d = CLBN(simd_splat_##X)(0);                                                             \
            return;                                                                                                  \
        }                                                                                                            \
        index = CLBN(simd_safe_i)(m, index);                                                                         \
        CLBN(simd_transpose)(CLBN_SIMD_LANES(CLBN_TRANSPOSE_0), CLBN_SIMD_LANES(CLBN_TRANSPOSE_1), CLBN_SIMD_LANES(CLBN_TRANSPOSE_2), \
                        CLBN_SIMD_LANES(CLBN_TRANSPOSE_3), r);                                                       \
        *a = (CLBN(simd_##X))r[0];                                                                                   \
        *b = (CLBN(simd_##X))r[1];                                                                                   \
        *c = (CLBN(simd_##X))r[2];                                                                                   \
        *d = (CLBN(simd_##X))r[3];                                                                                   \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_spread_2_##X)(CLBN(simd_mask) m, char *base, CLBN(simd_i) index, ptrdiff_t scale,         \
                                         CLBN(simd_##X) a, CLBN(simd_##X) b)                                         \
    {                                                                                                                \
        T r[2 * CLBN_SIMD_W];                                                                                        \
        CLBN(simd_interleave_2_##X)((char *)r, a, b);                                                                \
        for (int k = 0; k < CLBN_SIMD_W; k++)                                                                        \
            if (CLBN_SIMD_IN(m, k)) __builtin_memcpy(base + (ptrdiff_t)index[k] * scale, r + 2 * k, 2 * sizeof *r);  \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_spread_4_##X)(CLBN(simd_mask) m, char *base, CLBN(simd_i) index, ptrdiff_t scale,         \
                                         CLBN(simd_##X) a, CLBN(simd_##X) b, CLBN(simd_##X) c, CLBN(simd_##X) d)     \
    {                                                                                                                \
        CLBN(simd_lanes) r[4];                                                                                       \
        CLBN(simd_transpose)((CLBN(simd_lanes))a, (CLBN(simd_lanes))b, (CLBN(simd_lanes))c, (CLBN(simd_lanes))d, r); \
        if (CLBN(simd_all)(m)) {                                                                                     \
            CLBN_SIMD_PUT_LANES(r[0], CLBN_TRANSPOSE_0);                                                             \
            CLBN_SIMD_PUT_LANES(r[1], CLBN_TRANSPOSE_1);                                                             \
            CLBN_SIMD_PUT_LANES(r[2], CLBN_TRANSPOSE_2);                                                             \
            CLBN_SIMD_PUT_LANES(r[3], CLBN_TRANSPOSE_3);                                                             \
        } else {                                                                                                     \
            const uint32_t bits = CLBN(simd_bits)(m);                                                                \
            char nowhere[16];                                                                                        \
            CLBN_SIMD_PUT_LANES(r[0], CLBN_TRANSPOSE_TO_0);                                                          \
            CLBN_SIMD_PUT_LANES(r[1], CLBN_TRANSPOSE_TO_1);                                                          \
            CLBN_SIMD_PUT_LANES(r[2], CLBN_TRANSPOSE_TO_2);                                                          \
            CLBN_SIMD_PUT_LANES(r[3], CLBN_TRANSPOSE_TO_3);                                                          \
        }                                                                                                            \
    }
CLBN_SIMD_SINGLES(CLBN_SIMD_EIGHT)
#undef CLBN_SIMD_EIGHT

/* Rows: n components of each work-item in the order of memory, a work-item's beside one another. Vector j of n holds number
 * j * CLBN_SIMD_W and so on. `n`, `j`: constants. */
/* For vector j: the work-item that each of its numbers belongs to. */
#define CLBN_SIMD_OWNER(k) (j * CLBN_SIMD_W + (k)) / n
CLBN_FN CLBN(simd_i) CLBN(simd_widen_i)(CLBN(simd_i) a, int n, int j)
{
#if CLB_NATIVE_LEVEL == 2
    return (CLBN(simd_i))_mm512_permutexvar_epi32((__m512i)(CLBN(simd_i))CLBN_SIMD_EACH(CLBN_SIMD_OWNER), (__m512i)a);
#elif CLB_NATIVE_LEVEL == 1
    return (CLBN(simd_i))_mm256_permutevar8x32_epi32((__m256i)a, (__m256i)(CLBN(simd_i))CLBN_SIMD_EACH(CLBN_SIMD_OWNER));
#else
#define CLBN_SIMD_OF_OWNER(k) a[(j * CLBN_SIMD_W + (k)) / n]
    return (CLBN(simd_i))CLBN_SIMD_EACH(CLBN_SIMD_OF_OWNER);
#undef CLBN_SIMD_OF_OWNER
#endif
}
#undef CLBN_SIMD_OWNER
CLBN_FN CLBN(simd_mask) CLBN(simd_mask_of)(CLBN(simd_mask) m, int n, int j)
{
#if CLB_NATIVE_LEVEL == 2
    const uint32_t first = n == 2 ? 0x5555 : n == 4 ? 0x1111 : n == 8 ? 0x0101 : 0x0001;
    return (CLBN(simd_mask))(_pdep_u32((uint32_t)m >> (j * CLBN_SIMD_W / n), first) * ((1u << n) - 1));
#else
    return CLBN(simd_widen_i)(m, n, j);
#endif
}
#define CLBN_SIMD_OF_2(k) ((k) % 2 ? b : a)
#define CLBN_SIMD_OF_4(k) ((k) % 4 == 0 ? a : (k) % 4 == 1 ? b : (k) % 4 == 2 ? c : d)
#define CLBN_SIMD_PACKED(X, T)                                                                                       \
    CLBN_FN CLBN(simd_##X) CLBN(simd_cycle_2_##X)(T a, T b) { return (CLBN(simd_##X))CLBN_SIMD_EACH(CLBN_SIMD_OF_2); } \
    CLBN_FN CLBN(simd_##X) CLBN(simd_cycle_4_##X)(T a, T b, T c, T d)                                                \
    {                                                                                                                \
        return (CLBN(simd_##X))CLBN_SIMD_EACH(CLBN_SIMD_OF_4);                                                       \
    }                                                                                                                \
    CLBN_FN CLBN(simd_##X) CLBN(simd_cycle_at_2_##X)(const char *base)                                               \
    {                                                                                                                \
        uint64_t both;                                                                                               \
        __builtin_memcpy(&both, base, sizeof both);                                                                  \
        return (CLBN(simd_##X))CLBN(simd_splat_m)(both).low;                                                         \
    }                                                                                                                \
    CLBN_FN CLBN(simd_##X) CLBN(simd_cycle_at_4_##X)(const char *base)                                               \
    {                                                                                                                \
        return (CLBN(simd_##X))CLBN(simd_four_same)(base);                                                           \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_split_2_##X)(CLBN(simd_##X) x, CLBN(simd_##X) *a, CLBN(simd_##X) y, CLBN(simd_##X) *b)    \
    {                                                                                                                \
        *a = CLBN_EVEN(x, y);                                                                                        \
        *b = CLBN_ODD(x, y);                                                                                         \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_split_4_##X)(CLBN(simd_##X) x, CLBN(simd_##X) *a, CLBN(simd_##X) y, CLBN(simd_##X) *b,    \
                                        CLBN(simd_##X) z, CLBN(simd_##X) *c, CLBN(simd_##X) w, CLBN(simd_##X) *d)    \
    {                                                                                                                \
        const CLBN(simd_##X) v[4] = {x, y, z, w};                                                                    \
        CLBN(simd_deinterleave_four_##X)(v, a, b, c, d);                                                             \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_pack_2_##X)(CLBN(simd_mask) m, const char *base, CLBN(simd_i) index, ptrdiff_t scale,     \
                                       CLBN(simd_##X) *a, CLBN(simd_##X) *b)                                         \
    {                                                                                                                \
        const CLBN(simd_m) r = CLBN(simd_gather_m)(m, base, index, scale);                                           \
        *a = (CLBN(simd_##X))r.low;                                                                                  \
        *b = (CLBN(simd_##X))r.high;                                                                                 \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_pack_4_##X)(CLBN(simd_mask) m, const char *base, CLBN(simd_i) index, ptrdiff_t scale,     \
                                       CLBN(simd_##X) *a, CLBN(simd_##X) *b, CLBN(simd_##X) *c, CLBN(simd_##X) *d)   \
    {                                                                                                                \
        if (!CLBN(simd_any)(m)) {                                                                                    \
            *a = *b = *c = *d = CLBN(simd_splat_##X)(0);                                                             \
            return;                                                                                                  \
        }                                                                                                            \
        index = CLBN(simd_safe_i)(m, index);                                                                         \
        *a = (CLBN(simd_##X))CLBN_SIMD_LANES(CLBN_PACK_0);                                                           \
        *b = (CLBN(simd_##X))CLBN_SIMD_LANES(CLBN_PACK_1);                                                           \
        *c = (CLBN(simd_##X))CLBN_SIMD_LANES(CLBN_PACK_2);                                                           \
        *d = (CLBN(simd_##X))CLBN_SIMD_LANES(CLBN_PACK_3);                                                           \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_unpack_2_##X)(CLBN(simd_mask) m, char *base, CLBN(simd_i) index, ptrdiff_t scale,         \
                                         CLBN(simd_##X) a, CLBN(simd_##X) b)                                         \
    {                                                                                                                \
        const CLBN(simd_##X) v[2] = {a, b};                                                                          \
        T r[2 * CLBN_SIMD_W];                                                                                        \
        __builtin_memcpy(r, v, sizeof r);                                                                            \
        for (int k = 0; k < CLBN_SIMD_W; k++)                                                                        \
            if (CLBN_SIMD_IN(m, k)) __builtin_memcpy(base + (ptrdiff_t)index[k] * scale, r + 2 * k, 2 * sizeof *r);  \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_unpack_4_##X)(CLBN(simd_mask) m, char *base, CLBN(simd_i) index, ptrdiff_t scale,         \
                                         CLBN(simd_##X) a, CLBN(simd_##X) b, CLBN(simd_##X) c, CLBN(simd_##X) d)     \
    {                                                                                                                \
        if (CLBN(simd_all)(m)) {                                                                                     \
            CLBN_SIMD_PUT_LANES(a, CLBN_PACK_0);                                                                     \
            CLBN_SIMD_PUT_LANES(b, CLBN_PACK_1);                                                                     \
            CLBN_SIMD_PUT_LANES(c, CLBN_PACK_2);                                                                     \
            CLBN_SIMD_PUT_LANES(d, CLBN_PACK_3);                                                                     \
        } else {                                                                                                     \
            const uint32_t bits = CLBN(simd_bits)(m);                                                                \
            char nowhere[16];                                                                                        \
            CLBN_SIMD_PUT_LANES(a, CLBN_PACK_TO_0);                                                                  \
            CLBN_SIMD_PUT_LANES(b, CLBN_PACK_TO_1);                                                                  \
            CLBN_SIMD_PUT_LANES(c, CLBN_PACK_TO_2);                                                                  \
            CLBN_SIMD_PUT_LANES(d, CLBN_PACK_TO_3);                                                                  \
        }                                                                                                            \
    }
CLBN_FN CLBN(simd_f) CLBN(simd_four_same)(const char *base)
{
#if CLB_NATIVE_LEVEL == 2
    return (CLBN(simd_f))_mm512_broadcast_f32x4(_mm_loadu_ps((const float *)(const void *)base));
#elif CLB_NATIVE_LEVEL == 1
    const __m128 own = _mm_loadu_ps((const float *)(const void *)base);
    return (CLBN(simd_f))_mm256_insertf128_ps(_mm256_castps128_ps256(own), own, 1);
#else
    return CLBN(simd_all_f)(base);
#endif
}
CLBN_SIMD_SINGLES(CLBN_SIMD_PACKED)
#undef CLBN_SIMD_PACKED
#undef CLBN_SIMD_PS
#undef CLBN_SIMD_LANES
#undef CLBN_SIMD_PUT_LANES
#undef CLBN_SIMD_OF
#undef CLBN_SIMD_TO
#undef CLBN_ROW_0
#undef CLBN_ROW_1
#undef CLBN_ROW_2
#undef CLBN_ROW_3
#undef CLBN_TRANSPOSE_0
#undef CLBN_TRANSPOSE_1
#undef CLBN_TRANSPOSE_2
#undef CLBN_TRANSPOSE_3
#undef CLBN_PACK_0
#undef CLBN_PACK_1
#undef CLBN_PACK_2
#undef CLBN_PACK_3
#undef CLBN_TRANSPOSE_TO_0
#undef CLBN_TRANSPOSE_TO_1
#undef CLBN_TRANSPOSE_TO_2
#undef CLBN_TRANSPOSE_TO_3
#undef CLBN_PACK_TO_0
#undef CLBN_PACK_TO_1
#undef CLBN_PACK_TO_2
#undef CLBN_PACK_TO_3
#undef CLBN_SIMD_OF_2
#undef CLBN_SIMD_OF_4
CLBN_FN CLBN(simd_u) CLBN(simd_widen_u)(CLBN(simd_u) a, int n, int j)
{
    return (CLBN(simd_u))CLBN(simd_widen_i)((CLBN(simd_i))a, n, j);
}
CLBN_FN CLBN(simd_f) CLBN(simd_widen_f)(CLBN(simd_f) a, int n, int j)
{
    return (CLBN(simd_f))CLBN(simd_widen_i)((CLBN(simd_i))a, n, j);
}
/* Rows of four bytes or two halves of a word, which lie in one word each. */
#define CLBN_SIMD_OF_WORDS(name, X)                                                                                  \
    CLBN_FN CLBN(simd_##X) CLBN(simd_of_words_##name)(CLBN(simd_u) words, int j)                                     \
    {                                                                                                                \
        char bytes[sizeof words];                                                                                    \
        __builtin_memcpy(bytes, &words, sizeof words);                                                               \
        return CLBN(simd_all_##name)(bytes + j * CLBN_SIMD_W * (int)(sizeof(uint32_t) / CLBN_SIMD_PER_WORD));        \
    }
#define CLBN_SIMD_PER_WORD 4
CLBN_SIMD_OF_WORDS(c, i)
CLBN_SIMD_OF_WORDS(h, u)
#undef CLBN_SIMD_PER_WORD
#define CLBN_SIMD_PER_WORD 2
CLBN_SIMD_OF_WORDS(s, i)
CLBN_SIMD_OF_WORDS(t, u)
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
CLBN_SIMD_TO_WORDS(c, i)
CLBN_SIMD_TO_WORDS(h, u)
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
CLBN_SIMD_TO_WORDS(s, i)
CLBN_SIMD_TO_WORDS(t, u)
#undef CLBN_SIMD_TO_WORDS
#undef CLBN_EVEN
#undef CLBN_ODD
#undef CLBN_LOW
#undef CLBN_HIGH

/* Private arrays, stored element by element with the lanes contiguous: reads and writes at one index for each lane. */
#define CLBN_SIMD_PRIVATE(X, T)                                                                                      \
    CLBN_FN CLBN(simd_##X) CLBN(simd_private_##X)(CLBN(simd_mask) m, const CLBN(simd_##X) *p, CLBN(simd_i) index)    \
    {                                                                                                                \
        T r[CLBN_SIMD_W];                                                                                            \
        if (!CLBN(simd_any)(m)) return CLBN(simd_splat_##X)(0);                                                      \
        index = CLBN(simd_safe_i)(m, index);                                                                         \
        for (int k = 0; k < CLBN_SIMD_W; k++) r[k] = ((const T *)(const void *)p)[(ptrdiff_t)index[k] * CLBN_SIMD_W + k]; \
        return CLBN(simd_all_##X)((const char *)r);                                                                  \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_put_private_##X)(CLBN(simd_mask) m, CLBN(simd_##X) *p, CLBN(simd_i) index, CLBN(simd_##X) v) \
    {                                                                                                                \
        T r[CLBN_SIMD_W], nowhere;                                                                                   \
        const uint32_t bits = CLBN(simd_bits)(m);                                                                    \
        CLBN(simd_put_all_##X)((char *)r, v);                                                                        \
        for (int k = 0; k < CLBN_SIMD_W; k++)                                                                        \
            *(T *)CLBN(simd_or_nowhere)(bits >> k, (char *)((T *)(void *)p + (ptrdiff_t)index[k] * CLBN_SIMD_W + k), &nowhere) = r[k]; \
    }                                                                                                                \
    /* Of few: each is looked at, which takes no way through memory. */                                              \
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
#define CLBN_SIMD_BITS(T, F)                                                                                         \
    CLBN_FN CLBN(simd_##T) CLBN(simd_bits_##T##_##F)(CLBN(simd_##F) a)                                               \
    {                                                                                                                \
        return (CLBN(simd_##T)){(CLBN(half_##T))a.low, (CLBN(half_##T))a.high};                                      \
    }
CLBN_SIMD_BITS(d, l) CLBN_SIMD_BITS(l, d) CLBN_SIMD_BITS(m, l) CLBN_SIMD_BITS(l, m)
#undef CLBN_SIMD_BITS
