/* Audit: compares the tags of a library with its code.
 * Knows which tags are wrong and how to correct them; must not know how findings are printed or tags written.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_NAMES_AUDIT_H
#define CLB_NAMES_AUDIT_H

#include "names/providers.h"

/* X(NAME, word for programs) */
/* clang-format off */
#define FINDING_KINDS(X)              \
    X(MISSING, "missing")             \
    X(SUPERFLUOUS, "superfluous")     \
    X(WRONG, "wrong")                 \
    X(CYCLIC, "cyclic")               \
    X(DUPLICATE, "duplicate")         \
    X(AMBIGUOUS, "ambiguous")         \
    X(STALE, "stale")
/* clang-format on */

typedef enum finding_kind {
#define X(name, word) FINDING_##name,
    FINDING_KINDS(X)
#undef X
} finding_kind;

typedef struct finding {
    finding_kind kind;
    severity severity; /* a note belongs to the finding before it */
    location where;
    const char *message;
} finding;

/* The list that a tag of a file should have. */
typedef struct tag_edit {
    const char *tag;
    const char **values;
    size_t count;
} tag_edit;

/* The tags of one file that should change, in the order in which they stand in a head. */
typedef struct file_edits {
    library_file *file;
    tag_edit *items;
    size_t count, capacity;
} file_edits;

typedef struct audit {
    finding *findings; /* sorted by file and offset */
    size_t count, capacity;
    size_t stale;      /* files whose derived tags are stale */
    bool cyclic;       /* the code itself has a cycle, which no tag can remove */
    file_edits *edits; /* one for each file of the library, in its order; most are empty */
} audit;

/* Compares all tags of a library with its code. `derived`: report stale derived tags one by one. Adds the
 * dependencies that were found missing to the library's graph. */
audit audit_library(arena *a, providers *p, library *l, bool derived);

#endif
