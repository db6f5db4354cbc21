/* Merges the records of a run -> a captured folder.
 * Knows the files of runtime/icd/request.h and record.h, and programs.json; must not know how the application was
 * started.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CAPTURE_MERGE_H
#define CLB_CAPTURE_MERGE_H

#include "base/buffer.h"
#include "capture/captured.h"

/* A launch of a kernel, as often as it was seen. Sizes beyond `dimensions` are 0. */
typedef struct merged_launch {
    unsigned long long count;
    size_t dimensions, offset[3], global[3], local[3];
    bool has_local;
    /* Bytes of each argument, divided by blanks: of a buffer, a value, or local memory; 0: not known. =VALUE may
     * follow, of an integer. */
    const char *sizes;
} merged_launch;

typedef struct merged_kernel {
    const char *name;
    const json *arguments; /* of programs.json, or NULL */
    merged_launch *launches;
    size_t launch_count, launch_capacity;
    map by_words; /* of the launches */
} merged_kernel;

/* A file of the folder: its name there, and its bytes. */
typedef struct merged_file {
    const char *name;
    const source *text;
} merged_file;

typedef struct merged_program {
    const char *name, *key; /* the key identifies a program: 32 hexadecimal digits */
    unsigned long long builds;
    const json *json;   /* its entry where it was read: units, headers, options */
    const char *folder; /* where its files lie until they are written */
    merged_kernel *kernels;
    size_t kernel_count;
    bool added; /* its files are to be written */
} merged_program;

typedef struct merged {
    arena *arena;
    source_set *sources;
    diagnostics *diagnostics;
    merged_program *programs;
    size_t program_count, program_capacity;
    map by_key, names;
} merged;

void merge_start(merged *m, arena *a, source_set *sources, diagnostics *d);

/* Takes in a captured folder that was written before. Problems are reported. */
void merge_folder(merged *m, const char *folder);

/* Takes in what was recorded in the private folder of a run: translate-*, kernels-* and launches-*. Problems are
 * reported. */
void merge_recorded(merged *m, const char *folder);

/* The files to write to the captured folder: texts of programs that are new, and programs.json, the last one. */
typedef struct merged_output {
    const char **names; /* relative to the folder */
    buffer *texts;      /* the caller frees them */
    size_t count, capacity;
} merged_output;
void merge_write(merged *m, merged_output *out);

#endif
