/* Outlining: runs of instructions of a very large function become functions of their own, since compilers take time and
 * stack that grow faster than the size of a function.
 * Knows the form; must not know why a function is large, nor how it is written.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_PASSES_OUTLINE_H
#define CLB_PASSES_OUTLINE_H

#include "ir/ir.h"

/* Divides a very large function. It must come before all passes, since it renumbers values and variables. Only for
 * work-items in loops: what several runs use is in private objects, accessed through pointers. */
void outline_run(ir_function *f);

#endif
