/* Which work-items shall be together in a work-group whose size the runtime may choose. Knows the form; must not know
 * C. SPDX-License-Identifier: MIT */
#ifndef CLB_LOWER_ORDER_H
#define CLB_LOWER_ORDER_H

#include "ir/ir.h"

/* Whether groups shall be tall and narrow: where neighbours along x access memory far apart, and those along y adjacent
 * elements, as in the transpose of a matrix. In wide groups every row touches all the cache lines again, which often
 * are a power of two apart and so push each other out of the cache. */
bool order_wants_columns(const ir_function *f);
/* Whether neighbours along x access memory far apart at the pointer, and those along y adjacent elements of that many
 * bytes. */
bool order_is_column(const ir_value *pointer, size_t size);

#endif
