/* Captured programs -> the C of a bundle that OpenCL's API in front offers.
 * Knows the order of the steps; must not know command lines.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_COMMAND_CAPTURED_PROGRAMS_H
#define CLB_COMMAND_CAPTURED_PROGRAMS_H

#include "bundle/build.h"
#include "capture/captured.h"
#include "command/command.h"

/* The inputs and outputs for a captured folder. */
typedef struct captured_request {
    const char *name;        /* the bundle's name */
    const char *folder;      /* the captured folder */
    const char *output;      /* the folder to write to */
    bool lines;              /* native code with #line */
    bool checked;            /* native code that checks what kernels do */
    unsigned levels;         /* instruction levels as for emit_native() */
    bool keep_going;         /* a program that cannot be translated is left out, with its errors */
    const option_sets *sets; /* the programs are offered with each of them, too; or NULL */
    buffer *explanation;     /* or NULL */
} captured_request;

/* Writes NAME_icd.c and a NAME_PROGRAM_native.c for each program. Problems are reported; nothing is written if one is
 * an error, unless `keep_going`. All files that were read are in run->sources. */
void captured_programs_write(command_run *run, const captured_request *request);

/* Only reads each program: its declarations, as far as they are known before units are linked. Problems are
 * reported. */
void captured_programs_check(command_run *run, const char *folder);

/* The bundle of a single program, without native code; NULL after reports. Free it by build_free. */
bundle *captured_programs_build(command_run *run, const captured_program *program);

/* For a folder of one program that was recorded without reading it, writes two files into it: `files`, the paths of
 * all files that the program includes, and `kernels`, its kernels with names and types of arguments, a JSON array.
 * Parts that cannot be read are left out without a message. False, and *why, if a file cannot be written. */
bool captured_programs_describe(arena *a, const char *folder, const char **why);

#endif
