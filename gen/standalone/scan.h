/* What a C file declares at file scope, read from its tokens alone.
 * Knows the shape of declarations; must not know types, macros' meanings or which branch of an #if is taken: it reads all
 * of them. Good for sources in this project's style, where braces balance in every branch. */
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
    size_t count, capacity;
} scan;

scan scan_file_scope(arena *a, const lexed *l);

#endif
