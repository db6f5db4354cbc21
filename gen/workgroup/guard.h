/* Guards: `if (i >= n) return;` and `if (i < n) {...}` on global ids become bounds of the work-item loops. */
#ifndef CLB_WORKGROUP_GUARD_H
#define CLB_WORKGROUP_GUARD_H

#include "workgroup/tree.h"

/* Takes guards at the kernel's beginning, or around all of it, out of the tree and into tree.limits. */
void guard_find(tree *t);

#endif
