/* Code that `run` and `capture` share: an OpenCL application is started with the platform "clbundle".
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_COMMAND_RUN_H
#define CLB_COMMAND_RUN_H

#include "command/command.h"

typedef struct run_request {
    const char *front; /* the platform's shared object, or NULL: it is searched for */
    const char *cache; /* folder for compiled programs, or NULL */
    bool through;  /* use the machine's own driver with the recording layer in front, not the platform; `front` is the
                      layer */
    bool captures; /* the platform records programs and launches in the run's private folder */
    const char *level; /* instruction set, or NULL: this machine's */
    const char *units; /* number of compute units that the device states, or NULL: this machine's */
    bool explains;
    bool checked; /* programs check what their kernels do */
    void (*finish)(void *context,
                   const char *folder); /* called with the private folder before it is removed; or NULL */
    void *context;
} run_request;

/* The options that fill the request. */
#define RUN_OPTIONS(r)                                                                                                 \
    {"--cache", "DIR", "keep compiled programs in this folder, and take them from there", .single = &(r).cache},       \
        {"--level", "LEVEL",                                                                                           \
         "compile for this instruction set: base, v3 or v4; by default the best that this machine has",                \
         .single = &(r).level},                                                                                        \
        {"--checked", NULL, "find faults of kernels, such as accesses outside of buffers, and print them",             \
         .flag = &(r).checked},                                                                                        \
        {"--units", "N", "number of compute units that the device states", .single = &(r).units},                      \
        {"--explain", NULL, "print on standard error how each kernel was translated, and why", .flag = &(r).explains}, \
    {                                                                                                                  \
        "--front", "FILE",                                                                                             \
            "the shared object of the platform; by default the one that is installed with this command",               \
            .single = &(r).front                                                                                       \
    }

/* Whether the values are in range; false after command_misused. */
bool run_check_request(command_run *run, const run_request *r);

/* Runs the words as a command. Problems are reported. Returns the command's exit status. */
int run_application(command_run *run, const run_request *r, const string_list *words);

/* Writes the headers of clbundle, which this command carries, to a folder. */
void run_write_headers(command_run *run, const char *folder);

#endif
