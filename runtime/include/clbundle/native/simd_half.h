/* Half precision of work-items side by side, in the vectors of clbundle/native/simd.h: the functions of half.h, bit for bit.
 * A half is held as its bits, in a number of 32 bits. Part of clbundle/native/native.h, once per level. Knows vectors; must not
 * know memory.
 *
 * SPDX-License-Identifier: MIT */

#if CLB_NATIVE_LEVEL == 2
#define CLBN_NARROW(a) _mm512_cvtepi32_epi16((__m512i)(a))
#define CLBN_WIDE(a) ((CLBN(simd_u))_mm512_cvtepu16_epi32(a))
CLBN_FN CLBN(simd_f) CLBN(simd_of_half__t)(CLBN(simd_u) a) { return (CLBN(simd_f))_mm512_cvtph_ps(CLBN_NARROW(a)); }
#define CLBN_TO_HALF(mode, number)                                                                                   \
    CLBN_FN CLBN(simd_u) CLBN(simd_to_half_##mode##__f)(CLBN(simd_f) a)                                              \
    {                                                                                                                \
        return CLBN_WIDE(_mm512_cvtps_ph((__m512)a, number));                                                        \
    }
#elif CLB_NATIVE_LEVEL == 1
CLBN_FN __m128i CLBN(simd_half_bits)(CLBN(simd_u) a)
{
    return _mm_packus_epi32(_mm256_castsi256_si128((__m256i)a), _mm256_extracti128_si256((__m256i)a, 1));
}
CLBN_FN CLBN(simd_f) CLBN(simd_of_half__t)(CLBN(simd_u) a) { return (CLBN(simd_f))_mm256_cvtph_ps(CLBN(simd_half_bits)(a)); }
#define CLBN_TO_HALF(mode, number)                                                                                   \
    CLBN_FN CLBN(simd_u) CLBN(simd_to_half_##mode##__f)(CLBN(simd_f) a)                                              \
    {                                                                                                                \
        return (CLBN(simd_u))_mm256_cvtepu16_epi32(_mm256_cvtps_ph((__m256)a, number));                              \
    }
#endif
#if CLB_NATIVE_LEVEL > 0
CLBN_TO_HALF(rte, 0)
CLBN_TO_HALF(rtn, 1)
CLBN_TO_HALF(rtp, 2)
CLBN_TO_HALF(rtz, 3)
#else
#define CLBN_BITS(x) ((CLBN(simd_u))(x))
#define CLBN_REAL(x) ((CLBN(simd_f))(x))
CLBN_FN CLBN(simd_f) CLBN(simd_of_half__t)(CLBN(simd_u) a)
{
    CLBN_FLOAT_OF_HALF(CLBN(simd_u), CLBN(simd_f), CLBN_BITS, CLBN_REAL, CLBN_BITS);
}
#define CLBN_TO_HALF(mode, nearest, away)                                                                            \
    CLBN_FN CLBN(simd_u) CLBN(simd_to_half_##mode##__f)(CLBN(simd_f) a)                                              \
    {                                                                                                                \
        CLBN_HALF_OF_FLOAT(CLBN(simd_u), CLBN(simd_f), CLBN_BITS, CLBN_REAL, CLBN_BITS, nearest, away);              \
    }
CLBN_TO_HALF(rte, 1, CLBN(simd_splat_u)(0))
CLBN_TO_HALF(rtn, 0, CLBN_BITS(bits >= 0x80000000u))
CLBN_TO_HALF(rtp, 0, CLBN_BITS(bits < 0x80000000u))
CLBN_TO_HALF(rtz, 0, CLBN(simd_splat_u)(0))
#undef CLBN_BITS
#undef CLBN_REAL
#endif
#undef CLBN_TO_HALF
#undef CLBN_NARROW
#undef CLBN_WIDE

/* odd__d() of half.h for vectors. */
CLBN_FN CLBN(simd_f) CLBN(simd_odd__d)(CLBN(simd_d) a)
{
    const CLBN(simd_f) near = CLBN(simd_cast_f_d)(a);
    const CLBN(simd_u) bits = (CLBN(simd_u))near, zero = CLBN(simd_splat_u)(0), one = CLBN(simd_splat_u)(1);
    const CLBN(simd_d) found = CLBN(simd_fabs__d)(CLBN(simd_cast_d_f)(near)), wanted = CLBN(simd_fabs__d)(a);
    const CLBN(simd_u) odd = bits + CLBN(simd_pick_u)(CLBN(simd_lt_d)(found, wanted), one, zero) -
                             CLBN(simd_pick_u)(CLBN(simd_lt_d)(wanted, found), one, zero);
    return (CLBN(simd_f))CLBN(simd_pick_u)(CLBN(simd_eq_u)(bits & 1u, one), bits, odd);
}
#define CLBN_TO_HALF(mode)                                                                                           \
    CLBN_FN CLBN(simd_u) CLBN(simd_to_half_##mode##__d)(CLBN(simd_d) a)                                              \
    {                                                                                                                \
        return CLBN(simd_to_half_##mode##__f)(CLBN(simd_odd__d)(a));                                                 \
    }
CLBN_TO_HALF(rte)
CLBN_TO_HALF(rtn)
CLBN_TO_HALF(rtp)
CLBN_TO_HALF(rtz)
#undef CLBN_TO_HALF
