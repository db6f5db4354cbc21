/* Outlining: runs of instructions of a very large function become functions of their own, since compilers take time and
 * stack that grow faster than the size of a function.
 * Knows the form; must not know why a function is large, nor how it is written.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_PASSES_OUTLINE_H
#define CLB_PASSES_OUTLINE_H

#include "ir/ir.h"

/* Does nothing to a function of usual size. Before all passes: it renumbers values and variables. Only for work-items
 * that run one by one: what several runs use lies in private objects, by way of pointers. */
void outline_run(ir_function *f);

#endif
