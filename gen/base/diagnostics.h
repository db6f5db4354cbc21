/* Diagnostics: errors, warnings and notes about the input, collected and printed in the style of compilers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_BASE_DIAGNOSTICS_H
#define CLB_BASE_DIAGNOSTICS_H

#include "base/source.h"

#include <stdio.h>

typedef enum severity { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR } severity;

/* A location in a source file; `source` NULL: in no file. */
typedef struct location {
    const source *source;
    size_t offset;
} location;

typedef struct diagnostic {
    severity severity;
    location where;
    const char *message;
} diagnostic;

/* Start with {.arena = a}. Messages are kept in the order of their reporting; a note belongs to what it follows.
 * Past `limit` errors (0: 200) further ones are only counted. */
typedef struct diagnostics {
    arena *arena;
    diagnostic *items;
    size_t count, capacity;
    size_t errors, warnings, limit;
    bool strict;           /* warnings are errors */
    bool silent;           /* warnings are dropped, whatever `strict` says */
    bool quiet_derived;    /* for library/claims.h: stale derived tags are not told */
    map seen, seen_errors; /* to report one thing once */
} diagnostics;

void diagnose(diagnostics *d, severity s, location where, const char *format, ...);
void diagnose_error(diagnostics *d, location where, const char *format, ...);
void diagnose_warning(diagnostics *d, location where, const char *format, ...);
void diagnose_note(diagnostics *d, location where, const char *format, ...);

/* Adds all that was reported to `from`, and counts it; an error that was reported to `d` before is not shown again. */
void diagnostics_append(diagnostics *d, const diagnostics *from);

/* `file:line:column: error: message`, then the source line and a caret. Without a location: `clbundle: error:
 * message`. */
void diagnostics_print(const diagnostics *d, FILE *file);

/* Of `names`, the one that is nearest to `wanted` (Damerau-Levenshtein, at most a third of its length), or NULL. */
const char *nearest_name(const char *wanted, const char *const *names, size_t count);

#endif
