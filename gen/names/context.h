/* SPDX-License-Identifier: MIT
 * The context in which a run reads text: layers, include folders, build options, and where problems go.
 * Knows files and options; must not know what the text declares. */
#ifndef CLB_NAMES_CONTEXT_H
#define CLB_NAMES_CONTEXT_H

#include "library/kernel_file.h"
#include "library/layer.h"
#include "names/build_text.h"

/* Data that all kernel files of a run share. */
typedef struct unit_context {
    source_set *sources;
    lex_cache *cache;
    const layer_list *layers;
    diagnostics *diagnostics;
    build_text text; /* from the build options */
} unit_context;

/* The file of a quoted #include: preprocess_options.resolve, with the unit_context as its context. */
const source *context_resolve(void *context, const source *includer, const char *name, bool angle, const char **why);

/* How the text of a kernel file's unit is preprocessed, with its constants. Definitions that stand in the unit's
 * text are left out. NULL: for any other text. */
preprocess_options context_preprocess_options(const unit_context *context, const kernel_file *file);

#endif
