/* The lines of a native file: broken at LINES_MAX columns if C allows it, with a `#line` wherever the text changes to
 * another line of the kernel's file, or back to generated text.
 * Knows lines, brackets and literals of C; must not know what the text does.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_EMIT_LINES_H
#define CLB_EMIT_LINES_H

#include "base/buffer.h"

#include <stdbool.h>

enum { LINES_MAX = 120 };

/* Adds the text, with the marks of writer.h, to `out`, which holds the file's text so far. `file`: the name of the
 * file, for lines without a mark; `names`: the files that marks refer to. */
void lines_add(const buffer *text, const char *file, const char *const *names, buffer *out);

#endif
