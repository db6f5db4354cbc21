/* Conversions of strided numbers, one by one. Knows bytes and numbers in this machine's order; nothing
 * of clb_type, of checks and of missing values.
 *
 * SPDX-License-Identifier: MIT */
#include "array/convert.h"

#include <string.h>

#define STRIDED(name, to_type, from_type)                                                             \
    static void name(char *to, ptrdiff_t to_stride, const char *from, ptrdiff_t stride, size_t count) \
    {                                                                                                 \
        for (size_t i = 0; i < count; i++, to += to_stride, from += stride) {                         \
            from_type value;                                                                          \
            memcpy(&value, from, sizeof value);                                                       \
            const to_type made = (to_type)value;                                                      \
            memcpy(to, &made, sizeof made);                                                           \
        }                                                                                             \
    }
STRIDED(i8_to_f32, float, int8_t)
STRIDED(i16_to_f32, float, int16_t)
STRIDED(i32_to_f32, float, int32_t)
STRIDED(i64_to_f32, float, int64_t)
STRIDED(u8_to_f32, float, uint8_t)
STRIDED(u16_to_f32, float, uint16_t)
STRIDED(u32_to_f32, float, uint32_t)
STRIDED(f64_to_f32, float, double)
STRIDED(i8_to_f64, double, int8_t)
STRIDED(i16_to_f64, double, int16_t)
STRIDED(i32_to_f64, double, int32_t)
STRIDED(i64_to_f64, double, int64_t)
STRIDED(u8_to_f64, double, uint8_t)
STRIDED(u16_to_f64, double, uint16_t)
STRIDED(u32_to_f64, double, uint32_t)
STRIDED(f32_to_f64, double, float)
STRIDED(u32_to_i64, int64_t, uint32_t) /* also to an unsigned number */
STRIDED(i32_to_i64, int64_t, int32_t)
STRIDED(i64_to_i32, uint32_t, uint64_t) /* its low half, with or without a sign */
#undef STRIDED

clbi_convert_strided *clbi_convert_strided_of(clbi_core target, clbi_core source)
{
    static clbi_convert_strided *const table[CLBI_CORE_SOURCES][CLBI_CORE_SOURCES] = {
        [CLBI_F32] = {[CLBI_I8] = i8_to_f32,
                      [CLBI_I16] = i16_to_f32,
                      [CLBI_I32] = i32_to_f32,
                      [CLBI_I64] = i64_to_f32,
                      [CLBI_U8] = u8_to_f32,
                      [CLBI_U16] = u16_to_f32,
                      [CLBI_U32] = u32_to_f32,
                      [CLBI_F64] = f64_to_f32},
        [CLBI_F64] = {[CLBI_I8] = i8_to_f64,
                      [CLBI_I16] = i16_to_f64,
                      [CLBI_I32] = i32_to_f64,
                      [CLBI_I64] = i64_to_f64,
                      [CLBI_U8] = u8_to_f64,
                      [CLBI_U16] = u16_to_f64,
                      [CLBI_U32] = u32_to_f64,
                      [CLBI_F32] = f32_to_f64},
        [CLBI_I64] = {[CLBI_I32] = i32_to_i64, [CLBI_U32] = u32_to_i64},
        [CLBI_U64] = {[CLBI_I32] = i32_to_i64, [CLBI_U32] = u32_to_i64},
        [CLBI_I32] = {[CLBI_I64] = i64_to_i32, [CLBI_U64] = i64_to_i32},
        [CLBI_U32] = {[CLBI_I64] = i64_to_i32, [CLBI_U64] = i64_to_i32},
    };
    return target < CLBI_CORE_SOURCES ? table[target][source] : NULL;
}
