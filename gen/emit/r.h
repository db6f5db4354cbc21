/* A bundle as an R package: its files as text.
 * Knows R and its packages; the bundle describes the kernels.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_EMIT_R_H
#define CLB_EMIT_R_H

#include "emit/package.h"

/* A function that the package exports: `name(formals) <- body`, where the body calls kernels by their names. */
typedef struct r_function {
    const char *name, *formals, *body;
    location where;
} r_function;

typedef struct r_package {
    const char *name;
    const bundle *bundle;
    const r_function *functions; /* none: every kernel is exported as it is */
    size_t function_count;
    unsigned levels; /* instruction levels, one bit for each: each has a file of its own */
} r_package;

/* Reads an interface: one function on each line; lines that begin with a blank continue the previous one, and '#'
 * begins a comment line. */
r_function *r_read_interface(arena *a, const source *file, size_t *count, diagnostics *d);

/* Whether R accepts the name for a package. */
bool r_is_package_name(const char *name);

/* The texts that all packages share: of r/glue.c.in and r/calls.R.in. */
typedef struct r_texts {
    buffer glue, calls;
} r_texts;

/* All files except those of bundle and runtime, which belong into src/. Kernels that R cannot call are noted. If
 * there is no other kernel, or if names clash, that is an error. The caller frees the texts of the files. */
package_file *r_emit(arena *a, const r_package *p, const r_texts *texts, size_t *count, diagnostics *d);

/* Adds C text to a file of the package: R's checks refuse pragmas that silence compilers. */
void r_add_source(const buffer *text, buffer *out);

#endif
