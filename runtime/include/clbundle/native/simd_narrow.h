/* Packs of bytes and shorts, in vectors of bytes and shorts: a whole vector has four bytes, or two shorts, for each
 * work-item, in the order of memory. As words of 32 bits, it is a vector of clbundle/native/simd.h. CLBN(narrow_X): X is c or h,
 * a byte with or without a sign, or s or t, a short. CLBN_SIMD_NARROW_X selects the types. A mask has all bits of an
 * element set, or none.
 * Part of clbundle/native/native.h, once per level, behind simd_packs.h. Knows elements; must not know masks of lanes.
 *
 * SPDX-License-Identifier: MIT */

typedef int8_t CLBN(narrow_c) __attribute__((vector_size(4 * CLBN_SIMD_W)));
typedef uint8_t CLBN(narrow_h) __attribute__((vector_size(4 * CLBN_SIMD_W)));
typedef int16_t CLBN(narrow_s) __attribute__((vector_size(4 * CLBN_SIMD_W)));
typedef uint16_t CLBN(narrow_t) __attribute__((vector_size(4 * CLBN_SIMD_W)));

/* f(element code, the same with the other sign, which is unsigned, which holds masks) */
#define CLBN_SIMD_NARROW_OF(f)                                                                                       \
    CLBN_SIMD_NARROW_c(f(c, h, c, int8_t, 8)) CLBN_SIMD_NARROW_h(f(h, h, c, uint8_t, 8))                             \
    CLBN_SIMD_NARROW_s(f(s, t, s, int16_t, 16)) CLBN_SIMD_NARROW_t(f(t, t, s, uint16_t, 16))

/* The same number in all elements; a number of each work-item in all its elements, of which vector j of n is made; and a
 * choice by elements. */
#define CLBN_SIMD_NARROW(X, U, S, T, bits)                                                                           \
    CLBN_FN CLBN(narrow_##X) CLBN(narrow_splat_##X)(T a)                                                             \
    {                                                                                                                \
        return (CLBN(narrow_##X))CLBN(simd_splat_u)((uint32_t)(uint##bits##_t)a * (UINT32_MAX / ((UINT32_C(1) << bits) - 1))); \
    }                                                                                                                \
    CLBN_FN CLBN(narrow_##X) CLBN(narrow_same_##X)(CLBN(simd_u) a, int n, int j)                                     \
    {                                                                                                                \
        CLBN(simd_u) words = a & ((UINT32_C(1) << bits) - 1);                                                        \
        if (bits == 8) words |= words << 8;                                                                          \
        words |= words << 16;                                                                                        \
        return (CLBN(narrow_##X))(n == 1 ? words : CLBN(simd_widen_u)(words, n, j));                                 \
    }                                                                                                                \
    CLBN_FN CLBN(narrow_##X) CLBN(narrow_pick_##X)(CLBN(narrow_##S) m, CLBN(narrow_##X) a, CLBN(narrow_##X) b)       \
    {                                                                                                                \
        return (CLBN(narrow_##X))((m & (CLBN(narrow_##S))a) | (~m & (CLBN(narrow_##S))b));                           \
    }                                                                                                                \
    CLBN_FN CLBN(narrow_##X) CLBN(narrow_min__##X##_##X)(CLBN(narrow_##X) a, CLBN(narrow_##X) b)                     \
    {                                                                                                                \
        return CLBN_NARROW_EXTREME(X, min, a, b, (CLBN(narrow_##S))(a < b));                                         \
    }                                                                                                                \
    CLBN_FN CLBN(narrow_##X) CLBN(narrow_max__##X##_##X)(CLBN(narrow_##X) a, CLBN(narrow_##X) b)                     \
    {                                                                                                                \
        return CLBN_NARROW_EXTREME(X, max, a, b, (CLBN(narrow_##S))(b < a));                                         \
    }                                                                                                                \
    CLBN_FN CLBN(narrow_##X) CLBN(narrow_add_sat__##X##_##X)(CLBN(narrow_##X) a, CLBN(narrow_##X) b)                 \
    {                                                                                                                \
        return CLBN_NARROW_SATURATED(X, U, S, bits, adds, +, a, b);                                                  \
    }                                                                                                                \
    CLBN_FN CLBN(narrow_##X) CLBN(narrow_sub_sat__##X##_##X)(CLBN(narrow_##X) a, CLBN(narrow_##X) b)                 \
    {                                                                                                                \
        return CLBN_NARROW_SATURATED(X, U, S, bits, subs, -, a, b);                                                  \
    }                                                                                                                \
    /* The mean, rounded down and up. H. S. Warren, Hacker's Delight, 2-5. */                                        \
    CLBN_FN CLBN(narrow_##X) CLBN(narrow_hadd__##X##_##X)(CLBN(narrow_##X) a, CLBN(narrow_##X) b)                    \
    {                                                                                                                \
        return CLBN_NARROW_MEAN_##X((CLBN(narrow_##X))((CLBN(narrow_##U))(a & b) + (CLBN(narrow_##U))((a ^ b) >> 1)), \
                                    ~, ~a, ~b);                                                                      \
    }                                                                                                                \
    CLBN_FN CLBN(narrow_##X) CLBN(narrow_rhadd__##X##_##X)(CLBN(narrow_##X) a, CLBN(narrow_##X) b)                   \
    {                                                                                                                \
        return CLBN_NARROW_MEAN_##X((CLBN(narrow_##X))((CLBN(narrow_##U))(a | b) - (CLBN(narrow_##U))((a ^ b) >> 1)), \
                                    , a, b);                                                                         \
    }
/* Processors have these functions. Elsewhere: m says where a is the result; Hacker's Delight, 2-13. */
#if CLB_NATIVE_LEVEL >= 1
#if CLB_NATIVE_LEVEL == 2
#define CLBN_NARROW_X86(name, code) _mm512_##name##_##code
typedef __m512i CLBN(narrow_any);
#else
#define CLBN_NARROW_X86(name, code) _mm256_##name##_##code
typedef __m256i CLBN(narrow_any);
#endif
#define CLBN_NARROW_CODE_c epi8
#define CLBN_NARROW_CODE_h epu8
#define CLBN_NARROW_CODE_s epi16
#define CLBN_NARROW_CODE_t epu16
#define CLBN_NARROW_CALL_OF(f, code) CLBN_NARROW_X86(f, code)
#define CLBN_NARROW_CALL(X, f, a, b)                                                                                 \
    (CLBN(narrow_##X))CLBN_NARROW_CALL_OF(f, CLBN_NARROW_CODE_##X)((CLBN(narrow_any))(a), (CLBN(narrow_any))(b))
#define CLBN_NARROW_EXTREME(X, name, a, b, m) CLBN_NARROW_CALL(X, name, a, b)
#define CLBN_NARROW_SATURATED(X, U, S, bits, name, op, a, b) CLBN_NARROW_CALL(X, name, a, b)
/* There are means of unsigned numbers, rounded up; the complement of the complements' is rounded down. Numbers with signs
 * are moved to unsigned ones. */
#define CLBN_NARROW_MEAN_h(value, sign, a, b) sign CLBN_NARROW_CALL(h, avg, a, b)
#define CLBN_NARROW_MEAN_t(value, sign, a, b) sign CLBN_NARROW_CALL(t, avg, a, b)
#define CLBN_NARROW_MEAN_c(value, sign, a, b)                                                                        \
    (CLBN(narrow_c))(sign CLBN_NARROW_CALL(h, avg, (CLBN(narrow_h))(a) ^ 0x80, (CLBN(narrow_h))(b) ^ 0x80) ^ 0x80)
#define CLBN_NARROW_MEAN_s(value, sign, a, b)                                                                        \
    (CLBN(narrow_s))(sign CLBN_NARROW_CALL(t, avg, (CLBN(narrow_t))(a) ^ 0x8000, (CLBN(narrow_t))(b) ^ 0x8000) ^ 0x8000)
#else
#define CLBN_NARROW_EXTREME(X, name, a, b, m) CLBN(narrow_pick_##X)(m, a, b)
#define CLBN_NARROW_SATURATED(X, U, S, bits, name, op, a, b)                                                         \
    CLBN_NARROW_##name##_##X((CLBN(narrow_##U))(a) op (CLBN(narrow_##U))(b), U, S, bits, a, b)
#define CLBN_NARROW_UNSIGNED_ADDS(sum, S, X, a) ((sum) | (CLBN(narrow_##X))((sum) < (a)))
#define CLBN_NARROW_UNSIGNED_SUBS(difference, X, a, b) ((difference) & (CLBN(narrow_##X))((a) >= (b)))
#define CLBN_NARROW_adds_h(sum, U, S, bits, a, b) CLBN_NARROW_UNSIGNED_ADDS(sum, S, h, a)
#define CLBN_NARROW_adds_t(sum, U, S, bits, a, b) CLBN_NARROW_UNSIGNED_ADDS(sum, S, t, a)
#define CLBN_NARROW_subs_h(difference, U, S, bits, a, b) CLBN_NARROW_UNSIGNED_SUBS(difference, h, a, b)
#define CLBN_NARROW_subs_t(difference, U, S, bits, a, b) CLBN_NARROW_UNSIGNED_SUBS(difference, t, a, b)
/* `over` has its sign bit set where the result wraps. */
#define CLBN_NARROW_SIGNED(result, X, bits, over, a)                                                                 \
    CLBN(narrow_pick_##X)((over) >> (bits - 1), ((a) >> (bits - 1)) ^ (CLBN(narrow_##X))CLBN(narrow_splat_##X)(INT##bits##_MAX), \
                          (CLBN(narrow_##X))(result))
#define CLBN_NARROW_adds_c(sum, U, S, bits, a, b) CLBN_NARROW_SIGNED(sum, c, 8, ~((a) ^ (b)) & ((a) ^ (CLBN(narrow_c))(sum)), a)
#define CLBN_NARROW_adds_s(sum, U, S, bits, a, b) CLBN_NARROW_SIGNED(sum, s, 16, ~((a) ^ (b)) & ((a) ^ (CLBN(narrow_s))(sum)), a)
#define CLBN_NARROW_subs_c(sum, U, S, bits, a, b) CLBN_NARROW_SIGNED(sum, c, 8, ((a) ^ (b)) & ((a) ^ (CLBN(narrow_c))(sum)), a)
#define CLBN_NARROW_subs_s(sum, U, S, bits, a, b) CLBN_NARROW_SIGNED(sum, s, 16, ((a) ^ (b)) & ((a) ^ (CLBN(narrow_s))(sum)), a)
#define CLBN_NARROW_MEAN_c(value, sign, a, b) value
#define CLBN_NARROW_MEAN_h(value, sign, a, b) value
#define CLBN_NARROW_MEAN_s(value, sign, a, b) value
#define CLBN_NARROW_MEAN_t(value, sign, a, b) value
#endif
CLBN_SIMD_NARROW_OF(CLBN_SIMD_NARROW)
#undef CLBN_SIMD_NARROW

/* The upper halves of products of shorts. */
#if CLB_NATIVE_LEVEL == 2
#define CLBN_NARROW_MULHI(X, code, a, b) (CLBN(narrow_##X))_mm512_mulhi_##code((__m512i)(a), (__m512i)(b))
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_NARROW_MULHI(X, code, a, b) (CLBN(narrow_##X))_mm256_mulhi_##code((__m256i)(a), (__m256i)(b))
#else
#define CLBN_NARROW_MULHI(X, code, a, b)                                                                             \
    (CLBN(narrow_##X))CLBN(simd_to_words_##X)(CLBN_NARROW_PRODUCT(X, a, b, 0), CLBN_NARROW_PRODUCT(X, a, b, 1))
#define CLBN_NARROW_PRODUCT(X, a, b, k)                                                                              \
    ((CLBN(simd_of_words_##X)((CLBN(simd_u))(a), k) * CLBN(simd_of_words_##X)((CLBN(simd_u))(b), k)) >> 16)
#endif
CLBN_SIMD_NARROW_s(CLBN_FN CLBN(narrow_s) CLBN(narrow_mul_hi__s_s)(CLBN(narrow_s) a, CLBN(narrow_s) b)
                   { return CLBN_NARROW_MULHI(s, epi16, a, b); })
CLBN_SIMD_NARROW_t(CLBN_FN CLBN(narrow_t) CLBN(narrow_mul_hi__t_t)(CLBN(narrow_t) a, CLBN(narrow_t) b)
                   { return CLBN_NARROW_MULHI(t, epu16, a, b); })
#undef CLBN_NARROW_MULHI
#undef CLBN_NARROW_PRODUCT

/* Numbers that are equal for all work-items: those of one work-item, over and over. */
#define CLBN_SIMD_NARROW(X, U, S, T, bits)                                                                           \
    CLBN_FN CLBN(narrow_##X) CLBN(narrow_cycle_4_##X)(T a, T b, T c, T d)                                            \
    {                                                                                                                \
        const T elements[4] = {a, b, c, d};                                                                          \
        uint32_t words[bits / 8];                                                                                    \
        __builtin_memcpy(words, elements, sizeof words);                                                             \
        return (CLBN(narrow_##X))CLBN(simd_cycle_2_u)(words[0], words[bits / 16]);                                   \
    }
CLBN_SIMD_NARROW_OF(CLBN_SIMD_NARROW)
#undef CLBN_SIMD_NARROW
#define CLBN_SIMD_NARROW(X, T)                                                                                       \
    CLBN_FN CLBN(narrow_##X) CLBN(narrow_cycle_2_##X)(T a, T b) { return CLBN(narrow_cycle_4_##X)(a, b, a, b); }
CLBN_SIMD_NARROW_s(CLBN_SIMD_NARROW(s, int16_t))
CLBN_SIMD_NARROW_t(CLBN_SIMD_NARROW(t, uint16_t))
#undef CLBN_SIMD_NARROW

/* Half k of a vector of bytes as shorts; and the lower bytes of two vectors of shorts. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define CLBN_NARROW_BYTES(low, high) high, low
#define CLBN_NARROW_LOW 1
#else
#define CLBN_NARROW_BYTES(low, high) low, high
#define CLBN_NARROW_LOW 0
#endif
#if CLB_NATIVE_LEVEL == 2
#define CLBN_NARROW_SHORTS(code, a, k, sign)                                                                         \
    _mm512_##code(k ? _mm512_extracti64x4_epi64((__m512i)(a), 1) : _mm512_castsi512_si256((__m512i)(a)))
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_NARROW_SHORTS(code, a, k, sign)                                                                         \
    _mm256_##code(k ? _mm256_extracti128_si256((__m256i)(a), 1) : _mm256_castsi256_si128((__m256i)(a)))
#else
#define CLBN_NARROW_PAIR(i) CLBN_NARROW_BYTES(i, 16 + (i))
#define CLBN_NARROW_SHORTS(code, a, k, sign)                                                                         \
    (k ? __builtin_shufflevector(a, sign, CLBN_NARROW_PAIR(8), CLBN_NARROW_PAIR(9), CLBN_NARROW_PAIR(10), CLBN_NARROW_PAIR(11), \
                                 CLBN_NARROW_PAIR(12), CLBN_NARROW_PAIR(13), CLBN_NARROW_PAIR(14), CLBN_NARROW_PAIR(15)) \
       : __builtin_shufflevector(a, sign, CLBN_NARROW_PAIR(0), CLBN_NARROW_PAIR(1), CLBN_NARROW_PAIR(2), CLBN_NARROW_PAIR(3), \
                                 CLBN_NARROW_PAIR(4), CLBN_NARROW_PAIR(5), CLBN_NARROW_PAIR(6), CLBN_NARROW_PAIR(7)))
#endif
CLBN_FN CLBN(narrow_s) CLBN(narrow_shorts_c)(CLBN(narrow_c) a, int k)
{
    return (CLBN(narrow_s))CLBN_NARROW_SHORTS(cvtepi8_epi16, a, k, a >> 7);
}
CLBN_FN CLBN(narrow_s) CLBN(narrow_shorts_h)(CLBN(narrow_h) a, int k)
{
    return (CLBN(narrow_s))CLBN_NARROW_SHORTS(cvtepu8_epi16, a, k, (CLBN(narrow_h)){0});
}
CLBN_FN CLBN(narrow_h) CLBN(narrow_bytes)(CLBN(narrow_t) a, CLBN(narrow_t) b)
{
#if CLB_NATIVE_LEVEL == 2
    const __m512i both = _mm512_packus_epi16((__m512i)(a & 0xff), (__m512i)(b & 0xff));
    const CLBN(half_l) order = {0, 2, 4, 6, 1, 3, 5, 7};
    return (CLBN(narrow_h))_mm512_permutexvar_epi64((__m512i)order, both);
#elif CLB_NATIVE_LEVEL == 1
    return (CLBN(narrow_h))_mm256_permute4x64_epi64(_mm256_packus_epi16((__m256i)(a & 0xff), (__m256i)(b & 0xff)), 0xd8);
#else
    enum { LOW = CLBN_NARROW_LOW };
    return __builtin_shufflevector((CLBN(narrow_h))a, (CLBN(narrow_h))b, LOW, LOW + 2, LOW + 4, LOW + 6, LOW + 8, LOW + 10, LOW + 12,
                                   LOW + 14, LOW + 16, LOW + 18, LOW + 20, LOW + 22, LOW + 24, LOW + 26, LOW + 28, LOW + 30);
#endif
}

#undef CLBN_SIMD_NARROW_OF
#undef CLBN_NARROW_BYTES
#undef CLBN_NARROW_CALL
#undef CLBN_NARROW_CALL_OF
#undef CLBN_NARROW_CODE_c
#undef CLBN_NARROW_CODE_h
#undef CLBN_NARROW_CODE_s
#undef CLBN_NARROW_CODE_t
#undef CLBN_NARROW_EXTREME
#undef CLBN_NARROW_LOW
#undef CLBN_NARROW_MEAN_c
#undef CLBN_NARROW_MEAN_h
#undef CLBN_NARROW_MEAN_s
#undef CLBN_NARROW_MEAN_t
#undef CLBN_NARROW_PAIR
#undef CLBN_NARROW_SATURATED
#undef CLBN_NARROW_SHORTS
#undef CLBN_NARROW_SIGNED
#undef CLBN_NARROW_UNSIGNED_ADDS
#undef CLBN_NARROW_UNSIGNED_SUBS
#undef CLBN_NARROW_X86
#undef CLBN_NARROW_adds_c
#undef CLBN_NARROW_adds_h
#undef CLBN_NARROW_adds_s
#undef CLBN_NARROW_adds_t
#undef CLBN_NARROW_subs_c
#undef CLBN_NARROW_subs_h
#undef CLBN_NARROW_subs_s
#undef CLBN_NARROW_subs_t
