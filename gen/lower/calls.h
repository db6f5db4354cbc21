/* Called functions: the version of a function that each call needs, lowered before anything is written, so that the
 * memory of a kernel with all that it calls is known. Knows the lowered form; must not know C.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_LOWER_CALLS_H
#define CLB_LOWER_CALLS_H

#include "lower/lower.h"

/* A version of a function that an earlier program of the same file has: what its callers need to know. */
typedef struct lower_earlier {
    lower_sizes sizes;
    size_t result_count;
    void *written; /* what the writer keeps of it */
} lower_earlier;

/* The called functions of a program, which its kernels share. */
typedef struct lower_program {
    arena *arena;
    bool checked;       /* functions of checked code */
    map *called;        /* function and version -> lower_called */
    const map *earlier; /* identity and version -> lower_earlier; NULL: functions are lowered anew */
} lower_program;

/* A version of a called function: in loops, or in vectors for some of its arguments varying. */
typedef struct lower_called {
    bool found; /* false: `reason` says why there is none, or it is being lowered */
    lower_sizes sizes;
    size_t result_count;
    const lowered *form; /* NULL: it is `earlier`, or was not found */
    const lower_earlier *earlier;
    const char *key; /* identity and version, if programs may share it; or NULL */
    const passes *p; /* the function before it was laid out, which versions in loops share */
    bool is_being_lowered;
    const char *reason;
    const token *where;
} lower_called;

/* Finds the called functions of the form, and theirs, and then its sizes. false: `l->reason` says why one cannot be
 * called. A second call for the same form does nothing. */
bool calls_find(const lower_program *program, lowered *l);

#endif
