/* clbundle: strided, typed views of host memory, owned by the memory's owner. Types are in clbundle/type.h,
 * ckernels in clbundle/ckernel.h, exchange with NumPy, Arrow, DLPack and R in clbundle/exchange.h.
 *
 *     double x[3][4];
 *     clb_array a, column;
 *     if (clb_array_make(&x, sizeof x, &clb_type_float64, 2, (const size_t[]){3, 4}, NULL, &a, &error) == CLB_OK &&
 *         clb_array_index(&a, 1, 2, &column, &error) == CLB_OK)
 *         ...     x[0][2], x[1][2], x[2][2]
 *
 * Rules
 *  - An array is a value: copy it, keep it, throw it away. It lives as long as its memory and its type do.
 *  - Views allocate nothing and copy no element. A result may be written over its argument: view == array is fine.
 *  - Dimensions count from 0, the slowest in row-major order first.
 *  - On failure *view is untouched; errors name the dimension and the sizes.
 *  - Thread-safety: every call is safe; the memory is the caller's.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_ARRAY_H
#define CLBUNDLE_ARRAY_H

#include "ckernel.h"
#include "type.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { CLB_ARRAY_DIMS = 16 }; /* how many dimensions an array may have */

/* The memory must not be written through this array. */
#define CLB_ARRAY_READ_ONLY 0x01u

/* Element (i, j, ...) is at data + i * strides[0] + j * strides[1] + ... Only the first `dims` numbers count.
 * An array of 0 dimensions is one element; one with a size of 0 has none, and its data are never looked at. */
typedef struct clb_array {
    char *data;           /* element (0, 0, ...) */
    const clb_type *type; /* of one element */
    const char *memory;   /* NULL, or where the memory starts out of which no element may reach ... */
    size_t memory_size;   /* ... and its bytes */
    uint32_t dims;
    uint32_t flags;                    /* CLB_ARRAY_... */
    size_t shape[CLB_ARRAY_DIMS];      /* elements along each dimension */
    ptrdiff_t strides[CLB_ARRAY_DIMS]; /* bytes from one element to the next; any sign, or 0 */
} clb_array;

/* An array over memory that starts at `data`. strides NULL: row-major, without gaps. `size`: bytes of memory from
 * `data` on; all elements must lie in them (negative strides: use clb_array_check on an array filled in by hand).
 * SIZE_MAX: not known, nothing is checked. Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_SIZE. */
CLB_MUST_CHECK clb_status clb_array_make(void *data, size_t size, const clb_type *type, uint32_t dims,
                                         const size_t *shape, const ptrdiff_t *strides, clb_array *array,
                                         clb_error *error);

/* The same in column-major order, as R and Fortran have it. Errors: as clb_array_make. */
CLB_MUST_CHECK clb_status clb_array_make_column(void *data, size_t size, const clb_type *type, uint32_t dims,
                                                const size_t *shape, clb_array *array, clb_error *error);

/* Whether an array that was filled in by hand is valid: the type, the number of elements, and that every element's
 * address can be computed and lies in the memory, if that is given. The views below take only valid arrays, and make
 * only valid ones. Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_SIZE. */
CLB_MUST_CHECK clb_status clb_array_check(const clb_array *array, clb_error *error);

/* The number of elements. */
static inline size_t clb_array_count(const clb_array *array)
{
    size_t count = 1;
    for (uint32_t i = 0; i < array->dims; i++) count *= array->shape[i];
    return count;
}

/* Whether all elements' addresses are multiples of `alignment`, a power of two. */
static inline bool clb_array_is_aligned(const clb_array *array, size_t alignment)
{
    size_t bits = (size_t)(uintptr_t)array->data;
    for (uint32_t i = 0; i < array->dims; i++)
        if (array->shape[i] > 1) bits |= (size_t)array->strides[i];
    return (bits & (alignment - 1)) == 0;
}

/* Whether the elements are neighbours in row-major (column-major) order. */
bool clb_array_is_row_major(const clb_array *array);
bool clb_array_is_column_major(const clb_array *array);

/* Writes "3 * 4 * float64" to `text` of `capacity` bytes, and returns the length of the whole: as clb_type_print. */
size_t clb_array_print(const clb_array *array, char *text, size_t capacity);

/* ---- Views ------------------------------------------------------------------------------------------------------ */

/* `count` elements along `dim`: start, start + step, ... All must exist. With a negative step they come in reverse.
 * (A stop instead of a count could not express "down to the first".) Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_SIZE. */
CLB_MUST_CHECK clb_status clb_array_slice(const clb_array *array, uint32_t dim, size_t start, size_t count,
                                          ptrdiff_t step, clb_array *view, clb_error *error);

/* The elements along `dim` in reverse. Errors: CLB_ERROR_ARGUMENT. */
CLB_MUST_CHECK clb_status clb_array_reverse(const clb_array *array, uint32_t dim, clb_array *view, clb_error *error);

/* The array of one dimension less at `index` of `dim`. Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_SIZE. */
CLB_MUST_CHECK clb_status clb_array_index(const clb_array *array, uint32_t dim, size_t index, clb_array *view,
                                          clb_error *error);

/* Dimension i of the view is dimension order[i] of the array; NULL: in reverse. Errors: CLB_ERROR_ARGUMENT. */
CLB_MUST_CHECK clb_status clb_array_transpose(const clb_array *array, const uint32_t *order, clb_array *view,
                                              clb_error *error);

/* Repeats elements up to a shape by NumPy's rules: dimensions are matched from the last; a missing one and one of
 * size 1 take any size, by a stride of 0. The view is read-only where it repeats. Errors: CLB_ERROR_ARGUMENT,
 * CLB_ERROR_SIZE with both shapes. */
CLB_MUST_CHECK clb_status clb_array_broadcast(const clb_array *array, uint32_t dims, const size_t *shape,
                                              clb_array *view, clb_error *error);

/* The shape to which both shapes broadcast, into shape[CLB_ARRAY_DIMS]; it may be one of the two given.
 * Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_SIZE with both shapes. */
CLB_MUST_CHECK clb_status clb_shape_broadcast(uint32_t dims_a, const size_t *shape_a, uint32_t dims_b,
                                              const size_t *shape_b, uint32_t *dims, size_t *shape, clb_error *error);

/* A field of each record. Errors: CLB_ERROR_ARGUMENT with the names there are. */
CLB_MUST_CHECK clb_status clb_array_field(const clb_array *array, const char *name, clb_array *view, clb_error *error);

/* The same elements in the same row-major order in another shape. One size may be SIZE_MAX: it is found from the
 * others. Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_SIZE (another number of elements), CLB_ERROR_UNSUPPORTED (it takes a
 * copy). */
CLB_MUST_CHECK clb_status clb_array_reshape(const clb_array *array, uint32_t dims, const size_t *shape, clb_array *view,
                                            clb_error *error);

/* A new dimension of size 1 before dimension `dim` (dims: behind the last); and a dimension of size 1 less.
 * Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_SIZE. */
CLB_MUST_CHECK clb_status clb_array_add_dim(const clb_array *array, uint32_t dim, clb_array *view, clb_error *error);
CLB_MUST_CHECK clb_status clb_array_remove_dim(const clb_array *array, uint32_t dim, clb_array *view, clb_error *error);

/* The parts of an element become the last dimension: those of a fixed dimension, a vector (its components), a
 * complex number (2), a record (its fields, which must have one type and equal distances, in the order of their
 * offsets). Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_UNSUPPORTED (an element without such parts). */
CLB_MUST_CHECK clb_status clb_array_open_element(const clb_array *array, clb_array *view, clb_error *error);

#ifdef __cplusplus
}
#endif

#endif
