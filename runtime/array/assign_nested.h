/* Assignment of types that have dimensions or fields. Knows types; must not know arrays.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ASSIGN_NESTED_H
#define CLBI_ASSIGN_NESTED_H

#include "clbundle/type.h"

/* The number of a type's dimensions, down to its first record, number or bytes; pointers are followed. */
unsigned clbi_assign_depth(const clb_type *type);

#endif
