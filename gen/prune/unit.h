/* A unit: one kernel file after its layers and library files, read as one program.
 * Knows how text becomes items; must not know how it is emitted.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_PRUNE_UNIT_H
#define CLB_PRUNE_UNIT_H

#include "clc/parse.h"
#include "names/context.h"
#include "prune/item.h"

typedef struct unit {
    const kernel_file *file;
    const source **sources; /* layers, library files, the kernel file: the sources of the program, in order */
    size_t source_count;
    preprocessed text;
    layout layout; /* the layout of the text; valid if reading did not fail */
    parsed syntax;
    item_list items;
} unit;

/* Reads and cuts a kernel file's unit. Problems are reported; the unit is usable unless one is an error. */
unit *unit_read(const unit_context *context, const kernel_file *file);

/* The same with one more definition: NAME=BODY. */
unit *unit_read_defined(const unit_context *context, const kernel_file *file, const char *definition);

/* The parse options of a kernel file's text: with its constants whose values are not known, or, if `wanted` is not
 * NULL, with those for which it is true. */
parse_options unit_language(const unit_context *context, const kernel_file *file, const bool *wanted);

/* A copy of a kernel file with other values of listed constants; one index, from 0, for each of its spec_constants. */
const kernel_file *unit_file_with(arena *a, const kernel_file *file, const size_t *listed);

/* Only preprocesses it: enough for unit_whole_text, whatever the declarations in it. */
unit *unit_read_text(const unit_context *context, const kernel_file *file);

/* The tokens and pragmas of some of its items, in ascending order, as one text. Pragmas that the program drops are
 * included, since they state what it may need. */
preprocessed unit_gather(arena *a, const unit *u, const size_t *kept, size_t count);

/* The unit's text as one list of ranges, whole files with their includes in place: a program that is not pruned. */
text_range *unit_whole_text(const unit_context *context, const unit *u, size_t *count);

/* The number of the item that holds the declaration beginning at that token. */
size_t unit_item_of(const unit *u, size_t token);

#endif
