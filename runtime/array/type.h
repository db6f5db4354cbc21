/* Code about types that the parts of array/ share, beyond the public header. Knows types; must not know arrays.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ARRAY_TYPE_H
#define CLBI_ARRAY_TYPE_H

#include "clbundle/type.h"

/* Sums and products that fail instead of wrapping. */
static inline bool clbi_add(size_t a, size_t b, size_t *sum)
{
    *sum = a + b;
    return b <= SIZE_MAX - a;
}

static inline bool clbi_multiply(size_t a, size_t b, size_t *product)
{
#if defined(__GNUC__)
    return !__builtin_mul_overflow(a, b, product); /* without a division, since every array's check takes several */
#else
    *product = a * b;
    return b == 0 || a <= SIZE_MAX / b;
#endif
}

/* The type of a component of a complex number (real, imaginary) or a vector, in the same byte order. NULL: none. */
const clb_type *clbi_type_part(const clb_type *type);

/* The number of bytes from its address on that reading one element touches: its size, and one more offset for a
 * list. */
size_t clbi_type_reach(const clb_type *type);

#endif
