/* The load order of a library: every file comes after all its dependencies.
 * Knows the graph; must not know the content of the files.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_LIBRARY_ORDER_H
#define CLB_LIBRARY_ORDER_H

#include "library/library.h"

/* Sorts in passes: each emits, in byte order of their stems, all files whose dependencies were emitted in earlier
 * passes. Sets library.order and the files' position and pass. Linear in files and edges except for the sort by
 * name. Returns false if files are left over: then it reports every missing stem, every file that depends on itself,
 * and a shortest cycle of each strongly connected component; library.order holds the files that could be emitted,
 * followed by NULL. */
bool order_compute(arena *a, library *l, diagnostics *d);

/* Marks in `reached` (one flag for each file, by index) the closure of `from`: the file itself and all that it
 * depends on, directly or not, within its library. Needs without an order count. Works on incomplete graphs too.
 * `list`, large enough for every file of the library, gets those that were not marked before, `from` first. Returns
 * their number. */
size_t order_closure(const library_file *from, bool *reached, const library_file **list);

#endif
