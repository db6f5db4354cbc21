/* Collectives: the work-group functions of OpenCL C 2.0 (6.13.15), such as reductions, which combine values of all
 * work-items of a group.
 * flatten.h takes each call out of its expression as a COLLECTIVE node, which ends a region like a barrier.
 * Knows which calls they are; must not know how they are computed. */
#ifndef CLB_WORKGROUP_COLLECTIVE_H
#define CLB_WORKGROUP_COLLECTIVE_H

#include "clc/ast.h"

/* Whether the expression is a call of one. */
bool collective_is(const expression *e);

/* Whether each work-item gets a value of its own: scans. */
bool collective_varies(const expression *call);

#endif
