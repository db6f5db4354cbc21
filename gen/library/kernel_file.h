/* Kernel files: which library files a kernel takes.
 * Knows tags and graphs; must not know the code.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_LIBRARY_KERNEL_FILE_H
#define CLB_LIBRARY_KERNEL_FILE_H

#include "library/library.h"
#include "library/spec_constant.h"

typedef struct kernel_file {
    const char *stem;
    const source *source;
    annotations annotations;
    spec_constant *spec_constants; /* its specialisation constants */
    size_t spec_constant_count;
    library_file **roots; /* those that its tags name, and those that kernel_file_take added */
    size_t root_count, root_capacity;
    library_file **needs; /* all library files that it takes, in the order in which a program holds them */
    size_t need_count;
    const library_file *faulty; /* of these, one with errors, or NULL */
    bool *tagged; /* for each library of the set: a tag says what the kernel takes from it, maybe nothing */
} kernel_file;

/* Reads a kernel file and finds what it needs: its roots in each library of the set (`@depends_LIB`, or
 * `@all_depends_LIB` where only that is present, or `@TAG` for every library if `depends_tag` is not NULL) and all that
 * they depend on. The value `none` names no file. A stem that the library lacks is warned of and passed over: what the
 * code needs is found by its names (bundle/resolve.h). Libraries that use others stand behind them; otherwise the set's
 * order holds. Stored closures are compared and never used. Problems are reported; NULL only if the file cannot be
 * read. */
kernel_file *kernel_file_read(source_set *sources, const char *path, const library_set *libraries,
                              const char *depends_tag, diagnostics *d);

/* Adds a root, if it is not one yet. */
void kernel_file_take(arena *a, kernel_file *k, library_file *f);

/* Finds what the kernel needs anew, after roots or dependencies were added. Problems are reported. */
void kernel_file_gather(arena *a, kernel_file *k, const library_set *libraries, diagnostics *d);

/* Compares `@calls_LIB` with what was found, for libraries of which no tag says what the kernel takes. */
void kernel_file_check_calls(arena *a, const kernel_file *k, const library_set *libraries, diagnostics *d);

/* The path of a library file relative to its library's folder. */
const char *library_file_name(const library_file *f);

#endif
