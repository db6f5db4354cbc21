/* The rows of ragged dimensions in memory: var, lists, fixed dimensions. Knows the layout of ragged types; must not
 * know arrays.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ARRAY_ROW_H
#define CLBI_ARRAY_ROW_H

#include "clbundle/type.h"

/* Plain data, so that ckernels can hold it. */
typedef struct clbi_row_form {
    clb_type_kind kind; /* VAR, LIST, FIXED; NONE: each row is a single element */
    size_t size;        /* LIST: bytes of an offset */
    size_t count;       /* FIXED: elements of a row; LIST: of all values */
    ptrdiff_t stride;
    char *values;
} clbi_row_form;

/* The form of a type's rows; false for a list whose type was read from text, since it has no memory. */
bool clbi_row_read_form(const clb_type *type, clbi_row_form *form);

/* The row that starts at an element. Returns NULL, or why it is invalid. */
const char *clbi_row_find(const clbi_row_form *form, char *at, char **data, size_t *count);

#endif
