/* The memory that a function needs with all functions that it calls. Knows the layout, the names and the calls of the
 * lowered form; must not know C.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_LOWER_SIZES_H
#define CLB_LOWER_SIZES_H

#include "lower/calls.h"

/* Behind the calls. */
lower_sizes sizes_find(const lowered *l);
/* Prints the sizes of the function and of those that it calls. */
void sizes_print(const lowered *l, buffer *out);

#endif
