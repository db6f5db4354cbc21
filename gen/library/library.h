/* Libraries: folders of annotated .cl files, read into a graph of files.
 * Knows files, stems and direct dependencies; must not know how they are ordered or what the code means. */
#ifndef CLB_LIBRARY_LIBRARY_H
#define CLB_LIBRARY_LIBRARY_H

#include "library/annotation.h"

typedef struct library library;
typedef struct library_file library_file;

/* A direct dependency as written; `file` is NULL where no such stem exists. */
typedef struct dependency {
    const char *stem;
    location where;
    library_file *file;
} dependency;

struct library_file {
    const char *stem;
    const source *source;
    annotations annotations;
    library *owner;
    dependency *depends; /* on files of the same library, each stem once */
    size_t depend_count;
    dependency *foreign; /* `@depends_LIB`: on files of other libraries that are loaded too */
    size_t foreign_count;
    size_t index;    /* in owner->files */
    size_t position; /* in the load order; set by order_compute */
    size_t pass;     /* from 1; 0 while the file is not in the order */
};

struct library {
    const char *name, *directory;
    library_file **files; /* in byte order of their stems */
    size_t count;
    map by_stem;
    library_file *header; /* the file whose stem is the library's name, or NULL */
    library_file **order; /* the load order: set by order_compute */
};

/* A set of libraries whose files may name each other's. */
typedef struct library_set {
    library **items;
    size_t count, capacity;
} library_set;

/* Reads a folder, its subfolders included (hidden ones and symbolic links to folders left out). Problems are reported;
 * NULL only if the folder cannot be read. Dependencies are linked to the library's own files. */
library *library_read(source_set *sources, const char *directory, const char *name, diagnostics *d);

/* The name of the library in a folder: the folder's own name. */
const char *library_name_of(arena *a, const char *directory);

/* Links the `@depends_LIB` tags between the libraries of a set, and reports those that name none of its files. */
void library_set_link(arena *a, library_set *set, diagnostics *d);
void library_set_add(arena *a, library_set *set, library *l);
library *library_set_find(const library_set *set, const char *name);

/* The library's file of that stem, or NULL. */
library_file *library_find(const library *l, const char *stem);

/* Reports that `stem`, asked for at `where`, is missing from the library, with the nearest stem. */
void library_report_missing(const library *l, const char *stem, location where, const char *asker, diagnostics *d);

#endif
