/* Drawing: a graph without cycles as layers of boxes, in SVG.
 * Knows boxes and lines; must not know what they mean.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_EMIT_DRAWING_H
#define CLB_EMIT_DRAWING_H

#include "base/arena.h"
#include "base/buffer.h"

#include <stdbool.h>

enum { DRAWING_MAX = 80 }; /* the largest number of boxes on a page */

typedef struct drawing_node {
    const char *label;
    bool marked; /* drawn differently */
} drawing_node;

typedef struct drawing_edge {
    size_t from, to; /* from the upper box to the lower one */
    bool loose;      /* drawn dashed; may point upwards */
} drawing_edge;

/* Edges that others imply are left out. At most DRAWING_MAX nodes; edges that are not loose must form no cycle. */
void drawing_write(const char *title, const drawing_node *nodes, size_t node_count, const drawing_edge *edges,
                   size_t edge_count, buffer *out);

#endif
