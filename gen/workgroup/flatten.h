/* Flattening: a function's syntax tree -> the smaller tree of tree.h.
 * Calls of functions that contain barriers are replaced by their bodies; all other calls stay. */
#ifndef CLB_WORKGROUP_FLATTEN_H
#define CLB_WORKGROUP_FLATTEN_H

#include "workgroup/tree.h"

/* Whether the function, or one that it calls, waits for the other work-items. After facts_find(). */
bool flatten_waits(const symbol *function);

/* Whether a call of the function is to be replaced by its body, besides those that wait. May be NULL: none. */
typedef bool flatten_wish(void *context, const symbol *function);

/* Never NULL; look at `reason`. */
tree *flatten(arena *a, symbol *function, bool as_kernel, flatten_wish *wish, void *context);

#endif
