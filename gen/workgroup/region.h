/* Regions: which statements single work-items run between barriers, which control flow belongs to the whole group,
 * and where each variable lives. */
#ifndef CLB_WORKGROUP_REGION_H
#define CLB_WORKGROUP_REGION_H

#include "workgroup/tree.h"

/* Finds barriers, uniformity, regions and storage; lays out scratch and context. */
void region_find(tree *t);

/* Whether a node inside grouped control is run by single work-items. */
bool region_is_item(const node *n);

#endif
