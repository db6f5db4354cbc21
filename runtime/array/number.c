/* SPDX-License-Identifier: MIT */
#include "array/number.h"

#include <math.h>
#include <string.h>

/* ---- Memory --------------------------------------------------------------------------------------------------------
 */

/* Copies `size` bytes, in the other order if `swapped`. */
static void move(void *to, const void *from, size_t size, bool swapped)
{
    if (!swapped) {
        memcpy(to, from, size);
        return;
    }
    for (size_t i = 0; i < size; i++) ((char *)to)[i] = ((const char *)from)[size - 1 - i];
}

/* Every half and bfloat16 is a double: IEEE 754-2008, 3.6, with `digits` stored digits and exponents up to `bias`. */
static double widen(uint16_t bits, int digits, int bias)
{
    const int exponent = (bits & 0x7FFF) >> digits, fraction = bits & ((1 << digits) - 1);
    double value;
    if (exponent == 2 * bias + 1) value = fraction ? NAN : INFINITY;
    else if (exponent == 0) value = ldexp(fraction, 1 - bias - digits);
    else value = ldexp(fraction + (1 << digits), exponent - bias - digits);
    return bits & 0x8000 ? -value : value;
}

/* The nearest half or bfloat16, ties to even; beyond the largest, infinity. */
static uint16_t narrow(double value, int digits, int bias)
{
    const uint16_t sign = signbit(value) ? 0x8000 : 0, infinite = (uint16_t)((2 * bias + 1) << digits);
    int exponent;
    if (isnan(value)) return (uint16_t)(sign | infinite | 1u << (digits - 1));
    if (isinf(value)) return sign | infinite;
    (void)frexp(value, &exponent);
    --exponent; /* value = 1.xxx * 2^exponent */
    if (value == 0) return sign;
    if (exponent < 1 - bias) exponent = 1 - bias; /* for subnormal numbers, the distance of neighbours stays the same */
    const double scaled =
        nearbyint(ldexp(fabs(value), digits - exponent)); /* as whole numbers, neighbours are 1 apart; ties to even */
    const uint32_t whole = (uint32_t)scaled;              /* at most 2^(digits + 1) */
    const uint32_t bits = whole + ((uint32_t)(exponent + bias - 1) << digits);
    return (uint16_t)(sign | (bits < infinite ? bits : infinite));
}

/* ---- Reading -------------------------------------------------------------------------------------------------------
 */

static clbi_number of_signed(int64_t i, bool missing)
{
    return (clbi_number){.form = missing ? CLBI_MISSING : CLBI_SIGNED, .i = i};
}

static clbi_number of_unsigned(uint64_t u, bool missing)
{
    return (clbi_number){.form = missing ? CLBI_MISSING : CLBI_UNSIGNED, .u = u};
}

static clbi_number of_real(double real, double imaginary, bool optional)
{
    return (clbi_number){
        .form = optional && isnan(real) ? CLBI_MISSING : CLBI_REAL, .real = real, .imaginary = imaginary};
}

clbi_number clbi_number_load(const clb_type *type, const char *from)
{
    const bool swapped = (type->flags & CLB_TYPE_SWAPPED) != 0, optional = (type->flags & CLB_TYPE_OPTIONAL) != 0;
#define LOAD(kind_, c_type, make, ...)             \
    case CLB_KIND_##kind_: {                       \
        c_type value;                              \
        move(&value, from, sizeof value, swapped); \
        return make(__VA_ARGS__);                  \
    }
    switch (type->kind) {
        LOAD(INT8, int8_t, of_signed, value, optional && value == INT8_MIN)
        LOAD(INT16, int16_t, of_signed, value, optional && value == INT16_MIN)
        LOAD(INT32, int32_t, of_signed, value, optional && value == INT32_MIN)
        LOAD(INT64, int64_t, of_signed, value, optional && value == INT64_MIN)
        LOAD(UINT8, uint8_t, of_unsigned, value, optional && value == UINT8_MAX)
        LOAD(UINT16, uint16_t, of_unsigned, value, optional && value == UINT16_MAX)
        LOAD(UINT32, uint32_t, of_unsigned, value, optional && value == UINT32_MAX)
        LOAD(UINT64, uint64_t, of_unsigned, value, optional && value == UINT64_MAX)
        LOAD(BOOL, uint8_t, of_unsigned, value != 0, optional && value == 2)
        LOAD(FLOAT16, uint16_t, of_real, widen(value, 10, 15), 0, optional)
        LOAD(BFLOAT16, uint16_t, of_real, widen(value, 7, 127), 0, optional)
        LOAD(FLOAT32, float, of_real, (double)value, 0, optional)
        LOAD(FLOAT64, double, of_real, value, 0, optional)
    case CLB_KIND_COMPLEX64: {
        float value[2];
        move(&value[0], from, sizeof *value, swapped);
        move(&value[1], from + sizeof *value, sizeof *value, swapped);
        return of_real((double)value[0], (double)value[1], optional);
    }
    case CLB_KIND_COMPLEX128: {
        double value[2];
        move(&value[0], from, sizeof *value, swapped);
        move(&value[1], from + sizeof *value, sizeof *value, swapped);
        return of_real(value[0], value[1], optional);
    }
    default: break;
    }
#undef LOAD
    return (clbi_number){.form = CLBI_MISSING};
}

/* ---- Writing -------------------------------------------------------------------------------------------------------
 */

static const char overflow[] = "does not fit into the destination's type";
static const char fraction[] = "has a fraction that the destination's type drops";
static const char imaginary[] = "has an imaginary part that the destination's type drops";
static const char inexact[] = "is not a value of the destination's type";
static const char missing[] = "is missing";
static const char marked[] = "is the value that marks a missing one of the destination's type";

/* An integer as a double that rounds to a narrower type as the integer would: where digits are lost, the last one kept
 * is odd (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd",
 * 2008). */
static double to_odd(uint64_t magnitude, bool negative)
{
    int shift = 0;
    bool lost = false;
    for (; magnitude >> 53; ++shift) {
        lost |= magnitude & 1;
        magnitude >>= 1;
    }
    const double value = ldexp((double)(magnitude | lost), shift);
    return negative ? -value : value;
}

static uint64_t magnitude_of(clbi_number n)
{
    return n.form == CLBI_UNSIGNED ? n.u : n.i < 0 ? 0 - (uint64_t)n.i : (uint64_t)n.i;
}

static const char *store_integer(clbi_number n, clb_assign_mode mode, int64_t least, uint64_t most, bool is_signed,
                                 uint64_t *bits)
{
    if (n.form == CLBI_REAL) {
        if (mode >= CLB_ASSIGN_FRACTIONAL && n.imaginary != 0) return imaginary;
        const double whole = trunc(n.real);
        /* 2^64 and 2^63 are doubles; their predecessors may not be. */
        const double above = is_signed ? -(double)least : most == UINT64_MAX ? 0x1p64 : (double)most + 1;
        const bool fits = is_signed ? whole >= (double)least && whole < above : whole >= 0 && whole < above;
        if (mode >= CLB_ASSIGN_OVERFLOW && !fits) return overflow;
        if (mode >= CLB_ASSIGN_FRACTIONAL && whole != n.real) return fraction;
        /* Beyond the type: modulo 2^64 if it fits into 64 bits, otherwise 0. */
        if (whole >= 0 && whole < 0x1p64) *bits = (uint64_t)whole;
        else if (whole < 0 && whole >= -0x1p63) *bits = (uint64_t)(int64_t)whole;
        else *bits = 0;
        return NULL;
    }
    const bool negative = n.form == CLBI_SIGNED && n.i < 0;
    if (mode >= CLB_ASSIGN_OVERFLOW && (negative ? !is_signed || n.i < least : magnitude_of(n) > most)) return overflow;
    *bits = negative ? (uint64_t)n.i : magnitude_of(n);
    return NULL;
}

/* Checks the conversion of a number to a floating-point type. `value` is the number, or (to_odd) rounds as it does;
 * `got` is the stored result. */
static const char *check_real(clbi_number n, clb_assign_mode mode, double value, double got)
{
    if (mode == CLB_ASSIGN_NONE) return NULL;
    if (isinf(got) && !isinf(value)) return overflow;
    if (mode < CLB_ASSIGN_INEXACT || isnan(value)) return NULL;
    if (got != value) return inexact;
    if (n.form == CLBI_REAL) return NULL;
    /* to_odd(n) need not equal any double. */
    const double size = fabs(got);
    return size < 0x1p64 && (uint64_t)size == magnitude_of(n) ? NULL : inexact;
}

static double real_of(clbi_number n)
{
    if (n.form == CLBI_MISSING) return NAN;
    if (n.form == CLBI_REAL) return n.real;
    return to_odd(magnitude_of(n), n.form == CLBI_SIGNED && n.i < 0);
}

/* An integer as the nearest double or float, which to_odd() is not. */
static double nearest_double(clbi_number n)
{
    return n.form == CLBI_SIGNED ? (double)n.i : n.form == CLBI_UNSIGNED ? (double)n.u : real_of(n);
}

static float nearest_float(clbi_number n)
{
    return n.form == CLBI_SIGNED ? (float)n.i : n.form == CLBI_UNSIGNED ? (float)n.u : (float)real_of(n);
}

static const char *store_missing(const clb_type *type, char *to)
{
    static const int64_t least[] = {INT8_MIN, INT16_MIN, INT32_MIN, INT64_MIN};
    clb_type plain = *type;
    plain.flags &= ~CLB_TYPE_OPTIONAL;
    if (type->kind >= CLB_KIND_FLOAT16)
        return clbi_number_store(&plain, (clbi_number){.form = CLBI_REAL, .real = NAN}, CLB_ASSIGN_NONE, to);
    if (!(type->flags & CLB_TYPE_OPTIONAL)) return missing;
    if (type->kind == CLB_KIND_BOOL) {
        *to = 2;
        return NULL;
    }
    if (type->kind >= CLB_KIND_UINT8)
        return clbi_number_store(&plain, of_unsigned(UINT64_MAX, false), CLB_ASSIGN_NONE, to);
    return clbi_number_store(&plain, of_signed(least[type->kind - CLB_KIND_INT8], false), CLB_ASSIGN_NONE, to);
}

/* A present number must not become a missing one. */
static bool refuses_marks(const clb_type *type, clb_assign_mode mode)
{
    return mode >= CLB_ASSIGN_OVERFLOW && (type->flags & CLB_TYPE_OPTIONAL) != 0;
}

const char *clbi_number_store(const clb_type *type, clbi_number n, clb_assign_mode mode, char *to)
{
    const bool swapped = (type->flags & CLB_TYPE_SWAPPED) != 0;
    const char *why = NULL;
    uint64_t bits = 0;
    if (n.form == CLBI_MISSING) return store_missing(type, to);
#define STORE_INTEGER(kind_, c_type, least, most, is_signed)                                              \
    case CLB_KIND_##kind_: {                                                                              \
        why = store_integer(n, mode, least, most, is_signed, &bits);                                      \
        const c_type value = (c_type)bits;                                                                \
        if (!why && value == (is_signed ? (c_type)(least) : (c_type)(most)) && refuses_marks(type, mode)) \
            return marked;                                                                                \
        if (!why) move(to, &value, sizeof value, swapped);                                                \
        return why;                                                                                       \
    }
#define STORE_REAL(kind_, c_type, made, got)                                                            \
    case CLB_KIND_##kind_: {                                                                            \
        const c_type value = made;                                                                      \
        if (mode >= CLB_ASSIGN_FRACTIONAL && n.form == CLBI_REAL && n.imaginary != 0) return imaginary; \
        why = check_real(n, mode, real_of(n), got);                                                     \
        if (!why) move(to, &value, sizeof value, swapped);                                              \
        return why;                                                                                     \
    }
    switch (type->kind) {
        STORE_INTEGER(INT8, int8_t, INT8_MIN, INT8_MAX, true)
        STORE_INTEGER(INT16, int16_t, INT16_MIN, INT16_MAX, true)
        STORE_INTEGER(INT32, int32_t, INT32_MIN, INT32_MAX, true)
        STORE_INTEGER(INT64, int64_t, INT64_MIN, INT64_MAX, true)
        STORE_INTEGER(UINT8, uint8_t, 0, UINT8_MAX, false)
        STORE_INTEGER(UINT16, uint16_t, 0, UINT16_MAX, false)
        STORE_INTEGER(UINT32, uint32_t, 0, UINT32_MAX, false)
        STORE_INTEGER(UINT64, uint64_t, 0, UINT64_MAX, false)
        STORE_REAL(FLOAT16, uint16_t, narrow(real_of(n), 10, 15), widen(value, 10, 15))
        STORE_REAL(BFLOAT16, uint16_t, narrow(real_of(n), 7, 127), widen(value, 7, 127))
        STORE_REAL(FLOAT32, float, nearest_float(n), (double)value)
        STORE_REAL(FLOAT64, double, nearest_double(n), value)
    case CLB_KIND_BOOL: {
        const bool is_one = n.form == CLBI_REAL ? n.real == 1 && n.imaginary == 0 : magnitude_of(n) == 1 && n.i >= 0;
        const bool is_zero = n.form == CLBI_REAL ? n.real == 0 && n.imaginary == 0 : magnitude_of(n) == 0;
        if (mode >= CLB_ASSIGN_OVERFLOW && !is_one && !is_zero) return overflow;
        *to = !is_zero;
        return NULL;
    }
    case CLB_KIND_COMPLEX64: {
        const float value[2] = {nearest_float(n), (float)n.imaginary};
        clbi_number second = of_real(n.imaginary, 0, false);
        why = check_real(n, mode, real_of(n), (double)value[0]);
        if (!why) why = check_real(second, mode, n.imaginary, (double)value[1]);
        for (size_t i = 0; !why && i < 2; i++) move(to + i * sizeof *value, &value[i], sizeof *value, swapped);
        return why;
    }
    case CLB_KIND_COMPLEX128: {
        const double value[2] = {nearest_double(n), n.imaginary};
        why = check_real(n, mode, real_of(n), value[0]);
        for (size_t i = 0; !why && i < 2; i++) move(to + i * sizeof *value, &value[i], sizeof *value, swapped);
        return why;
    }
    default: break;
    }
#undef STORE_INTEGER
#undef STORE_REAL
    return "has a type without numbers";
}
