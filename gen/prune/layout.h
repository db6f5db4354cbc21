/* Layout: a unit's text as one line of bytes, each included file's text in the place of its #include. A file that is
 * included twice lies in two places, so that a place says which text is meant, where file and offset do not.
 * Knows events and offsets; must not know declarations, nor what a program keeps.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_PRUNE_LAYOUT_H
#define CLB_PRUNE_LAYOUT_H

#include "clc/preprocess.h"
#include "prune/segment.h"

/* Text that stands together: between two of a file's #include or #line directives, which have no place themselves. */
typedef struct layout_chunk {
    text_range range;
    size_t place; /* of its first byte */
} layout_chunk;

typedef struct layout {
    layout_chunk *chunks; /* in order of place */
    size_t count;
    size_t length;                   /* places in all */
    size_t *token_begin, *token_end; /* for each token: the places of its site */
    size_t *event_begin,
        *event_end; /* for each event: the places of its range; ENTER, LEAVE: where the text begins, ends */
} layout;

layout layout_make(arena *a, const preprocessed *unit);

/* The text from place `begin` to before place `end`, piece by piece. */
text_range *layout_ranges(arena *a, const layout *l, size_t begin, size_t end, size_t *count);

#endif
