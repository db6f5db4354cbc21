/* Code that all commands share: their descriptions, reading the command line, and ending a run.
 * Knows options; must not know what a command does.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_COMMAND_COMMAND_H
#define CLB_COMMAND_COMMAND_H

#include "base/buffer.h"
#include "base/diagnostics.h"
#include "library/library.h"

enum { EXIT_FINE = 0, EXIT_INPUT = 1, EXIT_USAGE = 2 };

typedef struct string_list {
    const char **items;
    size_t count, capacity;
} string_list;

/* One option of a command: its syntax, and its text in help, man page and completion. Exactly one of the last three
 * members is set. A flag sets *flag and may be repeated; *single is set at most once; *values gets every value. */
typedef struct option {
    const char *name;  /* with its dashes: "--verbose", "-o" */
    const char *value; /* the name of its value in the help: "FILE"; NULL: a flag */
    const char *help;  /* a sentence without its capital letter and stop */
    bool required;
    bool *flag;
    const char **single;
    string_list *values;
} option;

/* A command and its description. */
typedef struct command {
    const char *name;
    const char *operands;              /* in the usage: "DIR" */
    const char *summary;               /* one line for the list of commands */
    const char *text;                  /* one or more paragraphs, separated by empty lines */
    int (*run)(int argc, char **argv); /* takes the arguments behind the name, returns an exit status */
} command;

/* The state of one run of a command. */
typedef struct command_run {
    arena arena;
    diagnostics diagnostics;
    source_set sources;
    const command *command;
    const option *options; /* from command_parse on */
    size_t option_count;
    int status; /* the exit status if command_parse returned false */
} command_run;

void command_begin(command_run *run, const command *c);

/* Splits the command line into options and operands. `--name=value` and `--name value` are the same; `--` ends the
 * options. Returns false after a message if something is unknown, missing, given too often or lacks its value, and
 * after `--help`; run->status is then the exit status. */
bool command_parse(command_run *run, int argc, char **argv, const option *options, size_t option_count,
                   string_list *operands);

/* Prints the diagnostics, frees everything, and returns the exit status: EXIT_INPUT if there were errors. */
int command_end(command_run *run);

/* Ends a run with wrong usage: message, usage, EXIT_USAGE. */
int command_misused(command_run *run, const char *format, ...);

/* Reads `NAME=DIR` options into a set in load order, linked with each other. Problems are reported. */
void command_read_libraries(command_run *run, const string_list *options, library_set *set);

/* Whether a file may be written there: the run has not read it. Reports it if not. Commands that write several files
 * check all of them before the first; command_write checks, too. */
bool command_may_write(command_run *run, const char *path);

/* Writes to a file, or to standard output if `path` is NULL or "-". Problems are reported. A file that already holds
 * the text keeps its time, so that Ninja does not rebuild its dependents; under make, which would rebuild it for
 * ever while it is older than its inputs, it gets the present time. */
void command_write(command_run *run, const char *path, const buffer *text);

/* Makes a folder and its missing parents, unless an error was reported before. */
void command_make_folder(command_run *run, const char *path);

void string_list_add(arena *a, string_list *list, const char *text);

extern const command command_sort, command_index, command_program, command_bundle, command_subset, command_annotate,
    command_check, command_graph, command_doctor, command_precompile, command_help, command_runtime,
    command_run_program, command_capture, command_translate;

#endif
