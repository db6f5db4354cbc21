/* Source files: bytes read once, normalised, with positions.
 * Knows files; must not know what they mean. All memory is the arena's.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_BASE_SOURCE_H
#define CLB_BASE_SOURCE_H

#include "base/arena.h"
#include "base/map.h"

#include <stdbool.h>
#include <stdint.h>

/* A file's text after normalisation: no byte order mark, lines end in '\n' (also the last), no NUL byte.
 * Line numbers are those of the file; columns count bytes, from 1. */
typedef struct source {
    const char *path; /* as it was reached: for messages and the depfile */
    const char *name; /* what programs call it (`#line`): relative, forward slashes, the same on every machine */
    const char *text; /* NUL-terminated; identifiers point into it */
    size_t length;    /* bytes, without the NUL */
    size_t *lines;    /* offset of each line's first byte */
    size_t line_count;
    const char *raw; /* the bytes of the file as they are; NULL for a source made of memory */
    size_t raw_length;
    uintmax_t device, file; /* which file it is, whatever it is called; 0, 0 for a source made of memory */
} source;

typedef struct position {
    size_t line, column; /* from 1 */
} position;

/* All files of a run, each read once, in the order of reading. Start with {.arena = a, .by_path.arena = a}. */
typedef struct source_set {
    arena *arena;
    source **items;
    size_t count, capacity;
    map by_path;
} source_set;

/* The file at `path`, read now or before. On failure NULL, and *why says the reason in words ("File not found: P",
 * "P: is not text: NUL byte at offset N", ...). `name` is used for a file that was not read before. */
const source *source_read(source_set *set, const char *path, const char *name, const char **why);

/* The source that was read from the file at `path`, by that name or another one, or NULL. */
const source *source_of_file(const source_set *set, const char *path);

/* A source made of memory instead of a file: for tests, and for text that the generator writes itself. */
const source *source_from_text(source_set *set, const char *name, const char *text, size_t length);

/* The position of a byte offset (at most s->length). */
position source_position(const source *s, size_t offset);

/* Path helpers: results are the arena's. path_join of an absolute or empty `dir` does what one expects. */
char *path_join(arena *a, const char *dir, const char *name);
char *path_directory(arena *a, const char *path); /* "." where there is none */
const char *path_base(const char *path);          /* behind the last slash */
char *path_stem(arena *a, const char *path);      /* base name without its last extension */

/* The names of the entries of `dir` that end in `suffix`, sorted by bytes. false, and *why, where it cannot be read. */
bool directory_list(arena *a, const char *dir, const char *suffix, char ***names, size_t *count, const char **why);

#endif
