/* Uniformity: which variables have the same value in all work-items that reach a place, and which conditions split
 * the group. Conservative: what cannot be proven uniform is taken to vary. */
#ifndef CLB_WORKGROUP_UNIFORMITY_H
#define CLB_WORKGROUP_UNIFORMITY_H

#include "workgroup/tree.h"

/* Sets `varies`, `left_apart`, `continued_apart`, `divergence`. Flags that are set stay set: more may be found later. */
void uniformity_find(tree *t);

/* Whether the value may differ between work-items, or depends on more than variables and arguments. */
bool uniformity_varies(const tree *t, const expression *e);

/* The variable that the expression changes as a whole, if that is all that it does besides computing; else NULL. */
variable *uniformity_target(const tree *t, const expression *e);

#endif
