/* A captured folder: the programs that an OpenCL application built, as .cl files and a programs.json that says how.
 * Knows the form of programs.json (capture/programs.schema.json); must not know what is made of the programs.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CAPTURE_CAPTURED_H
#define CLB_CAPTURE_CAPTURED_H

#include "base/diagnostics.h"
#include "base/json.h"

enum { CAPTURED_VERSION = 1 };

/* A header that was given to clCompileProgram, or found in a folder of -I: the name by which a unit includes it. */
typedef struct captured_header {
    const char *name;
    const source *text;
} captured_header;

/* The input of one call of clBuildProgram or clCompileProgram. */
typedef struct captured_unit {
    const source *text;
    const char *options; /* as the application gave them */
    const captured_header *headers;
    size_t header_count;
} captured_unit;

/* A program. If several units were linked, `entry` is a file that includes them one after the other; otherwise it is
 * the unit's own file. */
typedef struct captured_program {
    const char *name;         /* an identifier, unique in the folder */
    const char *entry;        /* path of the file to compile */
    const char *options;      /* for it */
    const char *link_options; /* of clLinkProgram, or "" */
    const captured_unit *units;
    size_t unit_count;
    const char **folders; /* where headers lie: to be searched as by -I */
    size_t folder_count;
    const json *kernels; /* an array of what was recorded of the kernels, or NULL */
    location where;      /* its entry in programs.json */
} captured_program;

typedef struct captured {
    const source *json;
    const captured_program *programs;
    size_t program_count;
} captured;

/* Reads the folder. Problems are reported: a file that is missing, a member that is missing or of another type, a name
 * that leaves the folder. What is returned is usable if none is an error. All memory is the arena's. */
captured captured_read(arena *a, source_set *sources, const char *folder, diagnostics *d);

/* Around the lines that `clbundle capture --annotate` writes above a kernel. */
#define CAPTURED_NOTE "// captured: "
#define CAPTURED_BEGIN CAPTURED_NOTE "from here, by its launches\n"
#define CAPTURED_END CAPTURED_NOTE "to here\n"

/* A text without these lines, as the application gives it; *length in bytes. The source's own text where there are
 * none, otherwise the arena's. */
const char *captured_text(arena *a, const source *s, size_t *length);

#endif
