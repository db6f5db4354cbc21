/* Code that `annotate` and `check` share: reading folders of library files, and rewriting the tags at the top of files.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_COMMAND_AUDITS_H
#define CLB_COMMAND_AUDITS_H

#include "command/command.h"
#include "library/layer.h"
#include "names/audit.h"

typedef struct audit_inputs {
    string_list directories, layers; /* as given */
    library_set set;
    layer_list layer_files;
    lex_cache cache;
    unit_context context;
    providers *providers;
} audit_inputs;

/* Reads the layers and folders. Reports files that cannot be read; errors in tags are not reported here. */
void audits_read(command_run *run, audit_inputs *inputs);

/* The new bytes of a file whose tags are to change. false, with a warning, if that cannot be done. */
bool audits_rewrite(command_run *run, const file_edits *edits, buffer *out);

/* Writes the changed files. Problems are reported. */
bool audits_write(command_run *run, const library_file *f, const buffer *text);

#endif
