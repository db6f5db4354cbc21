/* Output files: written whole, or not at all. */
#ifndef CLB_BASE_OUTPUT_H
#define CLB_BASE_OUTPUT_H

#include "base/arena.h"

#include <stdbool.h>

/* Makes the file at `path` hold these bytes: through a temporary file beside it that takes its place in one step.
 * A file that holds them already is left alone, so that nothing that depends on it is rebuilt; *changed (if not NULL)
 * says which. Parent folders must exist. On failure false, *why in words, and no file was touched. */
bool output_write(arena *a, const char *path, const char *text, size_t length, bool *changed, const char **why);

/* Makes the folder and its missing parents. */
bool output_make_folder(arena *a, const char *path, const char **why);

#endif
