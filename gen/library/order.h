/* The load order of a library: every file behind all that it depends on.
 * Knows the graph; must not know what the files hold. */
#ifndef CLB_LIBRARY_ORDER_H
#define CLB_LIBRARY_ORDER_H

#include "library/library.h"

/* Sorts in passes: each emits, in byte order of their stems, all files whose dependencies were emitted in earlier
 * passes. Sets library.order and the files' position and pass. Linear in files and edges but for the sort by name.
 * false if files are left over: then every missing stem, every file that depends on itself and a shortest cycle of each
 * knot of files is reported, and library.order holds the files that could be emitted, followed by NULL. */
bool order_compute(arena *a, library *l, diagnostics *d);

/* Marks in `reached` (one flag a file, by index) the files from which `from` cannot be parted: itself and all that it
 * depends on, directly or not, within its library. Works on incomplete graphs too. `stack` is scratch for one entry a
 * file of the library. */
void order_closure(const library_file *from, bool *reached, const library_file **stack);

/* Warnings on what the tags claim: a header that a file does not depend on, missing `@provides`, and derived tags
 * (`@all_depends`, `@all_depends_count`, `@load_order`) that differ from what the direct dependencies give. */
void order_check_tags(arena *a, const library *l, diagnostics *d);

#endif
