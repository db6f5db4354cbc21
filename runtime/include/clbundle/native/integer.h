/* Integer functions (OpenCL C 1.2, 6.12.3). Part of clbundle/native/native.h, once per level: no include guard. Wrapping arithmetic
 * is done in unsigned types, so that nothing here is undefined in C. Knows numbers; must not know lanes.
 *
 * SPDX-License-Identifier: MIT */

#ifdef CLBN_USES_ENDS
/* The limit to which a sum saturates, by the sign of its first operand, and that of a difference. */
#define CLBN_SIGNED_ENDS(T, U, S, bits)                                                                            \
    CLBN_FN clbn_v_##T CLBN(limit__##T)(clbn_v_##T a)                                                              \
    {                                                                                                              \
        const clbn_v_##T most = (clbn_v_##T)((clbn_v_##U) ~(clbn_v_##U)0 >> 1);                                    \
        return a < 0 ? (clbn_v_##T)(-most - 1) : most;                                                             \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(floor__##T)(clbn_v_##T a) { return CLBN(limit__##T)(a); }
#define CLBN_UNSIGNED_ENDS(T, U, S, bits)                                                                          \
    CLBN_FN clbn_v_##T CLBN(limit__##T)(clbn_v_##T a) { return (void)a, (clbn_v_##T) ~(clbn_v_##T)0; }             \
    CLBN_FN clbn_v_##T CLBN(floor__##T)(clbn_v_##T a) { return (void)a, (clbn_v_##T)0; }
CLBN_SIGNED(CLBN_SIGNED_ENDS)
CLBN_UNSIGNED(CLBN_UNSIGNED_ENDS)
#undef CLBN_SIGNED_ENDS
#undef CLBN_UNSIGNED_ENDS
#endif

#ifdef CLBN_USES_INTEGER
/* Functions that need twice the width. */
#define CLBN_WIDE_MULTIPLY(T, W, bits)                                                               \
    CLBN_FN clbn_v_##T CLBN(mul_hi__##T##_##T)(clbn_v_##T a, clbn_v_##T b)                           \
    {                                                                                                \
        return (clbn_v_##T)(((W)a * (W)b) >> bits);                                                  \
    }
CLBN_WIDE_MULTIPLY(c, int32_t, 8)
CLBN_WIDE_MULTIPLY(h, uint32_t, 8)
CLBN_WIDE_MULTIPLY(s, int32_t, 16)
CLBN_WIDE_MULTIPLY(t, uint32_t, 16)
CLBN_WIDE_MULTIPLY(i, int64_t, 32)
CLBN_WIDE_MULTIPLY(u, uint64_t, 32)
#undef CLBN_WIDE_MULTIPLY
/* The high half by four products of halves: that needs no 128-bit type, and can be vectorised. */
CLBN_FN uint64_t CLBN(mul_hi__m_m)(uint64_t a, uint64_t b)
{
    const uint64_t a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
    const uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (middle & 0xffffffffu);
    return a1 * b1 + (middle >> 32) + (other >> 32);
}
CLBN_FN int64_t CLBN(mul_hi__l_l)(int64_t a, int64_t b)
{
    const uint64_t x = (uint64_t)a, y = (uint64_t)b;
    return (int64_t)(CLBN(mul_hi__m_m)(x, y) - (a < 0 ? y : 0) - (b < 0 ? x : 0));
}

/* hadd: (a + b) >> 1 without overflow, as the common bits plus half of the bits that differ. */
#define CLBN_BOTH(T, U, S, bits)                                                                                   \
    CLBN_FN clbn_v_##T CLBN(min__##T##_##T)(clbn_v_##T a, clbn_v_##T b) { return b < a ? b : a; }                  \
    CLBN_FN clbn_v_##T CLBN(max__##T##_##T)(clbn_v_##T a, clbn_v_##T b) { return a < b ? b : a; }                  \
    CLBN_FN clbn_v_##T CLBN(clamp__##T##_##T##_##T)(clbn_v_##T a, clbn_v_##T low, clbn_v_##T high)                 \
    {                                                                                                              \
        const clbn_v_##T b = a < low ? low : a;                                                                    \
        return high < b ? high : b;                                                                                \
    }                                                                                                              \
    CLBN_FN clbn_v_##U CLBN(abs_diff__##T##_##T)(clbn_v_##T a, clbn_v_##T b)                                       \
    {                                                                                                              \
        return (clbn_v_##U)(a < b ? (clbn_v_##U)b - (clbn_v_##U)a : (clbn_v_##U)a - (clbn_v_##U)b);                \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(hadd__##T##_##T)(clbn_v_##T a, clbn_v_##T b)                                           \
    {                                                                                                              \
        return (clbn_v_##T)((a & b) + ((a ^ b) >> 1));                                                             \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(rhadd__##T##_##T)(clbn_v_##T a, clbn_v_##T b)                                          \
    {                                                                                                              \
        return (clbn_v_##T)((a | b) - ((a ^ b) >> 1));                                                             \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(rotate__##T##_##T)(clbn_v_##T a, clbn_v_##T b)                                         \
    {                                                                                                              \
        const clbn_v_##U x = (clbn_v_##U)a;                                                                        \
        const unsigned by = (unsigned)((clbn_v_##U)b & (bits - 1));                                                \
        return (clbn_v_##T)(clbn_v_##U)((clbn_v_##U)(x << by) | (clbn_v_##U)(x >> ((bits - by) & (bits - 1))));    \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(popcount__##T)(clbn_v_##T a)                                                           \
    {                                                                                                              \
        uint64_t x = (clbn_v_##U)a;                                                                                \
        x -= (x >> 1) & 0x5555555555555555u;                                                                       \
        x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);                                          \
        x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;                                                                  \
        return (clbn_v_##T)((x * 0x0101010101010101u) >> 56);                                                      \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(mad_hi__##T##_##T##_##T)(clbn_v_##T a, clbn_v_##T b, clbn_v_##T c)                     \
    {                                                                                                              \
        return (clbn_v_##T)((clbn_v_##U)CLBN(mul_hi__##T##_##T)(a, b) + (clbn_v_##U)c);                            \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(add_sat__##T##_##T)(clbn_v_##T a, clbn_v_##T b)                                        \
    {                                                                                                              \
        clbn_v_##T sum;                                                                                            \
        return __builtin_add_overflow(a, b, &sum) ? CLBN(limit__##T)(a) : sum;                                     \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(sub_sat__##T##_##T)(clbn_v_##T a, clbn_v_##T b)                                        \
    {                                                                                                              \
        clbn_v_##T difference;                                                                                     \
        return __builtin_sub_overflow(a, b, &difference) ? CLBN(floor__##T)(a) : difference;                       \
    }

#define CLBN_ABS_SIGNED(T, U, S, bits)                                                                             \
    CLBN_FN clbn_v_##U CLBN(abs__##T)(clbn_v_##T a)                                                                \
    {                                                                                                              \
        return (clbn_v_##U)(a < 0 ? (clbn_v_##U)0 - (clbn_v_##U)a : (clbn_v_##U)a);                                \
    }
#define CLBN_ABS_UNSIGNED(T, U, S, bits)                                                                           \
    CLBN_FN clbn_v_##T CLBN(abs__##T)(clbn_v_##T a) { return a; }
CLBN_SIGNED(CLBN_ABS_SIGNED)
CLBN_UNSIGNED(CLBN_ABS_UNSIGNED)
CLBN_INTEGERS(CLBN_BOTH)
#undef CLBN_ABS_SIGNED
#undef CLBN_ABS_UNSIGNED
#undef CLBN_BOTH

/* a * b + c with saturation: in twice the width, or for 64 bits by the high half of the product. */
#define CLBN_MAD_SAT(T, W)                                                                                         \
    CLBN_FN clbn_v_##T CLBN(mad_sat__##T##_##T##_##T)(clbn_v_##T a, clbn_v_##T b, clbn_v_##T c)                    \
    {                                                                                                              \
        const W low = (W)CLBN(floor__##T)((clbn_v_##T)-1), high = (W)CLBN(limit__##T)(0), x = (W)a * (W)b + (W)c;  \
        return (clbn_v_##T)(x < low ? low : x > high ? high : x);                                                  \
    }
CLBN_MAD_SAT(c, int64_t)
CLBN_MAD_SAT(h, int64_t)
CLBN_MAD_SAT(s, int64_t)
CLBN_MAD_SAT(t, int64_t)
CLBN_MAD_SAT(i, int64_t)
#undef CLBN_MAD_SAT
CLBN_FN uint32_t CLBN(mad_sat__u_u_u)(uint32_t a, uint32_t b, uint32_t c)
{
    const uint64_t x = (uint64_t)a * b + c; /* (2^32 - 1)^2 + 2^32 - 1 < 2^64 */
    return x > UINT32_MAX ? UINT32_MAX : (uint32_t)x;
}
CLBN_FN uint64_t CLBN(mad_sat__m_m_m)(uint64_t a, uint64_t b, uint64_t c)
{
    const uint64_t product = a * b, sum = product + c;
    return CLBN(mul_hi__m_m)(a, b) != 0 || sum < product ? UINT64_MAX : sum;
}
CLBN_FN int64_t CLBN(mad_sat__l_l_l)(int64_t a, int64_t b, int64_t c)
{
    const uint64_t low = (uint64_t)a * (uint64_t)b, sum = low + (uint64_t)c;
    /* high:sum is the exact result in 128 bits */
    const int64_t high = (int64_t)((uint64_t)CLBN(mul_hi__l_l)(a, b) + (c < 0 ? UINT64_MAX : 0) + (sum < low ? 1u : 0u));
    const int64_t end = high < 0 ? INT64_MIN : INT64_MAX;
    return high == ((int64_t)sum < 0 ? -1 : 0) ? (int64_t)sum : end;
}

/* Leading zeros: every bit below the highest set one is set, then the bits that are still 0 are counted. */
#define CLBN_CLZ(T, U, S, bits)                                                                      \
    CLBN_FN clbn_v_##T CLBN(clz__##T)(clbn_v_##T a)                                                  \
    {                                                                                                \
        clbn_v_##U x = (clbn_v_##U)a;                                                                \
        for (unsigned by = 1; by < bits; by *= 2) x = (clbn_v_##U)(x | (x >> by));                   \
        return (clbn_v_##T)CLBN(popcount__##U)((clbn_v_##U)~x);                                      \
    }
CLBN_INTEGERS(CLBN_CLZ)
#undef CLBN_CLZ

/* Trailing zeros: the bits below the lowest set one are counted. */
#define CLBN_CTZ(T, U, S, bits)                                                                      \
    CLBN_FN clbn_v_##T CLBN(ctz__##T)(clbn_v_##T a)                                                  \
    {                                                                                                \
        const clbn_v_##U x = (clbn_v_##U)a;                                                          \
        return (clbn_v_##T)CLBN(popcount__##U)((clbn_v_##U)(~x & (clbn_v_##U)(x - 1u)));             \
    }
CLBN_INTEGERS(CLBN_CTZ)
#undef CLBN_CTZ

#define CLBN_UPSAMPLE(W, H, L, UW, bits)                                                             \
    CLBN_FN clbn_v_##W CLBN(upsample__##H##_##L)(clbn_v_##H high, clbn_v_##L low)                    \
    {                                                                                                \
        return (clbn_v_##W)(((clbn_v_##UW)((clbn_v_##UW)high << bits)) | (clbn_v_##UW)low);          \
    }
CLBN_UPSAMPLE(s, c, h, t, 8)
CLBN_UPSAMPLE(t, h, h, t, 8)
CLBN_UPSAMPLE(i, s, t, u, 16)
CLBN_UPSAMPLE(u, t, t, u, 16)
CLBN_UPSAMPLE(l, i, u, m, 32)
CLBN_UPSAMPLE(m, u, u, m, 32)
#undef CLBN_UPSAMPLE

/* The result is unspecified if an argument needs more than 24 bits, so the full product is right. */
#define CLBN_24(T)                                                                                                 \
    CLBN_FN clbn_v_##T CLBN(mul24__##T##_##T)(clbn_v_##T a, clbn_v_##T b)                                          \
    {                                                                                                              \
        return (clbn_v_##T)((uint32_t)a * (uint32_t)b);                                                            \
    }                                                                                                              \
    CLBN_FN clbn_v_##T CLBN(mad24__##T##_##T##_##T)(clbn_v_##T a, clbn_v_##T b, clbn_v_##T c)                      \
    {                                                                                                              \
        return (clbn_v_##T)((uint32_t)a * (uint32_t)b + (uint32_t)c);                                              \
    }
CLBN_24(i)
CLBN_24(u)
#undef CLBN_24

#endif

#ifdef CLBN_INSTANCES
CLBN_VECTORS_2(upsample, s, c, h) CLBN_VECTORS_2(upsample, t, h, h) CLBN_VECTORS_2(upsample, i, s, t)
CLBN_VECTORS_2(upsample, u, t, t) CLBN_VECTORS_2(upsample, l, i, u) CLBN_VECTORS_2(upsample, m, u, u)
CLBN_VECTORS_2(mul24, i, i, i) CLBN_VECTORS_2(mul24, u, u, u)
CLBN_VECTORS_3(mad24, i, i, i, i) CLBN_VECTORS_3(mad24, u, u, u, u)
#define CLBN_INTEGER_VECTORS(T, U, S, bits) \
    CLBN_VECTORS_1(abs, U, T)               \
    CLBN_VECTORS_1(clz, T, T)               \
    CLBN_VECTORS_1(ctz, T, T)               \
    CLBN_VECTORS_1(popcount, T, T)          \
    CLBN_VECTORS_2(abs_diff, U, T, T)       \
    CLBN_VECTORS_2(add_sat, T, T, T)        \
    CLBN_VECTORS_2(sub_sat, T, T, T)        \
    CLBN_VECTORS_2(hadd, T, T, T)           \
    CLBN_VECTORS_2(rhadd, T, T, T)          \
    CLBN_VECTORS_2(max, T, T, T)            \
    CLBN_VECTORS_2(min, T, T, T)            \
    CLBN_VECTORS_2(mul_hi, T, T, T)         \
    CLBN_VECTORS_2(rotate, T, T, T)         \
    CLBN_VECTORS_VS(max, T, T, T)           \
    CLBN_VECTORS_VS(min, T, T, T)           \
    CLBN_VECTORS_3(clamp, T, T, T, T)       \
    CLBN_VECTORS_VSS(clamp, T, T, T, T)     \
    CLBN_VECTORS_3(mad_hi, T, T, T, T)      \
    CLBN_VECTORS_3(mad_sat, T, T, T, T)
CLBN_INTEGERS(CLBN_INTEGER_VECTORS)
#undef CLBN_INTEGER_VECTORS
#endif
