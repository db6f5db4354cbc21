/* Code about arrays that the parts of array/ share: shapes in messages, checked extents. Knows types; must not know who
 * calls.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ARRAY_ARRAY_H
#define CLBI_ARRAY_ARRAY_H

#include "array/type.h"
#include "clbundle/array.h"

enum { CLBI_SHAPE_TEXT = CLB_ARRAY_DIMS * 22 + 4 };

/* Writes "(3, 4)". If there are more dimensions than an array may have, only the first ones. Returns `text`. */
const char *clbi_shape_print(uint32_t dims, const size_t *shape, char text[CLBI_SHAPE_TEXT]);

/* The product of the sizes that are not 0; false if it is not a possible number of elements. *empty: a size is 0. */
bool clbi_shape_count(uint32_t dims, const size_t *shape, size_t *count, bool *empty);

/* Strides of an array without gaps whose last (first, if `column`) dimension is the fastest; false if one does not
 * fit. */
bool clbi_shape_strides(uint32_t dims, const size_t *shape, size_t size, bool column, ptrdiff_t *strides);

/* The memory of an array: bytes below `data` and from it on, both 0 if it is empty; and the number of its elements. */
typedef struct clbi_extent {
    size_t below, above, count;
} clbi_extent;

/* clb_array_check, which also returns the array's extent. */
clb_status clbi_array_check(const clb_array *array, clbi_extent *extent, clb_error *error);

/* The bytes below `data` and from `data` on that elements of `reach` bytes occupy; false if they do not fit. */
bool clbi_array_extent(uint32_t dims, const size_t *shape, const ptrdiff_t *strides, size_t reach, size_t *below,
                       size_t *above);

#endif
