/* Providers: finds in the code which library file defines a name, and thus which files each file needs.
 * Knows the names that files define and mention; must not know kernels, nor which text a program keeps.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_NAMES_PROVIDERS_H
#define CLB_NAMES_PROVIDERS_H

#include "library/kernel_file.h"
#include "names/code.h"
#include "names/context.h"

typedef struct providers {
    code_names names;
    const unit_context *context;
    library_set *set;
    bool read;
    code_name **defined; /* names that library files define, for suggestions in messages */
    size_t defined_count, defined_capacity;
} providers;

/* Starts without reading anything. The context and the set must outlive the object. */
providers *providers_start(const unit_context *context, library_set *set);

/* Reads the text of all layers and library files, once. Linear in their length. */
void providers_read(providers *p);

/* Whether OpenCL C itself has a function, type or macro of the name. */
bool providers_is_builtin(providers *p, code_name *n);

/* The definition of a name that the libraries offer to `asker` (to any file, if NULL). The asker's own library comes
 * before others, a weak macro comes last, and a definition that `@provides` confirms comes before those that no tag
 * names. NULL if no file defines the name, or if it is ambiguous: then *other and *first are two definitions.
 * `preferred`: a library whose files win, or NULL. */
const code_definition *providers_choose(const code_name *n, const library *asker, const library *preferred,
                                        const code_definition **first, const code_definition **other);

/* The library file that holds a definition, or the first that includes it. */
library_file *providers_owner(const code_definition *d);

/* A library file whose names the code of another file uses. */
typedef struct code_need {
    library_file *file; /* NULL: ambiguous, `first` and `other` are two definitions */
    const code_definition *first, *other;
    const char *symbol; /* one of the names, and its location */
    location where;
    bool also;   /* an earlier need covers the names as well: a header that declares names which another file defines */
    bool absent; /* set when needs are compared with tags */
} code_need;

/* The files that a file's code needs directly, each once, independent of its tags. If several files have a name,
 * those that the file depends on are preferred. To be called before anything is inferred. */
code_need *providers_needs(providers *p, library_file *f, size_t *count);

/* Orders a library again after dependencies were added; see providers_infer_all. */
void providers_order(providers *p, library *l, diagnostics *d);

/* Finds the files that a file needs beyond its tags and adds them to its dependencies, once. Ambiguous and unknown
 * names are left out. */
void providers_infer(providers *p, library_file *f);

/* Infers the needs of these files and of all files that they come to need, and orders the libraries again. Cycles
 * among inferred dependencies are broken where a prototype allows it; the others are reported. */
void providers_infer_all(providers *p, library_file *const *roots, size_t count, diagnostics *d);

/* For a library without kernels: if files have no tags, finds their needs in the code and orders the library again.
 * Otherwise nothing is read. Returns whether the library is in order. */
bool providers_infer_untagged(source_set *sources, library *l, diagnostics *d);

/* The nearest name that a library file defines, or NULL. */
const char *providers_nearest(providers *p, const char *name);

#endif
