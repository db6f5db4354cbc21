/* Replication: for kernels with barriers and small groups, as stated by reqd_work_group_size. Statements are written
 * once for each work-item, with its ids as constants, and variables that live across barriers are C arrays: compilers
 * keep all of it in registers. */
#ifndef CLB_WORKGROUP_REPLICATE_H
#define CLB_WORKGROUP_REPLICATE_H

#include "workgroup/tree.h"

/* Sets tree.replicas where that is to be done. After region_find(). */
void replicate_find(tree *t);

/* Whether these statements of single work-items are straight and small enough. */
bool replicate_pays(const tree *t, node *const *items, size_t count);

/* Whether the group's loop is one that compilers can unroll: its condition compares with a constant. */
bool replicate_unrolls(const tree *t, const node *loop);

#endif
