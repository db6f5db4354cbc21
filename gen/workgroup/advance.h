/* Advancing: pointers and counters that start at different values and are advanced by the same amount in all
 * work-items. */
#ifndef CLB_WORKGROUP_ADVANCE_H
#define CLB_WORKGROUP_ADVANCE_H

#include "workgroup/tree.h"

/* Splits each such variable into where it begins, which never changes, and how far it went, which is the same for all:
 * then neighbouring work-items are seen to stay neighbours. Pointers, and with `counters` integers too. Arrays with
 * initialisers are set element by element, so that the context may spread them, where there are barriers. For a tree as
 * flatten() made it. */
void advance(tree *t, bool counters);

/* Whether neighbouring work-items have the value at equal distances, once uniformity_find() was there. */
bool advance_is_affine(const tree *t, const expression *e);

#endif
