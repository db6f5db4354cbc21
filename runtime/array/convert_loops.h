/* The loops of convert.h for the instruction set that the including file is compiled for; LOOPS is the table's name.
 * One line for each pair of types, which the compiler vectorises. Checks accumulate bits and never leave a loop, since
 * that would prevent vectorisation. Knows pairs of numbers' types; must not know arrays.
 *
 * SPDX-License-Identifier: MIT */
#include "array/convert.h"

#include <math.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif
#if defined(__AVX__)
#include <immintrin.h>
#define STREAM_WIDE
#endif

/* At any build type; a product and a sum stay two operations. With sanitizers no loop is fast, and gcc would take three
 * times as long for these files. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__) && (defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__))
#pragma GCC optimize("no-trapping-math", "no-math-errno", "fp-contract=off")
#elif defined(__GNUC__)
#pragma GCC optimize("O3", "no-trapping-math", "no-math-errno", "fp-contract=off")
#endif

#if defined(__clang__)
#define UNCHECKED_CASTS __attribute__((no_sanitize("float-cast-overflow")))
#elif defined(__GNUC__)
#define UNCHECKED_CASTS __attribute__((no_sanitize("undefined")))
#else
#define UNCHECKED_CASTS
#endif

typedef int8_t I8;
typedef int16_t I16;
typedef int32_t I32;
typedef int64_t I64;
typedef uint8_t U8;
typedef uint16_t U16;
typedef uint32_t U32;
typedef uint64_t U64;
typedef float F32;
typedef double F64;

static inline U32 bits_of(F32 value)
{
    U32 bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline F32 float_of(U32 bits)
{
    F32 value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline F64 double_of(U64 bits)
{
    F64 value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline U64 bits_of_64(F64 value)
{
    U64 bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* A loop over x of type S: `to` gets the D `made`, which `seen` and `other` see as y. These, of types B and C, are
 * accumulated in `all` and `others`; every x is accepted if `fine` holds. Accumulating bits by one or two operations
 * is cheaper than comparing each x. */
#define LOOP_SEEN_TWICE(name, D, S, B, C, made, seen, other, fine)                               \
    UNCHECKED_CASTS static bool name(char *restrict to, const char *restrict from, size_t count) \
    {                                                                                            \
        B all = 0;                                                                               \
        C others = 0;                                                                            \
        for (size_t i = 0; i < count; i++) {                                                     \
            S x;                                                                                 \
            memcpy(&x, from + i * sizeof x, sizeof x);                                           \
            const D y = (D)(made);                                                               \
            memcpy(to + i * sizeof y, &y, sizeof y);                                             \
            all |= (B)(seen);                                                                    \
            others |= (C)(other);                                                                \
        }                                                                                        \
        (void)others;                                                                            \
        return fine;                                                                             \
    }
#define LOOP_SEEN(name, D, S, B, made, seen, fine) LOOP_SEEN_TWICE(name, D, S, B, U8, made, seen, 0, fine)

/* `refused` is not 0 for an x that is refused. */
#define LOOP(name, D, S, B, made, refused) LOOP_SEEN(name, D, S, B, made, refused, all == 0)

/* The first loop may refuse too much: the second one repeats the run then. */
#define EITHER(name)                                                               \
    static bool name(char *restrict to, const char *restrict from, size_t count)   \
    {                                                                              \
        return name##_quickly(to, from, count) || name##_exactly(to, from, count); \
    }

/* ---- Integers ------------------------------------------------------------------------------------------------------
 */

/* A number that fits has no bits above those of the destination; the sign bit of a negative number is there. For a
 * narrower signed type, numbers are shifted up so that the least one that fits is 0. */
#define TO_UNSIGNED_CHECKED(D, S, B) LOOP_SEEN(S##_##D##_checked, D, S, B, x, x, all <= (B)(D)-1)
#define TO_SIGNED_CHECKED(D, S, B) \
    LOOP_SEEN(S##_##D##_checked, D, S, B, x, x, all <= (B)((B)1 << (8 * sizeof(D) - 1)) - 1)
#define NARROW_CHECKED(D, S, B) \
    LOOP_SEEN(S##_##D##_checked, D, S, B, x, (B)x + ((B)1 << (8 * sizeof(D) - 1)), all >> 8 * sizeof(D) == 0)
#define SIGN_CHECKED(D, S, B) LOOP_SEEN(S##_##D##_checked, D, S, B, x, x, all >> (8 * sizeof(B) - 1) == 0)

/* Without checks, signs make no difference for a narrower type. */
#define PLAIN(D, S) LOOP(S##_##D, D, S, U8, x, 0)

/* clang-format off */
PLAIN(U16, I8) PLAIN(U32, I8) PLAIN(U64, I8) PLAIN(U32, I16) PLAIN(U64, I16) PLAIN(U64, I32)
PLAIN(U16, U8) PLAIN(U32, U8) PLAIN(U64, U8) PLAIN(U32, U16) PLAIN(U64, U16) PLAIN(U64, U32)
PLAIN(U8, U16) PLAIN(U8, U32) PLAIN(U8, U64) PLAIN(U16, U32) PLAIN(U16, U64) PLAIN(U32, U64)

NARROW_CHECKED(I8, I16, U16) NARROW_CHECKED(I8, I32, U32) NARROW_CHECKED(I8, I64, U64)
NARROW_CHECKED(I16, I32, U32) NARROW_CHECKED(I16, I64, U64) NARROW_CHECKED(I32, I64, U64)
TO_UNSIGNED_CHECKED(U8, I16, U16) TO_UNSIGNED_CHECKED(U8, I32, U32) TO_UNSIGNED_CHECKED(U8, I64, U64)
TO_UNSIGNED_CHECKED(U16, I32, U32) TO_UNSIGNED_CHECKED(U16, I64, U64) TO_UNSIGNED_CHECKED(U32, I64, U64)
TO_SIGNED_CHECKED(I8, U16, U16) TO_SIGNED_CHECKED(I8, U32, U32) TO_SIGNED_CHECKED(I8, U64, U64)
TO_SIGNED_CHECKED(I16, U32, U32) TO_SIGNED_CHECKED(I16, U64, U64) TO_SIGNED_CHECKED(I32, U64, U64)
TO_UNSIGNED_CHECKED(U8, U16, U16) TO_UNSIGNED_CHECKED(U8, U32, U32) TO_UNSIGNED_CHECKED(U8, U64, U64)
TO_UNSIGNED_CHECKED(U16, U32, U32) TO_UNSIGNED_CHECKED(U16, U64, U64) TO_UNSIGNED_CHECKED(U32, U64, U64)
SIGN_CHECKED(U8, I8, U8) SIGN_CHECKED(U16, I8, U8) SIGN_CHECKED(U32, I8, U8) SIGN_CHECKED(U64, I8, U8)
SIGN_CHECKED(U16, I16, U16) SIGN_CHECKED(U32, I16, U16) SIGN_CHECKED(U64, I16, U16)
SIGN_CHECKED(U32, I32, U32) SIGN_CHECKED(U64, I32, U32) SIGN_CHECKED(U64, I64, U64)
SIGN_CHECKED(I8, U8, U8) SIGN_CHECKED(I16, U16, U16) SIGN_CHECKED(I32, U32, U32) SIGN_CHECKED(I64, U64, U64)
/* clang-format on */

/* ---- Floating numbers and integers ---------------------------------------------------------------------------------
 */

/* Zero for +0 only. */
#define BITS_F32(x) bits_of(x)
#define BITS_F64(x) bits_of_64(x)

/* `low` and `high` are numbers of S; x is right between them (high excluded). Small integers by way of int32, for which
 * processors have an instruction. Where y comes back as x there was no fraction: the difference of equal numbers is +0,
 * and no other one is. (That says nothing of the range: compilers may make one rounding of the two conversions.) */
#define FROM_REAL(D, S, by) LOOP(S##_##D, D, S, U8, (by)x, 0)
#define COMES_BACK_NOT(S, y) BITS_##S((S)(y)-x)
#define REAL_OVERFLOW(name, D, S, B, low, high) LOOP(name, D, S, B, (D)x, !((x low) & (x < (high))))
#define REAL_FRACTION(name, D, S, B, low, high) \
    LOOP(name, D, S, B, (D)x, (B) !((x low) & (x < (high))) | COMES_BACK_NOT(S, y))

#if defined(__SSE2__)
/* These processors convert every number that does not fit, also NaN, to the least integer, which small types cannot
 * hold. */
#define SMALL_OVERFLOW(D, S, low, high, moved, most) \
    LOOP_SEEN(S##_##D##_overflow, D, S, U32, (I32)x, (U32)(I32)x + (moved), all <= (most))
#define SIGNED_QUICKLY(D, S, B, C, least)                                                             \
    LOOP(S##_##D##_overflow_quickly, D, S, C, (D)x, (C)(y == (least)))                                \
    LOOP_SEEN_TWICE(S##_##D##_fraction_quickly, D, S, B, C, (D)x, COMES_BACK_NOT(S, y), y == (least), \
                    all == 0 && others == 0)
#else
#define SMALL_OVERFLOW(D, S, low, high, moved, most) \
    LOOP(S##_##D##_overflow, D, S, U32, (I32)x, !((x low) & (x < (high))))
/* clang-format off */
#define SIGNED_QUICKLY(D, S, B, C, least)                                        \
    LOOP(S##_##D##_overflow_quickly, D, S, U8, (D)x, 1)                             \
    LOOP(S##_##D##_fraction_quickly, D, S, U8, (D)x, 1)
#endif

/* In the range if, after the shift, it is at most `most`. */
#define SMALL_FROM_REAL(D, S, B, low, high, moved, most)                         \
    FROM_REAL(D, S, I32)                                                         \
    SMALL_OVERFLOW(D, S, low, high, moved, most)                                 \
    LOOP_SEEN_TWICE(S##_##D##_fraction, D, S, B, U32, (I32)x, COMES_BACK_NOT(S, (I32)x), (U32)(I32)x + (moved), \
                    all == 0 && others <= (most))
#define SIGNED_FROM_REAL(D, S, B, C, least, low, high)                           \
    FROM_REAL(D, S, D)                                                           \
    SIGNED_QUICKLY(D, S, B, C, least)                                            \
    REAL_OVERFLOW(S##_##D##_overflow_exactly, D, S, B, low, high)                   \
    REAL_FRACTION(S##_##D##_fraction_exactly, D, S, B, low, high)                   \
    EITHER(S##_##D##_overflow)                                                   \
    EITHER(S##_##D##_fraction)
/* As integers, the bits of floating-point numbers have the order of the numbers; those of negative ones come after
 * all others. */
#define FROM_ZERO_TO(S, high) ((BITS_##S(high) - 1 - BITS_##S(x)) | BITS_##S(x))
#define UNSIGNED_FROM_REAL(D, S, B, high)                                        \
    FROM_REAL(D, S, D)                                                           \
    LOOP_SEEN(S##_##D##_overflow_quickly, D, S, B, (D)x, FROM_ZERO_TO(S, high), all >> (8 * sizeof(B) - 1) == 0) \
    LOOP_SEEN_TWICE(S##_##D##_fraction_quickly, D, S, B, B, (D)x, COMES_BACK_NOT(S, y), FROM_ZERO_TO(S, high), \
                    all == 0 && others >> (8 * sizeof(B) - 1) == 0)                 \
    REAL_OVERFLOW(S##_##D##_overflow_exactly, D, S, B, > (S)-1, high)               \
    REAL_FRACTION(S##_##D##_fraction_exactly, D, S, B, > (S)-1, high)               \
    EITHER(S##_##D##_overflow)                                                   \
    EITHER(S##_##D##_fraction)
    /* clang-format on */

    SMALL_FROM_REAL(I8, F32, U32, > -129.0f, 128.0f,
                    0x80u, 0xFFu) SMALL_FROM_REAL(I16, F32, U32, > -32769.0f, 32768.0f, 0x8000u,
                                                  0xFFFFu) SMALL_FROM_REAL(U8, F32, U32, > -1.0f, 256.0f, 0, 0xFFu)
        SMALL_FROM_REAL(U16, F32, U32, > -1.0f, 65536.0f, 0, 0xFFFFu) SMALL_FROM_REAL(I8, F64, U64, > -129.0,
                                                                                      128.0, 0x80u, 0xFFu)
            SMALL_FROM_REAL(I16, F64, U64, > -32769.0, 32768.0, 0x8000u,
                            0xFFFFu) SMALL_FROM_REAL(U8, F64, U64, > -1.0, 256.0, 0,
                                                     0xFFu) SMALL_FROM_REAL(U16, F64, U64, > -1.0, 65536.0, 0, 0xFFFFu)
                SIGNED_FROM_REAL(I32, F32, U32, U32, INT32_MIN, >= -0x1p31f,
                                 0x1p31f) SIGNED_FROM_REAL(I64, F32, U32, U64, INT64_MIN, >= -0x1p63f, 0x1p63f)
                    SIGNED_FROM_REAL(I32, F64, U64, U32, INT32_MIN, > -0x1.00000002p31,
                                     0x1p31) SIGNED_FROM_REAL(I64, F64, U64, U64, INT64_MIN, >= -0x1p63, 0x1p63)
                        UNSIGNED_FROM_REAL(U32, F32, U32, 0x1p32f) UNSIGNED_FROM_REAL(U64, F32, U32, 0x1p64f)
                            UNSIGNED_FROM_REAL(U32, F64, U64, 0x1p32) UNSIGNED_FROM_REAL(U64, F64, U64, 0x1p64)

/* clang-format off */
#define PLAIN_BOTH(S) PLAIN(F32, S) PLAIN(F64, S)
PLAIN_BOTH(I8) PLAIN_BOTH(I16) PLAIN_BOTH(I32) PLAIN_BOTH(I64)
PLAIN_BOTH(U8) PLAIN_BOTH(U16) PLAIN_BOTH(U32) PLAIN_BOTH(U64)
/* clang-format on */

/* Whether an integer has more digits than a floating-point type: x | -x has all bits from the lowest one of x on. A
 * bit of x that is too far above the lowest one is refused. */
#define MAGNITUDE(x, B) (x < 0 ? 0 - (B)x : (B)x)
#define TOO_LONG(x, B, digits) (MAGNITUDE(x, B) >> (digits) & ((B)x | (0 - (B)x)))
#define TOO_LONG_UNSIGNED(x, B, digits) (x >> (digits) & (x | (0 - x)))
                                        LOOP(I32_F32_inexact, F32, I32, U32, x, TOO_LONG(x, U32, 24))
                                            LOOP(U32_F32_inexact, F32, U32, U32, x, TOO_LONG_UNSIGNED(x, U32, 24))
                                                LOOP(I64_F32_inexact, F32, I64, U64, x,
                                                     TOO_LONG(x, U64, 24)) LOOP(U64_F32_inexact, F32, U64, U64, x,
                                                                                TOO_LONG_UNSIGNED(x, U64, 24))
/* Most numbers are below 2^51 or 2^52: these are the last bits of a double between 2^52 and 2^53, without a
 * conversion instruction. */
#define FROM_LAST_BITS(bits, zero) (double_of((bits) | (U64)0x433 << 52) - (zero))
                                                    LOOP_SEEN(I64_F64_inexact_quickly, F64, I64, U64,
                                                              FROM_LAST_BITS((U64)x + ((U64)1 << 51), 0x1.8p52),
                                                              (U64)x + ((U64)1 << 51),
                                                              all >> 52 == 0) LOOP(I64_F64_inexact_exactly, F64,
                                                                                   I64, U64, x, TOO_LONG(x, U64, 53))
                                                        EITHER(I64_F64_inexact) LOOP_SEEN(U64_F64_inexact_quickly, F64,
                                                                                          U64, U64,
                                                                                          FROM_LAST_BITS(x, 0x1p52), x,
                                                                                          all >> 52 == 0)
                                                            LOOP(U64_F64_inexact_exactly, F64, U64, U64, x,
                                                                 TOO_LONG_UNSIGNED(x, U64, 53)) EITHER(U64_F64_inexact)

                                                                PLAIN(F64,
                                                                      F32) PLAIN(F32, F64)
                                                                    LOOP(F64_F32_overflow_quickly, F32,
                                                                         F64, U32, x, fabsf(y) == INFINITY)
                                                                        LOOP(F64_F32_overflow_exactly, F32, F64, U64, x,
                                                                             (fabs((F64)y) == (F64)INFINITY) &
                                                                                 (fabs(x) != (F64)INFINITY))
                                                                            EITHER(F64_F32_overflow)
                                                                                LOOP(F64_F32_inexact_quickly, F32, F64,
                                                                                     U64, x,
                                                                                     bits_of_64((F64)y) ^ bits_of_64(x))
                                                                                    LOOP(F64_F32_inexact_exactly, F32,
                                                                                         F64, U64, x,
                                                                                         ((F64)y != x) & (x == x))
                                                                                        EITHER(F64_F32_inexact)

    /* ---- float32 whose last digit is odd where digits were lost
       --------------------------------------------------------- */

    static inline F32 odd_of(F64 x)
{
    const F32 near = (F32)x;
    const U32 bits = bits_of(near), down = bits - (fabs((F64)near) > fabs(x) ? 1u : 0u);
    return float_of((F64)near != x ? down | 1u : bits);
}

/* From 64 bits to the 40 that matter and one that tells whether others were set. */
static inline F64 short_of_signed(I64 x)
{
    const U64 cut = ((U64)x & ~(U64)0xFFFFFF) | ((U64)x & 0xFFFFFF ? 0x1000000u : 0u);
    return (F64)(x < ((I64)1 << 48) && x > -((I64)1 << 48) ? x : (I64)cut);
}

static inline F64 short_of_unsigned(U64 x)
{
    const U64 cut = (x & ~(U64)0xFFFFFF) | (x & 0xFFFFFF ? 0x1000000u : 0u);
    return (F64)(x < ((U64)1 << 48) ? x : cut);
}

LOOP(I32_ODD, F32, I32, U8, odd_of((F64)x), 0)
LOOP(U32_ODD, F32, U32, U8, odd_of((F64)x), 0)
LOOP(I64_ODD, F32, I64, U8, odd_of(short_of_signed(x)), 0)
LOOP(U64_ODD, F32, U64, U8, odd_of(short_of_unsigned(x)), 0)
LOOP(F64_ODD, F32, F64, U8, odd_of(x), 0)

/* ---- bool ----------------------------------------------------------------------------------------------------------
 */

/* 0 and 1 have no bit set except the lowest. */
/* clang-format off */
#define TO_BOOL(S, B)                             \
    LOOP(S##_BOOL, U8, S, U8, x != 0, 0)          \
    LOOP_SEEN(S##_BOOL_checked, U8, S, B, x != 0, x, all <= 1)
#define REAL_TO_BOOL(S, B)                        \
    LOOP(S##_BOOL, U8, S, U8, x != 0, 0)          \
    LOOP(S##_BOOL_checked, U8, S, B, x != 0, x != 0 ? BITS_##S(x) ^ BITS_##S((S)1) : 0)
TO_BOOL(I8, U8) TO_BOOL(I16, U16) TO_BOOL(I32, U32) TO_BOOL(I64, U64)
TO_BOOL(U8, U8) TO_BOOL(U16, U16) TO_BOOL(U32, U32) TO_BOOL(U64, U64)
REAL_TO_BOOL(F32, U32) REAL_TO_BOOL(F64, U64)

#define FROM_BOOL(D) LOOP(bool_##D, D, U8, U8, x != 0, 0)
FROM_BOOL(U8) FROM_BOOL(U16) FROM_BOOL(U32) FROM_BOOL(U64) FROM_BOOL(F32) FROM_BOOL(F64)
/* clang-format on */

/* For complex numbers: a number that is neither zero nor one is refused. */
#define PAIR_BOOL(name, S, B, refused)                                                 \
    static bool name(char *restrict to, const char *restrict from, size_t count)       \
    {                                                                                  \
        B bad = 0;                                                                     \
        for (size_t i = 0; i < count; i++) {                                           \
            S real, imaginary;                                                         \
            memcpy(&real, from + 2 * i * sizeof real, sizeof real);                    \
            memcpy(&imaginary, from + 2 * i * sizeof real + sizeof real, sizeof real); \
            const U8 y = (U8)((real != 0) | (imaginary != 0));                         \
            memcpy(to + i, &y, sizeof y);                                              \
            bad |= (B)(refused);                                                       \
        }                                                                              \
        return bad == 0;                                                               \
    }
#define NEITHER (imaginary != 0) | ((real != 0) & (real != 1))
            PAIR_BOOL(pair32_BOOL, F32, U32, 0) PAIR_BOOL(pair64_BOOL, F64, U64, 0)
                PAIR_BOOL(pair32_BOOL_checked, F32, U32, NEITHER) PAIR_BOOL(pair64_BOOL_checked, F64, U64, NEITHER)

/* ---- Complex numbers --------------------------------------------------------------------------------------------- */

/* A second line for the imaginary part, so that the compiler sees that contiguous memory is written. */
#define PAIR_LOOP(name, D, S, B, made, refused)                                                  \
    UNCHECKED_CASTS static bool name(char *restrict to, const char *restrict from, size_t count) \
    {                                                                                            \
        B all = 0;                                                                               \
        for (size_t i = 0; i < count; i++) {                                                     \
            S x;                                                                                 \
            const D none = 0;                                                                    \
            memcpy(&x, from + i * sizeof x, sizeof x);                                           \
            const D y = (D)(made);                                                               \
            memcpy(to + 2 * i * sizeof y, &y, sizeof y);                                         \
            memcpy(to + (2 * i + 1) * sizeof y, &none, sizeof none);                             \
            all |= (B)(refused);                                                                 \
        }                                                                                        \
        return all == 0;                                                                         \
    }
#define PLAIN_PAIR(D, S) PAIR_LOOP(S##_##D##_pair, D, S, U8, x, 0)
/* clang-format off */
#define PLAIN_PAIRS(S) PLAIN_PAIR(F32, S) PLAIN_PAIR(F64, S)
PLAIN_PAIRS(I8) PLAIN_PAIRS(I16) PLAIN_PAIRS(I32) PLAIN_PAIRS(I64)
PLAIN_PAIRS(U8) PLAIN_PAIRS(U16) PLAIN_PAIRS(U32) PLAIN_PAIRS(U64)
PLAIN_PAIRS(F32) PLAIN_PAIRS(F64)
PAIR_LOOP(bool_F32_pair, F32, U8, U8, x != 0, 0)
PAIR_LOOP(bool_F64_pair, F64, U8, U8, x != 0, 0)
PAIR_LOOP(I32_F32_pair_inexact, F32, I32, U32, x, TOO_LONG(x, U32, 24))
PAIR_LOOP(U32_F32_pair_inexact, F32, U32, U32, x, TOO_LONG_UNSIGNED(x, U32, 24))
PAIR_LOOP(I64_F32_pair_inexact, F32, I64, U64, x, TOO_LONG(x, U64, 24))
PAIR_LOOP(U64_F32_pair_inexact, F32, U64, U64, x, TOO_LONG_UNSIGNED(x, U64, 24))
PAIR_LOOP(I64_F64_pair_inexact, F64, I64, U64, x, TOO_LONG(x, U64, 53))
PAIR_LOOP(U64_F64_pair_inexact, F64, U64, U64, x, TOO_LONG_UNSIGNED(x, U64, 53))
PAIR_LOOP(F64_F32_pair_overflow_quickly, F32, F64, U32, x, fabsf(y) == INFINITY)
    /* clang-format on */
    PAIR_LOOP(F64_F32_pair_overflow_exactly, F32, F64, U64, x,
              (fabs((F64)y) == (F64)INFINITY) & (fabs(x) != (F64)INFINITY)) EITHER(F64_F32_pair_overflow)
        PAIR_LOOP(F64_F32_pair_inexact_quickly, F32, F64, U64, x, bits_of_64((F64)y) ^ bits_of_64(x))
            PAIR_LOOP(F64_F32_pair_inexact_exactly, F32, F64, U64, x, ((F64)y != x) & (x == x))
                EITHER(F64_F32_pair_inexact)

/* Takes the real parts; an imaginary part of -0 counts as zero. */
#define REALS_OF_PAIRS(name, S, seen)                                            \
    static bool name(char *restrict to, const char *restrict from, size_t count) \
    {                                                                            \
        S all = 0;                                                               \
        for (size_t i = 0; i < count; i++) {                                     \
            S real, imaginary;                                                   \
            memcpy(&real, from + 2 * i * sizeof real, sizeof real);              \
            memcpy(&imaginary, from + (2 * i + 1) * sizeof real, sizeof real);   \
            memcpy(to + i * sizeof real, &real, sizeof real);                    \
            all |= (S)(seen);                                                    \
        }                                                                        \
        return (S)(all << 1) == 0;                                               \
    }
                    REALS_OF_PAIRS(pairs_F32, U32, 0) REALS_OF_PAIRS(pairs_F64, U64, 0)
                        REALS_OF_PAIRS(pairs_F32_checked, U32, imaginary)
                            REALS_OF_PAIRS(pairs_F64_checked, U64, imaginary)

    /* ---- Halves, IEEE 754-2008 3.6, and bfloat16
       ------------------------------------------------------------------------ */

    /* The exponent is shifted by a multiplication, which is exact and also right for subnormal numbers. */
    static inline F32 of_half(U16 half)
{
    const U32 size = (U32)(half & 0x7FFF) << 13;
    const F32 finite = float_of(size) * 0x1p112f;
    const U32 bits = size >= 0x0F800000u ? size | 0x7F800000u : bits_of(finite);
    return float_of(bits | (U32)(half & 0x8000) << 16);
}

static inline U16 half_of(F32 x)
{
    const U32 bits = bits_of(x), sign = bits >> 16 & 0x8000, size = bits & 0x7FFFFFFF;
    /* Below 2^-14 neighbours are 2^-24 apart, as are floats in [0.5, 1). */
    const U32 small = bits_of(float_of(size) + 0.5f) - 0x3F000000u;
    const U32 normal = (size - 0x38000000u + 0xFFF + (size >> 13 & 1)) >> 13;
    const U32 finite = size < 0x38800000u ? small : normal;
    const U32 large = size > 0x7F800000u ? 0x7E00u : 0x7C00u;
    return (U16)((size >= 0x477FF000u ? large : finite) | sign);
}

static inline F32 of_bfloat(U16 value)
{
    return float_of((U32)value << 16);
}

static inline U16 bfloat_of(F32 x)
{
    const U32 bits = bits_of(x), rounded = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
    return (U16)((bits & 0x7FFFFFFF) > 0x7F800000u ? bits >> 16 | 0x40 : rounded);
}

LOOP(half_F32, F32, U16, U8, of_half(x), 0)
LOOP(bfloat_F32, F32, U16, U8, of_bfloat(x), 0)
LOOP(F32_half, U16, F32, U8, half_of(x), 0)
LOOP(F32_bfloat, U16, F32, U8, bfloat_of(x), 0)
#define IS_FINITE(x) ((bits_of(x) & 0x7F800000u) != 0x7F800000u)
#define IS_INFINITE(y, bits) ((U16)(y & 0x7FFF) == (bits))
LOOP(F32_half_overflow_quickly, U16, F32, U16, half_of(x), IS_INFINITE(y, 0x7C00))
LOOP(F32_half_overflow_exactly, U16, F32, U32, half_of(x), (U32)IS_INFINITE(y, 0x7C00) & (U32)IS_FINITE(x))
EITHER(F32_half_overflow)
LOOP(F32_bfloat_overflow_quickly, U16, F32, U16, bfloat_of(x), IS_INFINITE(y, 0x7F80))
LOOP(F32_bfloat_overflow_exactly, U16, F32, U32, bfloat_of(x), (U32)IS_INFINITE(y, 0x7F80) & (U32)IS_FINITE(x))
EITHER(F32_bfloat_overflow)
/* Of the numbers whose halves are normal, those with ten digits are exact. */
#define SIZE(x) (bits_of(x) & 0x7FFFFFFFu)
LOOP(F32_half_inexact_quickly, U16, F32, U32, half_of(x),
     (SIZE(x) & 0x1FFF) | ((SIZE(x) + 0x38800000u) & 0x80000000u) | (SIZE(x) < 0x38800000u ? SIZE(x) : 0))
LOOP(F32_half_inexact_exactly, U16, F32, U32, half_of(x), (of_half(y) != x) & (x == x))
EITHER(F32_half_inexact)
#undef SIZE
LOOP(F32_bfloat_inexact_quickly, U16, F32, U32, bfloat_of(x), bits_of(x) << 16)
LOOP(F32_bfloat_inexact_exactly, U16, F32, U32, bfloat_of(x), (of_bfloat(y) != x) & (x == x))
EITHER(F32_bfloat_inexact)

/* ---- Missing values ------------------------------------------------------------------------------------------------
 */

#define NONE_MISSING(S, B, is_missing)                                               \
    static bool S##_none(char *restrict to, const char *restrict from, size_t count) \
    {                                                                                \
        B bad = 0;                                                                   \
        (void)to;                                                                    \
        for (size_t i = 0; i < count; i++) {                                         \
            S x;                                                                     \
            memcpy(&x, from + i * sizeof x, sizeof x);                               \
            bad |= (B)(is_missing);                                                  \
        }                                                                            \
        return bad == 0;                                                             \
    }
/* clang-format off */
NONE_MISSING(I8, U8, x == INT8_MIN) NONE_MISSING(I16, U16, x == INT16_MIN) NONE_MISSING(I32, U32, x == INT32_MIN)
NONE_MISSING(I64, U64, x == INT64_MIN) NONE_MISSING(U8, U8, x == UINT8_MAX) NONE_MISSING(U16, U16, x == UINT16_MAX)
NONE_MISSING(U32, U32, x == UINT32_MAX) NONE_MISSING(U64, U64, x == UINT64_MAX) NONE_MISSING(F32, U32, x != x)
NONE_MISSING(F64, U64, x != x)
    /* clang-format on */

    /* ---- Copies of elements
       -------------------------------------------------------------------------------------------- */

    typedef struct U128 {
    U64 low, high;
} U128;

static inline U16 swapped_U16(U16 x)
{
    return (U16)(x << 8 | x >> 8);
}

static inline U32 swapped_U32(U32 x)
{
    return x << 24 | (x & 0xFF00) << 8 | (x >> 8 & 0xFF00) | x >> 24;
}

static inline U64 swapped_U64(U64 x)
{
    return (U64)swapped_U32((U32)x) << 32 | swapped_U32((U32)(x >> 32));
}

#define COPY_ONE(T, through, to_at, from_at)        \
    do {                                            \
        T x_;                                       \
        memcpy(&x_, (from) + (from_at), sizeof x_); \
        x_ = through(x_);                           \
        memcpy((to) + (to_at), &x_, sizeof x_);     \
    } while (0)

/* Makes elements at a constant distance contiguous; the compiler vectorises it. */
#define GATHER(name, T, through, place)                                          \
    static void name(char *restrict to, const char *restrict from, size_t count) \
    {                                                                            \
        for (size_t i = 0; i < count; i++) {                                     \
            T x;                                                                 \
            memcpy(&x, from place, sizeof x);                                    \
            const T y = through(x);                                              \
            memcpy(to + i * sizeof y, &y, sizeof y);                             \
        }                                                                        \
    }
#define FILL(name, T, through)                                                      \
    static void name(char *restrict to, const char *restrict from, size_t count)    \
    {                                                                               \
        T x;                                                                        \
        memcpy(&x, from, sizeof x);                                                 \
        const T y = through(x);                                                     \
        for (size_t i = 0; i < count; i++) memcpy(to + i * sizeof y, &y, sizeof y); \
    }

/* clang-format off */
#define MOVE(name, T, through)                                                                                      \
    GATHER(name##_dense, T, through, + i * sizeof(T))                                                               \
    GATHER(name##_second, T, through, + 2 * i * sizeof(T))                                                          \
    GATHER(name##_back, T, through, - i * sizeof(T))                                                                \
    FILL(name##_fill, T, through)                                                                                   \
    static void name(char *to, ptrdiff_t to_stride, const char *from, ptrdiff_t stride, size_t count)               \
    {                                                                                                               \
        enum { SIZE = (int)sizeof(T) };                                                                             \
        if (to_stride == SIZE) {                                                                                    \
            if (stride == SIZE) { name##_dense(to, from, count); return; }                                          \
            if (stride == 2 * SIZE) { name##_second(to, from, count); return; }                                     \
            if (stride == -SIZE) { name##_back(to, from, count); return; }                                          \
            if (stride == 0) { name##_fill(to, from, count); return; }                                              \
        }                                                                                                           \
        for (; count >= 4; count -= 4) {                                                                            \
            COPY_ONE(T, through, 0, 0);                                                                             \
            COPY_ONE(T, through, to_stride, stride);                                                                \
            COPY_ONE(T, through, 2 * to_stride, 2 * stride);                                                        \
            COPY_ONE(T, through, 3 * to_stride, 3 * stride);                                                        \
            to += 4 * to_stride;                                                                                    \
            from += 4 * stride;                                                                                     \
        }                                                                                                           \
        for (; count > 0; count--, to += to_stride, from += stride) COPY_ONE(T, through, 0, 0);                     \
    }
/* clang-format on */

MOVE(move_1, U8, )
MOVE(move_2, U16, )
MOVE(move_4, U32, )
MOVE(move_8, U64, )
MOVE(move_16, U128, )
MOVE(swap_2, U16, swapped_U16)
MOVE(swap_4, U32, swapped_U32)
MOVE(swap_8, U64, swapped_U64)

/* Transposes squares of N * N elements, one vector a column: log2(N) times, each vector is interleaved with the one
 * N / 2 behind it. */
#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define HAVE_SQUARES
#endif
#endif

#if defined(HAVE_SQUARES)
typedef U8 V8 __attribute__((vector_size(16)));
typedef U16 V16 __attribute__((vector_size(16)));
typedef U32 V32 __attribute__((vector_size(16)));
typedef U64 V64 __attribute__((vector_size(16)));
#define FIRST_V8(a, b) __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define SECOND_V8(a, b) __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#define FIRST_V16(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define SECOND_V16(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#define FIRST_V32(a, b) __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define SECOND_V32(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#define INTERLEAVE(V, N, ROUNDS)                                               \
    V a[N], b[N];                                                              \
    for (int i = 0; i < (N); i++) memcpy(&a[i], from + i * column, sizeof(V)); \
    for (int round = 0; round < (ROUNDS); round++) {                           \
        for (int i = 0; i < (N) / 2; i++) {                                    \
            b[2 * i] = FIRST_##V(a[i], a[i + (N) / 2]);                        \
            b[2 * i + 1] = SECOND_##V(a[i], a[i + (N) / 2]);                   \
        }                                                                      \
        for (int i = 0; i < (N); i++) a[i] = b[i];                             \
    }
/* clang-format off */
#define SQUARE(V, N, ROUNDS)                                                                                        \
    static inline void square_##V(char *to, ptrdiff_t to_row, const char *from, ptrdiff_t column)                    \
    {                                                                                                               \
        INTERLEAVE(V, N, ROUNDS)                                                                                    \
        for (int i = 0; i < (N); i++) memcpy(to + i * to_row, &a[i], sizeof(V));                                     \
    }
#define TRANSPOSED_SQUARE(V, N, ROUNDS)                                                                                 \
    static inline void transpose_square_##V(char *const *to, size_t at, const char *from, ptrdiff_t column)                      \
    {                                                                                                               \
        INTERLEAVE(V, N, ROUNDS)                                                                                    \
        for (int i = 0; i < (N); i++) memcpy(to[i] + at, &a[i], sizeof(V));                                          \
    }
/* clang-format on */
/* Two squares side by side, in the halves of vectors of twice the size. */
typedef U8 W8 __attribute__((vector_size(32)));
typedef U16 W16 __attribute__((vector_size(32)));
typedef U32 W32 __attribute__((vector_size(32)));
#define JOIN_W8(a, b)                                                                                               \
    __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, \
                            23, 24, 25, 26, 27, 28, 29, 30, 31)
#define JOIN_W16(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define JOIN_W32(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7)
#define FIRST_W8(a, b)                                                                                                \
    __builtin_shufflevector(a, b, 0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6, 38, 7, 39, 16, 48, 17, 49, 18, 50, 19, \
                            51, 20, 52, 21, 53, 22, 54, 23, 55)
#define SECOND_W8(a, b)                                                                                             \
    __builtin_shufflevector(a, b, 8, 40, 9, 41, 10, 42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47, 24, 56, 25, 57, 26, \
                            58, 27, 59, 28, 60, 29, 61, 30, 62, 31, 63)
#define FIRST_W16(a, b) __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 8, 24, 9, 25, 10, 26, 11, 27)
#define SECOND_W16(a, b) __builtin_shufflevector(a, b, 4, 20, 5, 21, 6, 22, 7, 23, 12, 28, 13, 29, 14, 30, 15, 31)
#define FIRST_W32(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13)
#define SECOND_W32(a, b) __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
#define TRANSPOSED_SQUARES(V, W, N, ROUNDS)                                                                  \
    static inline void transpose_squares_##W(char *const *to, size_t at, const char *from, ptrdiff_t column) \
    {                                                                                                        \
        W a[N], b[N];                                                                                        \
        for (int i = 0; i < (N); i++) {                                                                      \
            V left, right;                                                                                   \
            memcpy(&left, from + i * column, sizeof left);                                                   \
            memcpy(&right, from + (i + (N)) * column, sizeof right);                                         \
            a[i] = JOIN_##W(left, right);                                                                    \
        }                                                                                                    \
        for (int round = 0; round < (ROUNDS); round++) {                                                     \
            for (int i = 0; i < (N) / 2; i++) {                                                              \
                b[2 * i] = FIRST_##W(a[i], a[i + (N) / 2]);                                                  \
                b[2 * i + 1] = SECOND_##W(a[i], a[i + (N) / 2]);                                             \
            }                                                                                                \
            for (int i = 0; i < (N); i++) a[i] = b[i];                                                       \
        }                                                                                                    \
        for (int i = 0; i < (N); i++) memcpy(to[i] + at, &a[i], sizeof(W));                                  \
    }
TRANSPOSED_SQUARES(V8, W8, 16, 4)
TRANSPOSED_SQUARES(V16, W16, 8, 3)
TRANSPOSED_SQUARES(V32, W32, 4, 2)
SQUARE(V8, 16, 4)
SQUARE(V16, 8, 3)
SQUARE(V32, 4, 2)
TRANSPOSED_SQUARE(V8, 16, 4)
TRANSPOSED_SQUARE(V16, 8, 3)
TRANSPOSED_SQUARE(V32, 4, 2)
/* Two levels: within halves of vectors, and of halves. */
typedef U64 W64 __attribute__((vector_size(32)));
static inline void square_V64(char *to, ptrdiff_t to_row, const char *from, ptrdiff_t column)
{
    W64 a[4], b[4];
    for (int i = 0; i < 4; i++) memcpy(&a[i], from + i * column, sizeof a[i]);
    for (int i = 0; i < 4; i += 2) {
        b[i] = __builtin_shufflevector(a[i], a[i + 1], 0, 4, 2, 6);
        b[i + 1] = __builtin_shufflevector(a[i], a[i + 1], 1, 5, 3, 7);
    }
    for (int i = 0; i < 2; i++) {
        a[i] = __builtin_shufflevector(b[i], b[i + 2], 0, 1, 4, 5);
        a[i + 2] = __builtin_shufflevector(b[i], b[i + 2], 2, 3, 6, 7);
    }
    for (int i = 0; i < 4; i++) memcpy(to + i * to_row, &a[i], sizeof a[i]);
}
static inline void transpose_square_V64(char *const *to, size_t at, const char *from, ptrdiff_t column)
{
    V64 a, b;
    memcpy(&a, from, sizeof a);
    memcpy(&b, from + column, sizeof b);
    const V64 first = __builtin_shufflevector(a, b, 0, 2), second = __builtin_shufflevector(a, b, 1, 3);
    memcpy(to[0] + at, &first, sizeof first);
    memcpy(to[1] + at, &second, sizeof second);
}
/* If the last squares do not fit, they overlap the previous ones and write the same elements again. */
#define SQUARES(V, N)                                                                        \
    if (rows >= (N) && columns >= (N)) {                                                     \
        for (size_t c = 0; c < columns; c += BLOCK) {                                        \
            if (columns - c < (N)) c = columns - (N);                                        \
            const size_t wide = columns - c < BLOCK ? columns - c : BLOCK;                   \
            for (size_t r = 0; r < rows; r += (N)) {                                         \
                if (rows - r < (N)) r = rows - (N);                                          \
                for (size_t k = 0; k < wide; k += (N)) {                                     \
                    const size_t at = c + (wide - k < (N) ? wide - (N) : k);                 \
                    square_##V(to + (ptrdiff_t)r * to_row + (ptrdiff_t)at * SIZE, to_row,    \
                               from + (ptrdiff_t)r * SIZE + (ptrdiff_t)at * column, column); \
                }                                                                            \
            }                                                                                \
        }                                                                                    \
        return;                                                                              \
    }
#else
#define SQUARES(V, N)
#endif

/* Blocks whose rows are as long as a cache line. */
#define TRANSPOSE(name, T, squares)                                                                             \
    static void name(char *restrict to, const ptrdiff_t to_strides[2], const char *restrict from,               \
                     const ptrdiff_t strides[2], size_t rows, size_t columns)                                   \
    {                                                                                                           \
        enum { SIZE = (int)sizeof(T), BLOCK = 64 / SIZE };                                                      \
        const ptrdiff_t to_row = to_strides[0], column = strides[1];                                            \
        squares for (size_t c = 0; c < columns; c += BLOCK)                                                     \
        {                                                                                                       \
            const size_t wide = columns - c < BLOCK ? columns - c : BLOCK;                                      \
            for (size_t r = 0; r < rows; r++) {                                                                 \
                char *row = to + (ptrdiff_t)r * to_row + (ptrdiff_t)c * SIZE;                                   \
                const char *source = from + (ptrdiff_t)r * SIZE + (ptrdiff_t)c * column;                        \
                for (size_t i = 0; i < wide; i++) memcpy(row + i * SIZE, source + (ptrdiff_t)i * column, SIZE); \
            }                                                                                                   \
        }                                                                                                       \
    }
TRANSPOSE(transpose_1, U8, SQUARES(V8, 16))
TRANSPOSE(transpose_2, U16, SQUARES(V16, 8))
TRANSPOSE(transpose_4, U32, SQUARES(V32, 4))
TRANSPOSE(transpose_8, U64, SQUARES(V64, 4))
TRANSPOSE(transpose_16, U128, )

/* ---- Transposes beyond the caches ---- */

/* Whole lines of memory are written without being read before and without occupying the caches: that makes copies of
 * large memory fast, ordinary stores take three times as long. Rows of the destination that do not start with a line
 * keep the bytes of their last line until the rest of the line is there. */
enum {
    LINE = 64,
    ROWS_MAX =
        512, /* rows of the destination that are written side by side: a page each, few enough for the address cache, */
    ROW_BYTES = 2048 /* and bytes that are read at once from each page of the source */
};

static inline void write_line(char *to, const char *from)
{
#if defined(STREAM_WIDE)
    for (size_t i = 0; i < LINE; i += sizeof(__m256i))
        _mm256_stream_si256((__m256i *)(void *)(to + i), _mm256_load_si256((const __m256i *)(const void *)(from + i)));
#elif defined(__SSE2__)
    for (size_t i = 0; i < LINE; i += sizeof(__m128i))
        _mm_stream_si128((__m128i *)(void *)(to + i), _mm_load_si128((const __m128i *)(const void *)(from + i)));
#else
    memcpy(to, from, LINE);
#endif
}

static inline void lines_are_written(void)
{
#if defined(__SSE2__)
    _mm_sfence();
#endif
}

/* Copies lines; both addresses begin with one. */
static inline void write_lines(char *to, const char *from, size_t size)
{
    for (size_t at = 0; at < size; at += LINE) write_line(to + at, from + at);
}

/* Copies a few bytes; for an unknown size, compilers use an instruction that starts slowly. */
static inline void copy_short(char *to, const char *from, size_t size)
{
    size_t i = 0;
    for (; i + 16 <= size; i += 16) memcpy(to + i, from + i, 16);
    for (; i < size; i++) to[i] = from[i];
}

/* A piece of a row of the destination. `pending` bytes of its first line come from the piece before it. */
typedef struct row_piece {
    size_t pending, size; /* bytes */
    bool first, last;     /* of the row */
} row_piece;

/* Writes a piece of a row. `made` begins with the line that holds `to`; an incomplete line at the end goes to `kept`.
 */
static inline void write_row(char *to, const char *made, char *kept, row_piece piece)
{
    const size_t pending = piece.pending, size = piece.size, have = pending + size;
    if (have == size && size % LINE == 0) {
        write_lines(to, made, size);
        return;
    }
    char *line = to - pending;
    size_t at = 0;
    if (piece.first && pending > 0) {
        at = have < LINE ? have : LINE;
        copy_short(to, made + pending, at - pending);
    }
    for (; at + LINE <= have; at += LINE) write_line(line + at, made + at);
    if (at >= have) return;
    if (piece.last) copy_short(line + at, made + at, have - at);
    else memcpy(kept, made + at, LINE);
}

/* The number of elements of each row before a line starts; 0 if the rows differ. */
static inline size_t to_line(const char *at, ptrdiff_t stride, size_t size)
{
    const size_t before = (LINE - (uintptr_t)at % LINE) % LINE;
    return stride % LINE == 0 && before % size == 0 ? before / size : 0;
}

/* `LINES` is the size of a block's rows in either array; the whole block is in the nearest cache. */
#define TRANSPOSE_LARGE(name, T, LINES, transpose_square, N, transpose_squares, M)                                  \
    static void name##_rows(char *to, ptrdiff_t to_row, const char *from, ptrdiff_t column, size_t rows,            \
                            size_t columns)                                                                         \
    {                                                                                                               \
        enum { SIZE = (int)sizeof(T), SIDE = (LINES)*LINE, PITCH = SIDE + LINE, BLOCK = SIDE / SIZE };              \
        _Alignas(LINE) char in[BLOCK * SIDE], out[BLOCK * PITCH], kept[ROWS_MAX * LINE];                            \
        char *row[BLOCK];                                                                                           \
        size_t wide = to_line(to, to_row, SIZE), high;                                                              \
        for (size_t c = 0; c < columns; c += wide, wide = BLOCK) {                                                  \
            if (wide == 0) wide = BLOCK;                                                                            \
            if (wide > columns - c) wide = columns - c;                                                             \
            for (size_t first = 0; first < rows; first += high) {                                                   \
                const char *block = from + (ptrdiff_t)c * column + (ptrdiff_t)first * SIZE;                         \
                char *at = to + (ptrdiff_t)first * to_row + (ptrdiff_t)c * SIZE;                                    \
                size_t r = 0, k = 0;                                                                                \
                high = rows - first < BLOCK ? rows - first : BLOCK;                                                 \
                /* The data that are read next: further along these rows of the source, or in the next ones. */     \
                const bool along = first + high < rows;                                                             \
                const char *ahead = along                ? block + SIDE                                             \
                                    : c + wide < columns ? from + (ptrdiff_t)(c + wide) * column                    \
                                                         : block;                                                   \
                for (k = 0; k < wide; k++, block += column, ahead += column) {                                      \
                    for (size_t i = 0; i < SIDE; i += LINE) __builtin_prefetch(ahead + i, 0, 3);                    \
                    if (high == BLOCK) memcpy(in + k * SIDE, block, SIDE);                                          \
                    else copy_short(in + k * SIDE, block, high * SIZE);                                             \
                }                                                                                                   \
                for (r = 0; r < high; r++) {                                                                        \
                    const size_t pending = (uintptr_t)(at + (ptrdiff_t)r * to_row) % LINE;                          \
                    row[r] = out + r * PITCH + pending;                                                             \
                    if (c > 0 && pending > 0) memcpy(out + r * PITCH, kept + (first + r) * LINE, LINE);             \
                }                                                                                                   \
                for (r = 0; r + (N) <= high; r += (N)) {                                                            \
                    for (k = 0; k + (M) <= wide; k += (M))                                                          \
                        transpose_squares(row + r, k * SIZE, in + k * SIDE + r * SIZE, SIDE);                       \
                    for (; k + (N) <= wide; k += (N))                                                               \
                        transpose_square(row + r, k * SIZE, in + k * SIDE + r * SIZE, SIDE);                        \
                    for (; k < wide; k++)                                                                           \
                        for (size_t i = r; i < r + (N); i++)                                                        \
                            memcpy(row[i] + k * SIZE, in + k * SIDE + i * SIZE, SIZE);                              \
                }                                                                                                   \
                for (; r < high; r++)                                                                               \
                    for (k = 0; k < wide; k++) memcpy(row[r] + k * SIZE, in + k * SIDE + r * SIZE, SIZE);           \
                for (r = 0; r < high; r++)                                                                          \
                    write_row(                                                                                      \
                        at + (ptrdiff_t)r * to_row, out + r * PITCH, kept + (first + r) * LINE,                     \
                        (row_piece){(size_t)(row[r] - out) - r * PITCH, wide * SIZE, c == 0, c + wide == columns}); \
            }                                                                                                       \
        }                                                                                                           \
    }                                                                                                               \
    static void name(char *restrict to, const ptrdiff_t to_strides[2], const char *restrict from,                   \
                     const ptrdiff_t strides[2], size_t rows, size_t columns)                                       \
    {                                                                                                               \
        const size_t most = ROW_BYTES / sizeof(T) < ROWS_MAX ? ROW_BYTES / sizeof(T) : ROWS_MAX;                    \
        size_t step = to_line(from, strides[1], sizeof(T));                                                         \
        for (size_t r = 0; r < rows; r += step, step = most) {                                                      \
            if (step == 0) step = most;                                                                             \
            name##_rows(to + (ptrdiff_t)r * to_strides[0], to_strides[0], from + r * sizeof(T), strides[1],         \
                        rows - r < step ? rows - r : step, columns);                                                \
        }                                                                                                           \
        lines_are_written();                                                                                        \
    }
#define COPY_SINGLE(to, at, from, column) ((void)(column), memcpy(*(to) + (at), (from), SIZE))
#if defined(HAVE_SQUARES)
TRANSPOSE_LARGE(transpose_large_1, U8, 2, transpose_square_V8, 16, transpose_squares_W8, 32)
TRANSPOSE_LARGE(transpose_large_2, U16, 2, transpose_square_V16, 8, transpose_squares_W16, 16)
TRANSPOSE_LARGE(transpose_large_4, U32, 1, transpose_square_V32, 4, transpose_squares_W32, 8)
TRANSPOSE_LARGE(transpose_large_8, U64, 1, transpose_square_V64, 2, transpose_square_V64, 2)
#else
TRANSPOSE_LARGE(transpose_large_1, U8, 2, COPY_SINGLE, 1, COPY_SINGLE, 1)
TRANSPOSE_LARGE(transpose_large_2, U16, 2, COPY_SINGLE, 1, COPY_SINGLE, 1)
TRANSPOSE_LARGE(transpose_large_4, U32, 1, COPY_SINGLE, 1, COPY_SINGLE, 1)
TRANSPOSE_LARGE(transpose_large_8, U64, 1, COPY_SINGLE, 1, COPY_SINGLE, 1)
#endif
TRANSPOSE_LARGE(transpose_large_16, U128, 2, COPY_SINGLE, 1, COPY_SINGLE, 1)

/* ---- The table -----------------------------------------------------------------------------------------------------
 */

/* In the order of clbi_core's sources. */
#define INTEGER_PLAIN                                                                                          \
    [CLBI_I8] = {NULL, U16_U8, U32_U8, U64_U8, NULL, U16_U8, U32_U8, U64_U8, F32_I8, F64_I8, bool_U8},         \
    [CLBI_U8] = {NULL, U16_U8, U32_U8, U64_U8, NULL, U16_U8, U32_U8, U64_U8, F32_U8, F64_U8, bool_U8},         \
    [CLBI_I16] = {I8_U16, NULL, U32_U16, U64_U16, U8_U16, NULL, U32_U16, U64_U16, F32_I16, F64_I16, bool_U16}, \
    [CLBI_U16] = {I8_U16, NULL, U32_U16, U64_U16, U8_U16, NULL, U32_U16, U64_U16, F32_U16, F64_U16, bool_U16}, \
    [CLBI_I32] = {I8_U32, I16_U32, NULL, U64_U32, U8_U32, U16_U32, NULL, U64_U32, F32_I32, F64_I32, bool_U32}, \
    [CLBI_U32] = {I8_U32, I16_U32, NULL, U64_U32, U8_U32, U16_U32, NULL, U64_U32, F32_U32, F64_U32, bool_U32}, \
    [CLBI_I64] = {I8_U64, I16_U64, I32_U64, NULL, U8_U64, U16_U64, U32_U64, NULL, F32_I64, F64_I64, bool_U64}, \
    [CLBI_U64] = {I8_U64, I16_U64, I32_U64, NULL, U8_U64, U16_U64, U32_U64, NULL, F32_U64, F64_U64, bool_U64}
#define INTEGER_CHECKED(real)                                                                                   \
    [CLBI_I8] = {NULL,           I16_I8_checked, I32_I8_checked, I64_I8_checked, U8_I8_checked, U16_I8_checked, \
                 U32_I8_checked, U64_I8_checked, F32_I8_##real,  F64_I8_##real,  bool_U8},                      \
    [CLBI_I16] = {I8_U16,          NULL,                                                                        \
                  I32_I16_checked, I64_I16_checked,                                                             \
                  U8_U16,          U16_I16_checked,                                                             \
                  U32_I16_checked, U64_I16_checked,                                                             \
                  F32_I16_##real,  F64_I16_##real,                                                              \
                  bool_U16},                                                                                    \
    [CLBI_I32] = {I8_U32,          I16_U32,         NULL,           I64_I32_checked, U8_U32,  U16_U32,          \
                  U32_I32_checked, U64_I32_checked, F32_I32_##real, F64_I32_##real,  bool_U32},                 \
    [CLBI_I64] = {I8_U64,  I16_U64,         I32_U64,        NULL,           U8_U64,  U16_U64,                   \
                  U32_U64, U64_I64_checked, F32_I64_##real, F64_I64_##real, bool_U64},                          \
    [CLBI_U8] = {I8_U8_checked,  I16_U8_checked, I32_U8_checked, I64_U8_checked, NULL,   U16_U8_checked,        \
                 U32_U8_checked, U64_U8_checked, F32_U8_##real,  F64_U8_##real,  bool_U8},                      \
    [CLBI_U16] = {I8_U16_checked,  I16_U16_checked, I32_U16_checked, I64_U16_checked, U8_U16,  NULL,            \
                  U32_U16_checked, U64_U16_checked, F32_U16_##real,  F64_U16_##real,  bool_U16},                \
    [CLBI_U32] = {I8_U32_checked, I16_U32_checked, I32_U32_checked, I64_U32_checked, U8_U32,  U16_U32,          \
                  NULL,           U64_U32_checked, F32_U32_##real,  F64_U32_##real,  bool_U32},                 \
    [CLBI_U64] = {I8_U64_checked, I16_U64_checked, I32_U64_checked, I64_U64_checked, U8_U64, U16_U64, U32_U64,  \
                  NULL,           F32_U64_##real,  F64_U64_##real,  bool_U64}
#define BOOLS(checked_)                \
    [CLBI_BOOL] = {I8_BOOL##checked_,  \
                   I16_BOOL##checked_, \
                   I32_BOOL##checked_, \
                   I64_BOOL##checked_, \
                   U8_BOOL##checked_,  \
                   U16_BOOL##checked_, \
                   U32_BOOL##checked_, \
                   U64_BOOL##checked_, \
                   F32_BOOL##checked_, \
                   F64_BOOL##checked_, \
                   bool_U8}
#define ODDS \
    [CLBI_ODD] = {I8_F32, I16_F32, I32_ODD, I64_ODD, U8_F32, U16_F32, U32_ODD, U64_ODD, NULL, F64_ODD, bool_F32}
#define REALS(narrow)                                                                                            \
    [CLBI_F32] = {I8_F32, I16_F32, I32_F32, I64_F32, U8_F32, U16_F32, U32_F32, U64_F32, NULL, narrow, bool_F32}, \
    [CLBI_F64] = {I8_F64, I16_F64, I32_F64, I64_F64, U8_F64, U16_F64, U32_F64, U64_F64, F32_F64, NULL, bool_F64}
#define REALS_EXACT                                                                                             \
    [CLBI_F32] = {I8_F32,          I16_F32, I32_F32_inexact, I64_F32_inexact, U8_F32, U16_F32, U32_F32_inexact, \
                  U64_F32_inexact, NULL,    F64_F32_inexact, bool_F32},                                         \
    [CLBI_F64] = {I8_F64,          I16_F64, I32_F64, I64_F64_inexact, U8_F64, U16_F64, U32_F64,                 \
                  U64_F64_inexact, F32_F64, NULL,    bool_F64}

#define PAIRS(D)                                                                                                  \
    I8_##D##_pair, I16_##D##_pair, I32_##D##_pair, I64_##D##_pair, U8_##D##_pair, U16_##D##_pair, U32_##D##_pair, \
        U64_##D##_pair, F32_##D##_pair
#define PAIRS_EXACT_F32                                                                               \
    I8_F32_pair, I16_F32_pair, I32_F32_pair_inexact, I64_F32_pair_inexact, U8_F32_pair, U16_F32_pair, \
        U32_F32_pair_inexact, U64_F32_pair_inexact, F32_F32_pair, F64_F32_pair_inexact, bool_F32_pair
#define PAIRS_EXACT_F64                                                                                     \
    I8_F64_pair, I16_F64_pair, I32_F64_pair, I64_F64_pair_inexact, U8_F64_pair, U16_F64_pair, U32_F64_pair, \
        U64_F64_pair_inexact, F32_F64_pair, F64_F64_pair, bool_F64_pair
#define PAIRS_F32(narrow)                 \
    {                                     \
        PAIRS(F32), narrow, bool_F32_pair \
    }
#define PAIRS_F64                               \
    {                                           \
        PAIRS(F64), F64_F64_pair, bool_F64_pair \
    }

const clbi_loops LOOPS = {
    .core =
        {
            {INTEGER_PLAIN, REALS(F64_F32), BOOLS(), ODDS},
            {INTEGER_CHECKED(overflow), REALS(F64_F32_overflow), BOOLS(_checked), ODDS},
            {INTEGER_CHECKED(fraction), REALS(F64_F32_overflow), BOOLS(_checked), ODDS},
            {INTEGER_CHECKED(fraction), REALS_EXACT, BOOLS(_checked), ODDS},
        },
    .pairs =
        {
            {PAIRS_F32(F64_F32_pair), PAIRS_F64},
            {PAIRS_F32(F64_F32_pair_overflow), PAIRS_F64},
            {PAIRS_F32(F64_F32_pair_overflow), PAIRS_F64},
            {{PAIRS_EXACT_F32}, {PAIRS_EXACT_F64}},
        },
    .reals = {{pairs_F32, pairs_F64}, {pairs_F32_checked, pairs_F64_checked}},
    .from_half = half_F32,
    .from_bfloat = bfloat_F32,
    .to_half = {F32_half, F32_half_overflow, F32_half_overflow, F32_half_inexact},
    .to_bfloat = {F32_bfloat, F32_bfloat_overflow, F32_bfloat_overflow, F32_bfloat_inexact},
    .none_missing = {I8_none, I16_none, I32_none, I64_none, U8_none, U16_none, U32_none, U64_none, F32_none, F64_none},
    .bool_of_pair = {{pair32_BOOL, pair64_BOOL}, {pair32_BOOL_checked, pair64_BOOL_checked}},
    .move = {move_1, move_2, move_4, move_8, move_16},
    .swap = {NULL, swap_2, swap_4, swap_8, NULL},
    .transpose_large = {transpose_large_1, transpose_large_2, transpose_large_4, transpose_large_8, transpose_large_16},
    .transpose = {transpose_1, transpose_2, transpose_4, transpose_8, transpose_16},
};
