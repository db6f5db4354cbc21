/* Lanes: neighbouring work-items run in the lanes of vectors, in lock-step. Where they diverge, masks say which lanes
 * are active: a branch is run if any lane takes it, a loop runs while any lane is inside.
 * Used for kernels that branch on data, themselves or in functions that they call; compilers do not vectorise these. */
#ifndef CLB_WORKGROUP_LANE_H
#define CLB_WORKGROUP_LANE_H

#include "workgroup/writer.h"

/* The kernel as a tree that can be written for lanes, or NULL: it has barriers, or does not gain by it. */
tree *lane_prepare(arena *a, symbol *kernel);

/* Writes all statements of the kernel for CLBN_W work-items from (lx, ly, lz) on, of which the mask `m0` says who are
 * there. What cannot be written refuses w->tree. */
void lane_write_kernel(writer *w);

/* Whether the kernel's author says, by vec_type_hint of a vector type, that each work-item fills a vector itself. */
bool lane_is_unwanted(const symbol *kernel);

/* Whether statements that single work-items run between barriers gain by lanes. */
bool lane_pays(const tree *t, node *const *items, size_t count);

/* Writes them for the work-items from lx on in a row, of which `m0` says who are there. As above. */
void lane_write_region(writer *w, node *const *items, size_t count);

/* Whether the operations that lanes do at once outweigh the places in memory that they look at one by
 * one: of neighbouring work-items, in whatever way they run side by side. After uniformity_find(). */
bool lane_saves(const tree *t, node *const *items, size_t count);

#endif
