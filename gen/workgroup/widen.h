/* Widening: in lanes, 32-bit numbers that are factors of 64-bit products are kept in 64 bits, of which only the low
 * half counts. */
#ifndef CLB_WORKGROUP_WIDEN_H
#define CLB_WORKGROUP_WIDEN_H

#include "workgroup/tree.h"

/* The 32-bit number that was widened to a factor of 64 bits, or NULL. */
const expression *widen_factor(const expression *e);

/* Gives such variables that vary, and those that are mixed with them by sums and bitwise operations, the type ulong.
 * Multipliers of lanes take 32-bit numbers from 64-bit places: counter-based generators then need no conversion between
 * their rounds. For a tree whose uniformity is known. */
void widen(tree *t);

#endif
