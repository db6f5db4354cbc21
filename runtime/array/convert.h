/* Loops over contiguous elements: from one type of number to another, and copies of elements at any distance. They
 * are compiled for several instruction sets; a table holds those of one. Knows bytes and numbers in this machine's
 * byte order; must not know clb_type, missing values and ckernels.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ARRAY_CONVERT_H
#define CLBI_ARRAY_CONVERT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether the compiler can generate code for other instruction sets than that of this file. gcc for Windows cannot:
 * its stacks are not aligned for larger vectors (GCC bug 54412). */
#if defined(__GNUC__) && defined(__x86_64__) && (!defined(_WIN32) || defined(__clang__))
#define CLBI_ARRAY_LEVELS
#endif

/* The number types with loops of their own. Halves and bfloat16 are read as float32 first; bools may be any byte;
 * ODD is a float32 rounded to odd: its last digit tells whether it is exact, so that it rounds to a narrower type as
 * the original number would. */
typedef enum clbi_core {
    CLBI_I8,
    CLBI_I16,
    CLBI_I32,
    CLBI_I64,
    CLBI_U8,
    CLBI_U16,
    CLBI_U32,
    CLBI_U64,
    CLBI_F32,
    CLBI_F64,
    CLBI_BOOL,
    CLBI_CORE_SOURCES,
    CLBI_ODD = CLBI_CORE_SOURCES,
    CLBI_CORE_TARGETS
} clbi_core;

/* Converts `count` elements without gaps or alignment to other memory; false if one is refused, when all may have
 * been written. */
typedef bool clbi_convert(char *to, const char *from, size_t count);

/* Converts `count` elements at these distances in bytes, without checks; the two memories do not overlap. */
typedef void clbi_convert_strided(char *to, ptrdiff_t to_stride, const char *from, ptrdiff_t stride, size_t count);

/* The function for these types, or NULL. For elements that are strided on both sides it needs one pass, where
 * gathering, clbi_convert and scattering are three. */
clbi_convert_strided *clbi_convert_strided_of(clbi_core target, clbi_core source);

/* Copies `count` elements at these distances in bytes; the two memories do not overlap. */
typedef void clbi_move(char *to, ptrdiff_t to_stride, const char *from, ptrdiff_t stride, size_t count);

/* rows * columns elements; the first stride of each pair is that of rows. */
typedef void clbi_move_rows(char *to, const ptrdiff_t to_strides[2], const char *from, const ptrdiff_t strides[2],
                            size_t rows, size_t columns);

enum { CLBI_MODES = 4, CLBI_SIZES = 5 /* 1, 2, 4, 8, 16 bytes */, CLBI_LEVELS = 3 };

typedef struct clbi_loops {
    clbi_convert
        *core[CLBI_MODES][CLBI_CORE_TARGETS][CLBI_CORE_SOURCES]; /* by clb_assign_mode; NULL: the bytes are equal */
    clbi_convert *pairs[CLBI_MODES][2][CLBI_CORE_SOURCES];       /* to complex numbers of float32, float64 */
    clbi_convert *reals[2][2];                                   /* of complex numbers; [1]: the only parts */
    clbi_convert *from_half, *from_bfloat;                       /* to float32 */
    clbi_convert *to_half[CLBI_MODES], *to_bfloat[CLBI_MODES];   /* from float32 or ODD */
    clbi_convert *none_missing[CLBI_CORE_SOURCES];               /* writes nothing; false if a value is missing */
    clbi_convert *bool_of_pair[2][2];               /* of complex numbers: unchecked, checked; float32, float64 */
    clbi_move *move[CLBI_SIZES], *swap[CLBI_SIZES]; /* swap: in the other byte order; [0] is NULL */
    clbi_move_rows
        *transpose[CLBI_SIZES]; /* rows of `to` and columns of `from` without gaps; `columns` is the inner loop */
    clbi_move_rows
        *transpose_large[CLBI_SIZES]; /* the same for memory beyond the caches: whole lines are written past them */
} clbi_loops;

extern const clbi_loops clbi_loops_base;
extern const clbi_loops clbi_loops_v3, clbi_loops_v4; /* defined if CLBI_ARRAY_LEVELS is */

/* The table of an instruction set (CLB_NATIVE_BASE, ...); NULL if this processor lacks it. */
const clbi_loops *clbi_loops_of(int level);

/* The best table for this processor. */
const clbi_loops *clbi_loops_best(void);

#endif
