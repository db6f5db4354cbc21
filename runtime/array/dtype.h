/* The text of NumPy's dtypes, also inside the header of a .npy file. Knows text and types; must not know arrays.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ARRAY_DTYPE_H
#define CLBI_ARRAY_DTYPE_H

#include "clbundle/exchange.h"
#include "core/status.h"

/* The text of Python literals while it is read. */
typedef struct clbi_literal {
    const char *text;
    size_t length, at;
    bool latin1;      /* bytes above 127 are characters of Latin-1, not UTF-8 */
    const char *call; /* the public function for messages */
    clb_error *error;
} clbi_literal;

clb_status clbi_literal_fail(const clbi_literal *l, clb_status status, const char *format, ...) CLBI_PRINTF(3, 4);

/* The next character that is not a blank, or NUL; whether it is `c`, which is then skipped. */
char clbi_literal_peek(clbi_literal *l);
bool clbi_literal_take(clbi_literal *l, char c);
clb_status clbi_literal_expect(clbi_literal *l, char c);

clb_status clbi_literal_number(clbi_literal *l, size_t *number);

/* A tuple of numbers, "()", "(3,)", "(3, 4)", or a single number. */
clb_status clbi_literal_shape(clbi_literal *l, uint32_t *dims, size_t shape[CLB_ARRAY_DIMS]);

/* A dtype: '<f8' or [('x', '<f8'), ...]. *type as from clb_type_read. */
clb_status clbi_dtype_read(clbi_literal *l, const clb_type **type);

#endif
