/* Annotations: `// @tag: value, value` comments of a file.
 * Knows comments and tags; must not know what tags mean, and does not use tokens.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_LIBRARY_ANNOTATION_H
#define CLB_LIBRARY_ANNOTATION_H

#include "base/diagnostics.h"

/* X(tag): the tags of this tool, beside `depends_LIB`, `calls_LIB` and `all_depends_LIB`. */
/* clang-format off */
#define ANNOTATION_TAGS(X) \
    X("provides") X("depends") X("includes") X("include") X("all_depends") X("all_depends_count") X("load_order") X("library_deps") \
    X("arg") X("range") X("local") X("gpu_range") X("variant") X("constant") X("split")
/* clang-format on */

/* One value of a list; `text` has no blanks around it. */
typedef struct annotation_value {
    const char *text;
    location where;
} annotation_value;

/* One `@tag` comment with the lines that continue it. */
typedef struct annotation {
    const char *tag;     /* without the @ */
    const char *subject; /* the words between the tag and the colon: `x` in `@arg x: in n`, `x` in `@constant x: int =
                            1`; usually "" */
    location where;      /* location of the @ */
    location subject_where;
    annotation_value *values; /* the list behind the colon, cut at commas outside parentheses */
    size_t value_count;
} annotation;

/* A run of annotations. The first block of a file holds those before its first line of code; each further block
 * stands directly above the line of code that begins at offset `below`. */
typedef struct annotation_block {
    annotation *items;
    size_t count;
    size_t below; /* offset of the first byte of code in that line; the file's length if there is none */
} annotation_block;

typedef struct annotations {
    annotation_block *blocks; /* at least one: the head, possibly empty */
    size_t count;
    const char *licence; /* text behind "SPDX-License-Identifier:" in the head's comments, or NULL */
    const char *comment; /* the head's other comment lines, joined by newlines; "" if none */
} annotations;

/* The annotations of a file. Malformed ones are reported and left out. Tags for dependencies need no colon before
 * values that are single words, and `none` or `(none)` as their only value is an empty list. Misspellings of this
 * tool's tags are reported and left out, too: tags that begin with the same letter and differ in at most a third of
 * their letters (in one, up to five letters) by a wrong, missing, superfluous or swapped letter. Every other tag is
 * the author's own, and kept. */
annotations annotations_read(arena *a, const source *s, diagnostics *d);

/* Whether the tag means something to this tool. */
bool annotation_is_known(const char *tag);

/* The values of all annotations of a block with that tag (and an empty subject), in order; *count is 0 if there are
 * none. *found, if not NULL: whether the tag occurs at all. */
annotation_value *annotation_values(arena *a, const annotation_block *block, const char *tag, size_t *count,
                                    const annotation **found);

#endif
