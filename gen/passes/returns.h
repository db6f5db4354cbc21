/* Early returns: `if (c) return; rest` becomes `if (!c) { rest }` where the rest holds barriers. A branch, unlike a
 * jump, tells which work-items its loops are alike for (alike.h). Only vectors need it.
 *
 * Knows structured control; must not know masks.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_PASSES_RETURNS_H
#define CLB_PASSES_RETURNS_H

#include "passes/passes.h"

void returns_nest(passes *p);

#endif
