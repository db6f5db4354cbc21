/* The runtime's source text, for standalone bundles. Made at build time by standalone/pack.c.
 * Knows the files by name; must not know bundles.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_EMIT_STANDALONE_H
#define CLB_EMIT_STANDALONE_H

#include "base/buffer.h"

#include <stdbool.h>
#include <stddef.h>

enum { STANDALONE_ROW = 2000 }; /* C11's limit for a literal is 4095 */

typedef struct standalone_file {
    const char *name;
    const char (*rows)[STANDALONE_ROW + 1];
    size_t length; /* bytes of the text */
} standalone_file;

extern const standalone_file standalone_files[];
extern const size_t standalone_file_count;

/* A file of the runtime ("clbundle.c", "clbundle/core.h"), or a text for other targets ("r/glue.c.in"). */
bool standalone_is_runtime(const standalone_file *file);
const standalone_file *standalone_find(const char *name);

/* Whether only NAME_native.c needs the file. */
bool standalone_is_native(const standalone_file *file);

/* The name of the second copy of the runtime, for processors that convert arrays faster; or NULL. */
bool standalone_is_level(const standalone_file *file);

void standalone_add(const standalone_file *file, buffer *out);

#endif
