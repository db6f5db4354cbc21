/* The cost model: whether a kernel gains by running in vectors. Knows the work of a form and the classes of its
 * accesses; must not know how C is written. SPDX-License-Identifier: MIT */
#ifndef CLB_LOWER_COST_H
#define CLB_LOWER_COST_H

#include "lower/lower.h"

/* Why vectors are not worth it, with the first location of the reason (or NULL); NULL: they are. */
const char *cost_objection(const lowered *vectors, const token **where);

#endif
