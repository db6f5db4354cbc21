/* What all work-items inside a divergent branch compute alike, though those outside do not.
 *
 * `if (id < n) for (k = 0; k < 16; ++k) { ...; barrier; }`: k differs between work-items inside the branch and those
 * outside, where it is of no use. So all may count, and the loop stays the group's. Only vectors need it: work-items
 * in loops leave such a loop when none of them is active.
 *
 * Knows the form and shapes; must not know masks.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_PASSES_ALIKE_H
#define CLB_PASSES_ALIKE_H

#include "passes/passes.h"

/* Of the IF `of`, by a value's number: a pure value or a SET that is equal in all work-items inside a branch and needs
 * no memory, or a loop or branch around a barrier whose condition is. `holds`: by a construct's number, it holds a
 * barrier. In `scratch`; NULL: the search took too long. */
const bool *alike_find(const passes *p, const ir_value *of, const bool *holds, arena *scratch);

#endif
