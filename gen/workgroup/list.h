/* Lists: the work-items that take a rare branch are collected in a list and then run side by side. */
#ifndef CLB_WORKGROUP_LIST_H
#define CLB_WORKGROUP_LIST_H

#include "workgroup/tree.h"

/* Whether the statements, which single work-items run between barriers, are declarations and then one `if` that parts the
 * work-items, costs nothing to ask twice, and holds what gains by lanes (lane.h). */
bool list_pays(const tree *t, node *const *items, size_t count);

#endif
