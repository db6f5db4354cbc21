/* What the parts of array/ share about arrays: shapes in messages, checked extents.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ARRAY_ARRAY_H
#define CLBI_ARRAY_ARRAY_H

#include "array/type.h"
#include "clbundle/array.h"

enum { CLBI_SHAPE_TEXT = CLB_ARRAY_DIMS * 22 + 4 };

/* Writes "(3, 4)"; of more dimensions than an array may have, the first ones. Returns `text`. */
const char *clbi_shape_print(uint32_t dims, const size_t *shape, char text[CLBI_SHAPE_TEXT]);

/* The product of the sizes that are not 0; false where it is no possible number of elements. *empty: one is 0. */
bool clbi_shape_count(uint32_t dims, const size_t *shape, size_t *count, bool *empty);

/* Strides of an array without gaps whose last (first, if `column`) dimension is the fastest; false where one does not
 * fit. */
bool clbi_shape_strides(uint32_t dims, const size_t *shape, size_t size, bool column, ptrdiff_t *strides);

/* What an array takes of memory: bytes below `data` and from it on, both 0 if it is empty; and its elements. */
typedef struct clbi_extent {
    size_t below, above, count;
} clbi_extent;

/* clb_array_check, which also tells what the array takes. */
clb_status clbi_array_check(const clb_array *array, clbi_extent *extent, clb_error *error);

/* Bytes below `data` and from `data` on that elements of `reach` bytes take up; false where they do not fit. */
bool clbi_array_extent(uint32_t dims, const size_t *shape, const ptrdiff_t *strides, size_t reach, size_t *below,
                       size_t *above);

#endif
