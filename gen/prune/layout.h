/* Layout: a unit's text as one sequence of bytes, in which each included file's text replaces its #include. A file that
 * is included twice occurs twice, so a position in the layout identifies the text, which file and offset do not.
 * Knows events and offsets; must not know declarations, nor which text a program keeps.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_PRUNE_LAYOUT_H
#define CLB_PRUNE_LAYOUT_H

#include "clc/preprocess.h"
#include "prune/segment.h"

/* Contiguous text: between two #include or #line directives of a file, which have no position themselves. */
typedef struct layout_chunk {
    text_range range;
    size_t position; /* the position of its first byte */
} layout_chunk;

typedef struct layout {
    layout_chunk *chunks; /* in order of their positions */
    size_t count;
    size_t length;                   /* the length of the layout */
    size_t *token_begin, *token_end; /* for each token: the positions of its site */
    size_t *event_begin,
        *event_end; /* for each event: the positions of its range; ENTER, LEAVE: the beginning and end of the text */
} layout;

layout layout_make(arena *a, const preprocessed *unit);

/* The text from position `begin` to before position `end`, piece by piece. */
text_range *layout_ranges(arena *a, const layout *l, size_t begin, size_t end, size_t *count);

#endif
