/* Code that `program` and `bundle` share: reading their inputs.
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
    const char *build_text;                 /* options for clBuildProgram, or NULL */
    const char *const *folders;             /* folders to be searched for headers after those of build_text */
    size_t folder_count;
    const char *configurations; /* file of option sets, or NULL: of `bundle` and `precompile` */
    option_sets sets;           /* that were read from it */
    const char *driver;         /* the options for drivers that all programs share */
    bool whole, quiet_derived;
    bool keep_going;         /* for `bundle`: kernel files with errors are left out, and the others are built */
    size_t tolerated;        /* number of errors in files that were left out; they do not count for the run */
    build_outcome *outcomes; /* for each file, the outcome of the latest build; NULL without keep_going. With option
                                sets, for each file of each set */
    library_set set;
    layer_list layer_files;
    kernel_file **files;
    bool **skipped; /* with keep_going and option sets, for each file: the sets without which it is built; or NULL */
    size_t file_count;
    lex_cache cache;
    unit_context context;
    resolver *resolver;
    diagnostics attempt; /* diagnostics of the present attempt of program_build */
} program_inputs;

/* The options that fill the lists: --layer, --library, --depends-tag, --no-prune, --options, --quiet-derived. */
enum { PROGRAM_OPTIONS = 6 };
void program_options(program_inputs *inputs, option options[PROGRAM_OPTIONS]);

/* The option --configurations, for commands that build a bundle. */
option program_configurations(program_inputs *inputs);

/* Reads layers, libraries and kernel files, and finds the files that kernels need without a tag. Problems are
 * reported. */
void program_read(command_run *run, program_inputs *inputs);

/* Frame the building of programs: between the two calls, context.diagnostics collects separately. If names were
 * unknown and a library has them, program_build_again adds these files and returns true: the build must be repeated,
 * and its diagnostics are dropped. Otherwise they become the run's. `unchecked`: unknown names are not errors. */
void program_build_start(command_run *run, program_inputs *inputs);
bool program_build_again(command_run *run, program_inputs *inputs, bool unchecked);

/* With keep_going: counts the errors of files that were left out as the run's again, after the last check for
 * errors. */
void program_end(command_run *run, const program_inputs *inputs);

/* The groups of --group options, `NAME=KERNEL,KERNEL...`; NULL, after command_misused, if one is malformed. */
build_group *program_read_groups(command_run *run, const string_list *options);

/* Whether the text is an identifier of C. */
bool program_is_identifier(const char *text);

#endif
