/* What `program` and `bundle` share: reading their inputs. */
#ifndef CLB_COMMAND_PROGRAMS_H
#define CLB_COMMAND_PROGRAMS_H

#include "command/command.h"
#include "program/build.h"

typedef struct program_inputs {
    string_list layers, libraries, tags, kernels, build_texts; /* as given */
    const char *build_text; /* of clBuildProgram, or NULL */
    bool whole;
    library_set set;
    layer_list layer_files;
    kernel_file **files;
    size_t file_count;
    lex_cache cache;
    unit_context context;
} program_inputs;

/* The options that fill the lists: --layer, --library, --depends-tag, --no-prune, --options. */
enum { PROGRAM_OPTIONS = 5 };
void program_options(program_inputs *inputs, option options[PROGRAM_OPTIONS]);

/* Reads layers, libraries and kernel files. Problems are reported. false: wrong usage, already reported. */
bool program_read(command_run *run, program_inputs *inputs);

#endif
