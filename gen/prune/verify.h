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

/* Reports the first difference between program `number` and these items of the unit, one after the other: in tokens
 * after macro expansion, or in pragmas. `kept` NULL: the whole unit. */
void verify_program(verifier *v, size_t number, const unit *u, const size_t *kept, size_t count, const char *kernel);

/* The same for another configuration of the program: for a driver that defines CLB_GPU (`gpu`), or with other values
 * of constants, which are those of u's file. `u` is the unit in that configuration. It may have further declarations
 * between its own, since a branch that was not taken before is kept as a whole. `where`: "with CLB_GPU defined". */
void verify_configuration(verifier *v, size_t number, const unit *u, bool gpu, const size_t *kept, size_t count,
                          const char *kernel, const char *where);

void verify_end(verifier *v);

#endif
