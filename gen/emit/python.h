/* A bundle as a Python package: its files as text.
 * Knows Python and its packages; the bundle describes the kernels.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_EMIT_PYTHON_H
#define CLB_EMIT_PYTHON_H

#include "emit/package.h"

/* The texts that all packages share: of python/glue.c.in and python/calls.py.in. */
typedef struct python_texts {
    buffer glue, calls;
} python_texts;

/* All files except those of bundle and runtime, which belong into src/. Kernels that Python cannot call are noted.
 * If there is no other kernel, or if names clash, that is an error. The caller frees the texts of the files. */
package_file *python_emit(arena *a, const char *module, const bundle *b, const python_texts *texts, size_t *count,
                          diagnostics *d);

#endif
