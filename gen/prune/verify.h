/* The last check of a program: the text to be emitted is parsed again, as a driver would, and must give the same result
 * as the unit from which it was taken.
 * Knows text and tokens; must not know why a program has its parts.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_PRUNE_VERIFY_H
#define CLB_PRUNE_VERIFY_H

#include "prune/unit.h"

typedef struct verifier verifier;

/* The verifier allocates from the context's arena, except for memory that verify_end frees. */
verifier *verify_start(const unit_context *context, const segmentation *text);

/* From here on, programs are read with the options of this context. Before: with those of the one at the start. */
void verify_read_as(verifier *v, const unit_context *context);

/* Where a program's text comes from. */
typedef struct verify_origin {
    const unit *unit;
    const size_t *kept; /* numbers of the unit's items, in order; NULL: the whole unit */
    size_t count;
    const char *kernel; /* for messages */
} verify_origin;

/* Reports the first difference between program `number` and its origin: in tokens after macro expansion, or in
 * pragmas. */
void verify_program(verifier *v, size_t number, const verify_origin *from);

/* The same for another configuration of the program: for a driver that defines CLB_GPU (`gpu`), or with other values
 * of constants, which are those of the unit's file. The unit is that of the configuration, and `kept` is not NULL. The
 * program may have further declarations between the unit's, since a branch that was not taken before is kept as a
 * whole. `where`: "with CLB_GPU defined". */
void verify_configuration(verifier *v, size_t number, const verify_origin *from, bool gpu, const char *where);

void verify_end(verifier *v);

#endif
