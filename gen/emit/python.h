/* A bundle as a Python package: its files as text.
 * Knows Python and its packages; the bundle describes the kernels. */
#ifndef CLB_EMIT_PYTHON_H
#define CLB_EMIT_PYTHON_H

#include "emit/package.h"

/* All files but those of bundle and runtime, which belong into src/. Kernels that Python cannot call are noted. `glue`: the
 * text of python/glue.c.in. The caller frees the texts. */
package_file *python_emit(arena *a, const char *module, const bundle *b, const buffer *glue, size_t *count, diagnostics *d);

#endif
