/* The lines of a native file: none longer than LINES_MOST where C lets them be broken, and a `#line` wherever the lines begin
 * that stand for another one of a kernel's file, or the generated ones again.
 * Knows lines, brackets and literals of C; must not know what the text does. */
#ifndef CLB_EMIT_LINES_H
#define CLB_EMIT_LINES_H

#include "base/buffer.h"

#include <stdbool.h>

enum { LINES_MOST = 120 };

/* Adds the text, with the marks of writer.h, to `out`, the file's text so far. `file`: its name, to which lines without a
 * mark belong; `names`: those that marks speak of. */
void lines_add(const buffer *text, const char *file, const char *const *names, buffer *out);

#endif
