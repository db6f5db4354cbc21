/* Built-in functions of few instructions, in the vectors of clbundle/native/simd.h. All but rsqrt give the same bits as the
 * function of one number. Part of clbundle/native/native.h, once per level. Knows vectors; must not know memory.
 *
 * SPDX-License-Identifier: MIT */

/* Calls a built-in function for each lane. R, A, B, C: codes of the types in vectors; r, a, b, c: the function's own types. */
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

/* Functions of one or two instructions; generated code calls no others by these names. */
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
/* Where neither operand is greater, the instructions give their second operand and OpenCL C the first. */
#if CLB_NATIVE_LEVEL == 2
#define CLBN_OF(f) _mm512_##f
#define CLBN_OPERAND(T, a) (__m512##T)(a)
#else
#define CLBN_OF(f) _mm256_##f
#define CLBN_OPERAND(T, a) (__m256##T)(a)
#endif
#define CLBN_SIMD_EXTREME(name)                                                                                      \
    CLBN_FN CLBN(simd_f) CLBN(simd_##name##__f_f)(CLBN(simd_f) a, CLBN(simd_f) b)                                    \
    {                                                                                                                \
        return (CLBN(simd_f))CLBN_OF(name##_ps)(CLBN_OPERAND(, b), CLBN_OPERAND(, a));                                 \
    }                                                                                                                \
    CLBN_FN CLBN(simd_d) CLBN(simd_##name##__d_d)(CLBN(simd_d) a, CLBN(simd_d) b)                                    \
    {                                                                                                                \
        return (CLBN(simd_d)){(CLBN(half_d))CLBN_OF(name##_pd)(CLBN_OPERAND(d, b.low), CLBN_OPERAND(d, a.low)),        \
                              (CLBN(half_d))CLBN_OF(name##_pd)(CLBN_OPERAND(d, b.high), CLBN_OPERAND(d, a.high))};     \
    }
CLBN_SIMD_EXTREME(max)
CLBN_SIMD_EXTREME(min)
#undef CLBN_SIMD_EXTREME
#undef CLBN_OF
#undef CLBN_OPERAND
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
CLBN_FN CLBN(simd_u) CLBN(simd_rotate__u_u)(CLBN(simd_u) a, CLBN(simd_u) n)
{
#if CLB_NATIVE_LEVEL == 2
    return (CLBN(simd_u))_mm512_rolv_epi32((__m512i)a, (__m512i)n);
#else
    return (a << (n & 31)) | (a >> (-n & 31));
#endif
}
CLBN_FN CLBN(half_m) CLBN(half_rotate)(CLBN(half_m) a, CLBN(half_m) n)
{
#if CLB_NATIVE_LEVEL == 2
    return (CLBN(half_m))_mm512_rolv_epi64((__m512i)a, (__m512i)n);
#else
    return (a << (n & 63)) | (a >> (-n & 63));
#endif
}
CLBN_FN CLBN(simd_m) CLBN(simd_rotate__m_m)(CLBN(simd_m) a, CLBN(simd_m) n)
{
    return (CLBN(simd_m)){CLBN(half_rotate)(a.low, n.low), CLBN(half_rotate)(a.high, n.high)};
}
CLBN_FN CLBN(simd_l) CLBN(simd_rotate__l_l)(CLBN(simd_l) a, CLBN(simd_l) n)
{
    const CLBN(half_m) low = CLBN(half_rotate)((CLBN(half_m))a.low, (CLBN(half_m))n.low);
    return (CLBN(simd_l)){(CLBN(half_l))low, (CLBN(half_l))CLBN(half_rotate)((CLBN(half_m))a.high, (CLBN(half_m))n.high)};
}
CLBN_FN CLBN(simd_i) CLBN(simd_rotate__i_i)(CLBN(simd_i) a, CLBN(simd_i) n)
{
    return (CLBN(simd_i))CLBN(simd_rotate__u_u)((CLBN(simd_u))a, (CLBN(simd_u))n);
}
#if CLB_NATIVE_LEVEL == 2
#define CLBN_SIMD_HIGH(X, T, W, product)                                                                             \
    CLBN_FN CLBN(simd_##X) CLBN(simd_mul_hi__##X##_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b)                          \
    {                                                                                                                \
        const __m512i even = _mm512_mul_##product((__m512i)a, (__m512i)b);                                           \
        const __m512i odd = _mm512_mul_##product(_mm512_srli_epi64((__m512i)a, 32), _mm512_srli_epi64((__m512i)b, 32));\
        return (CLBN(simd_##X))_mm512_mask_blend_epi32(0xaaaa, _mm512_srli_epi64(even, 32), odd);                    \
    }
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_SIMD_HIGH(X, T, W, product)                                                                             \
    CLBN_FN CLBN(simd_##X) CLBN(simd_mul_hi__##X##_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b)                          \
    {                                                                                                                \
        const __m256i even = _mm256_mul_##product((__m256i)a, (__m256i)b);                                           \
        const __m256i odd = _mm256_mul_##product(_mm256_srli_epi64((__m256i)a, 32), _mm256_srli_epi64((__m256i)b, 32));\
        return (CLBN(simd_##X))_mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xaa);                           \
    }
#else
#define CLBN_SIMD_HIGH(X, T, W, product)                                                                             \
    CLBN_FN CLBN(simd_##X) CLBN(simd_mul_hi__##X##_##X)(CLBN(simd_##X) a, CLBN(simd_##X) b)                          \
    {                                                                                                                \
        for (int k = 0; k < CLBN_SIMD_W; k++) a[k] = (T)((W)a[k] * b[k] >> 32);                                      \
        return a;                                                                                                    \
    }
#endif
CLBN_SIMD_HIGH(i, int32_t, int64_t, epi32)
CLBN_SIMD_HIGH(u, uint32_t, uint64_t, epu32)
#undef CLBN_SIMD_HIGH
/* Bytes and shorts, held in 32 bits. */
#define CLBN_SIMD_SMALL(name, X, H, value)                                                                           \
    CLBN_FN CLBN(simd_##H) CLBN(simd_##name##__##X##_##X)(CLBN(simd_##H) a, CLBN(simd_##H) b) { return value; }
#define CLBN_SIMD_SMALL_OF(X, H, low, high)                                                                          \
    CLBN_SIMD_SMALL(add_sat, X, H, CLBN_SIMD_CLAMPED(H, a + b, low, high))                                           \
    CLBN_SIMD_SMALL(sub_sat, X, H, CLBN_SIMD_CLAMPED(H, a - b, low, high))                                           \
    CLBN_SIMD_SMALL(hadd, X, H, (a + b) >> 1)                                                                        \
    CLBN_SIMD_SMALL(rhadd, X, H, (a + b + 1) >> 1)
#define CLBN_SIMD_CLAMPED(H, value, low, high)                                                                       \
    (CLBN(simd_##H))CLBN(simd_max__i_i)(CLBN(simd_min__i_i)((CLBN(simd_i))(value), CLBN(simd_splat_i)(high)), CLBN(simd_splat_i)(low))
CLBN_SIMD_SMALL_OF(c, i, INT8_MIN, INT8_MAX)
CLBN_SIMD_SMALL_OF(h, u, 0, UINT8_MAX)
CLBN_SIMD_SMALL_OF(s, i, INT16_MIN, INT16_MAX)
CLBN_SIMD_SMALL_OF(t, u, 0, UINT16_MAX)
CLBN_SIMD_SMALL(mul_hi, s, i, (a * b) >> 16)
CLBN_SIMD_SMALL(mul_hi, t, u, (a * b) >> 16)
#undef CLBN_SIMD_SMALL
#undef CLBN_SIMD_SMALL_OF
#undef CLBN_SIMD_CLAMPED

/* mul_hi of 64 bits, by products of halves: D. E. Knuth, The art of computer programming 2, 4.3.1, algorithm M. */
CLBN_FN CLBN(half_m) CLBN(half_mul_hi)(CLBN(half_m) a, CLBN(half_m) b)
{
    const CLBN(half_m) a1 = a >> 32, b1 = b >> 32;
#if CLB_NATIVE_LEVEL == 0
    const CLBN(half_m) a0 = a & UINT32_MAX, b0 = b & UINT32_MAX;
#else /* the instruction ignores the upper halves */
    const CLBN(half_m) a0 = a, b0 = b;
#endif
    const CLBN(half_m) left = CLBN_SIMD_HALF_PRODUCT(a1, b0);
    const CLBN(half_m) middle =
        CLBN_SIMD_HALF_PRODUCT(a0, b1) + (left & UINT32_MAX) + (CLBN_SIMD_HALF_PRODUCT(a0, b0) >> 32);
    return CLBN_SIMD_HALF_PRODUCT(a1, b1) + (left >> 32) + (middle >> 32);
}
#undef CLBN_SIMD_HALF_PRODUCT
CLBN_FN CLBN(simd_m) CLBN(simd_mul_hi__m_m)(CLBN(simd_m) a, CLBN(simd_m) b)
{
    return (CLBN(simd_m)){CLBN(half_mul_hi)(a.low, b.low), CLBN(half_mul_hi)(a.high, b.high)};
}
/* popcount and clz. */
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
/* popcount by a table for half bytes; then bytes are added in pairs, and the pairs in pairs. */
#if CLB_NATIVE_LEVEL == 2
#define CLBN_OF(f) _mm512_##f
#define CLBN_TABLE(t) _mm512_broadcast_i32x4(t)
typedef __m512i CLBN(simd_bytes);
#else
#define CLBN_OF(f) _mm256_##f
#define CLBN_TABLE(t) _mm256_broadcastsi128_si256(t)
typedef __m256i CLBN(simd_bytes);
#endif
/* The number of set bits of each byte. */
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
/* Rounded once if that is an instruction. */
CLBN_FN CLBN(simd_f) CLBN(simd_muladd__f_f_f)(CLBN(simd_f) a, CLBN(simd_f) b, CLBN(simd_f) c)
{
#if CLB_NATIVE_LEVEL > 0 || defined(__FP_FAST_FMA)
    return CLBN(simd_fma__f_f_f)(a, b, c);
#else
    return a * b + c;
#endif
}
CLBN_FN CLBN(simd_f) CLBN(simd_mulsub__f_f_f)(CLBN(simd_f) a, CLBN(simd_f) b, CLBN(simd_f) c)
{
    return CLBN(simd_muladd__f_f_f)(a, b, -c);
}
CLBN_FN CLBN(simd_f) CLBN(simd_submul__f_f_f)(CLBN(simd_f) a, CLBN(simd_f) b, CLBN(simd_f) c)
{
    return CLBN(simd_muladd__f_f_f)(-a, b, c);
}
CLBN_SIMD_ROUND(rint, 0x08)
CLBN_SIMD_ROUND(floor, 0x09)
CLBN_SIMD_ROUND(ceil, 0x0a)
CLBN_SIMD_ROUND(trunc, 0x0b)
#undef CLBN_SIMD_ROUND
/* The same for doubles, by halves. */
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
/* Without an instruction for it, fma is a function of the C library, around which nothing stays in registers: by way of a
 * function of two numbers, its callers are half as long. */
#ifdef __FP_FAST_FMA
CLBN_FN
#else
CLBN_FAR
#endif
CLBN(half_d) CLBN(half_fused)(CLBN(half_d) a, CLBN(half_d) b, CLBN(half_d) c)
{
    return (CLBN(half_d)){__builtin_fma(a[0], b[0], c[0]), __builtin_fma(a[1], b[1], c[1])};
}
#define CLBN_FUSED_HALF(a, b, c) CLBN(half_fused)(a, b, c)
#endif
CLBN_FN CLBN(simd_d) CLBN(simd_fma__d_d_d)(CLBN(simd_d) a, CLBN(simd_d) b, CLBN(simd_d) c)
{
    return (CLBN(simd_d)){CLBN_FUSED_HALF(a.low, b.low, c.low), CLBN_FUSED_HALF(a.high, b.high, c.high)};
}
CLBN_FN CLBN(simd_d) CLBN(simd_muladd__d_d_d)(CLBN(simd_d) a, CLBN(simd_d) b, CLBN(simd_d) c)
{
#if CLB_NATIVE_LEVEL > 0 || defined(__FP_FAST_FMA)
    return CLBN(simd_fma__d_d_d)(a, b, c);
#else
    return (CLBN(simd_d)){a.low * b.low + c.low, a.high * b.high + c.high};
#endif
}
CLBN_FN CLBN(simd_d) CLBN(simd_mulsub__d_d_d)(CLBN(simd_d) a, CLBN(simd_d) b, CLBN(simd_d) c)
{
    return CLBN(simd_muladd__d_d_d)(a, b, (CLBN(simd_d)){-c.low, -c.high});
}
CLBN_FN CLBN(simd_d) CLBN(simd_submul__d_d_d)(CLBN(simd_d) a, CLBN(simd_d) b, CLBN(simd_d) c)
{
    return CLBN(simd_muladd__d_d_d)((CLBN(simd_d)){-a.low, -a.high}, b, c);
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
/* hypot of floats: squares of floats are exact in double, and do not overflow. Infinity counts more than NaN. */
CLBN_FN CLBN(simd_f) CLBN(simd_hypot__f_f)(CLBN(simd_f) a, CLBN(simd_f) b)
{
    const CLBN(simd_f) inf = CLBN(simd_splat_f)(__builtin_inff());
    const CLBN(simd_mask) is_inf = CLBN(simd_either)(CLBN(simd_eq_f)(CLBN(simd_fabs__f)(a), inf),
                                                     CLBN(simd_eq_f)(CLBN(simd_fabs__f)(b), inf));
#if CLB_NATIVE_LEVEL == 0
    CLBN(simd_f) root = a;
    for (int k = 0; k < CLBN_SIMD_W; k++)
        root[k] = (float)__builtin_sqrt((double)a[k] * (double)a[k] + (double)b[k] * (double)b[k]);
#else
    const CLBN(simd_d) x = CLBN(simd_cast_d_f)(a), y = CLBN(simd_cast_d_f)(b);
    const CLBN(simd_d) sum = {x.low * x.low + y.low * y.low, x.high * x.high + y.high * y.high};
    const CLBN(simd_f) root = CLBN(simd_cast_f_d)(CLBN(simd_sqrt__d)(sum));
#endif
    return CLBN(simd_pick_f)(is_inf, inf, root);
}
/* rsqrt: two roundings give an error below 2 ulp, which OpenCL C 1.2, 7.4 allows. */
CLBN_FN CLBN(simd_f) CLBN(simd_rsqrt__f)(CLBN(simd_f) a)
{
    return 1.0f / CLBN(simd_sqrt__f)(a);
}
