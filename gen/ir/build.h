/* Building: a kernel's syntax tree -> the typed form. */
#ifndef CLB_IR_BUILD_H
#define CLB_IR_BUILD_H

#include "ir/ir.h"

/* Never NULL; look at `reason`. The kernel was checked, and facts_find() has seen it. */
ir_function *ir_build(arena *a, symbol *kernel);
/* The same for work-items that run one by one: what only vectors would gain by is left out. */
ir_function *ir_build_one_by_one(arena *a, symbol *kernel);

/* A function that an INVOKE of such a form names, with the INPUTs and the results that the INVOKE has. */
ir_function *ir_build_called(arena *a, symbol *function, bool one_by_one);

#endif
