/* Libraries: folders of annotated .cl files, read into a graph of files.
 * Knows files, stems and direct dependencies; must not know how files are ordered or what the code means.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_LIBRARY_LIBRARY_H
#define CLB_LIBRARY_LIBRARY_H

#include "library/annotation.h"

typedef struct library library;
typedef struct library_file library_file;

/* A direct dependency. From a tag: `file` is NULL if there is no such stem. From the code: `symbol` is the name that
 * the file mentions at `where` and the other one defines. */
typedef struct dependency {
    const char *stem;
    location where;
    library_file *file;
    const char *symbol; /* NULL: it comes from a tag */
    bool unordered;     /* needed, but not before the file, which has a prototype */
} dependency;

struct library_file {
    const char *stem;
    const source *source;
    annotations annotations;
    library *owner;
    dependency *depends; /* on files of the same library, each stem once */
    size_t depend_count, depend_capacity;
    size_t written_count; /* number of those from `@depends`, which come first; the rest was found in the code */
    dependency *foreign;  /* `@depends_LIB`: on files of other libraries that are loaded too */
    size_t foreign_count, foreign_capacity;
    size_t index;           /* in owner->files */
    size_t position;        /* in the load order; set by order_compute */
    size_t pass;            /* from 1; 0 while the file is not in the order */
    struct code_file *code; /* the names that its text defines and mentions, once it was read (names/providers.h) */
    bool faulty;   /* errors in its annotations were reported; a file without a position in the order has pass 0 */
    bool inferred; /* its needs were inferred from its code */
};

/* A file that lists a symbol in `@provides`. */
typedef struct provider {
    const library_file *file;
    const struct provider *next;
} provider;

struct library {
    const char *name, *directory;
    library_file **files; /* in byte order of their stems */
    size_t count;
    map by_stem;
    map providers;        /* symbol -> the first provider */
    library_file *header; /* the file whose stem is the library's name, or NULL */
    library_file **order; /* the load order: set by order_compute */
    size_t *marks;        /* one for each file, for names/providers.h */
};

/* A set of libraries. Their files may name files of the others. */
typedef struct library_set {
    library **items;
    size_t count, capacity;
} library_set;

/* Reads a folder and its subfolders (not hidden ones, nor symbolic links to folders). Problems are reported; NULL
 * only if the folder cannot be read. Dependencies are linked to the library's own files. */
library *library_read(source_set *sources, const char *directory, const char *name, diagnostics *d);

/* The name of the library in a folder: the folder's own name. */
const char *library_name_of(arena *a, const char *directory);

/* Links the `@depends_LIB` tags between the libraries of a set, and reports those that name none of its files. */
void library_set_link(arena *a, library_set *set, diagnostics *d);
void library_set_add(arena *a, library_set *set, library *l);
library *library_set_find(const library_set *set, const char *name);

/* The library's file of that stem, or NULL. */
library_file *library_find(const library *l, const char *stem);

/* Adds a dependency that was found in the code, to a file of the same library or of another one. */
void library_add_dependency(arena *a, library_file *from, library_file *to, const char *symbol, location where);

/* The files that list a symbol in `@provides`, or NULL. */
const provider *library_providers(const library *l, const char *symbol);

/* Warns that a kernel names a stem that the library does not have. */
void library_warn_missing(const library *l, const char *stem, location where, diagnostics *d);

/* Reports that `stem`, needed at `where`, is missing from the library, and names the nearest stem. */
void library_report_missing(const library *l, const char *stem, location where, const char *asker, diagnostics *d);

#endif
