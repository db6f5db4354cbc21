/* Facts about OpenCL on this machine that need no driver to be started: the loader, the drivers listed for it,
 * device files, variables. Knows where they are on Linux; must not know bundles.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_DOCTOR_MACHINE_H
#define CLB_DOCTOR_MACHINE_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

/* A driver that is listed for the loader. */
typedef struct machine_driver {
    const char *file;    /* "/etc/OpenCL/vendors/pocl.icd" */
    const char *library; /* what the file names, or "" */
    const char *problem; /* why it cannot be used: "it does not load: ..."; NULL: it loads */
} machine_driver;

/* A file of a GPU or accelerator. */
typedef struct machine_file {
    const char *path;
    bool usable;       /* it may be read and written */
    const char *group; /* that owns it, or "" */
} machine_file;

typedef struct machine_variable {
    const char *name, *value;
} machine_variable;

typedef struct machine {
    const char *loader;         /* its path, or NULL */
    const char *loader_problem; /* why there is none */
    const char *folder;         /* where drivers are listed */
    machine_driver *drivers;
    size_t driver_count;
    machine_file *files;
    size_t file_count;
    machine_variable *variables; /* that are set and change what is found */
    size_t variable_count;
} machine;

/* Files are looked for below `root`, "" but for tests. Libraries are loaded in child processes, which have `seconds`.
 * All memory is the arena's. */
machine machine_inspect(arena *a, const char *root, double seconds);

#endif
