/* A unit: one kernel file after its layers and library files, read as one program.
 * Knows how text becomes items; must not know what is emitted.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_PRUNE_UNIT_H
#define CLB_PRUNE_UNIT_H

#include "clc/parse.h"
#include "names/context.h"
#include "prune/item.h"

typedef struct unit {
    const kernel_file *file;
    const source **sources; /* layers, library files, the kernel file: what a program holds, in order */
    size_t source_count;
    preprocessed text;
    layout places; /* of the text; made if it did not fail */
    parsed syntax;
    item_list items;
} unit;

/* Reads and cuts a kernel file's unit. Problems are reported; the unit is usable if none is an error. */
unit *unit_read(const unit_context *context, const kernel_file *file);

/* The same with one more definition: NAME=BODY. */
unit *unit_read_defined(const unit_context *context, const kernel_file *file, const char *definition);

/* How a kernel file's text is parsed: with its constants whose values are not known, or, `wanted` not NULL, with those
 * of them for which it says so. */
parse_options unit_language(const unit_context *context, const kernel_file *file, const bool *wanted);

/* A copy of a kernel file that is read with other values of listed constants, one for each of its spec_constants: which
 * of the values, from 0. */
const kernel_file *unit_file_with(arena *a, const kernel_file *file, const size_t *listed);

/* Only preprocesses it: enough for unit_whole_text, whatever the declarations in it. */
unit *unit_read_text(const unit_context *context, const kernel_file *file);

/* The tokens and pragmas of some of its items, whose numbers ascend, as one text. Pragmas that a program of these drops
 * are among them: they say what it may need. */
preprocessed unit_gather(arena *a, const unit *u, const size_t *kept, size_t count);

/* The unit's text as one list of ranges, whole files with their includes in place: a program that is not pruned. */
text_range *unit_whole_text(const unit_context *context, const unit *u, size_t *count);

/* The number of the item that holds the declaration which begins at that token. */
size_t unit_item_of(const unit *u, size_t token);

#endif
