/* Option sets: the file of `--configurations`, which names sets of -D values. A bundle holds its kernels as they read
 * with each of them. Knows the form of the file (configurations.schema.json); must not know what the values do to a
 * program.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_NAMES_OPTION_SET_H
#define CLB_NAMES_OPTION_SET_H

#include "names/build_text.h"

enum { OPTION_SETS_VERSION = 1, OPTION_SETS_MOST = 1024, OPTION_NAMES_MOST = 256 };

/* For which devices an option set is the best one, CLB_CLASS_...: with all kernels, or with one of them. */
typedef struct option_best {
    const char *kernel; /* NULL: all */
    uint32_t classes;
    location where;
} option_best;

typedef struct option_set {
    const char *name;    /* distinct; part of an identifier */
    const char **values; /* of each of the names: what it is defined as; NULL: it is not defined */
    option_best *best;
    size_t best_count;
    const char *options; /* further options, as the file has them */
    build_text text;     /* of the common options and its own, with the values as text of the program */
    location where;
} option_set;

typedef struct option_sets {
    const char **names; /* of all macros that sets define, in the order in which the file names them first */
    size_t name_count, name_capacity;
    bool *typing; /* of each name, whether the file says that parameter types change with it */
    option_set *items;
    size_t count, capacity;
    location where;
} option_sets;

/* Reads the file. `common`: the options that all sets share. Problems are reported at their line and column; the result
 * is usable if none is an error. All memory is the arena's. */
option_sets option_sets_read(arena *a, source_set *sources, const char *path, const char *common, diagnostics *d);

/* "REAL=float, WIDTH=4" */
const char *option_set_text(arena *a, const option_sets *all, size_t set);

/* The values of the names with which types change, as a part of an identifier: "float". "" if there are none. */
const char *option_set_type_suffix(arena *a, const option_sets *all, size_t set);

#endif
