/* Packs: adjacent elements of a work-item, such as a float2 or float4, in the vectors of clbundle/native/simd.h. A pack is held
 * as a vector for each component, or with the components of each work-item in the order of memory. CLBN_SIMD_PACKS_f, _i and
 * _u select the types. Part of clbundle/native/native.h, once per level, behind simd_memory.h. Knows masks and addresses; must
 * not know work-groups.
 *
 * SPDX-License-Identifier: MIT */

#define CLBN_SIMD_PACKS_OF(X)                                                                                        \
    CLBN_SIMD_PACKS_f(X(f, float)) CLBN_SIMD_PACKS_i(X(i, int32_t)) CLBN_SIMD_PACKS_u(X(u, uint32_t))
/* Packs of two or four elements as a vector for each component. */
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
/* Parts of a vector of 16 bytes, which hold four elements each. CLBN_SIMD_LANES(p): a vector of the parts at p(0), p(1) ... */
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
/* Transposes four by four elements in each part of 16 bytes. If a to d hold one component of all work-items each, part l of the
 * results holds the components of work-items 4 * l, 4 * l + 1 and so on. */
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
/* The address of a work-item's four elements, or a dummy one for inactive lanes: of part l of vector j, in two orders. */
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
CLBN_SIMD_PACKS_OF(CLBN_SIMD_DEINTERLEAVE)
#undef CLBN_SIMD_DEINTERLEAVE
#if CLB_NATIVE_LEVEL == 1 /* moves across parts of 16 bytes cost most, so the parts are combined in memory */
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
CLBN_SIMD_PACKS_OF(CLBN_SIMD_DEINTERLEAVE)
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
        if (!__builtin_constant_p(index[1]) && CLBN(simd_is_same)(index)) {                                          \
            T own[4];                                                                                                \
            __builtin_memcpy(own, base + (ptrdiff_t)index[0] * scale, sizeof own);                                   \
            *a = CLBN(simd_splat_##X)(own[0]);                                                                       \
            *b = CLBN(simd_splat_##X)(own[1]);                                                                       \
            *c = CLBN(simd_splat_##X)(own[2]);                                                                       \
            *d = CLBN(simd_splat_##X)(own[3]);                                                                       \
            return;                                                                                                  \
        }                                                                                                            \
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
        CLBN(simd_scatter_m)(m, base, index, scale, CLBN(simd_all_m)((const char *)r));                              \
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
CLBN_SIMD_PACKS_OF(CLBN_SIMD_EIGHT)
#undef CLBN_SIMD_EIGHT
#ifdef CLBN_USES_SIMD_CLOSE
/* Pairs at indices of which each four lanes mostly have adjacent ones: the pairs of four lanes are 32 bytes. */
#if CLB_NATIVE_LEVEL == 2
#define CLBN_SIMD_FOUR_PAIRS(k) _mm256_loadu_si256((const __m256i *)(const void *)CLBN_SIMD_OF(k))
#define CLBN_SIMD_PUT_FOUR_PAIRS(k, v, j) _mm256_storeu_si256((__m256i *)(void *)CLBN_SIMD_OF(k), _mm512_extracti64x4_epi64((__m512i)(v), j))
#define CLBN_SIMD_READ_PAIRS(X, k) \
    (CLBN(simd_##X))_mm512_inserti64x4(_mm512_castsi256_si512(CLBN_SIMD_FOUR_PAIRS(k)), CLBN_SIMD_FOUR_PAIRS((k) + 4), 1)
#define CLBN_SIMD_WRITE_PAIRS(X, k, v) \
    CLBN_SIMD_PUT_FOUR_PAIRS(k, v, 0);      \
    CLBN_SIMD_PUT_FOUR_PAIRS((k) + 4, v, 1)
#define CLBN_SIMD_SECOND 8 /* the first lane whose pair is in the second vector */
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_SIMD_READ_PAIRS(X, k) CLBN(simd_all_##X)(CLBN_SIMD_OF(k))
#define CLBN_SIMD_WRITE_PAIRS(X, k, v) CLBN(simd_put_all_##X)(CLBN_SIMD_OF(k), v)
#define CLBN_SIMD_SECOND 4
#else
#define CLBN_SIMD_READ_PAIRS(X, k) CLBN(simd_all_##X)(CLBN_SIMD_OF(0) + 8 * (k))
#define CLBN_SIMD_WRITE_PAIRS(X, k, v) CLBN(simd_put_all_##X)(CLBN_SIMD_OF(0) + 8 * (k), v)
#define CLBN_SIMD_SECOND 2
#endif
#define CLBN_SIMD_NEAR(X, T)                                                                                         \
    CLBN_FN void CLBN(simd_collect_near_2_##X)(CLBN(simd_mask) m, const char *base, CLBN(simd_i) index, ptrdiff_t scale, \
                                               CLBN(simd_##X) *a, CLBN(simd_##X) *b)                                 \
    {                                                                                                                \
        if (CLBN(simd_all)(m) && CLBN(simd_is_in_fours)(index)) {                                                    \
            const CLBN(simd_##X) x = CLBN_SIMD_READ_PAIRS(X, 0), y = CLBN_SIMD_READ_PAIRS(X, CLBN_SIMD_SECOND);      \
            *a = CLBN_EVEN(x, y);                                                                                    \
            *b = CLBN_ODD(x, y);                                                                                     \
            return;                                                                                                  \
        }                                                                                                            \
        CLBN(simd_collect_2_##X)(m, base, index, scale, a, b);                                                       \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_spread_near_2_##X)(CLBN(simd_mask) m, char *base, CLBN(simd_i) index, ptrdiff_t scale,    \
                                              CLBN(simd_##X) a, CLBN(simd_##X) b)                                    \
    {                                                                                                                \
        if (CLBN(simd_all)(m) && CLBN(simd_is_in_fours)(index)) {                                                    \
            const CLBN(simd_##X) x = CLBN_LOW(a, b), y = CLBN_HIGH(a, b);                                            \
            CLBN_SIMD_WRITE_PAIRS(X, 0, x);                                                                          \
            CLBN_SIMD_WRITE_PAIRS(X, CLBN_SIMD_SECOND, y);                                                           \
            return;                                                                                                  \
        }                                                                                                            \
        CLBN(simd_spread_2_##X)(m, base, index, scale, a, b);                                                        \
    }
CLBN_SIMD_PACKS_OF(CLBN_SIMD_NEAR)
#undef CLBN_SIMD_NEAR
#undef CLBN_SIMD_FOUR_PAIRS
#undef CLBN_SIMD_PUT_FOUR_PAIRS
#undef CLBN_SIMD_READ_PAIRS
#undef CLBN_SIMD_WRITE_PAIRS
#undef CLBN_SIMD_SECOND
#endif

/* Packs in the order of memory: n contiguous components of each work-item, in n vectors. Vector j holds the elements from
 * j * CLBN_SIMD_W on. n and j are constants.
 *
 * CLBN_SIMD_OWNER(k): the work-item to which element k of vector j belongs. */
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
        CLBN(simd_scatter_m)(m, base, index, scale, (CLBN(simd_m)){(CLBN(half_m))a, (CLBN(half_m))b});               \
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
CLBN_SIMD_PACKS_OF(CLBN_SIMD_PACKED)
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
#undef CLBN_SIMD_PACKS_OF
#undef CLBN_EVEN
#undef CLBN_ODD
#undef CLBN_LOW
#undef CLBN_HIGH
