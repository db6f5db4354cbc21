/* Work-items side by side in whole vectors: CLBN_SIMD_W of them, as many as a vector has 32-bit numbers.
 * Part of clbundle/native/native.h, once per level. Knows vectors and masks; must not know work-groups.
 *
 * CLBN(simd_X): a value of each work-item; X is f, i or u: a vector; d, l or m: 64 bits each, two vectors. Narrower integers
 * are held in 32 bits, extended as their type says. CLBN(simd_mask): which work-items are active. Memory, functions of few
 * instructions and mathematical functions have files of their own, clbundle/native/simd_memory.h, _basic.h and _math.h.
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

/* The shift of element i among elements of `bits` bits that lie in one word of 32 bits in memory. */
#undef CLBN_SIMD_BIT
/* What `i ^ CLBN_BYTE_ORDER` turns byte number i of a number's memory into: its place among the bytes by weight. */
#undef CLBN_BYTE_ORDER
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define CLBN_SIMD_BIT(bits, i) (32 - (bits) - (bits) * (i))
#define CLBN_BYTE_ORDER UINT64_C(7)
#else
#define CLBN_SIMD_BIT(bits, i) ((bits) * (i))
#define CLBN_BYTE_ORDER UINT64_C(0)
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

/* Loads and stores of whole vectors. Pairs go by halves, since gcc would move a whole structure through the stack. */
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

/* The vector first, first + step, first + 2 step ... */
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

/* Halves of a vector of 32-bit numbers. Where a half would have eight bytes, it is the first half of a whole vector: gcc 12
 * crashes if it takes vectors of eight bytes out of a vector that is built in a loop (passes pre and sink). */
#if CLB_NATIVE_LEVEL == 0
typedef CLBN(simd_i) CLBN(quarter_i);
#else
typedef int32_t CLBN(quarter_i) __attribute__((vector_size(2 * CLBN_SIMD_W)));
#endif
CLBN_FN CLBN(quarter_i) CLBN(simd_lower)(CLBN(simd_i) a)
{
#if CLB_NATIVE_LEVEL == 2
    return (CLBN(quarter_i))_mm512_castsi512_si256((__m512i)a);
#elif CLB_NATIVE_LEVEL == 1
    return (CLBN(quarter_i))_mm256_castsi256_si128((__m256i)a);
#else
    return a;
#endif
}
CLBN_FN CLBN(quarter_i) CLBN(simd_upper)(CLBN(simd_i) a)
{
#if CLB_NATIVE_LEVEL == 2
    return (CLBN(quarter_i))_mm512_extracti64x4_epi64((__m512i)a, 1);
#elif CLB_NATIVE_LEVEL == 1
    return (CLBN(quarter_i))_mm256_extracti128_si256((__m256i)a, 1);
#else
    return (CLBN(quarter_i)){a[2], a[3], a[2], a[3]};
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
    return (CLBN(quarter_i)){(int32_t)a[0], (int32_t)a[1], 0, 0};
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

/* ---- Masks ------------------------------------------------------------------------------------------------------- */

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
#if defined(__clang__)
CLBN_FN uint32_t CLBN(simd_bits)(CLBN(simd_mask) m) { return m; }
#else
/* gcc 12 stores the 16 bits of a mask on the stack, and then reads 32 bits from there: the others are anything. */
CLBN_FN uint32_t CLBN(simd_bits)(CLBN(simd_mask) m)
{
    uint32_t bits = m;
    if (!__builtin_constant_p(m)) __asm__("kmovw {%1, %0|%0, %1}" : "=r"(bits) : "k"(m));
    return bits;
}
#endif
CLBN_FN int CLBN(simd_last)(CLBN(simd_mask) m) { return 31 - __builtin_clz(CLBN(simd_bits)(m)); }
/* Whether the compiler knows that all lanes are active. */
CLBN_FN int CLBN(simd_is_full)(CLBN(simd_mask) m) { return __builtin_constant_p(m == 0xffff) && m == 0xffff; }
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
/* The bits that are set in all lanes. gcc does not compute tests of constant vectors in advance, but elements of them. */
CLBN_FN int64_t CLBN(simd_in_all)(CLBN(simd_mask) m)
{
    const CLBN(half_l) pairs = (CLBN(half_l))m;
    return pairs[0] & pairs[1] & pairs[2] & pairs[3];
}
/* Whether the compiler knows that all lanes are active. Within __builtin_constant_p, compilers do not look into a call. */
CLBN_FN int CLBN(simd_is_full)(CLBN(simd_mask) m)
{
    const int64_t bits = CLBN(simd_in_all)(m);
    return __builtin_constant_p(bits) && bits == -1;
}
CLBN_FN int CLBN(simd_any)(CLBN(simd_mask) m)
{
    return CLBN(simd_is_full)(m) || !_mm256_testz_si256((__m256i)m, (__m256i)m);
}
CLBN_FN int CLBN(simd_all)(CLBN(simd_mask) m)
{
    return CLBN(simd_is_full)(m) || _mm256_testc_si256((__m256i)m, _mm256_set1_epi32(-1));
}
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
/* Whether the compiler knows that all lanes are active. */
CLBN_FN int CLBN(simd_is_full)(CLBN(simd_mask) m)
{
    const int all = CLBN(simd_all)(m);
    return __builtin_constant_p(all) && all;
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
/* The mask of lane n alone; the empty mask if there is no such lane. */
CLBN_FN CLBN(simd_mask) CLBN(simd_number)(uint64_t n)
{
    return (CLBN(simd_mask))(CLBN(simd_ramp_i)(0, 1) == CLBN(simd_splat_i)(n < CLBN_SIMD_W ? (int32_t)n : -1));
}
/* The mask as a bit for each lane. */
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

/* ---- Wide masks -------------------------------------------------------------------------------------------------- */

#ifdef CLBN_USES_SIMD_WIDE
/* CLBN(wide_mask): a mask with 64 bits for each lane, for functions that mostly compute in 64 bits. Where masks are mask
 * registers, both types are the same. wide_of and simd_of convert between them. */
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
#endif
#undef CLBN_SIMD_CHOSEN

/* The mask of the lanes for which id + lane < bound, and of those for which id + lane <= bound. */
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

/* ---- Operators on pairs of vectors (single vectors use C's operators) -------------------------------------------- */

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
/* Signed integers wrap like unsigned ones. */
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

/* For numbers whose upper halves are zero. */
#undef CLBN_SIMD_HALF_PRODUCT
#if CLB_NATIVE_LEVEL == 2
#define CLBN_SIMD_HALF_PRODUCT(a, b) (CLBN(half_m))_mm512_mul_epu32((__m512i)(a), (__m512i)(b))
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_SIMD_HALF_PRODUCT(a, b) (CLBN(half_m))_mm256_mul_epu32((__m256i)(a), (__m256i)(b))
#else
#define CLBN_SIMD_HALF_PRODUCT(a, b) ((a) * (b))
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

/* Integer division. Division by zero gives an unspecified value; the minimum divided by -1 gives the minimum. */
#define CLBN_SIMD_DIVIDE(X, T, quotient, rest)                                                                       \
    CLBN_FN T CLBN(one_divide_##X)(T a, T b) { return (T)(quotient); }                                               \
    CLBN_FN T CLBN(one_remainder_##X)(T a, T b) { return (T)(rest); }
CLBN_SIMD_DIVIDE(i, int32_t, b == -1 ? (int32_t)(0 - (uint32_t)a) : a / (b ? b : 1), b == -1 ? 0 : a % (b ? b : 1))
CLBN_SIMD_DIVIDE(l, int64_t, b == -1 ? (int64_t)(0 - (uint64_t)a) : a / (b ? b : 1), b == -1 ? 0 : a % (b ? b : 1))
CLBN_SIMD_DIVIDE(u, uint32_t, a / (b ? b : 1), a % (b ? b : 1))
CLBN_SIMD_DIVIDE(m, uint64_t, a / (b ? b : 1), a % (b ? b : 1))
#undef CLBN_SIMD_DIVIDE

/* Calls a function of scalars for each lane. */
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
/* ---- Conversions, cast_TO_FROM ----------------------------------------------------------------------------------- */

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
CLBN_SIMD_CAST(u, d, uint32_t, double)
CLBN_SIMD_CAST(l, d, int64_t, double)
CLBN_SIMD_CAST(m, d, uint64_t, double)
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
#if CLB_NATIVE_LEVEL == 2
#define CLBN_SIMD_REAL_l(a) (CLBN(half_d))_mm512_cvtepi64_pd((__m512i)(a))
#define CLBN_SIMD_REAL_m(a) (CLBN(half_d))_mm512_cvtepu64_pd((__m512i)(a))
#else
/* The halves as parts of doubles: the upper one times 2^32, beside 2^84, and the lower one beside 2^52. Both are taken from the
 * upper one, which is exact, so that only the sum is rounded. The sign counts -2^63. */
#define CLBN_SIMD_REAL_m(a) \
    ((CLBN(half_d))((a) >> 32 | 0x4530000000000000u) - 0x1.00000001p+84) + (CLBN(half_d))(((a) & UINT32_MAX) | 0x4330000000000000u)
#define CLBN_SIMD_REAL_l(a)                                                                                          \
    ((CLBN(half_d))((CLBN(half_m))(a) >> 32 ^ 0x4530000080000000u) - 0x1.00000801p+84) +                             \
        (CLBN(half_d))(((CLBN(half_m))(a) & UINT32_MAX) | 0x4330000000000000u)
#endif
#define CLBN_SIMD_CAST(F, real) \
    CLBN_FN CLBN(simd_d) CLBN(simd_cast_d_##F)(CLBN(simd_##F) a) { return (CLBN(simd_d)){real(a.low), real(a.high)}; }
CLBN_SIMD_CAST(l, CLBN_SIMD_REAL_l) CLBN_SIMD_CAST(m, CLBN_SIMD_REAL_m)
CLBN_FN CLBN(simd_d) CLBN(simd_cast_d_u)(CLBN(simd_u) a) { return CLBN(simd_cast_d_l)(CLBN(simd_cast_l_u)(a)); }
#undef CLBN_SIMD_CAST
#undef CLBN_SIMD_REAL_l
#undef CLBN_SIMD_REAL_m

#define CLBN_SIMD_DIVIDES(X, T)                                                                                      \
    CLBN_SIMD_LOOP_2(simd_divide_##X, X, X, X, T, T, T, CLBN(one_divide_##X)(x[k], y[k]))                            \
    CLBN_SIMD_LOOP_2(simd_remainder_##X, X, X, X, T, T, T, CLBN(one_remainder_##X)(x[k], y[k]))
CLBN_SIMD_DIVIDES(l, int64_t)
CLBN_SIMD_DIVIDES(m, uint64_t)
#undef CLBN_SIMD_DIVIDES

/* Divides in double: the quotient of two 32-bit integers is an integer, or differs from one by more than the rounding of a
 * double. */
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
    /* 2^31 is subtracted from quotients that do not fit an int, to which the conversion goes. */
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
/* Division by a uniform value: multiplies by its reciprocal. a + 1/2 divided by b differs from each integer by at least
 * 1 / (2 b), which is more than the rounding errors. */
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
/* Only the divisor 1 can give a quotient of 2^31 or more. */
CLBN_FN CLBN(simd_u) CLBN(simd_divide_by_u)(CLBN(simd_u) a, uint32_t b)
{
    if (b <= 1) return a;
    const CLBN(simd_d) x = CLBN(simd_unsigned)(a), half = CLBN(simd_splat_d)(0.5);
    return (CLBN(simd_u))CLBN(simd_cast_i_d)(CLBN(simd_quotients)(x, half, (double)b));
}
CLBN_FN CLBN(simd_u) CLBN(simd_remainder_by_u)(CLBN(simd_u) a, uint32_t b) { return a - CLBN(simd_divide_by_u)(a, b) * b; }
/* Division by 2^n, 0 <= n < 31, towards zero: 2^n - 1 is first added to negative numbers. */
CLBN_FN CLBN(simd_i) CLBN(simd_divide_power_i)(CLBN(simd_i) a, int n)
{
    const CLBN(simd_u) more = (CLBN(simd_u))(a >> 31) & ((1u << n) - 1);
    return (CLBN(simd_i))((CLBN(simd_u))a + more) >> n;
}
CLBN_FN CLBN(simd_i) CLBN(simd_remainder_power_i)(CLBN(simd_i) a, int n)
{
    return (CLBN(simd_i))((CLBN(simd_u))a - ((CLBN(simd_u))CLBN(simd_divide_power_i)(a, n) << n));
}
