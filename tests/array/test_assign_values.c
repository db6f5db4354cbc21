/* Assignment of numbers: every pair of number types and mode against a reference of its own, in random layouts.
 *
 * SPDX-License-Identifier: MIT */
#include "assign.h"

#include <float.h>
#include <math.h>

enum { MOST = SAMPLED ? 150 : 600 };

/* ---- The reference: whole numbers of 128 bits and long double ------------------------------------------------------
 */

__extension__ typedef __int128 wide;

typedef struct value {
    bool whole, missing;
    wide i;
    long double real, imaginary;
} value;

typedef struct described {
    clb_type_kind kind;
    int bits; /* of an integer */
    bool is_signed;
    int digits, least, most; /* floating: digits with the hidden one; powers of two of the smallest and the largest */
} described;

static const described kinds[] = {
    {CLB_KIND_BOOL, 1, false, 0, 0, 0},
    {CLB_KIND_INT8, 8, true, 0, 0, 0},
    {CLB_KIND_INT16, 16, true, 0, 0, 0},
    {CLB_KIND_INT32, 32, true, 0, 0, 0},
    {CLB_KIND_INT64, 64, true, 0, 0, 0},
    {CLB_KIND_UINT8, 8, false, 0, 0, 0},
    {CLB_KIND_UINT16, 16, false, 0, 0, 0},
    {CLB_KIND_UINT32, 32, false, 0, 0, 0},
    {CLB_KIND_UINT64, 64, false, 0, 0, 0},
    {CLB_KIND_FLOAT16, 0, true, 11, -24, 15},
    {CLB_KIND_BFLOAT16, 0, true, 8, -133, 127},
    {CLB_KIND_FLOAT32, 0, true, 24, -149, 127},
    {CLB_KIND_FLOAT64, 0, true, 53, -1074, 1023},
    {CLB_KIND_COMPLEX64, 0, true, 24, -149, 127},
    {CLB_KIND_COMPLEX128, 0, true, 53, -1074, 1023},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool is_complex(const described *d)
{
    return d->kind >= CLB_KIND_COMPLEX64;
}

static bool is_big_endian(void)
{
    const uint16_t one = 1;
    return *(const unsigned char *)&one == 0;
}

/* The bits of one part, put right. */
static uint64_t get_bits(const char *from, size_t size, bool swapped)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < size; i++)
        bits |= (uint64_t)(unsigned char)from[swapped != is_big_endian() ? size - 1 - i : i] << 8 * i;
    return bits;
}

static void put_bits(char *to, size_t size, bool swapped, uint64_t bits)
{
    for (size_t i = 0; i < size; i++) to[swapped != is_big_endian() ? size - 1 - i : i] = (char)(bits >> 8 * i);
}

static long double real_of(const described *d, uint64_t bits, size_t size)
{
    const int stored = d->digits - 1, exponents = (int)(8 * size) - 1 - stored;
    const uint64_t fraction = bits & (((uint64_t)1 << stored) - 1),
                   exponent = bits >> stored & (((uint64_t)1 << exponents) - 1);
    long double size_of;
    if (exponent == ((uint64_t)1 << exponents) - 1) size_of = fraction ? (long double)NAN : (long double)INFINITY;
    else if (exponent == 0) size_of = ldexpl((long double)fraction, d->least);
    else size_of = ldexpl((long double)(fraction | (uint64_t)1 << stored), d->least + (int)exponent - 1);
    return bits >> (8 * size - 1) & 1 ? -size_of : size_of;
}

static value get(const clb_type *type, const described *d, const char *from)
{
    const bool swapped = type->flags & CLB_TYPE_SWAPPED, optional = type->flags & CLB_TYPE_OPTIONAL;
    const size_t size = is_complex(d) ? type->size / 2 : type->size;
    const uint64_t bits = get_bits(from, size, swapped);
    value v = {.whole = d->digits == 0};
    if (d->kind == CLB_KIND_BOOL) {
        v.missing = optional && bits == 2;
        v.i = bits != 0;
    } else if (v.whole) {
        v.i = d->is_signed && bits >> (d->bits - 1) ? (wide)bits - ((wide)1 << d->bits) : (wide)bits;
        v.missing = optional && v.i == (d->is_signed ? -((wide)1 << (d->bits - 1)) : ((wide)1 << d->bits) - 1);
    } else {
        v.real = real_of(d, bits, size);
        if (is_complex(d)) v.imaginary = real_of(d, get_bits(from + size, size, swapped), size);
        v.missing = optional && isnan(v.real);
    }
    if (v.whole) v.real = (long double)v.i;
    return v;
}

/* The nearest number with so many digits, ties to even. */
static long double nearest(const described *d, long double x)
{
    int exponent;
    if (isnan(x) || isinf(x) || x == 0) return x;
    (void)frexpl(x, &exponent);
    int unit = exponent - d->digits;
    if (unit < d->least) unit = d->least;
    const long double scaled = ldexpl(x, -unit);
    long double whole = floorl(scaled);
    const long double rest = scaled - whole;
    if (rest > 0.5L || (rest == 0.5L && fmodl(whole, 2) != 0)) whole += 1;
    const long double y = ldexpl(whole, unit);
    return copysignl(fabsl(y) >= ldexpl(1, d->most + 1) ? (long double)INFINITY : y, x);
}

typedef enum verdict { FITS, REFUSED, ANYTHING } verdict;

/* One part as a floating type. */
static verdict judge_real(const described *d, clb_assign_mode mode, long double x, long double *y)
{
    *y = nearest(d, x);
    if (mode >= CLB_ASSIGN_OVERFLOW && isinf(*y) && !isinf(x)) return REFUSED;
    if (mode == CLB_ASSIGN_INEXACT && !isnan(x) && *y != x) return REFUSED;
    return FITS;
}

/* What shall become of a value. */
static verdict judge(const clb_type *type, const described *d, clb_assign_mode mode, value v, value *result)
{
    *result = (value){.whole = d->digits == 0};
    if (v.missing) {
        if (d->digits == 0 && !(type->flags & CLB_TYPE_OPTIONAL)) return REFUSED;
        result->missing = true;
        result->real = (long double)NAN;
        return FITS;
    }
    const bool fraction = mode >= CLB_ASSIGN_FRACTIONAL;
    if (d->kind == CLB_KIND_BOOL) {
        const bool zero = v.real == 0 && v.imaginary == 0, one = v.real == 1 && v.imaginary == 0;
        result->i = !zero;
        return mode == CLB_ASSIGN_NONE || zero || one ? FITS : REFUSED;
    }
    if (fraction && v.imaginary != 0 && !is_complex(d)) return REFUSED;
    if (d->digits == 0) {
        const wide low = d->is_signed ? -((wide)1 << (d->bits - 1)) : 0;
        const wide high = ((wide)1 << (d->bits - d->is_signed)) - 1;
        if (v.whole) {
            if (mode != CLB_ASSIGN_NONE && (v.i < low || v.i > high)) return REFUSED;
            const wide modulus = (wide)1 << d->bits;
            result->i = ((v.i - low) % modulus + modulus) % modulus + low;
            result->missing = (type->flags & CLB_TYPE_OPTIONAL) && result->i == (d->is_signed ? low : high);
            return result->missing && mode != CLB_ASSIGN_NONE ? REFUSED : FITS;
        }
        const long double whole = truncl(v.real);
        if (!(whole >= (long double)low && whole <= (long double)high))
            return mode == CLB_ASSIGN_NONE ? ANYTHING : REFUSED;
        if (fraction && whole != v.real) return REFUSED;
        result->i = (wide)whole;
        result->missing = (type->flags & CLB_TYPE_OPTIONAL) && result->i == (d->is_signed ? low : high);
        return result->missing && mode != CLB_ASSIGN_NONE ? REFUSED : FITS;
    }
    const verdict first = judge_real(d, mode, v.real, &result->real);
    if (!is_complex(d)) return first;
    const verdict second = judge_real(d, mode, v.imaginary, &result->imaginary);
    return first == REFUSED ? first : second;
}

static bool same_real(long double a, long double b)
{
    return isnan(a) ? isnan(b) : a == b && !signbit(a) == !signbit(b);
}

static bool same(const described *d, value a, value b)
{
    if (a.missing || b.missing) return (a.missing || isnan(a.real)) && (b.missing || isnan(b.real));
    if (d->digits == 0) return a.i == b.i;
    return same_real(a.real, b.real) && same_real(a.imaginary, b.imaginary);
}

/* A value that is of interest, or any. */
static void make_value(const clb_type *type, const described *d, char *to)
{
    const bool swapped = type->flags & CLB_TYPE_SWAPPED;
    const size_t size = is_complex(d) ? type->size / 2 : type->size;
    for (size_t part = 0; part < type->size; part += size) {
        uint64_t bits = random_bits() >> (random_bits() & 63);
        if (below(2)) bits = ~bits;
        const int shift = (int)below(8 * size);
        if (below(3) == 0) bits = ((uint64_t)1 << shift) + below(3) - 1;
        if (d->kind == CLB_KIND_BOOL) bits = below(20) == 0 ? 2 : below(2);
        if (d->digits && below(3)) {
            /* Near what the types can just hold: whole numbers, halves' and floats' ends and their ties. */
            static const double marks[] = {0,
                                           0.5,
                                           1,
                                           127,
                                           128,
                                           255,
                                           256,
                                           32767,
                                           32768,
                                           65504,
                                           65519.99,
                                           65520,
                                           65535,
                                           65536,
                                           2147483647,
                                           2147483648,
                                           4294967295,
                                           4294967296,
                                           0x1p63,
                                           0x1p64,
                                           0x1p-24,
                                           0x1p-25,
                                           0x1.8p-25,
                                           0x1p-14,
                                           0x1.002p0,
                                           0x1.006p0,
                                           0x1.01p0,
                                           0x1.03p0,
                                           0x1.fffffep127,
                                           0x1.ffffffp127,
                                           0x1.fep127,
                                           0x1.ffp127,
                                           0x1p-149,
                                           0x1p-150,
                                           0x1.8p-150,
                                           1e300,
                                           INFINITY,
                                           NAN};
            double x = marks[below(sizeof marks / sizeof *marks)];
            const size_t how = below(6);
            if (how == 1) x = nextafter(x, INFINITY);
            if (how == 2) x = nextafter(x, 0);
            if (how == 3) x = floor(x) + 0.5;
            if (how == 4) x = (double)(int64_t)(below(600)) - 300;
            if (below(2)) x = -x;
            const long double y = nearest(d, (long double)x);
            if (d->kind == CLB_KIND_FLOAT64 || d->kind == CLB_KIND_COMPLEX128) {
                memcpy(&bits, &x, sizeof bits);
            } else {
                const float f = (float)y; /* exact: the others are narrower */
                uint32_t b;
                memcpy(&b, &f, sizeof b);
                bits = b;
                if (d->kind == CLB_KIND_BFLOAT16) bits = b >> 16;
                if (d->kind == CLB_KIND_FLOAT16) {
                    /* By search: the reference must not share its arithmetic with what is tested. */
                    bits = 0;
                    for (uint64_t step = 0x4000; step > 0; step /= 2)
                        if (bits + step <= 0x7C00 && real_of(d, bits + step, 2) <= fabsl(y)) bits += step;
                    if (isnan(x)) bits = 0x7E00;
                    if (y < 0) bits |= 0x8000;
                }
            }
        }
        put_bits(to + part, size, swapped, bits);
    }
}

/* ---- Layouts -------------------------------------------------------------------------------------------------------
 */

/* An array of this shape somewhere in a block of its own, which ends where the array does. */
static clb_array lay_out(const clb_type *type, uint32_t dims, const size_t *shape, char **block)
{
    uint32_t order[CLB_ARRAY_DIMS];
    clb_array a = {.type = type, .dims = dims};
    size_t extent = type->size, first = below(3) ? 0 : 1 + below(7);
    const bool gaps = below(2), turned = below(2), shuffled = below(2);
    for (uint32_t d = 0; d < dims; d++) order[d] = d;
    for (uint32_t d = dims; shuffled && d > 1; d--) {
        const uint32_t other = (uint32_t)below(d), kept = order[d - 1];
        order[d - 1] = order[other];
        order[other] = kept;
    }
    for (uint32_t i = dims; i-- > 0;) {
        const uint32_t d = order[i];
        a.shape[d] = shape[d];
        size_t step = extent;
        if (gaps && below(2)) step += below(3) == 0 ? below(20) : type->size * (1 + below(6));
        a.strides[d] = (ptrdiff_t)step;
        extent = step * (shape[d] - 1) + extent;
        if (turned && below(2)) {
            first += step * (shape[d] - 1);
            a.strides[d] = -a.strides[d];
        }
    }
    const size_t start = first % 8 < 8 && below(2) ? 0 : below(8);
    *block = malloc(start + first + extent);
    assert_non_null(*block);
    memset(*block, 0x5a, start + first + extent);
    a.data = *block + start + first;
    return a;
}

static size_t random_shape(uint32_t *dims, size_t *shape)
{
    size_t count = 1;
    *dims = (uint32_t)below(5);
    if (below(8) == 0) *dims = 2;
    for (uint32_t d = 0; d < *dims; d++) {
        const size_t most = MOST / count;
        shape[d] = 1 + below(below(3) ? most : most < 4 ? most : 4);
        count *= shape[d];
    }
    return count;
}

static void print_index(char *text, size_t capacity, uint32_t dims, const size_t *index)
{
    size_t length = (size_t)snprintf(text, capacity, "Element (");
    for (uint32_t d = 0; d < dims; d++)
        length += (size_t)snprintf(text + length, capacity - length, "%s%zu", d ? ", " : "", index[d]);
    (void)snprintf(text + length, capacity - length, "%s", dims == 1 ? ",)" : ")");
}

/* Fills an array with values that fit (or are refused), assigns it, and compares. */
static void check_pair(const described *from, uint32_t from_flags, const described *to, uint32_t to_flags,
                       clb_assign_mode mode, clb_device *device)
{
    const clb_type *src_type = clb_type_of(from->kind, from_flags), *dst_type = clb_type_of(to->kind, to_flags);
    size_t shape[CLB_ARRAY_DIMS], index[CLB_ARRAY_DIMS];
    uint32_t dims;
    char *src_block, *dst_block, what[200], place[200];
    value wanted;
    const size_t count = random_shape(&dims, shape);
    clb_array src = lay_out(src_type, dims, shape, &src_block), dst = lay_out(dst_type, dims, shape, &dst_block);
    const clb_assign_params params = {.mode = mode, .device = device};
    bool refusal = below(3) == 0;
    size_t failing = below(count);
    (void)snprintf(what, sizeof what, "%s%s -> %s%s, mode %d", clb_kind_name(from->kind), from_flags ? "*" : "",
                   clb_kind_name(to->kind), to_flags ? "*" : "", mode);
    for (size_t i = 0; i < count; i++) {
        int tries = 0;
        verdict v;
        do {
            make_value(src_type, from, at(&src, i, NULL));
            v = judge(dst_type, to, mode, get(src_type, from, at(&src, i, NULL)), &wanted);
        } while ((v == REFUSED) != (refusal && i == failing) && ++tries < 60);
        if (v == REFUSED && !(refusal && i == failing)) memset(at(&src, i, NULL), 0, src_type->size);
        if (v != REFUSED && i == failing) refusal = false;
    }
    clb_error error = {0};
    const clb_status status = clb_array_assign(&dst, &src, &params, &error);
    if (refusal) {
        (void)at(&src, failing, index);
        print_index(place, sizeof place, dims, index);
        if (status != CLB_ERROR_ARGUMENT || !strstr(error.message, place))
            fail_msg("%s: %s lacks \"%s\"", what, error.message, place);
    } else if (status != CLB_OK) {
        fail_msg("%s: %s", what, error.message);
    }
    for (size_t i = 0; i < (refusal ? failing : count); i++) {
        const value given = get(src_type, from, at(&src, i, NULL)), got = get(dst_type, to, at(&dst, i, NULL));
        if (judge(dst_type, to, mode, given, &wanted) != FITS || same(to, wanted, got)) continue;
        fail_msg("%s, element %zu of %zu (%u dimensions): %Lg%+Lgi becomes %Lg%+Lgi, not %Lg%+Lgi", what, i, count,
                 dims, given.real, given.imaginary, got.real, got.imaginary,
                 to->digits ? wanted.real : (long double)wanted.i, wanted.imaginary);
    }
    free(src_block);
    free(dst_block);
}

static void every_pair_of_numbers_in_every_mode_agrees_with_the_reference(void **state)
{
    (void)state;
    for (int round = 0; round < rounds; round++)
        for (size_t i = 0; i < KINDS; i++)
            for (size_t j = 0; j < KINDS; j++)
                for (int mode = 0; mode < 4; mode++)
                    check_pair(&kinds[i], 0, &kinds[j], 0, (clb_assign_mode)mode, NULL);
}

/* Element 70 of 100, behind blocks of vectors, in neighbours and in every second place. */
#define MARK_CASE(kind_, c_type, value, target_, bits_)                                                           \
    do {                                                                                                          \
        static c_type from[200];                                                                                  \
        for (int i = 0; i < 200; i++) from[i] = (c_type)(i % 100);                                                \
        const clb_type *target = clb_type_of(target_, CLB_TYPE_OPTIONAL);                                         \
        for (int step = 1; step <= 2; step++) {                                                                   \
            from[70 * step] = (c_type)(value);                                                                    \
            clb_array src, dst;                                                                                   \
            OK(clb_array_make(from, sizeof from, clb_type_of(kind_, 0), 1, SHAPE(100),                            \
                              STRIDES(step *(ptrdiff_t)sizeof *from), &src, &error));                             \
            OK(clb_array_make(to, sizeof to, target, 1, SHAPE(100), NULL, &dst, &error));                         \
            for (int mode = CLB_ASSIGN_OVERFLOW; mode <= CLB_ASSIGN_INEXACT; mode++)                              \
                FAILS(CLB_ERROR_ARGUMENT, "Element (70,) is the value that marks a missing one",                  \
                      clb_array_assign(&dst, &src, &(clb_assign_params){.mode = (clb_assign_mode)mode}, &error)); \
            OK(clb_array_assign(&dst, &src, NULL, &error)); /* unchecked: it is missing then */                   \
            assert_int_equal(get_bits(to + 70 * target->size, target->size, false), (uint64_t)(bits_));           \
            from[70 * step] = 70;                                                                                 \
            OK(clb_array_assign(&dst, &src, &(clb_assign_params){.mode = CLB_ASSIGN_INEXACT}, &error));           \
        }                                                                                                         \
    } while (0)

static void values_that_mark_missing_ones_are_refused(void **state)
{
    (void)state;
    static char to[100 * 8];
    MARK_CASE(CLB_KIND_FLOAT64, double, -2147483648.0, CLB_KIND_INT32, 0x80000000u);
    MARK_CASE(CLB_KIND_UINT16, uint16_t, 255, CLB_KIND_UINT8, 0xff);
    MARK_CASE(CLB_KIND_INT32, int32_t, INT32_MIN, CLB_KIND_INT32, 0x80000000u);
    MARK_CASE(CLB_KIND_INT64, int64_t, -128, CLB_KIND_INT8, 0x80);
    MARK_CASE(CLB_KIND_FLOAT32, float, -0x1p63f, CLB_KIND_INT64, UINT64_C(1) << 63);
    MARK_CASE(CLB_KIND_UINT64, uint64_t, UINT32_MAX, CLB_KIND_UINT32, UINT32_MAX);
}

/* As C's conversion and NumPy's: either part counts. */
static void complex_numbers_are_true_where_either_part_is_not_zero(void **state)
{
    (void)state;
    double pairs[4][2] = {{0, 0}, {0, 3}, {-0.0, 0}, {NAN, 0}};
    char to[4];
    clb_array src, dst;
    OK(clb_array_make(pairs, sizeof pairs, clb_type_of(CLB_KIND_COMPLEX128, 0), 1, SHAPE(4), NULL, &src, &error));
    OK(clb_array_make(to, sizeof to, clb_type_of(CLB_KIND_BOOL, 0), 1, SHAPE(4), NULL, &dst, &error));
    OK(clb_array_assign(&dst, &src, NULL, &error));
    assert_memory_equal(to, ((const char[]){0, 1, 0, 1}), 4);
    FAILS(CLB_ERROR_ARGUMENT, "Element (1,)",
          clb_array_assign(&dst, &src, &(clb_assign_params){.mode = CLB_ASSIGN_OVERFLOW}, &error));
}

static void other_byte_orders_and_missing_values_agree_with_the_reference(void **state)
{
    (void)state;
    for (size_t i = 0; i < KINDS; i++)
        for (size_t j = 0; j < KINDS; j++)
            for (uint32_t flags = 1; flags < 16; flags++)
                check_pair(&kinds[i], flags & 3, &kinds[j], flags >> 2, (clb_assign_mode)below(4), NULL);
}

/* Values of a block, and what shall become of each: the reference takes far longer than the assignment, so a block
 * repeats them. The last one is refused, if the types have such a value. */
enum { SAMPLES = 997 };
typedef struct sample {
    char bytes[16];
    value wanted;
    verdict verdict;
} sample;

static void make_samples(sample *samples, const described *from, const described *to, clb_assign_mode mode)
{
    const clb_type *a = clb_type_of(from->kind, 0), *b = clb_type_of(to->kind, 0);
    for (size_t i = 0; i <= SAMPLES; i++) {
        sample *s = &samples[i];
        int tries = 0;
        do {
            make_value(a, from, s->bytes);
            s->verdict = judge(b, to, mode, get(a, from, s->bytes), &s->wanted);
        } while ((s->verdict == REFUSED) != (i == SAMPLES) && ++tries < 60);
        if (s->verdict != REFUSED || i == SAMPLES) continue;
        memset(s->bytes, 0, a->size);
        s->verdict = judge(b, to, mode, get(a, from, s->bytes), &s->wanted);
        assert_int_equal(s->verdict, FITS);
    }
}

/* More elements than one buffer holds, in the layouts that have ways of their own: neighbours of the source apart in
 * the destination, rows that are all one or of one element each, long runs with gaps. */
static void check_blocks(const described *from, const described *to, clb_assign_mode mode)
{
    enum { ROWS = 75, COLUMNS = 141, LARGEST = 16, GAP = 3 };
    static char x[ROWS * COLUMNS * LARGEST], y[ROWS * (COLUMNS + GAP) * LARGEST];
    static sample samples[SAMPLES + 1];
    static uint16_t chosen[ROWS * COLUMNS];
    const clb_type *a = clb_type_of(from->kind, 0), *b = clb_type_of(to->kind, 0);
    const size_t layout = below(5), rows = layout == 4 ? 1 : 1 + below(ROWS);
    const size_t columns = layout == 4 ? ROWS * COLUMNS / 2 : 2 + below(COLUMNS - 1);
    const size_t in_rows = layout == 1 ? 1 : rows, in_columns = layout == 2 ? 1 : columns;
    const ptrdiff_t size = (ptrdiff_t)a->size, to_row = (ptrdiff_t)(columns + GAP) * (ptrdiff_t)b->size;
    const size_t refused = below(3) == 0 ? below(in_rows * in_columns) : SIZE_MAX;
    size_t failing = SIZE_MAX, index[2];
    char place[200];
    clb_array given, src, dst;
    const ptrdiff_t down[] = {size, size * (ptrdiff_t)rows}, second[] = {0, 2 * size};
    const ptrdiff_t to_strides[] = {to_row, (ptrdiff_t)b->size};
    OK(clb_array_make(x, sizeof x, a, 2, SHAPE(in_rows, in_columns),
                      layout == 0   ? down
                      : layout == 4 ? second
                                    : NULL,
                      &given, &error));
    OK(clb_array_make(y, sizeof y, b, 2, SHAPE(rows, columns), to_strides, &dst, &error));
    OK(clb_array_broadcast(&given, 2, SHAPE(rows, columns), &src, &error));
    make_samples(samples, from, to, mode);
    for (size_t i = 0; i < in_rows * in_columns; i++) {
        chosen[i] = (uint16_t)(i == refused ? SAMPLES : below(SAMPLES));
        memcpy(at(&given, i, NULL), samples[chosen[i]].bytes, a->size);
    }
    if (refused < SIZE_MAX && samples[SAMPLES].verdict == REFUSED)
        failing = in_columns == 1 ? refused * columns : refused; /* one row for all: its first use */
    memset(y, 0x5a, sizeof y);
    clb_error error = {0};
    const clb_status status = clb_array_assign(&dst, &src, &(clb_assign_params){.mode = mode}, &error);
    if (failing < SIZE_MAX) {
        (void)at(&src, failing, index);
        print_index(place, sizeof place, 2, index);
        if (status != CLB_ERROR_ARGUMENT || !strstr(error.message, place))
            fail_msg("%s lacks \"%s\"", error.message, place);
    } else if (status != CLB_OK) {
        fail_msg("%s", error.message);
    }
    for (size_t i = 0; i < (failing < SIZE_MAX ? failing : rows * columns); i++) {
        const size_t row = in_rows == 1 ? 0 : i / columns, column = in_columns == 1 ? 0 : i % columns;
        const sample *s = &samples[chosen[row * in_columns + column]];
        if (s->verdict == FITS && !same(to, s->wanted, get(b, to, at(&dst, i, NULL))))
            fail_msg("%s -> %s, mode %d, layout %zu, %zu rows of %zu: element %zu", clb_kind_name(from->kind),
                     clb_kind_name(to->kind), mode, layout, rows, columns, i);
    }
    for (size_t r = 0; r < rows; r++) /* between the rows */
        for (size_t i = columns * b->size; i < (size_t)to_row; i++)
            if (y[r * (size_t)to_row + i] != 0x5a) fail_msg("byte %zu behind row %zu was written", i, r);
}

static void blocks_of_every_pair_in_every_layout_agree_with_the_reference(void **state)
{
    (void)state;
    for (int round = 0; round < (rounds + 1) / 2; round++)
        for (size_t i = 0; i < KINDS; i++)
            for (size_t j = 0; j < KINDS; j++) check_blocks(&kinds[i], &kinds[j], (clb_assign_mode)below(4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_of_numbers_in_every_mode_agrees_with_the_reference),
        cmocka_unit_test(values_that_mark_missing_ones_are_refused),
        cmocka_unit_test(complex_numbers_are_true_where_either_part_is_not_zero),
        cmocka_unit_test(other_byte_orders_and_missing_values_agree_with_the_reference),
        cmocka_unit_test(blocks_of_every_pair_in_every_layout_agree_with_the_reference),
    };
    return run_for_each_level(tests, sizeof tests / sizeof *tests);
}
