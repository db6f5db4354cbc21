/* clbundle: assignment between arrays of any types and layouts. Types are in clbundle/type.h, ckernels in
 * clbundle/ckernel.h, arrays in clbundle/array.h.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_ASSIGN_H
#define CLBUNDLE_ASSIGN_H

#include "array.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Losses that a conversion must not cause; each mode refuses those of the previous one, and more. */
typedef enum clb_assign_mode {
    CLB_ASSIGN_NONE = 0,   /* nothing is checked: what does not fit is converted as C does, integers modulo 2^N; where C
                              leaves the result undefined, it is some value */
    CLB_ASSIGN_OVERFLOW,   /* values beyond the destination's range are refused */
    CLB_ASSIGN_FRACTIONAL, /* so are fractions that an integer would drop, and imaginary parts */
    CLB_ASSIGN_INEXACT     /* so is everything that does not come back as the same value */
} clb_assign_mode;

/* Makes a ckernel of one source at `offset`, which assigns one element of type `src` to one of type `dst`; *end is
 * where it ends. Types must live as long as the ckernel. The memory of source and destination must not overlap in a
 * run, and needs no alignment. Where a run fails, the element that failed and those behind it may have been written.
 *
 * What goes to what:
 *  - numbers (bool, integers, floating, complex) to each other, in either byte order. A complex number is a pair; to a
 *    real type its real part goes. A missing value goes to a missing one or to a NaN; elsewhere it is refused.
 *    To bool, a number is whether it is not 0, and a complex one whether either part is not, as in C and NumPy; modes
 *    other than NONE take 0 and 1 only, without an imaginary part. In an optional integer type, the value that marks a
 *    missing one is beyond the range: modes other than NONE refuse it, and NONE makes a missing value of it.
 *    (Of a floating type every NaN is missing.)
 *  - bytes to bytes: longer ones end in zeros, shorter ones lose their end (which must be zeros, unless mode is NONE).
 *  - records to records: each field of the destination from the source's field of that name. The source may have more.
 *  - dimensions (fixed, variable-size, lists as sources, vectors) to dimensions, matched from the innermost one
 *    outwards; one element, or an element without such a dimension, goes to all. The destination's clb_var says where
 *    its elements are and how many; the source must have as many, or one.
 *  - a pointer stands for what it points to, on both sides; a missing one is a missing value.
 *
 * Errors: CLB_ERROR_UNSUPPORTED (types that have no assignment, both of which it names), CLB_ERROR_ARGUMENT (mode),
 * CLB_ERROR_MEMORY. Thread-safety: as of the builder; what is made may be run by any number of threads at once. */
CLB_MUST_CHECK clb_status clb_assign_make(clb_ckernel_builder *builder, size_t offset, const clb_type *dst,
                                          const clb_type *src, clb_assign_mode mode, clb_ckernel_request request,
                                          size_t *end, clb_error *error);

/* Makes a ckernel that assigns a whole array laid out like `src`, broadcast to dst's shape, to one laid out like `dst`:
 * made once, and run on other data. Its single call takes the address of the first element of each, its strided one
 * those of many such arrays. Of the two arrays shapes, strides and types count; `data` and `memory` are checked, not
 * kept. A failure tells the index of the first element, in row-major order, that does not fit. No heap is used for
 * numbers in up to 4 dimensions. Errors: those of clb_assign_make, CLB_ERROR_SIZE (shapes). Thread-safety: as above. */
CLB_MUST_CHECK clb_status clb_assign_make_block(clb_ckernel_builder *builder, size_t offset, const clb_array *dst,
                                                const clb_array *src, clb_assign_mode mode, clb_ckernel_request request,
                                                size_t *end, clb_error *error);

/* How clb_array_assign converts, and on which threads. */
typedef struct clb_assign_params {
    size_t struct_size CLB_SIZED(clb_assign_params); /* see CLB_PARAMS */
    clb_assign_mode mode;
    clb_device *device; /* a native one, whose threads share large work; NULL: one thread */
} clb_assign_params;

/* Assigns the elements of src, broadcast to dst's shape by NumPy's rules, to those of dst, as clb_assign_make does.
 * Order of memory, not of indices, decides where it begins. params NULL: {0}. Dimensions of size 1 in front that dst
 * has not are left out of src: (1, 3) goes to (3,). Memory of the two may overlap: src is copied before. (What pointers
 * and variable-size dimensions lead to is not looked at; a list is refused.) No heap is used otherwise for numbers. The
 * error names the first element, in row-major order, that does not fit. Then elements of dst before it are assigned,
 * and it and those behind it may be.
 * Errors: CLB_ERROR_ARGUMENT (an element, a read-only dst, a device that is not native), CLB_ERROR_SIZE (shapes, both
 * of which it names), CLB_ERROR_UNSUPPORTED (types), CLB_ERROR_MEMORY. Thread-safety: safe; no two threads at a time
 * may write the same elements. */
CLB_MUST_CHECK clb_status clb_array_assign(const clb_array *dst, const clb_array *src, const clb_assign_params *params,
                                           clb_error *error);

#ifdef __cplusplus
}
#endif

#endif
