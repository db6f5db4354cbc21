/* Collectives: the work-group functions of OpenCL C 2.0 (6.13.15), by which the work-items of a group make one value of theirs.
 * flatten.h takes each call out of its expression as a COLLECTIVE node, which ends a region like a barrier. */
#ifndef CLB_WORKGROUP_COLLECTIVE_H
#define CLB_WORKGROUP_COLLECTIVE_H

#include "workgroup/writer.h"

/* Whether the expression is a call of one. */
bool collective_is(const expression *e);

/* Whether each work-item gets a value of its own: scans. */
bool collective_varies(const expression *call);

/* Writes the node: a loop over the work-items, in the order of their linear ids, that makes the node's variable of
 * the operands. `mask`: of those who are there, or NULL: all. */
void collective_write(writer *w, const node *n, const variable *mask);

#endif
