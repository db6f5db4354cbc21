/* Building: a kernel's syntax tree -> the typed form.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_IR_BUILD_H
#define CLB_IR_BUILD_H

#include "ir/ir.h"

/* Never NULL; `reason` says whether it was refused. The kernel must be checked, and facts_find() done. */
ir_function *ir_build(arena *a, symbol *kernel);
/* The same with sub-groups as lanes; sub_group_size says of how many, 0: the kernel has none. */
ir_function *ir_build_in_lanes(arena *a, symbol *kernel);
/* The same for work-items in loops, without what only vectors gain by. */
ir_function *ir_build_one_by_one(arena *a, symbol *kernel);
/* The same for code that checks what it does: see ir_function.checked. */
ir_function *ir_build_checked(arena *a, symbol *kernel);

/* The function that an INVOKE of such a form calls, with the INVOKE's INPUTs and results. */
ir_function *ir_build_called(arena *a, symbol *function, bool one_by_one, bool checked);

#endif
