/* Names that clbundle's own layers and libraries define, so that a message can name the missing one.
 * Knows a table; a test compares it with the files.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_NAMES_WELL_KNOWN_H
#define CLB_NAMES_WELL_KNOWN_H

#include <stdbool.h>

typedef struct well_known {
    const char *name; /* of the layer's file or folder, or of the library */
    bool is_layer;
    const char *names; /* between blanks */
} well_known;

/* The layer or library that defines the name, or NULL. */
const well_known *well_known_find(const char *name);

#endif
