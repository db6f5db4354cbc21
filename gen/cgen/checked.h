/* Checked code: how CHECKs, and what they need to know of groups and work-items, are written. Knows the form and the
 * functions of clbundle/native/checked.h; must not know what is checked where.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CGEN_CHECKED_H
#define CLB_CGEN_CHECKED_H

#include "cgen/scalar_state.h"

/* The number that checkers give a variable in local memory. */
size_t checked_local_number(const ir_function *f, const ir_variable *x);

void checked_write(scalar_writer *s, const ir_value *v);
/* The code in front of a group's regions, in front of a work-item's part of a region, and behind a region. */
void checked_begin_group(scalar_writer *s);
void checked_begin_item(scalar_writer *s);
void checked_end_region(scalar_writer *s);
/* Whether the part of a region holds nothing but the mark of a barrier that all work-items reach. */
bool checked_is_only_barrier(ir_value *const *items, size_t count);
/* The code at the beginning and the end of a called function. */
void checked_begin_call(scalar_writer *s);
void checked_end_call(scalar_writer *s);

#endif
