/* What the commands share: reading the command line and ending a run.
 * Knows options; must not know what a command does. */
#ifndef CLB_COMMAND_COMMAND_H
#define CLB_COMMAND_COMMAND_H

#include "base/buffer.h"
#include "base/diagnostics.h"
#include "library/library.h"

enum { EXIT_FINE = 0, EXIT_INPUT = 1, EXIT_USAGE = 2 };

/* One option of a command. A flag sets *flag; an option with a value adds it to *values. Both may be repeated. */
typedef struct option {
    const char *name; /* with its dashes: "--verbose", "-o" */
    bool *flag;
    struct string_list *values;
} option;

typedef struct string_list {
    const char **items;
    size_t count, capacity;
} string_list;

/* All that one run of a command holds. */
typedef struct command_run {
    arena arena;
    diagnostics diagnostics;
    source_set sources;
    const char *usage;
} command_run;

void command_begin(command_run *run, const char *usage);

/* Splits the command line into options and operands. `--name=value` and `--name value` are the same; `--` ends the
 * options. false after a message if something is unknown or lacks its value. */
bool command_parse(command_run *run, int argc, char **argv, const option *options, size_t option_count,
                   string_list *operands);

/* Prints the diagnostics, frees everything, and returns the exit status: EXIT_INPUT if there were errors. */
int command_end(command_run *run);

/* Ends a run that was called wrongly: message, usage, EXIT_USAGE. */
int command_misused(command_run *run, const char *format, ...);

/* The only value of an option: NULL if it is absent; a second one is an error of use, reported as such. */
bool command_single(command_run *run, const string_list *values, const char *name, const char **value);

/* Reads `NAME=DIR` options into a set in load order, linked with each other. Problems are reported. */
void command_read_libraries(command_run *run, const string_list *options, library_set *set);

/* Writes to a file, or to standard output where `path` is NULL or "-". Problems are reported. */
void command_write(command_run *run, const char *path, const buffer *text);

void string_list_add(arena *a, string_list *list, const char *text);

/* The commands. Each takes the arguments behind its own name and returns an exit status. */
int command_sort(int argc, char **argv);
int command_index(int argc, char **argv);
int command_program(int argc, char **argv);
int command_bundle(int argc, char **argv);
int command_subset(int argc, char **argv);

#endif
