/* Narrowing: variables that are declared in an outer block, as in C89, are declared where they are used. */
#ifndef CLB_WORKGROUP_NARROW_H
#define CLB_WORKGROUP_NARROW_H

#include "workgroup/tree.h"

/* Moves declarations into the innermost block that holds every use of a value, and gives each of several values that
 * follow one another in one variable a variable of its own. Then a counter of a loop that work-items leave one by one
 * lives in the loop alone, and is the same for all who are inside (uniformity.h). For a tree as flatten() made it. */
void narrow(tree *t);

#endif
