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
    library_file **roots; /* the files in its tags, and those that kernel_file_take added */
    size_t root_count, root_capacity;
    library_file **needs; /* all library files that it takes, in the order in which a program holds them */
    size_t need_count;
    const library_file *faulty; /* one of these that has errors, or NULL */
    bool *tagged; /* for each library of the set: a tag states what the kernel takes from it, possibly nothing */
} kernel_file;

/* Reads a kernel file and finds the files that it needs: its roots in each library of the set (`@depends_LIB`, or
 * `@all_depends_LIB` if only that is present, or `@TAG` for every library if `depends_tag` is not NULL) and all
 * their dependencies. The value `none` names no file. A stem that the library lacks gives a warning and is ignored,
 * since needed files are also found by their names (bundle/resolve.h). A library comes after those that it uses;
 * otherwise the set's order holds. Stored closures are compared and never used. Problems are reported; NULL only if
 * the file cannot be read. */
kernel_file *kernel_file_read(source_set *sources, const char *path, const library_set *libraries,
                              const char *depends_tag, diagnostics *d);

/* Adds a root, unless it is one already. */
void kernel_file_take(arena *a, kernel_file *k, library_file *f);

/* Finds the kernel's needs again, after roots or dependencies were added. Problems are reported. */
void kernel_file_gather(arena *a, kernel_file *k, const library_set *libraries, diagnostics *d);

/* Compares `@calls_LIB` with the files found, for libraries without a tag that states what the kernel takes. */
void kernel_file_check_calls(arena *a, const kernel_file *k, const library_set *libraries, diagnostics *d);

/* The path of a library file relative to its library's folder. */
const char *library_file_name(const library_file *f);

#endif
