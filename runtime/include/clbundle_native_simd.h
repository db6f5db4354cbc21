/* Work-items side by side in whole vectors: CLBN_SIMD_W of them, as many as a vector has 32-bit numbers.
 * Part of clbundle_native.h, once per level. Knows vectors and masks; must not know work-groups.
 *
 * CLBN(simd_X): a value of each work-item; X is f, i or u: a vector; d, l or m: 64 bits each, two vectors. Narrower integers
 * are held in 32 bits, extended as their type says. CLBN(simd_mask): which work-items are active. Reading and writing
 * memory comes in two forms: for all work-items, and for those of a mask.
 *
 * SPDX-License-Identifier: MIT */

#undef CLBN_SIMD_W
#undef CLBN_SIMD_EACH
#undef CLBN_SIMD_HALF
#undef CLBN_SIMD_IN
#if CLB_NATIVE_LEVEL == 2
#define CLBN_SIMD_W 16
#define CLBN_SIMD_EACH(k) {k(0), k(1), k(2), k(3), k(4), k(5), k(6), k(7), k(8), k(9), k(10), k(11), k(12), k(13), k(14), k(15)}
#define CLBN_SIMD_HALF(k) {k(0), k(1), k(2), k(3), k(4), k(5), k(6), k(7)}
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_SIMD_W 8
#define CLBN_SIMD_EACH(k) {k(0), k(1), k(2), k(3), k(4), k(5), k(6), k(7)}
#define CLBN_SIMD_HALF(k) {k(0), k(1), k(2), k(3)}
#else
#define CLBN_SIMD_W 4
#define CLBN_SIMD_EACH(k) {k(0), k(1), k(2), k(3)}
#define CLBN_SIMD_HALF(k) {k(0), k(1)}
#endif
#define CLBN_SIMD_NUMBER(k) k
#undef CLBN_SIMD_EACH_OF
#if CLB_NATIVE_LEVEL == 2
#define CLBN_SIMD_EACH_OF(f, T)                                                                                      \
    {f(T, 0), f(T, 1), f(T, 2), f(T, 3), f(T, 4), f(T, 5), f(T, 6), f(T, 7), f(T, 8), f(T, 9), f(T, 10), f(T, 11), f(T, 12), f(T, 13), \
     f(T, 14), f(T, 15)}
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_SIMD_EACH_OF(f, T) {f(T, 0), f(T, 1), f(T, 2), f(T, 3), f(T, 4), f(T, 5), f(T, 6), f(T, 7)}
#else
#define CLBN_SIMD_EACH_OF(f, T) {f(T, 0), f(T, 1), f(T, 2), f(T, 3)}
#endif

/* Where number i of several of `bits` bits lies in 32 bits of memory. */
#undef CLBN_SIMD_BIT
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define CLBN_SIMD_BIT(bits, i) (32 - (bits) - (bits) * (i))
#else
#define CLBN_SIMD_BIT(bits, i) ((bits) * (i))
#endif

typedef float CLBN(simd_f) __attribute__((vector_size(4 * CLBN_SIMD_W)));
typedef int32_t CLBN(simd_i) __attribute__((vector_size(4 * CLBN_SIMD_W)));
typedef uint32_t CLBN(simd_u) __attribute__((vector_size(4 * CLBN_SIMD_W)));
typedef double CLBN(half_d) __attribute__((vector_size(4 * CLBN_SIMD_W)));
typedef int64_t CLBN(half_l) __attribute__((vector_size(4 * CLBN_SIMD_W)));
typedef uint64_t CLBN(half_m) __attribute__((vector_size(4 * CLBN_SIMD_W)));
typedef struct {
    CLBN(half_d) low, high;
} CLBN(simd_d);
typedef struct {
    CLBN(half_l) low, high;
} CLBN(simd_l);
typedef struct {
    CLBN(half_m) low, high;
} CLBN(simd_m);

/* X(code, type) */
#define CLBN_SIMD_SINGLES(X) X(f, float) X(i, int32_t) X(u, uint32_t)
#define CLBN_SIMD_PAIRS(X) X(d, double) X(l, int64_t) X(m, uint64_t)

#define CLBN_SIMD_SPLAT(X, T)                                                                                        \
    CLBN_FN CLBN(simd_##X) CLBN(simd_splat_##X)(T a) { return (CLBN(simd_##X))CLBN_SIMD_EACH(CLBN_SIMD_SAME); }
#define CLBN_SIMD_SAME(k) a
CLBN_SIMD_SINGLES(CLBN_SIMD_SPLAT)
#undef CLBN_SIMD_SPLAT
#define CLBN_SIMD_SPLAT(X, T)                                                                                        \
    CLBN_FN CLBN(simd_##X) CLBN(simd_splat_##X)(T a)                                                                 \
    {                                                                                                                \
        const CLBN(half_##X) h = CLBN_SIMD_HALF(CLBN_SIMD_SAME);                                                     \
        return (CLBN(simd_##X)){h, h};                                                                               \
    }
CLBN_SIMD_PAIRS(CLBN_SIMD_SPLAT)
#undef CLBN_SIMD_SPLAT
#undef CLBN_SIMD_SAME

/* In memory as they are. Pairs by halves: gcc would bring a whole structure by way of the stack. */
#define CLBN_SIMD_WHOLE(X, T)                                                                                        \
    CLBN_FN CLBN(simd_##X) CLBN(simd_all_##X)(const char *base)                                                      \
    {                                                                                                                \
        CLBN(simd_##X) v;                                                                                            \
        __builtin_memcpy(&v, base, sizeof v);                                                                        \
        return v;                                                                                                    \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_put_all_##X)(char *base, CLBN(simd_##X) v) { __builtin_memcpy(base, &v, sizeof v); }
CLBN_SIMD_SINGLES(CLBN_SIMD_WHOLE)
#undef CLBN_SIMD_WHOLE
#define CLBN_SIMD_WHOLE(X, T)                                                                                        \
    CLBN_FN CLBN(simd_##X) CLBN(simd_all_##X)(const char *base)                                                      \
    {                                                                                                                \
        CLBN(half_##X) low, high;                                                                                    \
        __builtin_memcpy(&low, base, sizeof low);                                                                    \
        __builtin_memcpy(&high, base + sizeof low, sizeof high);                                                     \
        return (CLBN(simd_##X)){low, high};                                                                          \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_put_all_##X)(char *base, CLBN(simd_##X) v)                                                \
    {                                                                                                                \
        __builtin_memcpy(base, &v.low, sizeof v.low);                                                                \
        __builtin_memcpy(base + sizeof v.low, &v.high, sizeof v.high);                                               \
    }
CLBN_SIMD_PAIRS(CLBN_SIMD_WHOLE)
#undef CLBN_SIMD_WHOLE

/* first, first + step ... */
CLBN_FN CLBN(simd_u) CLBN(simd_ramp_u)(uint32_t first, uint32_t step)
{
    const CLBN(simd_u) numbers = CLBN_SIMD_EACH(CLBN_SIMD_NUMBER);
    return CLBN(simd_splat_u)(first) + numbers * step;
}
CLBN_FN CLBN(simd_i) CLBN(simd_ramp_i)(int32_t first, int32_t step)
{
    return (CLBN(simd_i))CLBN(simd_ramp_u)((uint32_t)first, (uint32_t)step);
}
CLBN_FN CLBN(simd_m) CLBN(simd_ramp_m)(uint64_t first, uint64_t step)
{
    const CLBN(half_m) numbers = CLBN_SIMD_HALF(CLBN_SIMD_NUMBER), low = numbers * step + first;
    return (CLBN(simd_m)){low, low + step * (CLBN_SIMD_W / 2)};
}
CLBN_FN CLBN(simd_l) CLBN(simd_ramp_l)(int64_t first, int64_t step)
{
    const CLBN(simd_m) r = CLBN(simd_ramp_m)((uint64_t)first, (uint64_t)step);
    return (CLBN(simd_l)){(CLBN(half_l))r.low, (CLBN(half_l))r.high};
}

/* Halves of a vector of 32-bit numbers. */
typedef int32_t CLBN(quarter_i) __attribute__((vector_size(2 * CLBN_SIMD_W)));
CLBN_FN CLBN(quarter_i) CLBN(simd_lower)(CLBN(simd_i) a)
{
#if CLB_NATIVE_LEVEL == 2
    return (CLBN(quarter_i))_mm512_castsi512_si256((__m512i)a);
#elif CLB_NATIVE_LEVEL == 1
    return (CLBN(quarter_i))_mm256_castsi256_si128((__m256i)a);
#else
    return (CLBN(quarter_i)){a[0], a[1]};
#endif
}
CLBN_FN CLBN(quarter_i) CLBN(simd_upper)(CLBN(simd_i) a)
{
#if CLB_NATIVE_LEVEL == 2
    return (CLBN(quarter_i))_mm512_extracti64x4_epi64((__m512i)a, 1);
#elif CLB_NATIVE_LEVEL == 1
    return (CLBN(quarter_i))_mm256_extracti128_si256((__m256i)a, 1);
#else
    return (CLBN(quarter_i)){a[2], a[3]};
#endif
}
CLBN_FN CLBN(simd_i) CLBN(simd_joined)(CLBN(quarter_i) low, CLBN(quarter_i) high)
{
#if CLB_NATIVE_LEVEL == 2
    return (CLBN(simd_i))_mm512_inserti64x4(_mm512_castsi256_si512((__m256i)low), (__m256i)high, 1);
#elif CLB_NATIVE_LEVEL == 1
    return (CLBN(simd_i))_mm256_inserti128_si256(_mm256_castsi128_si256((__m128i)low), (__m128i)high, 1);
#else
    return (CLBN(simd_i)){low[0], low[1], high[0], high[1]};
#endif
}
CLBN_FN CLBN(half_l) CLBN(simd_extend)(CLBN(quarter_i) a)
{
#if CLB_NATIVE_LEVEL == 2
    return (CLBN(half_l))_mm512_cvtepi32_epi64((__m256i)a);
#elif CLB_NATIVE_LEVEL == 1
    return (CLBN(half_l))_mm256_cvtepi32_epi64((__m128i)a);
#else
    return (CLBN(half_l)){a[0], a[1]};
#endif
}
/* The low halves of 64-bit numbers. */
CLBN_FN CLBN(quarter_i) CLBN(simd_truncate)(CLBN(half_l) a)
{
#if CLB_NATIVE_LEVEL == 2
    return (CLBN(quarter_i))_mm512_cvtepi64_epi32((__m512i)a);
#elif CLB_NATIVE_LEVEL == 1
    return (CLBN(quarter_i))_mm256_castsi256_si128(
        _mm256_permutevar8x32_epi32((__m256i)a, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6)));
#else
    return (CLBN(quarter_i)){(int32_t)a[0], (int32_t)a[1]};
#endif
}

CLBN_FN CLBN(simd_i) CLBN(simd_narrowed)(CLBN(half_l) low, CLBN(half_l) high)
{
#if CLB_NATIVE_LEVEL == 1
    const __m256 even = _mm256_shuffle_ps((__m256)low, (__m256)high, 0x88);
    return (CLBN(simd_i))_mm256_permute4x64_epi64((__m256i)even, 0xd8);
#else
    return CLBN(simd_joined)(CLBN(simd_truncate)(low), CLBN(simd_truncate)(high));
#endif
}

/* ---- Masks --------------------------------------------------------------------------------------------------------- */

#if CLB_NATIVE_LEVEL == 2
typedef uint16_t CLBN(simd_mask);
#define CLBN_SIMD_IN(m, k) ((m) >> (k) & 1)
CLBN_FN CLBN(simd_mask) CLBN(simd_full)(int yes) { return yes ? 0xffff : 0; }
CLBN_FN int CLBN(simd_any)(CLBN(simd_mask) m) { return m != 0; }
CLBN_FN int CLBN(simd_all)(CLBN(simd_mask) m) { return m == 0xffff; }
CLBN_FN CLBN(simd_mask) CLBN(simd_not)(CLBN(simd_mask) m) { return (uint16_t)~m; }
CLBN_FN CLBN(simd_mask) CLBN(simd_both)(CLBN(simd_mask) a, CLBN(simd_mask) b) { return a & b; }
CLBN_FN CLBN(simd_mask) CLBN(simd_either)(CLBN(simd_mask) a, CLBN(simd_mask) b) { return a | b; }
CLBN_FN CLBN(simd_mask) CLBN(simd_one_of)(CLBN(simd_mask) a, CLBN(simd_mask) b) { return a ^ b; }
CLBN_FN CLBN(simd_mask) CLBN(simd_without)(CLBN(simd_mask) a, CLBN(simd_mask) b) { return (uint16_t)(a & ~b); }
CLBN_FN CLBN(simd_mask) CLBN(simd_first)(size_t n) { return n >= CLBN_SIMD_W ? 0xffff : (uint16_t)((1u << n) - 1); }
CLBN_FN int CLBN(simd_last)(CLBN(simd_mask) m) { return 31 - __builtin_clz(m); }
CLBN_FN uint32_t CLBN(simd_bits)(CLBN(simd_mask) m) { return m; }
CLBN_FN CLBN(simd_mask) CLBN(simd_number)(uint64_t n) { return n < CLBN_SIMD_W ? (uint16_t)(1u << n) : 0; }
#define CLBN_SIMD_COMPARE(X, f, cast, LT, LE, EQ, NE)                                                                              \
    CLBN_FN CLBN(simd_mask) CLBN(simd_lt_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b) { return f((cast)a, (cast)b, LT); }      \
    CLBN_FN CLBN(simd_mask) CLBN(simd_le_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b) { return f((cast)a, (cast)b, LE); }      \
    CLBN_FN CLBN(simd_mask) CLBN(simd_eq_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b) { return f((cast)a, (cast)b, EQ); }      \
    CLBN_FN CLBN(simd_mask) CLBN(simd_ne_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b) { return f((cast)a, (cast)b, NE); }
CLBN_SIMD_COMPARE(f, _mm512_cmp_ps_mask, __m512, _CMP_LT_OQ, _CMP_LE_OQ, _CMP_EQ_OQ, _CMP_NEQ_UQ)
CLBN_SIMD_COMPARE(i, _mm512_cmp_epi32_mask, __m512i, 1, 2, 0, 4)
CLBN_SIMD_COMPARE(u, _mm512_cmp_epu32_mask, __m512i, 1, 2, 0, 4)
#undef CLBN_SIMD_COMPARE
#define CLBN_SIMD_COMPARE(X, f, cast, LT, LE, EQ, NE)                                                                \
    CLBN_SIMD_COMPARED(X, lt, f, cast, LT) CLBN_SIMD_COMPARED(X, le, f, cast, LE)                                    \
    CLBN_SIMD_COMPARED(X, eq, f, cast, EQ) CLBN_SIMD_COMPARED(X, ne, f, cast, NE)
#define CLBN_SIMD_COMPARED(X, name, f, cast, how)                                                                    \
    CLBN_FN CLBN(simd_mask) CLBN(simd_##name##_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b)                              \
    {                                                                                                                \
        return (uint16_t)(f((cast)a.low, (cast)b.low, how) | f((cast)a.high, (cast)b.high, how) << 8);               \
    }
CLBN_SIMD_COMPARE(d, _mm512_cmp_pd_mask, __m512d, _CMP_LT_OQ, _CMP_LE_OQ, _CMP_EQ_OQ, _CMP_NEQ_UQ)
CLBN_SIMD_COMPARE(l, _mm512_cmp_epi64_mask, __m512i, 1, 2, 0, 4)
CLBN_SIMD_COMPARE(m, _mm512_cmp_epu64_mask, __m512i, 1, 2, 0, 4)
#undef CLBN_SIMD_COMPARE
#undef CLBN_SIMD_COMPARED
#define CLBN_SIMD_PICK(X, blend, cast)                                                                               \
    CLBN_FN CLBN(simd_##X) CLBN(simd_pick_##X)(CLBN(simd_mask) m, CLBN(simd_##X) a, CLBN(simd_##X) b)                \
    {                                                                                                                \
        return (CLBN(simd_##X))blend(m, (cast)b, (cast)a);                                                           \
    }
CLBN_SIMD_PICK(f, _mm512_mask_blend_ps, __m512)
CLBN_SIMD_PICK(i, _mm512_mask_blend_epi32, __m512i)
CLBN_SIMD_PICK(u, _mm512_mask_blend_epi32, __m512i)
#undef CLBN_SIMD_PICK
#define CLBN_SIMD_PICK(X, T)                                                                                         \
    CLBN_FN CLBN(simd_##X) CLBN(simd_pick_##X)(CLBN(simd_mask) m, CLBN(simd_##X) a, CLBN(simd_##X) b)                \
    {                                                                                                                \
        return (CLBN(simd_##X)){(CLBN(half_##X))_mm512_mask_blend_epi64((__mmask8)m, (__m512i)b.low, (__m512i)a.low), \
                                (CLBN(half_##X))_mm512_mask_blend_epi64((__mmask8)(m >> 8), (__m512i)b.high, (__m512i)a.high)}; \
    }
CLBN_SIMD_PAIRS(CLBN_SIMD_PICK)
#undef CLBN_SIMD_PICK
#else
typedef CLBN(simd_i) CLBN(simd_mask);
#define CLBN_SIMD_IN(m, k) ((m)[k] != 0)
CLBN_FN CLBN(simd_mask) CLBN(simd_full)(int yes) { return CLBN(simd_splat_i)(-(yes != 0)); }
#if CLB_NATIVE_LEVEL == 1
CLBN_FN int CLBN(simd_any)(CLBN(simd_mask) m) { return !_mm256_testz_si256((__m256i)m, (__m256i)m); }
CLBN_FN int CLBN(simd_all)(CLBN(simd_mask) m) { return _mm256_testc_si256((__m256i)m, _mm256_set1_epi32(-1)); }
#else
CLBN_FN int CLBN(simd_any)(CLBN(simd_mask) m)
{
    const CLBN(half_l) both = (CLBN(half_l))m;
    return (both[0] | both[1]) != 0;
}
CLBN_FN int CLBN(simd_all)(CLBN(simd_mask) m)
{
    const CLBN(half_l) both = (CLBN(half_l))m;
    return (both[0] & both[1]) == -1;
}
#endif
CLBN_FN CLBN(simd_mask) CLBN(simd_not)(CLBN(simd_mask) m) { return ~m; }
CLBN_FN CLBN(simd_mask) CLBN(simd_both)(CLBN(simd_mask) a, CLBN(simd_mask) b) { return a & b; }
CLBN_FN CLBN(simd_mask) CLBN(simd_either)(CLBN(simd_mask) a, CLBN(simd_mask) b) { return a | b; }
CLBN_FN CLBN(simd_mask) CLBN(simd_one_of)(CLBN(simd_mask) a, CLBN(simd_mask) b) { return a ^ b; }
CLBN_FN CLBN(simd_mask) CLBN(simd_without)(CLBN(simd_mask) a, CLBN(simd_mask) b) { return a & ~b; }
CLBN_FN CLBN(simd_mask) CLBN(simd_first)(size_t n)
{
    return (CLBN(simd_mask))(CLBN(simd_ramp_i)(0, 1) < CLBN(simd_splat_i)(n >= CLBN_SIMD_W ? CLBN_SIMD_W : (int32_t)n));
}
/* The work-item of this number alone, if there is one. */
CLBN_FN CLBN(simd_mask) CLBN(simd_number)(uint64_t n)
{
    return (CLBN(simd_mask))(CLBN(simd_ramp_i)(0, 1) == CLBN(simd_splat_i)(n < CLBN_SIMD_W ? (int32_t)n : -1));
}
/* One bit each. */
CLBN_FN uint32_t CLBN(simd_bits)(CLBN(simd_mask) m)
{
#if CLB_NATIVE_LEVEL == 1
    return (uint32_t)_mm256_movemask_ps((__m256)m);
#else
    uint32_t bits = 0;
    for (int k = 0; k < CLBN_SIMD_W; k++) bits |= (uint32_t)m[k] >> 31 << k;
    return bits;
#endif
}
CLBN_FN int CLBN(simd_last)(CLBN(simd_mask) m) { return 31 - __builtin_clz(CLBN(simd_bits)(m) | 1); }
#define CLBN_SIMD_COMPARE(X, T)                                                                                              \
    CLBN_FN CLBN(simd_mask) CLBN(simd_lt_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b) { return (CLBN(simd_mask))(a < b); }       \
    CLBN_FN CLBN(simd_mask) CLBN(simd_le_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b) { return (CLBN(simd_mask))(a <= b); }      \
    CLBN_FN CLBN(simd_mask) CLBN(simd_eq_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b) { return (CLBN(simd_mask))(a == b); }      \
    CLBN_FN CLBN(simd_mask) CLBN(simd_ne_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b) { return (CLBN(simd_mask))(a != b); }
CLBN_SIMD_SINGLES(CLBN_SIMD_COMPARE)
#undef CLBN_SIMD_COMPARE
#define CLBN_SIMD_COMPARED(X, name, op)                                                                              \
    CLBN_FN CLBN(simd_mask) CLBN(simd_##name##_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b)                              \
    {                                                                                                                \
        return CLBN(simd_narrowed)((CLBN(half_l))(a.low op b.low), (CLBN(half_l))(a.high op b.high));               \
    }
#define CLBN_SIMD_COMPARE(X, T)                                                                                      \
    CLBN_SIMD_COMPARED(X, lt, <) CLBN_SIMD_COMPARED(X, le, <=) CLBN_SIMD_COMPARED(X, eq, ==) CLBN_SIMD_COMPARED(X, ne, !=)
CLBN_SIMD_PAIRS(CLBN_SIMD_COMPARE)
#undef CLBN_SIMD_COMPARE
#undef CLBN_SIMD_COMPARED
#define CLBN_SIMD_PICK(X, T)                                                                                         \
    CLBN_FN CLBN(simd_##X) CLBN(simd_pick_##X)(CLBN(simd_mask) m, CLBN(simd_##X) a, CLBN(simd_##X) b)                \
    {                                                                                                                \
        return (CLBN(simd_##X))((m & (CLBN(simd_i))a) | (~m & (CLBN(simd_i))b));                                     \
    }
CLBN_SIMD_SINGLES(CLBN_SIMD_PICK)
#undef CLBN_SIMD_PICK
#if CLB_NATIVE_LEVEL == 1
#define CLBN_SIMD_CHOSEN(X, m, a, b) (CLBN(half_##X))_mm256_blendv_pd((__m256d)(b), (__m256d)(a), (__m256d)(m))
#else
#define CLBN_SIMD_CHOSEN(X, m, a, b) (CLBN(half_##X))(((m) & (CLBN(half_l))(a)) | (~(m) & (CLBN(half_l))(b)))
#endif
#define CLBN_SIMD_PICK(X, T)                                                                                         \
    CLBN_FN CLBN(simd_##X) CLBN(simd_pick_##X)(CLBN(simd_mask) m, CLBN(simd_##X) a, CLBN(simd_##X) b)                \
    {                                                                                                                \
        const CLBN(half_l) low = CLBN(simd_extend)(CLBN(simd_lower)(m)), high = CLBN(simd_extend)(CLBN(simd_upper)(m)); \
        return (CLBN(simd_##X)){CLBN_SIMD_CHOSEN(X, low, a.low, b.low), CLBN_SIMD_CHOSEN(X, high, a.high, b.high)};  \
    }
CLBN_SIMD_PAIRS(CLBN_SIMD_PICK)
#undef CLBN_SIMD_PICK
#endif

/* ---- Wide masks ----------------------------------------------------------------------------------------------------- */

/* CLBN(wide_mask): the same truth values for functions that mostly compute in 64 bits, as such vectors need them. Where
 * masks are bits of a register of their own, both are one. wide_of, simd_of: from one to the other. */
#if CLB_NATIVE_LEVEL == 2
typedef CLBN(simd_mask) CLBN(wide_mask);
CLBN_FN CLBN(wide_mask) CLBN(wide_of)(CLBN(simd_mask) m) { return m; }
CLBN_FN CLBN(simd_mask) CLBN(simd_of)(CLBN(wide_mask) m) { return m; }
#define CLBN_WIDE_SAME_1(R, name) CLBN_FN R CLBN(wide_##name)(CLBN(wide_mask) a) { return CLBN(simd_##name)(a); }
#define CLBN_WIDE_SAME_2(name)                                                                                       \
    CLBN_FN CLBN(wide_mask) CLBN(wide_##name)(CLBN(wide_mask) a, CLBN(wide_mask) b) { return CLBN(simd_##name)(a, b); }
CLBN_FN CLBN(wide_mask) CLBN(wide_full)(int yes) { return CLBN(simd_full)(yes); }
CLBN_FN CLBN(wide_mask) CLBN(wide_first)(size_t n) { return CLBN(simd_first)(n); }
CLBN_WIDE_SAME_1(int, any) CLBN_WIDE_SAME_1(int, all) CLBN_WIDE_SAME_1(CLBN(wide_mask), not)
CLBN_WIDE_SAME_2(both) CLBN_WIDE_SAME_2(either) CLBN_WIDE_SAME_2(one_of) CLBN_WIDE_SAME_2(without)
#undef CLBN_WIDE_SAME_1
#undef CLBN_WIDE_SAME_2
#define CLBN_WIDE_COMPARED(X, name, op)                                                                              \
    CLBN_FN CLBN(wide_mask) CLBN(wide_##name##_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b)                              \
    {                                                                                                                \
        return CLBN(simd_##name##_##X)(a, b);                                                                        \
    }
#define CLBN_WIDE_CHOICES(X, T)                                                                                      \
    CLBN_FN CLBN(simd_##X) CLBN(wide_pick_##X)(CLBN(wide_mask) m, CLBN(simd_##X) a, CLBN(simd_##X) b)                \
    {                                                                                                                \
        return CLBN(simd_pick_##X)(m, a, b);                                                                         \
    }
CLBN_SIMD_PAIRS(CLBN_WIDE_CHOICES)
#else
typedef CLBN(simd_l) CLBN(wide_mask);
CLBN_FN CLBN(wide_mask) CLBN(wide_of)(CLBN(simd_mask) m)
{
    return (CLBN(wide_mask)){CLBN(simd_extend)(CLBN(simd_lower)(m)), CLBN(simd_extend)(CLBN(simd_upper)(m))};
}
CLBN_FN CLBN(simd_mask) CLBN(simd_of)(CLBN(wide_mask) m) { return CLBN(simd_narrowed)(m.low, m.high); }
CLBN_FN CLBN(wide_mask) CLBN(wide_full)(int yes) { return CLBN(simd_splat_l)(-(int64_t)(yes != 0)); }
CLBN_FN CLBN(wide_mask) CLBN(wide_first)(size_t n) { return CLBN(wide_of)(CLBN(simd_first)(n)); }
#if CLB_NATIVE_LEVEL == 1
CLBN_FN int CLBN(wide_any)(CLBN(wide_mask) m)
{
    const CLBN(half_l) both = m.low | m.high;
    return !_mm256_testz_si256((__m256i)both, (__m256i)both);
}
CLBN_FN int CLBN(wide_all)(CLBN(wide_mask) m)
{
    return _mm256_testc_si256((__m256i)(m.low & m.high), _mm256_set1_epi64x(-1));
}
#else
CLBN_FN int CLBN(wide_any)(CLBN(wide_mask) m)
{
    const CLBN(half_l) both = m.low | m.high;
    return (both[0] | both[1]) != 0;
}
CLBN_FN int CLBN(wide_all)(CLBN(wide_mask) m)
{
    const CLBN(half_l) both = m.low & m.high;
    return (both[0] & both[1]) != 0;
}
#endif
CLBN_FN CLBN(wide_mask) CLBN(wide_not)(CLBN(wide_mask) m) { return (CLBN(wide_mask)){~m.low, ~m.high}; }
#define CLBN_WIDE_OPERATOR(name, value)                                                                              \
    CLBN_FN CLBN(half_l) CLBN(half_##name)(CLBN(half_l) a, CLBN(half_l) b) { return value; }                         \
    CLBN_FN CLBN(wide_mask) CLBN(wide_##name)(CLBN(wide_mask) a, CLBN(wide_mask) b)                                  \
    {                                                                                                                \
        return (CLBN(wide_mask)){CLBN(half_##name)(a.low, b.low), CLBN(half_##name)(a.high, b.high)};                \
    }
CLBN_WIDE_OPERATOR(both, a & b)
CLBN_WIDE_OPERATOR(either, a | b)
CLBN_WIDE_OPERATOR(one_of, a ^ b)
CLBN_WIDE_OPERATOR(without, a & ~b)
#undef CLBN_WIDE_OPERATOR
#define CLBN_WIDE_COMPARED(X, name, op)                                                                              \
    CLBN_FN CLBN(wide_mask) CLBN(wide_##name##_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b)                              \
    {                                                                                                                \
        return (CLBN(wide_mask)){(CLBN(half_l))(a.low op b.low),                                                     \
                                 (CLBN(half_l))(a.high op b.high)};                                                  \
    }
#define CLBN_WIDE_CHOICES(X, T)                                                                                      \
    CLBN_FN CLBN(simd_##X) CLBN(wide_pick_##X)(CLBN(wide_mask) m, CLBN(simd_##X) a, CLBN(simd_##X) b)                \
    {                                                                                                                \
        return (CLBN(simd_##X)){CLBN_SIMD_CHOSEN(X, m.low, a.low, b.low), CLBN_SIMD_CHOSEN(X, m.high, a.high, b.high)}; \
    }
CLBN_SIMD_PAIRS(CLBN_WIDE_CHOICES)
#undef CLBN_SIMD_CHOSEN
#endif
#define CLBN_WIDE_COMPARE(X, T)                                                                                      \
    CLBN_WIDE_COMPARED(X, lt, <) CLBN_WIDE_COMPARED(X, le, <=) CLBN_WIDE_COMPARED(X, eq, ==)                         \
    CLBN_WIDE_COMPARED(X, ne, !=)
CLBN_SIMD_PAIRS(CLBN_WIDE_COMPARE)
#undef CLBN_WIDE_COMPARE
#undef CLBN_WIDE_COMPARED
#undef CLBN_WIDE_CHOICES
#define CLBN_WIDE_CHOICES(X, T)                                                                                      \
    CLBN_FN CLBN(simd_##X) CLBN(wide_pick_##X)(CLBN(wide_mask) m, CLBN(simd_##X) a, CLBN(simd_##X) b)                \
    {                                                                                                                \
        return CLBN(simd_pick_##X)(CLBN(simd_of)(m), a, b);                                                          \
    }
CLBN_SIMD_SINGLES(CLBN_WIDE_CHOICES)
#undef CLBN_WIDE_CHOICES

/* The first work-items, whose numbers from `id` on are below a bound, or up to it. */
#define CLBN_SIMD_IDS(X, T)                                                                                          \
    CLBN_FN CLBN(simd_mask) CLBN(simd_below_##X)(T id, T bound)                                                      \
    {                                                                                                                \
        const uint64_t many = id < bound ? (uint64_t)bound - (uint64_t)id : 0;                                       \
        return CLBN(simd_first)(many < CLBN_SIMD_W ? (size_t)many : CLBN_SIMD_W);                                    \
    }                                                                                                                \
    CLBN_FN CLBN(simd_mask) CLBN(simd_up_to_##X)(T id, T bound)                                                      \
    {                                                                                                                \
        return CLBN(simd_either)(CLBN(simd_below_##X)(id, bound), CLBN(simd_number)((uint64_t)bound - (uint64_t)id)); \
    }
CLBN_SIMD_IDS(l, int64_t)
CLBN_SIMD_IDS(m, uint64_t)
#undef CLBN_SIMD_IDS

/* ---- Operators on pairs; those on single vectors are C's ----------------------------------------------------------- */

#define CLBN_SIMD_OPERATOR(X, name, op)                                                                              \
    CLBN_FN CLBN(simd_##X) CLBN(simd_##name##_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b)                               \
    {                                                                                                                \
        return (CLBN(simd_##X)){a.low op b.low, a.high op b.high};                                                   \
    }
#define CLBN_SIMD_OPERATORS(X, T)                                                                                    \
    CLBN_SIMD_OPERATOR(X, add, +) CLBN_SIMD_OPERATOR(X, subtract, -) CLBN_SIMD_OPERATOR(X, multiply, *)              \
    CLBN_FN CLBN(simd_##X) CLBN(simd_negate_##X)(CLBN(simd_##X) a) { return (CLBN(simd_##X)){-a.low, -a.high}; }
CLBN_SIMD_OPERATORS(d, double)
CLBN_SIMD_OPERATORS(m, uint64_t)
#undef CLBN_SIMD_OPERATORS
/* Numbers with a sign wrap as those without do. */
#define CLBN_SIMD_WRAPPING(name, op)                                                                                 \
    CLBN_FN CLBN(simd_l) CLBN(simd_##name##_l)(CLBN(simd_l) a, CLBN(simd_l) b)                                       \
    {                                                                                                                \
        return (CLBN(simd_l)){(CLBN(half_l))((CLBN(half_m))a.low op (CLBN(half_m))b.low),                            \
                              (CLBN(half_l))((CLBN(half_m))a.high op (CLBN(half_m))b.high)};                         \
    }
CLBN_SIMD_WRAPPING(add, +)
CLBN_SIMD_WRAPPING(subtract, -)
CLBN_SIMD_WRAPPING(multiply, *)
CLBN_SIMD_WRAPPING(left, <<)
#undef CLBN_SIMD_WRAPPING
CLBN_FN CLBN(simd_l) CLBN(simd_negate_l)(CLBN(simd_l) a)
{
    return (CLBN(simd_l)){(CLBN(half_l))-(CLBN(half_m))a.low, (CLBN(half_l))-(CLBN(half_m))a.high};
}
#define CLBN_SIMD_BITS(X)                                                                                            \
    CLBN_SIMD_OPERATOR(X, and, &) CLBN_SIMD_OPERATOR(X, or, |) CLBN_SIMD_OPERATOR(X, xor, ^)                         \
    CLBN_SIMD_OPERATOR(X, right, >>)                                                 \
    CLBN_FN CLBN(simd_##X) CLBN(simd_not_##X)(CLBN(simd_##X) a) { return (CLBN(simd_##X)){~a.low, ~a.high}; }
CLBN_SIMD_BITS(l)
CLBN_SIMD_BITS(m)
CLBN_SIMD_OPERATOR(m, left, <<)
CLBN_SIMD_OPERATOR(d, divide, /)
#undef CLBN_SIMD_BITS
#undef CLBN_SIMD_OPERATOR

/* Of numbers whose upper halves are zero. */
#if CLB_NATIVE_LEVEL == 2
#define CLBN_SIMD_HALF_PRODUCT(a, b) (CLBN(half_m))_mm512_mul_epu32((__m512i)(a), (__m512i)(b))
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_SIMD_HALF_PRODUCT(a, b) (CLBN(half_m))_mm256_mul_epu32((__m256i)(a), (__m256i)(b))
#else
#define CLBN_SIMD_HALF_PRODUCT(a, b) (a) * (b)
#endif
CLBN_FN CLBN(simd_m) CLBN(simd_product_low_m)(CLBN(simd_m) a, CLBN(simd_m) b)
{
    return (CLBN(simd_m)){CLBN_SIMD_HALF_PRODUCT(a.low, b.low), CLBN_SIMD_HALF_PRODUCT(a.high, b.high)};
}
CLBN_FN CLBN(simd_l) CLBN(simd_product_low_l)(CLBN(simd_l) a, CLBN(simd_l) b)
{
    return (CLBN(simd_l)){(CLBN(half_l))CLBN_SIMD_HALF_PRODUCT(a.low, b.low),
                          (CLBN(half_l))CLBN_SIMD_HALF_PRODUCT(a.high, b.high)};
}
#undef CLBN_SIMD_HALF_PRODUCT

/* Integer division; by zero it gives some value, and the least number by -1 itself. */
#define CLBN_SIMD_DIVIDE(X, T, quotient, rest)                                                                       \
    CLBN_FN T CLBN(one_divide_##X)(T a, T b) { return (T)(quotient); }                                               \
    CLBN_FN T CLBN(one_remainder_##X)(T a, T b) { return (T)(rest); }
CLBN_SIMD_DIVIDE(i, int32_t, b == -1 ? (int32_t)(0 - (uint32_t)a) : a / (b ? b : 1), b == -1 ? 0 : a % (b ? b : 1))
CLBN_SIMD_DIVIDE(l, int64_t, b == -1 ? (int64_t)(0 - (uint64_t)a) : a / (b ? b : 1), b == -1 ? 0 : a % (b ? b : 1))
CLBN_SIMD_DIVIDE(u, uint32_t, a / (b ? b : 1), a % (b ? b : 1))
CLBN_SIMD_DIVIDE(m, uint64_t, a / (b ? b : 1), a % (b ? b : 1))
#undef CLBN_SIMD_DIVIDE

/* A function of numbers, work-item by work-item. */
#define CLBN_SIMD_LOOP_2(name, R, A, B, r_t, a_t, b_t, value)                                                        \
    CLBN_FN CLBN(simd_##R) CLBN(name)(CLBN(simd_##A) a, CLBN(simd_##B) b)                                            \
    {                                                                                                                \
        a_t x[CLBN_SIMD_W];                                                                                          \
        b_t y[CLBN_SIMD_W];                                                                                          \
        r_t z[CLBN_SIMD_W];                                                                                          \
        CLBN(simd_put_all_##A)((char *)x, a);                                                                        \
        CLBN(simd_put_all_##B)((char *)y, b);                                                                        \
        for (int k = 0; k < CLBN_SIMD_W; k++) z[k] = (value);                                                        \
        return CLBN(simd_all_##R)((const char *)z);                                                                  \
    }
/* ---- Conversions, cast_TO_FROM -------------------------------------------------------------------------------------- */

#define CLBN_SIMD_CAST(T, F, value) CLBN_FN CLBN(simd_##T) CLBN(simd_cast_##T##_##F)(CLBN(simd_##F) a) { return value; }
CLBN_SIMD_CAST(i, u, (CLBN(simd_i))a)
CLBN_SIMD_CAST(u, i, (CLBN(simd_u))a)
CLBN_SIMD_CAST(f, i, __builtin_convertvector(a, CLBN(simd_f)))
CLBN_SIMD_CAST(i, f, __builtin_convertvector(a, CLBN(simd_i)))
#if CLB_NATIVE_LEVEL == 2
CLBN_SIMD_CAST(f, u, (CLBN(simd_f))_mm512_cvtepu32_ps((__m512i)a))
CLBN_SIMD_CAST(u, f, (CLBN(simd_u))_mm512_cvttps_epu32((__m512)a))
#else
CLBN_SIMD_CAST(f, u, __builtin_convertvector(a, CLBN(simd_f)))
CLBN_SIMD_CAST(u, f, __builtin_convertvector(a, CLBN(simd_u)))
#endif
CLBN_SIMD_CAST(l, i, ((CLBN(simd_l)){CLBN(simd_extend)(CLBN(simd_lower)(a)), CLBN(simd_extend)(CLBN(simd_upper)(a))}))
CLBN_SIMD_CAST(l, u, ((CLBN(simd_l)){CLBN(simd_extend)(CLBN(simd_lower)((CLBN(simd_i))a)) & UINT32_MAX,
                                     CLBN(simd_extend)(CLBN(simd_upper)((CLBN(simd_i))a)) & UINT32_MAX}))
CLBN_SIMD_CAST(m, l, ((CLBN(simd_m)){(CLBN(half_m))a.low, (CLBN(half_m))a.high}))
CLBN_SIMD_CAST(l, m, ((CLBN(simd_l)){(CLBN(half_l))a.low, (CLBN(half_l))a.high}))
CLBN_SIMD_CAST(m, i, CLBN(simd_cast_m_l)(CLBN(simd_cast_l_i)(a)))
CLBN_SIMD_CAST(m, u, CLBN(simd_cast_m_l)(CLBN(simd_cast_l_u)(a)))
CLBN_SIMD_CAST(i, l, CLBN(simd_narrowed)(a.low, a.high))
CLBN_SIMD_CAST(i, m, CLBN(simd_cast_i_l)(CLBN(simd_cast_l_m)(a)))
CLBN_SIMD_CAST(u, l, (CLBN(simd_u))CLBN(simd_cast_i_l)(a))
CLBN_SIMD_CAST(u, m, (CLBN(simd_u))CLBN(simd_cast_i_m)(a))
#undef CLBN_SIMD_CAST
#define CLBN_SIMD_CAST(T, F, t_t, f_t)                                                                               \
    CLBN_FN CLBN(simd_##T) CLBN(simd_cast_##T##_##F)(CLBN(simd_##F) a)                                               \
    {                                                                                                                \
        f_t x[CLBN_SIMD_W];                                                                                          \
        t_t y[CLBN_SIMD_W];                                                                                          \
        CLBN(simd_put_all_##F)((char *)x, a);                                                                        \
        for (int k = 0; k < CLBN_SIMD_W; k++) y[k] = (t_t)x[k];                                                      \
        return CLBN(simd_all_##T)((const char *)y);                                                                  \
    }
CLBN_SIMD_CAST(u, d, uint32_t, double) CLBN_SIMD_CAST(d, u, double, uint32_t)
CLBN_SIMD_CAST(l, d, int64_t, double) CLBN_SIMD_CAST(d, l, double, int64_t)
CLBN_SIMD_CAST(m, d, uint64_t, double) CLBN_SIMD_CAST(d, m, double, uint64_t)
CLBN_SIMD_CAST(l, f, int64_t, float) CLBN_SIMD_CAST(f, l, float, int64_t)
CLBN_SIMD_CAST(m, f, uint64_t, float) CLBN_SIMD_CAST(f, m, float, uint64_t)
#if CLB_NATIVE_LEVEL == 0
CLBN_SIMD_CAST(d, f, double, float) CLBN_SIMD_CAST(f, d, float, double)
CLBN_SIMD_CAST(d, i, double, int32_t) CLBN_SIMD_CAST(i, d, int32_t, double)
#elif CLB_NATIVE_LEVEL == 1
CLBN_FN CLBN(simd_d) CLBN(simd_cast_d_f)(CLBN(simd_f) a)
{
    return (CLBN(simd_d)){(CLBN(half_d))_mm256_cvtps_pd(_mm256_castps256_ps128((__m256)a)),
                          (CLBN(half_d))_mm256_cvtps_pd(_mm256_extractf128_ps((__m256)a, 1))};
}
CLBN_FN CLBN(simd_f) CLBN(simd_cast_f_d)(CLBN(simd_d) a)
{
    return (CLBN(simd_f))_mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps((__m256d)a.low)), _mm256_cvtpd_ps((__m256d)a.high), 1);
}
CLBN_FN CLBN(simd_d) CLBN(simd_cast_d_i)(CLBN(simd_i) a)
{
    return (CLBN(simd_d)){(CLBN(half_d))_mm256_cvtepi32_pd((__m128i)CLBN(simd_lower)(a)),
                          (CLBN(half_d))_mm256_cvtepi32_pd((__m128i)CLBN(simd_upper)(a))};
}
CLBN_FN CLBN(simd_i) CLBN(simd_cast_i_d)(CLBN(simd_d) a)
{
    return CLBN(simd_joined)((CLBN(quarter_i))_mm256_cvttpd_epi32((__m256d)a.low), (CLBN(quarter_i))_mm256_cvttpd_epi32((__m256d)a.high));
}
#else
CLBN_FN CLBN(simd_d) CLBN(simd_cast_d_f)(CLBN(simd_f) a)
{
    return (CLBN(simd_d)){(CLBN(half_d))_mm512_cvtps_pd(_mm512_castps512_ps256((__m512)a)),
                          (CLBN(half_d))_mm512_cvtps_pd((__m256)CLBN(simd_upper)((CLBN(simd_i))a))};
}
CLBN_FN CLBN(simd_f) CLBN(simd_cast_f_d)(CLBN(simd_d) a)
{
    return (CLBN(simd_f))CLBN(simd_joined)((CLBN(quarter_i))_mm512_cvtpd_ps((__m512d)a.low), (CLBN(quarter_i))_mm512_cvtpd_ps((__m512d)a.high));
}
CLBN_FN CLBN(simd_d) CLBN(simd_cast_d_i)(CLBN(simd_i) a)
{
    return (CLBN(simd_d)){(CLBN(half_d))_mm512_cvtepi32_pd((__m256i)CLBN(simd_lower)(a)),
                          (CLBN(half_d))_mm512_cvtepi32_pd((__m256i)CLBN(simd_upper)(a))};
}
CLBN_FN CLBN(simd_i) CLBN(simd_cast_i_d)(CLBN(simd_d) a)
{
    return CLBN(simd_joined)((CLBN(quarter_i))_mm512_cvttpd_epi32((__m512d)a.low), (CLBN(quarter_i))_mm512_cvttpd_epi32((__m512d)a.high));
}
#endif
#undef CLBN_SIMD_CAST

#define CLBN_SIMD_DIVIDES(X, T)                                                                                      \
    CLBN_SIMD_LOOP_2(simd_divide_##X, X, X, X, T, T, T, CLBN(one_divide_##X)(x[k], y[k]))                            \
    CLBN_SIMD_LOOP_2(simd_remainder_##X, X, X, X, T, T, T, CLBN(one_remainder_##X)(x[k], y[k]))
CLBN_SIMD_DIVIDES(l, int64_t)
CLBN_SIMD_DIVIDES(m, uint64_t)
#undef CLBN_SIMD_DIVIDES

/* By way of double: the quotient of two integers of 32 bits is a whole number, or away from one by more than a double's
 * rounding. */
CLBN_FN CLBN(simd_i) CLBN(simd_divide_i)(CLBN(simd_i) a, CLBN(simd_i) b)
{
    return CLBN(simd_cast_i_d)(CLBN(simd_divide_d)(CLBN(simd_cast_d_i)(a), CLBN(simd_cast_d_i)(b)));
}
CLBN_FN CLBN(simd_d) CLBN(simd_unsigned)(CLBN(simd_u) a)
{
    const CLBN(simd_d) half = CLBN(simd_splat_d)(2147483648.0);
    return CLBN(simd_add_d)(CLBN(simd_cast_d_i)((CLBN(simd_i))(a ^ 0x80000000u)), half);
}
CLBN_FN CLBN(simd_u) CLBN(simd_divide_u)(CLBN(simd_u) a, CLBN(simd_u) b)
{
    const CLBN(simd_d) q = CLBN(simd_divide_d)(CLBN(simd_unsigned)(a), CLBN(simd_unsigned)(b));
    /* Whole numbers below 2^31 first: the conversion rounds towards zero. */
    const CLBN(simd_mask) large = CLBN(simd_le_d)(CLBN(simd_splat_d)(2147483648.0), q);
    const CLBN(simd_d) less = CLBN(simd_subtract_d)(q, CLBN(simd_splat_d)(2147483648.0));
    const CLBN(simd_u) low = (CLBN(simd_u))CLBN(simd_cast_i_d)(CLBN(simd_pick_d)(large, less, q));
    return CLBN(simd_pick_u)(large, low ^ 0x80000000u, low);
}
CLBN_FN CLBN(simd_i) CLBN(simd_remainder_i)(CLBN(simd_i) a, CLBN(simd_i) b)
{
    return (CLBN(simd_i))((CLBN(simd_u))a - (CLBN(simd_u))CLBN(simd_divide_i)(a, b) * (CLBN(simd_u))b);
}
CLBN_FN CLBN(simd_u) CLBN(simd_remainder_u)(CLBN(simd_u) a, CLBN(simd_u) b) { return a - CLBN(simd_divide_u)(a, b) * b; }
/* By what all share: times its reciprocal. Whole numbers and one half more are away from the next quotient by at least
 * 1 / (2 b), which is more than the roundings, so that all but the last step may be inexact. */
CLBN_FN CLBN(simd_d) CLBN(simd_quotients)(CLBN(simd_d) a, CLBN(simd_d) half, double b)
{
    const double by = 1 / b;
    return (CLBN(simd_d)){(a.low + half.low) * by, (a.high + half.high) * by};
}
CLBN_FN CLBN(simd_i) CLBN(simd_divide_by_i)(CLBN(simd_i) a, int32_t b)
{
    const CLBN(simd_d) x = CLBN(simd_cast_d_i)(a), half = CLBN(simd_splat_d)(0.5);
    const CLBN(simd_l) sign = CLBN(simd_splat_l)(INT64_MIN);
    const CLBN(simd_d) signed_half = {
        (CLBN(half_d))(((CLBN(half_l))x.low & sign.low) | (CLBN(half_l))half.low),
        (CLBN(half_d))(((CLBN(half_l))x.high & sign.high) | (CLBN(half_l))half.high)};
    return CLBN(simd_cast_i_d)(CLBN(simd_quotients)(x, signed_half, (double)b));
}
CLBN_FN CLBN(simd_i) CLBN(simd_remainder_by_i)(CLBN(simd_i) a, int32_t b)
{
    return (CLBN(simd_i))((CLBN(simd_u))a - (CLBN(simd_u))CLBN(simd_divide_by_i)(a, b) * (uint32_t)b);
}
/* A quotient of 2^31 and more has the divisor 1: then it is the number. */
CLBN_FN CLBN(simd_u) CLBN(simd_divide_by_u)(CLBN(simd_u) a, uint32_t b)
{
    if (b <= 1) return a;
    const CLBN(simd_d) x = CLBN(simd_unsigned)(a), half = CLBN(simd_splat_d)(0.5);
    return (CLBN(simd_u))CLBN(simd_cast_i_d)(CLBN(simd_quotients)(x, half, (double)b));
}
CLBN_FN CLBN(simd_u) CLBN(simd_remainder_by_u)(CLBN(simd_u) a, uint32_t b) { return a - CLBN(simd_divide_by_u)(a, b) * b; }
/* By 2^n, 0 <= n < 31, towards zero: negative numbers get 2^n - 1 first. */
CLBN_FN CLBN(simd_i) CLBN(simd_divide_power_i)(CLBN(simd_i) a, int n)
{
    const CLBN(simd_u) more = (CLBN(simd_u))(a >> 31) & ((1u << n) - 1);
    return (CLBN(simd_i))((CLBN(simd_u))a + more) >> n;
}
CLBN_FN CLBN(simd_i) CLBN(simd_remainder_power_i)(CLBN(simd_i) a, int n)
{
    return (CLBN(simd_i))((CLBN(simd_u))a - ((CLBN(simd_u))CLBN(simd_divide_power_i)(a, n) << n));
}

/* ---- Memory --------------------------------------------------------------------------------------------------------- */

/* In memory that is aligned for bytes alone. */
typedef uint32_t CLBN(simd_any_u) __attribute__((aligned(1), may_alias));
typedef uint64_t CLBN(simd_any_m) __attribute__((aligned(1), may_alias));
typedef int64_t CLBN(simd_any_l) __attribute__((aligned(1), may_alias));
typedef double CLBN(simd_any_d) __attribute__((aligned(1), may_alias));

/* For those that are not there, the place of one that is: then all are read, without a branch for each. */
#define CLBN_SIMD_SAFE(I, T)                                                                                         \
    CLBN_FN CLBN(simd_##I) CLBN(simd_safe_##I)(CLBN(simd_mask) m, CLBN(simd_##I) index)                              \
    {                                                                                                                \
        return CLBN(simd_all)(m) ? index : CLBN(simd_pick_##I)(m, index, CLBN(simd_splat_##I)(index[CLBN(simd_last)(m)])); \
    }
CLBN_SIMD_SAFE(i, int32_t)
CLBN_SIMD_SAFE(u, uint32_t)
#undef CLBN_SIMD_SAFE

/* Where a work-item writes: those that are not there, nowhere. Without a branch, which nobody could foresee. */
CLBN_FN void *CLBN(simd_or_nowhere)(uint32_t there, char *place, void *nowhere)
{
    const uintptr_t from = (uintptr_t)nowhere;
    return (void *)(from ^ ((from ^ (uintptr_t)place) & (0 - (uintptr_t)(there & 1))));
}

/* Where all read, if anybody does. */
CLBN_FN const void *CLBN(simd_or_nothing)(CLBN(simd_mask) m, const char *place)
{
    static const uint64_t nothing = 0;
    const uintptr_t from = (uintptr_t)&nothing;
    return (const void *)(from ^ ((from ^ (uintptr_t)place) & (0 - (uintptr_t)CLBN(simd_any)(m))));
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
/* One place a work-item: any address, for those of the mask. T: what lies there, H: as what it is held. */
#define CLBN_SIMD_PLACES(name, X, T, H)                                                                              \
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
    /* All to one place: whichever comes last. */                                                                    \
    CLBN_FN void CLBN(simd_put_one_##name)(CLBN(simd_mask) m, char *base, CLBN(simd_##X) v)                          \
    {                                                                                                                \
        H r[CLBN_SIMD_W];                                                                                            \
        CLBN(simd_put_all_##X)((char *)r, v);                                                                        \
        if (CLBN(simd_any)(m)) *(T *)base = (T)r[CLBN(simd_last)(m)];                                                \
    }
CLBN_SIMD_PLACES(c, i, int8_t, int32_t)
CLBN_SIMD_PLACES(h, u, uint8_t, uint32_t)
CLBN_SIMD_PLACES(s, i, int16_t, int32_t)
CLBN_SIMD_PLACES(t, u, uint16_t, uint32_t)
CLBN_SIMD_PLACES(i, i, int32_t, int32_t)
CLBN_SIMD_PLACES(u, u, CLBN(simd_any_u), uint32_t)
CLBN_SIMD_PLACES(f, f, float, float)
CLBN_SIMD_PLACES(l, l, CLBN(simd_any_l), int64_t)
CLBN_SIMD_PLACES(m, m, CLBN(simd_any_m), uint64_t)
CLBN_SIMD_PLACES(d, d, CLBN(simd_any_d), double)

/* Side by side. */
#define CLBN_SIMD_ROWS(name, X, T, H, all)                                                                           \
    CLBN_FN CLBN(simd_##X) CLBN(simd_row_##name)(CLBN(simd_mask) m, const char *base)                                \
    {                                                                                                                \
        if (CLBN(simd_all)(m)) return CLBN(simd_all_##name)(base);                                                   \
        return CLBN(simd_strided_##name)(m, base, sizeof(T));                                                        \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_put_row_##name)(CLBN(simd_mask) m, char *base, CLBN(simd_##X) v)                          \
    {                                                                                                                \
        if (CLBN(simd_all)(m)) CLBN(simd_put_all_##name)(base, v);                                                   \
        else CLBN(simd_put_strided_##name)(m, base, sizeof(T), v);                                                   \
    }
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
CLBN_SIMD_ROWS(c, i, int8_t, int32_t, )
CLBN_SIMD_ROWS(h, u, uint8_t, uint32_t, )
CLBN_SIMD_ROWS(s, i, int16_t, int32_t, )
CLBN_SIMD_ROWS(t, u, uint16_t, uint32_t, )
#if CLB_NATIVE_LEVEL == 0
CLBN_SIMD_ROWS(l, l, int64_t, int64_t, )
CLBN_SIMD_ROWS(m, m, uint64_t, uint64_t, )
CLBN_SIMD_ROWS(d, d, double, double, )
CLBN_SIMD_ROWS(f, f, float, float, )
CLBN_SIMD_ROWS(i, i, int32_t, int32_t, )
CLBN_SIMD_ROWS(u, u, uint32_t, uint32_t, )
#else
#if CLB_NATIVE_LEVEL == 2
#define CLBN_SIMD_MASKED(X, C, read, write, V)                                                                       \
    CLBN_FN CLBN(simd_##X) CLBN(simd_row_##X)(CLBN(simd_mask) m, const char *base) { return (CLBN(simd_##X))read(m, base); } \
    CLBN_FN void CLBN(simd_put_row_##X)(CLBN(simd_mask) m, char *base, CLBN(simd_##X) v)                             \
    {                                                                                                                \
        if (CLBN(simd_all)(m)) CLBN(simd_put_all_##X)(base, v);                                                      \
        else write(base, m, (V)v);                                                                                   \
    }
CLBN_SIMD_MASKED(f, float, _mm512_maskz_loadu_ps, _mm512_mask_storeu_ps, __m512)
CLBN_SIMD_MASKED(i, int, _mm512_maskz_loadu_epi32, _mm512_mask_storeu_epi32, __m512i)
CLBN_SIMD_MASKED(u, int, _mm512_maskz_loadu_epi32, _mm512_mask_storeu_epi32, __m512i)
#else
#define CLBN_SIMD_MASKED(X, C, read, write, V)                                                                       \
    CLBN_FN CLBN(simd_##X) CLBN(simd_row_##X)(CLBN(simd_mask) m, const char *base)                                   \
    {                                                                                                                \
        return (CLBN(simd_##X))read((const C *)(const void *)base, (__m256i)m);                                      \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_put_row_##X)(CLBN(simd_mask) m, char *base, CLBN(simd_##X) v)                             \
    {                                                                                                                \
        if (CLBN(simd_all)(m)) CLBN(simd_put_all_##X)(base, v);                                                      \
        else write((C *)(void *)base, (__m256i)m, (V)v);                                                             \
    }
CLBN_SIMD_MASKED(f, float, _mm256_maskload_ps, _mm256_maskstore_ps, __m256)
CLBN_SIMD_MASKED(i, int, _mm256_maskload_epi32, _mm256_maskstore_epi32, __m256i)
CLBN_SIMD_MASKED(u, int, _mm256_maskload_epi32, _mm256_maskstore_epi32, __m256i)
#endif
#undef CLBN_SIMD_MASKED
#define CLBN_SIMD_MASKED(X, read, write, V)                                                                          \
    CLBN_FN CLBN(simd_##X) CLBN(simd_row_##X)(CLBN(simd_mask) m, const char *base)                                   \
    {                                                                                                                \
        if (CLBN(simd_all)(m)) return CLBN(simd_all_##X)(base);                                                      \
        return (CLBN(simd_##X)){(CLBN(half_##X))read(m, base, lower, 0),                                             \
                                (CLBN(half_##X))read(m, base, upper, 4 * CLBN_SIMD_W)};                              \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_put_row_##X)(CLBN(simd_mask) m, char *base, CLBN(simd_##X) v)                             \
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
            return CLBN(simd_row_##name)(m, base + (ptrdiff_t)index[0] * (ptrdiff_t)sizeof(T));                      \
        return CLBN(simd_gather_##name)(m, base, index, sizeof(T));                                                  \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_put_near_##name)(CLBN(simd_mask) m, char *base, CLBN(simd_i) index, CLBN(simd_##X) v)     \
    {                                                                                                                \
        if (CLBN(simd_all)(CLBN(simd_eq_i)(index, CLBN(simd_ramp_i)(index[0], 1))))                                  \
            CLBN(simd_put_row_##name)(m, base + (ptrdiff_t)index[0] * (ptrdiff_t)sizeof(T), v);                      \
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
        if (first <= UINT32_MAX - CLBN_SIMD_W) return CLBN(simd_row_##name)(m, base + (size_t)first * sizeof(T));    \
        return CLBN(simd_ugather_##name)(m, base, CLBN(simd_ramp_u)(first, 1), sizeof(T));                           \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_put_ring_##name)(CLBN(simd_mask) m, char *base, uint32_t first, CLBN(simd_##X) v)         \
    {                                                                                                                \
        if (first <= UINT32_MAX - CLBN_SIMD_W) CLBN(simd_put_row_##name)(m, base + (size_t)first * sizeof(T), v);    \
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
#undef CLBN_SIMD_ROWS
#undef CLBN_SIMD_PLACES
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
#define CLBN_TURNED(f) _mm512_##f
typedef __m512 CLBN(simd_lanes);
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_SIMD_LANES(p)                                                                                           \
    _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(CLBN_SIMD_PS(p(0)))), _mm_loadu_ps(CLBN_SIMD_PS(p(1))), 1)
#define CLBN_SIMD_PUT_LANES(v, p)                                                                                    \
    _mm_storeu_ps((float *)(void *)(p(0)), _mm256_extractf128_ps((__m256)(v), 0));                                   \
    _mm_storeu_ps((float *)(void *)(p(1)), _mm256_extractf128_ps((__m256)(v), 1))
#define CLBN_TURNED(f) _mm256_##f
typedef __m256 CLBN(simd_lanes);
#else
#define CLBN_SIMD_LANES(p) CLBN(simd_all_f)(p(0))
#define CLBN_SIMD_PUT_LANES(v, p) CLBN(simd_put_all_f)(p(0), (CLBN(simd_f))(v))
#endif
/* In each lane, four by four: rows become columns, and the other way round. Lane l of the results has the numbers of
 * work-item 4 * l, 4 * l + 1 and so on, where a to d have one number of all work-items each. */
#if CLB_NATIVE_LEVEL >= 1
CLBN_FN void CLBN(simd_turn)(CLBN(simd_lanes) a, CLBN(simd_lanes) b, CLBN(simd_lanes) c, CLBN(simd_lanes) d, CLBN(simd_lanes) *r)
{
    const CLBN(simd_lanes) e = CLBN_TURNED(unpacklo_ps)(a, b), f = CLBN_TURNED(unpackhi_ps)(a, b);
    const CLBN(simd_lanes) g = CLBN_TURNED(unpacklo_ps)(c, d), h = CLBN_TURNED(unpackhi_ps)(c, d);
    r[0] = CLBN_TURNED(shuffle_ps)(e, g, 0x44);
    r[1] = CLBN_TURNED(shuffle_ps)(e, g, 0xee);
    r[2] = CLBN_TURNED(shuffle_ps)(f, h, 0x44);
    r[3] = CLBN_TURNED(shuffle_ps)(f, h, 0xee);
}
#undef CLBN_TURNED
#else
typedef CLBN(simd_f) CLBN(simd_lanes);
CLBN_FN void CLBN(simd_turn)(CLBN(simd_lanes) a, CLBN(simd_lanes) b, CLBN(simd_lanes) c, CLBN(simd_lanes) d, CLBN(simd_lanes) *r)
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
#define CLBN_TURN_0(l) CLBN_SIMD_OF(4 * (l))
#define CLBN_TURN_1(l) CLBN_SIMD_OF(4 * (l) + 1)
#define CLBN_TURN_2(l) CLBN_SIMD_OF(4 * (l) + 2)
#define CLBN_TURN_3(l) CLBN_SIMD_OF(4 * (l) + 3)
#define CLBN_PACK_0(l) CLBN_SIMD_OF(l)
#define CLBN_PACK_1(l) CLBN_SIMD_OF(CLBN_SIMD_W / 4 + (l))
#define CLBN_PACK_2(l) CLBN_SIMD_OF(CLBN_SIMD_W / 4 * 2 + (l))
#define CLBN_PACK_3(l) CLBN_SIMD_OF(CLBN_SIMD_W / 4 * 3 + (l))
#define CLBN_TURN_TO_0(l) CLBN_SIMD_TO(4 * (l))
#define CLBN_TURN_TO_1(l) CLBN_SIMD_TO(4 * (l) + 1)
#define CLBN_TURN_TO_2(l) CLBN_SIMD_TO(4 * (l) + 2)
#define CLBN_TURN_TO_3(l) CLBN_SIMD_TO(4 * (l) + 3)
#define CLBN_PACK_TO_0(l) CLBN_SIMD_TO(l)
#define CLBN_PACK_TO_1(l) CLBN_SIMD_TO(CLBN_SIMD_W / 4 + (l))
#define CLBN_PACK_TO_2(l) CLBN_SIMD_TO(CLBN_SIMD_W / 4 * 2 + (l))
#define CLBN_PACK_TO_3(l) CLBN_SIMD_TO(CLBN_SIMD_W / 4 * 3 + (l))
#define CLBN_SIMD_APART(X, T)                                                                                        \
    CLBN_FN void CLBN(simd_apart_2_##X)(const char *base, CLBN(simd_##X) *a, CLBN(simd_##X) *b)                      \
    {                                                                                                                \
        const CLBN(simd_##X) x = CLBN(simd_all_##X)(base), y = CLBN(simd_all_##X)(base + sizeof x);                  \
        *a = CLBN_EVEN(x, y);                                                                                        \
        *b = CLBN_ODD(x, y);                                                                                         \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_together_2_##X)(char *base, CLBN(simd_##X) a, CLBN(simd_##X) b)                           \
    {                                                                                                                \
        CLBN(simd_put_all_##X)(base, CLBN_LOW(a, b));                                                                \
        CLBN(simd_put_all_##X)(base + sizeof a, CLBN_HIGH(a, b));                                                    \
    }
CLBN_SIMD_SINGLES(CLBN_SIMD_APART)
#undef CLBN_SIMD_APART
#if CLB_NATIVE_LEVEL == 1 /* moving across lanes costs most: so lanes are put together in memory */
#define CLBN_SIMD_APART(X, T)                                                                                        \
    CLBN_FN void CLBN(simd_apart_4_##X)(const char *base, CLBN(simd_##X) *a, CLBN(simd_##X) *b, CLBN(simd_##X) *c,   \
                                        CLBN(simd_##X) *d)                                                           \
    {                                                                                                                \
        CLBN(simd_lanes) r[4];                                                                                       \
        CLBN(simd_turn)(CLBN_SIMD_LANES(CLBN_ROW_0), CLBN_SIMD_LANES(CLBN_ROW_1), CLBN_SIMD_LANES(CLBN_ROW_2),       \
                        CLBN_SIMD_LANES(CLBN_ROW_3), r);                                                             \
        *a = (CLBN(simd_##X))r[0];                                                                                   \
        *b = (CLBN(simd_##X))r[1];                                                                                   \
        *c = (CLBN(simd_##X))r[2];                                                                                   \
        *d = (CLBN(simd_##X))r[3];                                                                                   \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_together_4_##X)(char *base, CLBN(simd_##X) a, CLBN(simd_##X) b, CLBN(simd_##X) c, CLBN(simd_##X) d) \
    {                                                                                                                \
        CLBN(simd_lanes) r[4];                                                                                       \
        CLBN(simd_turn)((CLBN(simd_lanes))a, (CLBN(simd_lanes))b, (CLBN(simd_lanes))c, (CLBN(simd_lanes))d, r);      \
        CLBN_SIMD_PUT_LANES(r[0], CLBN_ROW_0);                                                                       \
        CLBN_SIMD_PUT_LANES(r[1], CLBN_ROW_1);                                                                       \
        CLBN_SIMD_PUT_LANES(r[2], CLBN_ROW_2);                                                                       \
        CLBN_SIMD_PUT_LANES(r[3], CLBN_ROW_3);                                                                       \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_four_apart_##X)(const CLBN(simd_##X) *v, CLBN(simd_##X) *a, CLBN(simd_##X) *b,            \
                                           CLBN(simd_##X) *c, CLBN(simd_##X) *d)                                     \
    {                                                                                                                \
        CLBN(simd_lanes) r[4];                                                                                       \
        CLBN(simd_turn)(_mm256_permute2f128_ps((__m256)v[0], (__m256)v[2], 0x20),                                    \
                        _mm256_permute2f128_ps((__m256)v[0], (__m256)v[2], 0x31),                                    \
                        _mm256_permute2f128_ps((__m256)v[1], (__m256)v[3], 0x20),                                    \
                        _mm256_permute2f128_ps((__m256)v[1], (__m256)v[3], 0x31), r);                                \
        *a = (CLBN(simd_##X))r[0];                                                                                   \
        *b = (CLBN(simd_##X))r[1];                                                                                   \
        *c = (CLBN(simd_##X))r[2];                                                                                   \
        *d = (CLBN(simd_##X))r[3];                                                                                   \
    }
#else
#define CLBN_SIMD_APART(X, T)                                                                                        \
    CLBN_FN void CLBN(simd_apart_4_##X)(const char *base, CLBN(simd_##X) *a, CLBN(simd_##X) *b, CLBN(simd_##X) *c,   \
                                        CLBN(simd_##X) *d)                                                           \
    {                                                                                                                \
        CLBN(simd_##X) e, f, g, h;                                                                                   \
        CLBN(simd_apart_2_##X)(base, &e, &f);                                                                        \
        CLBN(simd_apart_2_##X)(base + 2 * sizeof e, &g, &h);                                                         \
        *a = CLBN_EVEN(e, g);                                                                                        \
        *b = CLBN_EVEN(f, h);                                                                                        \
        *c = CLBN_ODD(e, g);                                                                                         \
        *d = CLBN_ODD(f, h);                                                                                         \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_together_4_##X)(char *base, CLBN(simd_##X) a, CLBN(simd_##X) b, CLBN(simd_##X) c, CLBN(simd_##X) d) \
    {                                                                                                                \
        CLBN(simd_together_2_##X)(base, CLBN_LOW(a, c), CLBN_LOW(b, d));                                             \
        CLBN(simd_together_2_##X)(base + 2 * sizeof a, CLBN_HIGH(a, c), CLBN_HIGH(b, d));                            \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_four_apart_##X)(const CLBN(simd_##X) *v, CLBN(simd_##X) *a, CLBN(simd_##X) *b,            \
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
CLBN_SIMD_SINGLES(CLBN_SIMD_APART)
#undef CLBN_SIMD_APART
#define CLBN_SIMD_EIGHT(X, T)                                                                                        \
    CLBN_FN void CLBN(simd_apart_8_##X)(const char *base, CLBN(simd_##X) *a, CLBN(simd_##X) *b, CLBN(simd_##X) *c,   \
                                        CLBN(simd_##X) *d, CLBN(simd_##X) *e, CLBN(simd_##X) *f, CLBN(simd_##X) *g,  \
                                        CLBN(simd_##X) *h)                                                           \
    {                                                                                                                \
        CLBN(simd_##X) even[4], odd[4];                                                                              \
        for (int k = 0; k < 4; k++) CLBN(simd_apart_2_##X)(base + 2 * k * (ptrdiff_t)sizeof *a, &even[k], &odd[k]);  \
        CLBN(simd_four_apart_##X)(even, a, c, e, g);                                                                 \
        CLBN(simd_four_apart_##X)(odd, b, d, f, h);                                                                  \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_together_8_##X)(char *base, CLBN(simd_##X) a, CLBN(simd_##X) b, CLBN(simd_##X) c, CLBN(simd_##X) d, \
                                           CLBN(simd_##X) e, CLBN(simd_##X) f, CLBN(simd_##X) g, CLBN(simd_##X) h)   \
    {                                                                                                                \
        CLBN(simd_together_4_##X)(base, CLBN_LOW(a, e), CLBN_LOW(b, f), CLBN_LOW(c, g), CLBN_LOW(d, h));             \
        CLBN(simd_together_4_##X)(base + 4 * sizeof a, CLBN_HIGH(a, e), CLBN_HIGH(b, f), CLBN_HIGH(c, g), CLBN_HIGH(d, h)); \
    }                                                                                                                \
    /* Two or four neighbours at any place. */                                                                       \
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
        CLBN(simd_turn)(CLBN_SIMD_LANES(CLBN_TURN_0), CLBN_SIMD_LANES(CLBN_TURN_1), CLBN_SIMD_LANES(CLBN_TURN_2),    \
                        CLBN_SIMD_LANES(CLBN_TURN_3), r);                                                            \
        *a = (CLBN(simd_##X))r[0];                                                                                   \
        *b = (CLBN(simd_##X))r[1];                                                                                   \
        *c = (CLBN(simd_##X))r[2];                                                                                   \
        *d = (CLBN(simd_##X))r[3];                                                                                   \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_spread_2_##X)(CLBN(simd_mask) m, char *base, CLBN(simd_i) index, ptrdiff_t scale,         \
                                         CLBN(simd_##X) a, CLBN(simd_##X) b)                                         \
    {                                                                                                                \
        T r[2 * CLBN_SIMD_W];                                                                                        \
        CLBN(simd_together_2_##X)((char *)r, a, b);                                                                  \
        for (int k = 0; k < CLBN_SIMD_W; k++)                                                                        \
            if (CLBN_SIMD_IN(m, k)) __builtin_memcpy(base + (ptrdiff_t)index[k] * scale, r + 2 * k, 2 * sizeof *r);  \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_spread_4_##X)(CLBN(simd_mask) m, char *base, CLBN(simd_i) index, ptrdiff_t scale,         \
                                         CLBN(simd_##X) a, CLBN(simd_##X) b, CLBN(simd_##X) c, CLBN(simd_##X) d)     \
    {                                                                                                                \
        CLBN(simd_lanes) r[4];                                                                                       \
        CLBN(simd_turn)((CLBN(simd_lanes))a, (CLBN(simd_lanes))b, (CLBN(simd_lanes))c, (CLBN(simd_lanes))d, r);      \
        if (CLBN(simd_all)(m)) {                                                                                     \
            CLBN_SIMD_PUT_LANES(r[0], CLBN_TURN_0);                                                                  \
            CLBN_SIMD_PUT_LANES(r[1], CLBN_TURN_1);                                                                  \
            CLBN_SIMD_PUT_LANES(r[2], CLBN_TURN_2);                                                                  \
            CLBN_SIMD_PUT_LANES(r[3], CLBN_TURN_3);                                                                  \
        } else {                                                                                                     \
            const uint32_t bits = CLBN(simd_bits)(m);                                                                \
            char nowhere[16];                                                                                        \
            CLBN_SIMD_PUT_LANES(r[0], CLBN_TURN_TO_0);                                                               \
            CLBN_SIMD_PUT_LANES(r[1], CLBN_TURN_TO_1);                                                               \
            CLBN_SIMD_PUT_LANES(r[2], CLBN_TURN_TO_2);                                                               \
            CLBN_SIMD_PUT_LANES(r[3], CLBN_TURN_TO_3);                                                               \
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
        CLBN(simd_four_apart_##X)(v, a, b, c, d);                                                                    \
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
#undef CLBN_TURN_0
#undef CLBN_TURN_1
#undef CLBN_TURN_2
#undef CLBN_TURN_3
#undef CLBN_PACK_0
#undef CLBN_PACK_1
#undef CLBN_PACK_2
#undef CLBN_PACK_3
#undef CLBN_TURN_TO_0
#undef CLBN_TURN_TO_1
#undef CLBN_TURN_TO_2
#undef CLBN_TURN_TO_3
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

/* Arrays that each work-item has for itself, place by place beside the neighbours': any place. */
#define CLBN_SIMD_OWN(X, T)                                                                                          \
    CLBN_FN CLBN(simd_##X) CLBN(simd_own_##X)(CLBN(simd_mask) m, const CLBN(simd_##X) *p, CLBN(simd_i) index)        \
    {                                                                                                                \
        T r[CLBN_SIMD_W];                                                                                            \
        if (!CLBN(simd_any)(m)) return CLBN(simd_splat_##X)(0);                                                      \
        index = CLBN(simd_safe_i)(m, index);                                                                         \
        for (int k = 0; k < CLBN_SIMD_W; k++) r[k] = ((const T *)(const void *)p)[(ptrdiff_t)index[k] * CLBN_SIMD_W + k]; \
        return CLBN(simd_all_##X)((const char *)r);                                                                  \
    }                                                                                                                \
    CLBN_FN void CLBN(simd_put_own_##X)(CLBN(simd_mask) m, CLBN(simd_##X) *p, CLBN(simd_i) index, CLBN(simd_##X) v)  \
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
CLBN_SIMD_OWN(i, int32_t)
CLBN_SIMD_OWN(l, int64_t)
#undef CLBN_SIMD_OWN
#define CLBN_SIMD_BITS(T, F)                                                                                         \
    CLBN_FN CLBN(simd_##T) CLBN(simd_bits_##T##_##F)(CLBN(simd_##F) a)                                               \
    {                                                                                                                \
        return (CLBN(simd_##T)){(CLBN(half_##T))a.low, (CLBN(half_##T))a.high};                                      \
    }
CLBN_SIMD_BITS(d, l) CLBN_SIMD_BITS(l, d) CLBN_SIMD_BITS(m, l) CLBN_SIMD_BITS(l, m)
#undef CLBN_SIMD_BITS

/* ---- Functions ------------------------------------------------------------------------------------------------------ */

/* A built-in function work-item by work-item: R, A, B, C are how values are held, r, a, b, c the function's own types. */
#define CLBN_SIMD_BEGIN static __attribute__((noinline, unused))
#define CLBN_SIMD_OF_f float
#define CLBN_SIMD_OF_i int32_t
#define CLBN_SIMD_OF_u uint32_t
#define CLBN_SIMD_OF_d double
#define CLBN_SIMD_OF_l int64_t
#define CLBN_SIMD_OF_m uint64_t
#define CLBN_SIMD_1(name, R, A, a_)                                                                                  \
    CLBN_SIMD_BEGIN CLBN(simd_##R) CLBN(simd_##name)(CLBN(simd_##A) a)                                               \
    {                                                                                                                \
        CLBN_SIMD_OF_##A x[CLBN_SIMD_W];                                                                             \
        CLBN_SIMD_OF_##R r[CLBN_SIMD_W];                                                                             \
        CLBN(simd_put_all_##A)((char *)x, a);                                                                        \
        for (int k = 0; k < CLBN_SIMD_W; k++) r[k] = (CLBN_SIMD_OF_##R)CLBN(name)((clbn_v_##a_)x[k]);                \
        return CLBN(simd_all_##R)((const char *)r);                                                                  \
    }
#define CLBN_SIMD_2(name, R, A, a_, B, b_)                                                                           \
    CLBN_SIMD_BEGIN CLBN(simd_##R) CLBN(simd_##name)(CLBN(simd_##A) a, CLBN(simd_##B) b)                             \
    {                                                                                                                \
        CLBN_SIMD_OF_##A x[CLBN_SIMD_W];                                                                             \
        CLBN_SIMD_OF_##B y[CLBN_SIMD_W];                                                                             \
        CLBN_SIMD_OF_##R r[CLBN_SIMD_W];                                                                             \
        CLBN(simd_put_all_##A)((char *)x, a);                                                                        \
        CLBN(simd_put_all_##B)((char *)y, b);                                                                        \
        for (int k = 0; k < CLBN_SIMD_W; k++) r[k] = (CLBN_SIMD_OF_##R)CLBN(name)((clbn_v_##a_)x[k], (clbn_v_##b_)y[k]); \
        return CLBN(simd_all_##R)((const char *)r);                                                                  \
    }
#define CLBN_SIMD_3(name, R, A, a_, B, b_, C, c_)                                                                    \
    CLBN_SIMD_BEGIN CLBN(simd_##R) CLBN(simd_##name)(CLBN(simd_##A) a, CLBN(simd_##B) b, CLBN(simd_##C) c)           \
    {                                                                                                                \
        CLBN_SIMD_OF_##A x[CLBN_SIMD_W];                                                                             \
        CLBN_SIMD_OF_##B y[CLBN_SIMD_W];                                                                             \
        CLBN_SIMD_OF_##C z[CLBN_SIMD_W];                                                                             \
        CLBN_SIMD_OF_##R r[CLBN_SIMD_W];                                                                             \
        CLBN(simd_put_all_##A)((char *)x, a);                                                                        \
        CLBN(simd_put_all_##B)((char *)y, b);                                                                        \
        CLBN(simd_put_all_##C)((char *)z, c);                                                                        \
        for (int k = 0; k < CLBN_SIMD_W; k++)                                                                        \
            r[k] = (CLBN_SIMD_OF_##R)CLBN(name)((clbn_v_##a_)x[k], (clbn_v_##b_)y[k], (clbn_v_##c_)z[k]);            \
        return CLBN(simd_all_##R)((const char *)r);                                                                  \
    }

/* Those that are an instruction or two; generated code asks for no others of these names. */
CLBN_FN CLBN(simd_f) CLBN(simd_fabs__f)(CLBN(simd_f) a) { return (CLBN(simd_f))((CLBN(simd_i))a & INT32_MAX); }
CLBN_FN CLBN(simd_f) CLBN(simd_copysign__f_f)(CLBN(simd_f) a, CLBN(simd_f) b)
{
    return (CLBN(simd_f))(((CLBN(simd_i))a & INT32_MAX) | ((CLBN(simd_i))b & INT32_MIN));
}
#define CLBN_SIMD_EXTREMES(X)                                                                                        \
    CLBN_FN CLBN(simd_##X) CLBN(simd_max__##X##_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b)                             \
    {                                                                                                                \
        return CLBN(simd_pick_##X)(CLBN(simd_lt_##X)(a, b), b, a);                                                   \
    }                                                                                                                \
    CLBN_FN CLBN(simd_##X) CLBN(simd_min__##X##_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b)                             \
    {                                                                                                                \
        return CLBN(simd_pick_##X)(CLBN(simd_lt_##X)(b, a), b, a);                                                   \
    }
CLBN_SIMD_EXTREMES(l)
CLBN_SIMD_EXTREMES(m)
#if CLB_NATIVE_LEVEL == 0
CLBN_SIMD_EXTREMES(f)
CLBN_SIMD_EXTREMES(d)
#else
/* The instructions give their second operand where neither is the greater, which is what OpenCL C says of the first. */
#if CLB_NATIVE_LEVEL == 2
#define CLBN_OF(f) _mm512_##f
#define CLBN_MAX_OF(T, a) (__m512##T)(a)
#else
#define CLBN_OF(f) _mm256_##f
#define CLBN_MAX_OF(T, a) (__m256##T)(a)
#endif
#define CLBN_SIMD_EXTREME(name)                                                                                      \
    CLBN_FN CLBN(simd_f) CLBN(simd_##name##__f_f)(CLBN(simd_f) a, CLBN(simd_f) b)                                    \
    {                                                                                                                \
        return (CLBN(simd_f))CLBN_OF(name##_ps)(CLBN_MAX_OF(, b), CLBN_MAX_OF(, a));                                         \
    }                                                                                                                \
    CLBN_FN CLBN(simd_d) CLBN(simd_##name##__d_d)(CLBN(simd_d) a, CLBN(simd_d) b)                                    \
    {                                                                                                                \
        return (CLBN(simd_d)){(CLBN(half_d))CLBN_OF(name##_pd)(CLBN_MAX_OF(d, b.low), CLBN_MAX_OF(d, a.low)),                \
                              (CLBN(half_d))CLBN_OF(name##_pd)(CLBN_MAX_OF(d, b.high), CLBN_MAX_OF(d, a.high))};             \
    }
CLBN_SIMD_EXTREME(max)
CLBN_SIMD_EXTREME(min)
#undef CLBN_SIMD_EXTREME
#undef CLBN_OF
#undef CLBN_MAX_OF
#endif
#undef CLBN_SIMD_EXTREMES
#if CLB_NATIVE_LEVEL == 0
#define CLBN_SIMD_EXTREME(name, X, f512, f256, op)                                                                   \
    CLBN_FN CLBN(simd_##X) CLBN(simd_##name##__##X##_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b)                        \
    {                                                                                                                \
        return CLBN(simd_pick_##X)((CLBN(simd_mask))(a op b), a, b);                                                 \
    }
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_SIMD_EXTREME(name, X, f512, f256, op)                                                                   \
    CLBN_FN CLBN(simd_##X) CLBN(simd_##name##__##X##_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b)                        \
    {                                                                                                                \
        return (CLBN(simd_##X))f256((__m256i)a, (__m256i)b);                                                         \
    }
#else
#define CLBN_SIMD_EXTREME(name, X, f512, f256, op)                                                                   \
    CLBN_FN CLBN(simd_##X) CLBN(simd_##name##__##X##_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b)                        \
    {                                                                                                                \
        return (CLBN(simd_##X))f512((__m512i)a, (__m512i)b);                                                         \
    }
#endif
CLBN_SIMD_EXTREME(max, i, _mm512_max_epi32, _mm256_max_epi32, >)
CLBN_SIMD_EXTREME(min, i, _mm512_min_epi32, _mm256_min_epi32, <)
CLBN_SIMD_EXTREME(max, u, _mm512_max_epu32, _mm256_max_epu32, >)
CLBN_SIMD_EXTREME(min, u, _mm512_min_epu32, _mm256_min_epu32, <)
#undef CLBN_SIMD_EXTREME
#define CLBN_SIMD_NUMBERS(X)                                                                                         \
    CLBN_FN CLBN(simd_##X) CLBN(simd_fmax__##X##_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b)                            \
    {                                                                                                                \
        return CLBN(simd_pick_##X)(CLBN(simd_ne_##X)(a, a), b, CLBN(simd_max__##X##_##X)(a, b));                     \
    }                                                                                                                \
    CLBN_FN CLBN(simd_##X) CLBN(simd_fmin__##X##_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b)                            \
    {                                                                                                                \
        return CLBN(simd_pick_##X)(CLBN(simd_ne_##X)(a, a), b, CLBN(simd_min__##X##_##X)(a, b));                     \
    }
CLBN_SIMD_NUMBERS(f)
CLBN_SIMD_NUMBERS(d)
#undef CLBN_SIMD_NUMBERS
CLBN_FN CLBN(simd_u) CLBN(simd_rotate__u_u)(CLBN(simd_u) a, CLBN(simd_u) n) { return (a << (n & 31)) | (a >> (-n & 31)); }
CLBN_FN CLBN(simd_i) CLBN(simd_rotate__i_i)(CLBN(simd_i) a, CLBN(simd_i) n)
{
    return (CLBN(simd_i))CLBN(simd_rotate__u_u)((CLBN(simd_u))a, (CLBN(simd_u))n);
}
#define CLBN_SIMD_HIGH(X, W)                                                                                 \
    CLBN_FN CLBN(simd_##X) CLBN(simd_mul_hi__##X##_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b)                          \
    {                                                                                                                \
        const CLBN(simd_##W) x = CLBN(simd_cast_##W##_##X)(a), y = CLBN(simd_cast_##W##_##X)(b);                     \
        const CLBN(simd_##W) high = {(x.low * y.low) >> 32, (x.high * y.high) >> 32};                                \
        return CLBN(simd_cast_##X##_##W)(high);                                                                      \
    }
CLBN_SIMD_HIGH(i, l)
#undef CLBN_SIMD_HIGH
CLBN_FN CLBN(simd_u) CLBN(simd_mul_hi__u_u)(CLBN(simd_u) a, CLBN(simd_u) b)
{
#if CLB_NATIVE_LEVEL == 2
    const __m512i even = _mm512_mul_epu32((__m512i)a, (__m512i)b);
    const __m512i odd = _mm512_mul_epu32(_mm512_srli_epi64((__m512i)a, 32), _mm512_srli_epi64((__m512i)b, 32));
    return (CLBN(simd_u))_mm512_mask_blend_epi32(0xaaaa, _mm512_srli_epi64(even, 32), odd);
#elif CLB_NATIVE_LEVEL == 1
    const __m256i even = _mm256_mul_epu32((__m256i)a, (__m256i)b);
    const __m256i odd = _mm256_mul_epu32(_mm256_srli_epi64((__m256i)a, 32), _mm256_srli_epi64((__m256i)b, 32));
    return (CLBN(simd_u))_mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xaa);
#else
    for (int k = 0; k < CLBN_SIMD_W; k++) a[k] = (uint32_t)((uint64_t)a[k] * b[k] >> 32);
    return a;
#endif
}
/* Bits that are set, and zeros above the first. */
#if CLB_NATIVE_LEVEL == 0
CLBN_FN CLBN(simd_u) CLBN(simd_popcount__u)(CLBN(simd_u) a)
{
    a -= (a >> 1) & 0x55555555u;
    a = (a & 0x33333333u) + ((a >> 2) & 0x33333333u);
    a = (a + (a >> 4)) & 0x0f0f0f0fu;
    a += a >> 8;
    return (a + (a >> 16)) & 0x3fu;
}
CLBN_FN CLBN(half_m) CLBN(half_popcount)(CLBN(half_m) a)
{
    a -= (a >> 1) & 0x5555555555555555u;
    a = (a & 0x3333333333333333u) + ((a >> 2) & 0x3333333333333333u);
    a = (a + (a >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    a += a >> 8;
    a += a >> 16;
    return (a + (a >> 32)) & 0x7fu;
}
#else
/* By halves of a byte, from a table; then bytes are added in pairs, and pairs. */
#if CLB_NATIVE_LEVEL == 2
#define CLBN_OF(f) _mm512_##f
#define CLBN_TABLE(t) _mm512_broadcast_i32x4(t)
typedef __m512i CLBN(simd_bytes);
#else
#define CLBN_OF(f) _mm256_##f
#define CLBN_TABLE(t) _mm256_broadcastsi128_si256(t)
typedef __m256i CLBN(simd_bytes);
#endif
/* In each byte. */
CLBN_FN CLBN(simd_bytes) CLBN(simd_byte_counts)(CLBN(simd_u) a)
{
    const CLBN(simd_bytes) table = CLBN_TABLE(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const CLBN(simd_u) low = a & 0x0f0f0f0fu, high = (a >> 4) & 0x0f0f0f0fu;
    return CLBN_OF(add_epi8)(CLBN_OF(shuffle_epi8)(table, (CLBN(simd_bytes))low),
                             CLBN_OF(shuffle_epi8)(table, (CLBN(simd_bytes))high));
}
CLBN_FN CLBN(simd_u) CLBN(simd_popcount__u)(CLBN(simd_u) a)
{
    const CLBN(simd_bytes) pairs = CLBN_OF(maddubs_epi16)(CLBN(simd_byte_counts)(a), CLBN_OF(set1_epi8)(1));
    return (CLBN(simd_u))CLBN_OF(madd_epi16)(pairs, CLBN_OF(set1_epi16)(1));
}
CLBN_FN CLBN(half_m) CLBN(half_popcount)(CLBN(half_m) a)
{
    return (CLBN(half_m))CLBN_OF(sad_epu8)(CLBN(simd_byte_counts)((CLBN(simd_u))a), CLBN_OF(set1_epi8)(0));
}
#undef CLBN_OF
#undef CLBN_TABLE
#endif
CLBN_FN CLBN(simd_m) CLBN(simd_popcount__m)(CLBN(simd_m) a)
{
    return (CLBN(simd_m)){CLBN(half_popcount)(a.low), CLBN(half_popcount)(a.high)};
}
CLBN_FN CLBN(simd_l) CLBN(simd_popcount__l)(CLBN(simd_l) a)
{
    const CLBN(half_m) low = CLBN(half_popcount)((CLBN(half_m))a.low), high = CLBN(half_popcount)((CLBN(half_m))a.high);
    return (CLBN(simd_l)){(CLBN(half_l))low, (CLBN(half_l))high};
}
CLBN_FN CLBN(simd_u) CLBN(simd_clz__u)(CLBN(simd_u) a)
{
#if CLB_NATIVE_LEVEL == 2
    return (CLBN(simd_u))_mm512_lzcnt_epi32((__m512i)a);
#elif CLB_NATIVE_LEVEL == 1
    /* The exponent as a float, which rounding does not change where the eighth bit below the first is zero. With bit 31
     * the float is negative, and what is taken from 158 more than that; zero has exponent 0. */
    const __m256 real = _mm256_cvtepi32_ps((__m256i)(a & ~(a >> 8)));
    const __m256i zeros = _mm256_subs_epu16(_mm256_set1_epi32(158), _mm256_srli_epi32(_mm256_castps_si256(real), 23));
    return (CLBN(simd_u))_mm256_min_epi16(zeros, _mm256_set1_epi32(32));
#else
    for (int k = 1; k < 32; k *= 2) a |= a >> k;
    return 32 - CLBN(simd_popcount__u)(a);
#endif
}
#if CLB_NATIVE_LEVEL == 2
#define CLBN_SIMD_ROUND(name, mode)                                                                                  \
    CLBN_FN CLBN(simd_f) CLBN(simd_##name##__f)(CLBN(simd_f) a) { return (CLBN(simd_f))_mm512_roundscale_ps((__m512)a, mode); }
CLBN_FN CLBN(simd_f) CLBN(simd_sqrt__f)(CLBN(simd_f) a) { return (CLBN(simd_f))_mm512_sqrt_ps((__m512)a); }
CLBN_FN CLBN(simd_f) CLBN(simd_fma__f_f_f)(CLBN(simd_f) a, CLBN(simd_f) b, CLBN(simd_f) c)
{
    return (CLBN(simd_f))_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c);
}
CLBN_FN CLBN(simd_d) CLBN(simd_sqrt__d)(CLBN(simd_d) a)
{
    return (CLBN(simd_d)){(CLBN(half_d))_mm512_sqrt_pd((__m512d)a.low), (CLBN(half_d))_mm512_sqrt_pd((__m512d)a.high)};
}
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_SIMD_ROUND(name, mode)                                                                                  \
    CLBN_FN CLBN(simd_f) CLBN(simd_##name##__f)(CLBN(simd_f) a) { return (CLBN(simd_f))_mm256_round_ps((__m256)a, mode); }
CLBN_FN CLBN(simd_f) CLBN(simd_sqrt__f)(CLBN(simd_f) a) { return (CLBN(simd_f))_mm256_sqrt_ps((__m256)a); }
CLBN_FN CLBN(simd_f) CLBN(simd_fma__f_f_f)(CLBN(simd_f) a, CLBN(simd_f) b, CLBN(simd_f) c)
{
    return (CLBN(simd_f))_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
}
CLBN_FN CLBN(simd_d) CLBN(simd_sqrt__d)(CLBN(simd_d) a)
{
    return (CLBN(simd_d)){(CLBN(half_d))_mm256_sqrt_pd((__m256d)a.low), (CLBN(half_d))_mm256_sqrt_pd((__m256d)a.high)};
}
#else
#define CLBN_SIMD_ROUND(name, mode)                                                                                  \
    CLBN_FN CLBN(simd_f) CLBN(simd_##name##__f)(CLBN(simd_f) a)                                                      \
    {                                                                                                                \
        for (int k = 0; k < CLBN_SIMD_W; k++) a[k] = __builtin_##name##f(a[k]);                                      \
        return a;                                                                                                    \
    }
CLBN_FN CLBN(simd_f) CLBN(simd_sqrt__f)(CLBN(simd_f) a)
{
    for (int k = 0; k < CLBN_SIMD_W; k++) a[k] = __builtin_sqrtf(a[k]);
    return a;
}
CLBN_FN CLBN(simd_d) CLBN(simd_sqrt__d)(CLBN(simd_d) a)
{
    for (int k = 0; k < CLBN_SIMD_W / 2; k++) {
        a.low[k] = __builtin_sqrt(a.low[k]);
        a.high[k] = __builtin_sqrt(a.high[k]);
    }
    return a;
}
CLBN_FN CLBN(simd_f) CLBN(simd_fma__f_f_f)(CLBN(simd_f) a, CLBN(simd_f) b, CLBN(simd_f) c)
{
    for (int k = 0; k < CLBN_SIMD_W; k++) a[k] = __builtin_fmaf(a[k], b[k], c[k]);
    return a;
}
#endif
CLBN_SIMD_ROUND(rint, 0x08)
CLBN_SIMD_ROUND(floor, 0x09)
CLBN_SIMD_ROUND(ceil, 0x0a)
CLBN_SIMD_ROUND(trunc, 0x0b)
#undef CLBN_SIMD_ROUND
/* The same of doubles, half by half. */
CLBN_FN CLBN(simd_d) CLBN(simd_fabs__d)(CLBN(simd_d) a)
{
    return (CLBN(simd_d)){(CLBN(half_d))((CLBN(half_l))a.low & INT64_MAX),
                          (CLBN(half_d))((CLBN(half_l))a.high & INT64_MAX)};
}
#define CLBN_SIGNED_AS(a, b) (CLBN(half_d))(((CLBN(half_l))(a) & INT64_MAX) | ((CLBN(half_l))(b) & INT64_MIN))
CLBN_FN CLBN(simd_d) CLBN(simd_copysign__d_d)(CLBN(simd_d) a, CLBN(simd_d) b)
{
    return (CLBN(simd_d)){CLBN_SIGNED_AS(a.low, b.low), CLBN_SIGNED_AS(a.high, b.high)};
}
#undef CLBN_SIGNED_AS
#if CLB_NATIVE_LEVEL == 2
#define CLBN_FUSED_HALF(a, b, c) (CLBN(half_d))_mm512_fmadd_pd((__m512d)(a), (__m512d)(b), (__m512d)(c))
#define CLBN_ROUNDED_HALF(a, mode) (CLBN(half_d))_mm512_roundscale_pd((__m512d)(a), mode)
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_FUSED_HALF(a, b, c) (CLBN(half_d))_mm256_fmadd_pd((__m256d)(a), (__m256d)(b), (__m256d)(c))
#define CLBN_ROUNDED_HALF(a, mode) (CLBN(half_d))_mm256_round_pd((__m256d)(a), mode)
#else
#define CLBN_FUSED_HALF(a, b, c) \
    ((CLBN(half_d)){__builtin_fma((a)[0], (b)[0], (c)[0]), __builtin_fma((a)[1], (b)[1], (c)[1])})
#endif
CLBN_FN CLBN(simd_d) CLBN(simd_fma__d_d_d)(CLBN(simd_d) a, CLBN(simd_d) b, CLBN(simd_d) c)
{
    return (CLBN(simd_d)){CLBN_FUSED_HALF(a.low, b.low, c.low), CLBN_FUSED_HALF(a.high, b.high, c.high)};
}
#if CLB_NATIVE_LEVEL == 0
#define CLBN_ROUNDED(f, a) ((CLBN(half_d)){__builtin_##f((a)[0]), __builtin_##f((a)[1])})
#define CLBN_SIMD_ROUND(name, mode)                                                                                  \
    CLBN_FN CLBN(simd_d) CLBN(simd_##name##__d)(CLBN(simd_d) a)                                                      \
    {                                                                                                                \
        return (CLBN(simd_d)){CLBN_ROUNDED(name, a.low), CLBN_ROUNDED(name, a.high)};                                \
    }
#else
#define CLBN_SIMD_ROUND(name, mode)                                                                                  \
    CLBN_FN CLBN(simd_d) CLBN(simd_##name##__d)(CLBN(simd_d) a)                                                      \
    {                                                                                                                \
        return (CLBN(simd_d)){CLBN_ROUNDED_HALF(a.low, mode), CLBN_ROUNDED_HALF(a.high, mode)};                      \
    }
#endif
CLBN_SIMD_ROUND(rint, 0x08)
CLBN_SIMD_ROUND(floor, 0x09)
CLBN_SIMD_ROUND(ceil, 0x0a)
CLBN_SIMD_ROUND(trunc, 0x0b)
#undef CLBN_SIMD_ROUND
#undef CLBN_ROUNDED
#undef CLBN_ROUNDED_HALF
#undef CLBN_FUSED_HALF
/* Two roundings: less than 2 ulp, which OpenCL C 1.2, 7.4 allows. */
CLBN_FN CLBN(simd_f) CLBN(simd_rsqrt__f)(CLBN(simd_f) a)
{
    return 1.0f / CLBN(simd_sqrt__f)(a);
}
