/* Rewrites the tags at the top of a file; all other bytes stay.
 * Knows lines and comments; must not know what tags mean.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_LIBRARY_HEAD_H
#define CLB_LIBRARY_HEAD_H

#include "base/buffer.h"
#include "library/annotation.h"

/* What one tag shall say. */
typedef struct head_tag {
    const char *tag;
    const char **values;
    size_t count;
} head_tag;

/* The file's bytes with these tags of its head set: the first `// @TAG` of each holds the list, further ones are taken
 * out, a tag that is not there yet stands behind those before it in `tags`, `@provides` and `@depends`, or on top; an
 * empty list makes no new tag. Byte order mark, line ends and all other text stay. Adds them to `out`. false where a
 * line to be changed cannot be: it ends in a backslash, or is not the file's own. */
bool head_rewrite(const source *s, const annotation_block *head, const head_tag *tags, size_t count, buffer *out);

#endif
