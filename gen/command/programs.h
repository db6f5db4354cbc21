/* What `program` and `bundle` share: reading their inputs.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_COMMAND_PROGRAMS_H
#define CLB_COMMAND_PROGRAMS_H

#include "command/command.h"
#include "bundle/build.h"
#include "bundle/resolve.h"

typedef struct program_inputs {
    string_list layers, libraries, kernels; /* as given */
    const char *tag;                        /* or NULL */
    const char *build_text;                 /* of clBuildProgram, or NULL */
    const char *const *folders;             /* to be searched for headers behind those of build_text */
    size_t folder_count;
    bool whole, quiet_derived;
    bool keep_going;         /* of `bundle`: kernel files with errors are left out, and the others are built */
    size_t tolerated;        /* errors of files that were left out, which no longer count as the run's */
    build_outcome *outcomes; /* of the files, in the latest build; NULL without keep_going */
    library_set set;
    layer_list layer_files;
    kernel_file **files;
    size_t file_count;
    lex_cache cache;
    unit_context context;
    resolver *resolver;
    diagnostics attempt; /* what program_build says so far */
} program_inputs;

/* The options that fill the lists: --layer, --library, --depends-tag, --no-prune, --options, --quiet-derived. */
enum { PROGRAM_OPTIONS = 6 };
void program_options(program_inputs *inputs, option options[PROGRAM_OPTIONS]);

/* Reads layers, libraries and kernel files, and finds what kernels need that no tag says anything of. Problems are
 * reported. */
void program_read(command_run *run, program_inputs *inputs);

/* For building programs: between the two, context.diagnostics takes what is wrong. Where names were unknown and a
 * library has them, program_build_again (`unchecked`: unknown names are no errors) takes these files in and returns
 * true: what was made is to be made once more, and what was wrong is forgotten. Otherwise what was wrong is the run's.
 */
void program_build_start(command_run *run, program_inputs *inputs);
bool program_build_again(command_run *run, program_inputs *inputs, bool unchecked);

/* With keep_going: counts the errors of what was left out as the run's again, behind everything that asks for errors.
 */
void program_end(command_run *run, const program_inputs *inputs);

/* The groups of --group options, `NAME=KERNEL,KERNEL...`; NULL, after command_misused, where one is not of that form.
 */
build_group *program_read_groups(command_run *run, const string_list *options);

/* Whether the text is an identifier of C. */
bool program_is_identifier(const char *text);

#endif
