/* Look-ups in small constant tables, in the vectors of clbundle/native/simd.h. A table has 16, 32, 64, 128 or 256 bytes, a
 * constant where the function is called, and all of them may be read. The processor's permutations find an element for each lane
 * in registers, so there is neither a mask nor an address for a lane. An index outside of the table yields some number. Part of
 * clbundle/native/native.h, once per level. Knows tables; must not know masks.
 *
 * SPDX-License-Identifier: MIT */

/* One element after the other. */
#define CLBN_SIMD_ELEMENT(k) ((const T *)(const void *)table)[index[k] & (uint32_t)(bytes / (int)sizeof(T) - 1)]
#if CLB_NATIVE_LEVEL == 0
#define CLBN_SIMD_TABLE(name, X, type, per_word)                                                                     \
    CLBN_FN CLBN(simd_##X) CLBN(simd_table_##name)(const char *table, int bytes, CLBN(simd_u) index)                 \
    {                                                                                                                \
        typedef type T;                                                                                              \
        return (CLBN(simd_##X))CLBN_SIMD_EACH(CLBN_SIMD_ELEMENT);                                                    \
    }
CLBN_SIMD_TABLE(c, i, int8_t, 4)
CLBN_SIMD_TABLE(h, u, uint8_t, 4)
CLBN_SIMD_TABLE(s, i, CLBN(simd_any_s), 2)
CLBN_SIMD_TABLE(t, u, CLBN(simd_any_t), 2)
CLBN_SIMD_TABLE(i, i, CLBN(simd_any_i), 1)
CLBN_SIMD_TABLE(u, u, CLBN(simd_any_u), 1)
CLBN_SIMD_TABLE(f, f, CLBN(simd_any_f), 1)
#undef CLBN_SIMD_TABLE
#else

#define CLBN_SIMD_PART_16(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define CLBN_SIMD_PART_32(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
/* The words of 32 bits at `index`, modulo the number of words. */
#if CLB_NATIVE_LEVEL == 2
#define CLBN_SIMD_PAIR_OF(p) (CLBN(simd_u))_mm512_permutex2var_epi32(CLBN(simd_part)(p), (__m512i)index, CLBN(simd_part)((p) + 64))
CLBN_FN __m512i CLBN(simd_part)(const char *p)
{
    CLBN(simd_u) part;
    __builtin_memcpy(&part, p, sizeof part);
    return (__m512i)part;
}
CLBN_FN CLBN(simd_u) CLBN(simd_table_word)(const char *table, int bytes, CLBN(simd_u) index)
{
    if (bytes == 16)
        return (CLBN(simd_u))_mm512_permutexvar_epi32((__m512i)(index & 3), _mm512_broadcast_i32x4(CLBN_SIMD_PART_16(table)));
    if (bytes == 32)
        return (CLBN(simd_u))_mm512_permutexvar_epi32((__m512i)(index & 7), _mm512_castsi256_si512(CLBN_SIMD_PART_32(table)));
    if (bytes == 64) return (CLBN(simd_u))_mm512_permutexvar_epi32((__m512i)index, CLBN(simd_part)(table));
    if (bytes == 128) return CLBN_SIMD_PAIR_OF(table);
    return CLBN(simd_pick_u)(CLBN(simd_ne_u)(index & 32, CLBN(simd_splat_u)(0)), CLBN_SIMD_PAIR_OF(table + 128),
                             CLBN_SIMD_PAIR_OF(table));
}
#undef CLBN_SIMD_PAIR_OF
/* Of 16 bytes, those that the bytes of `which` say; 0 for 128 and above. */
CLBN_FN CLBN(simd_u) CLBN(simd_table_bytes)(const char *table, CLBN(simd_u) which)
{
    return (CLBN(simd_u))_mm512_shuffle_epi8(_mm512_broadcast_i32x4(CLBN_SIMD_PART_16(table)), (__m512i)which);
}
#else
#define CLBN_SIMD_OF_PART(p) (__m256) _mm256_permutevar8x32_epi32(CLBN_SIMD_PART_32(p), (__m256i)index)
#define CLBN_SIMD_OF_TWO(p) _mm256_blendv_ps(CLBN_SIMD_OF_PART(p), CLBN_SIMD_OF_PART((p) + 32), (__m256)(index << 28))
#define CLBN_SIMD_WORD(k) ((const CLBN(simd_any_u) *)(const void *)table)[index[k] & 63]
CLBN_FN CLBN(simd_u) CLBN(simd_table_word)(const char *table, int bytes, CLBN(simd_u) index)
{
    if (bytes == 16)
        return (CLBN(simd_u))_mm256_permutevar8x32_epi32(_mm256_broadcastsi128_si256(CLBN_SIMD_PART_16(table)), (__m256i)index);
    if (bytes == 32) return (CLBN(simd_u))CLBN_SIMD_OF_PART(table);
    if (bytes == 64) return (CLBN(simd_u))CLBN_SIMD_OF_TWO(table);
    if (bytes == 128)
        return (CLBN(simd_u))_mm256_blendv_ps(CLBN_SIMD_OF_TWO(table), CLBN_SIMD_OF_TWO(table + 64), (__m256)(index << 27));
    return (CLBN(simd_u))CLBN_SIMD_EACH(CLBN_SIMD_WORD);
}
#undef CLBN_SIMD_OF_PART
#undef CLBN_SIMD_OF_TWO
#undef CLBN_SIMD_WORD
CLBN_FN CLBN(simd_u) CLBN(simd_table_bytes)(const char *table, CLBN(simd_u) which)
{
    return (CLBN(simd_u))_mm256_shuffle_epi8(_mm256_broadcastsi128_si256(CLBN_SIMD_PART_16(table)), (__m256i)which);
}
#endif
#undef CLBN_SIMD_PART_16
#undef CLBN_SIMD_PART_32

/* Elements below 32 bits: the word that has the element, shifted so that the element is at its lower or upper end. */
CLBN_FN CLBN(simd_u) CLBN(simd_table_h)(const char *table, int bytes, CLBN(simd_u) index)
{
    if (bytes == 16) return CLBN(simd_table_bytes)(table, (index & 15) | 0x80808000u);
    return CLBN(simd_table_word)(table, bytes, index >> 2) >> ((index & 3) << 3) & 0xff;
}
CLBN_FN CLBN(simd_i) CLBN(simd_table_c)(const char *table, int bytes, CLBN(simd_u) index)
{
    if (bytes == 16) return (CLBN(simd_i))CLBN(simd_table_bytes)(table, (index << 24 & 0xf000000u) | 0x808080u) >> 24;
    return (CLBN(simd_i))(CLBN(simd_table_word)(table, bytes, index >> 2) << ((~index & 3) << 3)) >> 24;
}
CLBN_FN CLBN(simd_u) CLBN(simd_table_t)(const char *table, int bytes, CLBN(simd_u) index)
{
    return CLBN(simd_table_word)(table, bytes, index >> 1) >> ((index & 1) << 4) & 0xffff;
}
CLBN_FN CLBN(simd_i) CLBN(simd_table_s)(const char *table, int bytes, CLBN(simd_u) index)
{
    return (CLBN(simd_i))(CLBN(simd_table_word)(table, bytes, index >> 1) << ((~index & 1) << 4)) >> 16;
}
CLBN_FN CLBN(simd_u) CLBN(simd_table_u)(const char *table, int bytes, CLBN(simd_u) index)
{
    return CLBN(simd_table_word)(table, bytes, index);
}
CLBN_FN CLBN(simd_i) CLBN(simd_table_i)(const char *table, int bytes, CLBN(simd_u) index)
{
    return (CLBN(simd_i))CLBN(simd_table_word)(table, bytes, index);
}
CLBN_FN CLBN(simd_f) CLBN(simd_table_f)(const char *table, int bytes, CLBN(simd_u) index)
{
    return (CLBN(simd_f))CLBN(simd_table_word)(table, bytes, index);
}
#endif
#undef CLBN_SIMD_ELEMENT
