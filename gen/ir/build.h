/* Building: a kernel's syntax tree -> the typed form.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_IR_BUILD_H
#define CLB_IR_BUILD_H

#include "ir/ir.h"

/* Never NULL; `reason` says whether it was refused. The kernel must be checked, and facts_find() done. */
ir_function *ir_build(arena *a, symbol *kernel);
/* The same where all padded structures are copied with their padding: see ir_function.needs_gaps. */
ir_function *ir_build_with_gaps(arena *a, symbol *kernel);
/* The same with sub-groups as lanes; sub_group_size says of how many, 0: the kernel has none. */
ir_function *ir_build_in_lanes(arena *a, symbol *kernel);
/* The same for work-items in loops, without what only vectors gain by. */
ir_function *ir_build_one_by_one(arena *a, symbol *kernel);
/* The same for code that checks what it does: see ir_function.checked. */
ir_function *ir_build_checked(arena *a, symbol *kernel);

/* The function that the INVOKE `call` of such a form calls, with its INPUTs and results. */
ir_function *ir_build_called(arena *a, const ir_value *call, bool one_by_one, bool checked);

/* Where an enqueued block's arguments are. VALUE, POINTER: in what is captured, `offset` bytes from its beginning;
 * LOCAL: memory of the group, whose size the call states. */
typedef enum ir_place_kind { IR_PLACE_VALUE, IR_PLACE_POINTER, IR_PLACE_LOCAL } ir_place_kind;
typedef struct ir_place {
    ir_place_kind kind;
    uint64_t offset;
} ir_place;
typedef struct ir_places {
    ir_place *of;  /* one for each parameter */
    uint64_t size; /* bytes of what is captured */
} ir_places;
/* Of the kernel that an enqueued block became: the `symbol` of a QUEUE. */
ir_places ir_find_places(arena *a, const symbol *kernel);

#endif
