/* Rewrites the tags at the top of a file; all other bytes stay.
 * Knows lines and comments; must not know what tags mean.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_LIBRARY_HEAD_H
#define CLB_LIBRARY_HEAD_H

#include "base/buffer.h"
#include "library/annotation.h"

/* The list that one tag shall have. */
typedef struct head_tag {
    const char *tag;
    const char **values;
    size_t count;
} head_tag;

/* Adds the file's bytes to `out`, with these tags set in its head: the first `// @TAG` of each gets the list,
 * further ones are removed, and a new tag is inserted behind those before it in `tags`, behind `@provides` and
 * `@depends`, or at the top. An empty list makes no new tag. Byte order mark, line ends and all other text stay.
 * Returns false if a line cannot be changed: it ends in a backslash, or a macro or include holds it. */
bool head_rewrite(const source *s, const annotation_block *head, const head_tag *tags, size_t count, buffer *out);

#endif
