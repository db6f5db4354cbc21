/* Facts that the launches of a kernel imply: its range, its local size, and the extents of its arguments.
 * Knows numbers and names; must not know files, nor how tags are written into them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CAPTURE_IMPLY_H
#define CLB_CAPTURE_IMPLY_H

#include "capture/merge.h"

typedef enum imply_kind { IMPLY_INTEGER, IMPLY_SIGNED, IMPLY_MEMORY, IMPLY_LOCAL, IMPLY_OTHER } imply_kind;

/* A parameter as the kernel declares it. */
typedef struct imply_parameter {
    const char *name;
    imply_kind kind;       /* IMPLY_SIGNED: an integer with a sign */
    size_t size;           /* bytes of an integer, or of an element behind a pointer; 0: not known */
    const char *direction; /* of memory: "in", "out" or "inout" */
    bool stated;           /* the text states its extent: nothing is added */
} imply_parameter;

typedef struct imply_kernel {
    const merged_kernel *recorded;
    const imply_parameter *parameters;
    size_t parameter_count;
    bool has_range, has_local; /* the text states them */
} imply_kernel;

/* Adds lines of `// @tag: …` for all that every launch agrees on, and lines that begin with IMPLY_NOTE for guesses: a
 * number that no argument explains, or that several explain. Nothing is added of what two launches contradict each
 * other on. */
#define IMPLY_NOTE CAPTURED_NOTE
void imply_tags(arena *a, const imply_kernel *k, buffer *out);

#endif
