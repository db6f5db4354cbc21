/* Output files: written whole, or not at all.
 * Knows what kinds of files there are; must not know what is written.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_BASE_OUTPUT_H
#define CLB_BASE_OUTPUT_H

#include "base/arena.h"

#include <stdbool.h>

/* Makes the file at `path` hold these bytes. A file, or the file that a symbolic link names, is replaced in one step by
 * a temporary file from the same folder, and keeps its mode; one that holds the bytes already is left alone, so that
 * nothing that depends on it is rebuilt. A character device or a FIFO stays what it is and is written to. Folders,
 * disks, sockets and links to nothing are refused. *changed (if not NULL) says whether anything was written. Parent
 * folders must exist. On failure false, *why in words, and files are as they were. */
bool output_write(arena *a, const char *path, const char *text, size_t length, bool *changed, const char **why);

/* Gives the file at `path` the present time. On failure false, and *why in words. */
bool output_touch(arena *a, const char *path, const char **why);

/* Makes the folder and its missing parents. */
bool output_make_folder(arena *a, const char *path, const char **why);

#endif
