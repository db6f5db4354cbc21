/* Text as C: the rows of a bundle's text stream. Knows C's string literals and their limits. */
#ifndef CLB_EMIT_LITERAL_H
#define CLB_EMIT_LITERAL_H

#include "base/buffer.h"

#include <stdbool.h>

/* Writes a C string literal (with its quotes) of these bytes; a literal a line if `lines`, each indented by 4. */
void literal_write(buffer *out, const char *text, size_t length, bool lines);

#endif
