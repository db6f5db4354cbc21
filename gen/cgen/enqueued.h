/* Blocks that a program's kernels enqueue: their names in C, and what each of them enqueues in turn.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CGEN_ENQUEUED_H
#define CLB_CGEN_ENQUEUED_H

#include "cgen/writer.h"

/* A block that is enqueued, which is a kernel of its own. */
typedef struct cgen_enqueued {
    symbol *kernel;
    const char *name; /* in C */
    size_t wanted_by; /* the last translation that mentions it */
    size_t listed_by; /* the last kernel among whose blocks it was counted */
    bool translated, written;
    bool uses_variables;   /* without the blocks below it */
    refusal refused;       /* why it has no native version */
    const char *functions; /* with '\1' for the name */
    size_t fixed_scratch, context_scratch;
    struct cgen_enqueued **below; /* the blocks that it enqueues */
    size_t below_count;
} cgen_enqueued;

/* From here on, blocks are mentioned by another kernel. */
void enqueued_begin(native_program *p);
/* The name of the block's clb_native_block, which is declared before the function that is being written. */
const char *enqueued_mention(native_program *p, symbol *kernel);
/* The blocks that were mentioned since enqueued_begin. */
cgen_enqueued **enqueued_list(native_program *p, size_t *count);
/* Adds the block's functions and its clb_native_block to the file, once. */
void enqueued_write(native_program *p, cgen_enqueued *e);

#endif
