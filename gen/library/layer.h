/* Layers: text before the library in every program, from files and from whole folders.
 * Knows paths and load orders; must not know the code.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_LIBRARY_LAYER_H
#define CLB_LIBRARY_LAYER_H

#include "library/library.h"

typedef struct layer_file {
    const char *stem;
    const source *source;
} layer_file;

typedef struct layer_list {
    layer_file *items;
    size_t count, capacity;
    const char **folders; /* the folders that were read, for the depfile */
    size_t folder_count;
} layer_list;

/* Adds a file, or all files of a library folder in load order. Problems are reported. */
void layer_add(source_set *sources, layer_list *layers, const char *path, diagnostics *d);

#endif
