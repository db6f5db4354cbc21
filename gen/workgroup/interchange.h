/* Interchange: loops that all work-items go through together become the group's, with the work-item loops inside. */
#ifndef CLB_WORKGROUP_INTERCHANGE_H
#define CLB_WORKGROUP_INTERCHANGE_H

#include "workgroup/tree.h"

/* The kernel as a tree in which that was done, with functions that loop over arguments' memory in place of their calls;
 * or NULL if no loop qualifies. For kernels without barriers. */
tree *interchange(arena *a, symbol *kernel);

#endif
