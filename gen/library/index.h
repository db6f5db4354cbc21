/* The dependency index of a library: `kernel_dependency_index.tsv`.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_LIBRARY_INDEX_H
#define CLB_LIBRARY_INDEX_H

#include "base/buffer.h"
#include "library/library.h"

/* Header `stem<TAB>all_depends`, then a row for each stem in load order, with its dependencies (all, not only direct
 * ones) in load order joined by `, `. The library must be in order; its `order` may leave files out, `count` is the
 * number of files in it. */
void index_write(arena *a, const library *l, buffer *out);

#endif
