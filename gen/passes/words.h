/* Words: a private object that is accessed with elements of several sizes, such as bytes written into a `uint w[16]` or
 * a union of both, is accessed in units of the largest size. A narrower element is a shift and a mask of its unit. What
 * is copied as a whole is copied unit by unit. Only vectors need it: there each slot of an object is a vector, whose
 * bytes belong to several work-items.
 *
 * Knows pointers into private objects and the byte order as a query; must not know lanes.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_PASSES_WORDS_H
#define CLB_PASSES_WORDS_H

#include "passes/passes.h"

/* Rewrites the accesses of objects. `unit`: by a variable's number, the size of the units in which it is accessed from
 * now on; 0: it stays as it is. Each narrower element lies in one unit. `root`: as in objects_result. */
void words_split(passes *p, ir_variable *const *root, const size_t *unit);

/* Writes copies of whole objects as loads and stores of the largest units that their alignment allows. */
void words_expand_copies(passes *p);

#endif
