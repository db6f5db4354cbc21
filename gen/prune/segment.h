/* Segments: the pieces of programs. Each is stored once, even if several programs contain it.
 * Knows ranges of text and their order in programs; must not know why a program contains them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_PRUNE_SEGMENT_H
#define CLB_PRUNE_SEGMENT_H

#include "base/buffer.h"
#include "base/source.h"

/* A range of one file that programs contain as a whole. Its line and file name are the file's, unless an earlier
 * #line in the file states others. */
typedef struct text_range {
    const source *source;
    size_t begin, end;
    long long line_shift;  /* the number to add to the file's lines */
    const char *line_name; /* the name that a #line states in place of the file's, as spelled there; or NULL */
} text_range;

/* A program as a sequence of pieces: the numbers that pool_add returned. */
typedef struct piece_list {
    uint32_t *items;
    size_t count;
} piece_list;

typedef struct pool pool;

pool *pool_new(arena *a);

/* The number of a piece that consists of these ranges (several if a file is included inside). The same ranges give
 * the same number. */
uint32_t pool_add(pool *p, const text_range *ranges, size_t count);

/* How many programs there are: the number that the next one gets. */
uint32_t pool_program_count(const pool *p);

/* Adds a program; returns its number. The list is copied. */
uint32_t pool_add_program(pool *p, const uint32_t *pieces, size_t count);

/* The result: one text, cut into segments, and the segments of each program in order. Pieces that are adjacent in
 * every program that contains one of them share a segment. Each segment begins with a `#line` and has further ones
 * where the text jumps. */
typedef struct segment {
    size_t offset, length;
} segment;

typedef struct segmentation {
    buffer text;
    segment *segments;
    size_t segment_count;
    piece_list *programs; /* segment numbers */
    size_t program_count;
    size_t source_bytes; /* bytes of the distinct pieces: the text without the `#line`s */
} segmentation;

segmentation pool_cut(pool *p);

#endif
