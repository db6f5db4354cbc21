/* The names that a C file declares at file scope, in all branches of its conditionals.
 * Knows which of the names have external linkage; names/code.h does the reading.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_STANDALONE_SCAN_H
#define CLB_STANDALONE_SCAN_H

#include "clc/lex.h"

typedef enum scan_kind {
    SCAN_LINKED, /* a function or an object without `static`: the linker sees it */
    SCAN_LOCAL,  /* static, a type, a tag or an enumerator */
    SCAN_MACRO,
} scan_kind;

typedef struct scan_name {
    const char *name;
    scan_kind kind;
} scan_name;

/* The names in order, some of them several times. All memory is the arena's. */
typedef struct scan {
    scan_name *names;
    size_t count;
} scan;

scan scan_file_scope(arena *a, lex_cache *cache, const source *s);

#endif
