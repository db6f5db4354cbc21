/* Interchange: loops that all work-items run together become loops of the group, with the work-item loops inside. */
#ifndef CLB_WORKGROUP_INTERCHANGE_H
#define CLB_WORKGROUP_INTERCHANGE_H

#include "workgroup/tree.h"

/* The kernel as a tree in which that was done, with functions that loop over arguments' memory in place of their calls;
 * or NULL if no loop qualifies. For kernels without barriers. */
tree *interchange(arena *a, symbol *kernel);

/* Whether the function itself loops over memory that is not private, and has one way out: a flatten_wish. Its body in place
 * of a call shows which places neighbouring work-items read. */
bool interchange_wants_memory(void *context, const symbol *function);

/* Whether the function is small and straight and gives results through private pointers: a flatten_wish too. Then only the
 * elements of arrays that it was given are used, and the context can spread them. */
bool interchange_wants_results(void *context, const symbol *function);

#endif
