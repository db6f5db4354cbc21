/* Providers: finds in the code which library file defines a name, and thus what each file needs.
 * Knows what files define and mention; must not know kernels, nor what a program keeps.
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
    code_name **defined; /* names that library files define, for suggestions */
    size_t defined_count, defined_capacity;
} providers;

/* Starts without reading anything. The context and the set must live as long. */
providers *providers_start(const unit_context *context, library_set *set);

/* Reads the text of all layers and library files, once. Linear in their length. */
void providers_read(providers *p);

/* Does OpenCL C itself have a function, type or macro of the name? */
bool providers_is_builtin(providers *p, code_name *n);

/* What `asker`'s library (or any, if NULL) offers as the definition of a name: the same library's before other ones',
 * one that gives way last, one that `@provides` confirms before those that no tag names. NULL if no file defines it, or
 * if it is ambiguous: then *other, and *first, are two that define it. `preferred`: a library whose files win, or NULL.
 */
const code_definition *providers_choose(const code_name *n, const library *asker, const library *preferred,
                                        const code_definition **first, const code_definition **other);

/* The library file that holds a definition, or the first that includes it. */
library_file *providers_owner(const code_definition *d);

/* A file of a library whose names another file's code uses. */
typedef struct code_need {
    library_file *file; /* NULL: ambiguous, `first` and `other` are two definitions */
    const code_definition *first, *other;
    const char *symbol; /* one of the names, and where it stands */
    location where;
    bool also;   /* of names that an earlier need gives as well: a header that declares what another file defines */
    bool absent; /* for the comparison of needs with tags */
} code_need;

/* The files that a file's code needs directly, each once, whatever its tags say; among several that have a name, those
 * that it depends on. To be called before anything is inferred. */
code_need *providers_needs(providers *p, library_file *f, size_t *count);

/* Orders a library anew after dependencies were added; see providers_infer_all. */
void providers_order(providers *p, library *l, diagnostics *d);

/* Finds what a file needs beyond its tags and adds it to its dependencies, once. What is ambiguous or unknown is left
 * out. */
void providers_infer(providers *p, library_file *f);

/* Infers for these files and all that they come to need, and orders the libraries anew. Cycles among what is found are
 * parted where a prototype allows it; those that are left are reported. */
void providers_infer_all(providers *p, library_file *const *roots, size_t count, diagnostics *d);

/* For a library that is looked at alone: where files have no tags, finds what they need in the code and orders it anew.
 * Without such files nothing is read. Returns whether the library is in order. */
bool providers_infer_untagged(source_set *sources, library *l, diagnostics *d);

/* The nearest name that a library file defines, or NULL. */
const char *providers_nearest(providers *p, const char *name);

#endif
