/* Claims: derived tags of library files, such as @all_depends, compared with the graph.
 * Knows tags and the graph; must not know the code.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_LIBRARY_CLAIMS_H
#define CLB_LIBRARY_CLAIMS_H

#include "library/library.h"

/* How stale derived tags are reported: a warning for each; one for all of them if there are many; not at all. */
typedef enum claims_detail { CLAIMS_EACH, CLAIMS_FEW, CLAIMS_NONE } claims_detail;

/* For a library that is in order, warns of a header that a file does not depend on, of a missing `@provides`, and of
 * derived tags (`@all_depends`, `@all_depends_count`, `@load_order`) that the direct dependencies contradict. The
 * numbers of `@load_order` may be those of any order in which each file stands behind its dependencies. Files
 * without any tag are not checked. Returns the number of files with stale tags. */
size_t claims_check(arena *a, const library *l, claims_detail detail, diagnostics *d);

/* Whether the file states what it provides or depends on. */
bool claims_has_tags(const library_file *f);

#endif
