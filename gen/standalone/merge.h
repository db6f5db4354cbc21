/* Merges C sources into one that compiles like the separate files.
 * Private headers come first, each once; a header without an include guard stays where it is included. If two sources
 * use a name at file scope, the source's name is appended in each of them. Macros are undefined at the end of their
 * source.
 * Knows C's tokens and this project's style; must not know what the sources are about.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_STANDALONE_MERGE_H
#define CLB_STANDALONE_MERGE_H

#include "base/buffer.h"
#include "base/source.h"
#include "standalone/scan.h"

typedef struct merge {
    arena *arena;
    source_set *sources, *texts; /* files; and what was made of them */
    lex_cache *lex;
    const char *root;           /* the folder that quoted includes start from */
    const char *const *publics; /* paths of headers that stay files of their own */
    size_t public_count;
    buffer prelude;     /* private headers */
    map taken;          /* path -> what has been taken into the prelude */
    const char *failed; /* NULL, or the first problem in words */
    struct merge_unit *units;
    size_t unit_count, unit_capacity;
} merge;

/* A public header's name for #include: what follows the last folder `include`. */
const char *merge_included(const char *header);

/* Reads a source and its includes; returns the result's number. `separate`: it is never compiled together with the
 * others. */
size_t merge_add(merge *m, const char *path, bool separate);

/* To be called once, behind the last merge_add: finds the names that must be changed. */
void merge_settle(merge *m);

/* The text of a source that was added. Pragmas of gcc's optimiser end with it. Where CLB_QUICK_BUILD is defined, gcc
 * optimises sources without such pragmas only a little. */
void merge_print(const merge *m, size_t unit, buffer *out);

/* Frees all memory that is not the arena's. */
void merge_free(merge *m);

/* The names in a text, in the order of their declaration. */
scan merge_scan(merge *m, const char *name, const char *text, size_t length);

#endif
