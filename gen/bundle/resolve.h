/* Resolution: finds the library files that a kernel needs and that no tag names, by the names that its program lacks.
 * The front end reports unknown names, and the providers tell which files define them. Must not know how programs are
 * emitted.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_BUNDLE_RESOLVE_H
#define CLB_BUNDLE_RESOLVE_H

#include "names/providers.h"

typedef struct resolver resolver;

/* From here on the context's front end records unknown names, and its messages name the library or layer that is
 * missing. Context and set must outlive the object; the context is changed. */
resolver *resolver_start(unit_context *context, library_set *set);

/* Whether the front end met unknown names since the start, or since the last resolve_file. */
bool resolver_met_unknown(const resolver *r);

/* Whether the kernel has no tag for any given library. Then resolve_file decides which files it takes: names in its
 * conditions, and names that only other devices read, count as well. */
bool resolve_is_open(const resolver *r, const kernel_file *k);

/* Adds the library files that define the names which the kernel's program lacks, and the files that those need,
 * until nothing is missing or no file has it. Files named by tags stay. Names that two files define are reported.
 * Returns whether the kernel's needs changed. */
bool resolve_file(resolver *r, kernel_file *k, diagnostics *d);

/* The providers, whose text has been read. */
providers *resolver_providers(resolver *r);

#endif
