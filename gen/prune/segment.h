/* Segments: the pieces of programs. Each is stored once, even if several programs contain it.
 * Knows ranges of text and their order in programs; must not know why a program holds them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_PRUNE_SEGMENT_H
#define CLB_PRUNE_SEGMENT_H

#include "base/buffer.h"
#include "base/source.h"

/* One piece of one file that programs hold as a whole. The line and the name that it says of itself are the file's,
 * unless a #line before it in the file says otherwise. */
typedef struct text_range {
    const source *source;
    size_t begin, end;
    long long line_shift;  /* to add to the file's lines */
    const char *line_name; /* instead of the file's name, as spelled in the #line; or NULL */
} text_range;

/* A program as a sequence of pieces: numbers given out by pool_add. */
typedef struct piece_list {
    uint32_t *items;
    size_t count;
} piece_list;

typedef struct pool pool;

pool *pool_new(arena *a);

/* The number of a piece: of these ranges, one after the other (more than one where a file is included inside). The same
 * ranges give the same number. */
uint32_t pool_add(pool *p, const text_range *ranges, size_t count);

/* Adds a program; returns its number. The list is copied. */
uint32_t pool_add_program(pool *p, const uint32_t *pieces, size_t count);

/* The result: one text, cut into segments, and for each program its segments in order. Pieces that stand next to each
 * other in every program that holds one of them share a segment. Each segment begins with a `#line` and says by further
 * ones where the text jumps. */
typedef struct segment {
    size_t offset, length;
} segment;

typedef struct segmentation {
    buffer text;
    segment *segments;
    size_t segment_count;
    piece_list *programs; /* segment numbers */
    size_t program_count;
    size_t source_bytes; /* of the distinct pieces: what the text holds but for the `#line`s */
} segmentation;

segmentation pool_cut(pool *p);

#endif
