/* Macros that are integer constants, for the expressions of annotations.
 * Knows the events of a unit; must not know annotations or kernels.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_DESCRIBE_CONSTANT_H
#define CLB_DESCRIBE_CONSTANT_H

#include "prune/unit.h"

/* The definitions of a unit by name. Start with {.arena = a, .unit = u}; filled by the first query. */
typedef struct constant_table {
    arena *arena;
    const unit *unit;
    map by_name;
    bool filled;
    const size_t *spec_constants; /* for each specialisation constant of the unit's file: its number in the bundle */
} constant_table;

/* The value of an object-like macro before a token of the unit. false: *why describes the macro ("is ..."), or is
 * NULL if there is no such macro. */
bool constant_find(constant_table *table, const char *name, size_t token, int64_t *value, const char **why);

#endif
