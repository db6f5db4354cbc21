/* Recomputation: values that are computed again in each region that uses them, instead of being kept in the context:
 * numbers and pointers made of ids, arguments and values of the group that have not changed meanwhile. */
#ifndef CLB_WORKGROUP_AGAIN_H
#define CLB_WORKGROUP_AGAIN_H

#include "workgroup/tree.h"

/* Notes where variables are declared and changed: once `varies`, `crosses` and `changed_inside` are known. */
void again_note(tree *t);

/* Whether the variable is computed again; then it is stored so, and so is what it is computed from. */
bool again_take(tree *t, variable *v);

#endif
