/* Resolution: finds the library files that a kernel needs and that no tag names, by the names that its program lacks.
 * The front end reports unknown names, and the providers tell which files define them. Must not know what is emitted.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_BUNDLE_RESOLVE_H
#define CLB_BUNDLE_RESOLVE_H

#include "names/providers.h"

typedef struct resolver resolver;

/* From here on the context's front end notes the names that it does not know, and its messages name the library or
 * layer that is missing. Context and set must live as long; the context is changed. */
resolver *resolver_start(unit_context *context, library_set *set);

/* Did the front end meet unknown names since the start, or since the last resolve_file? */
bool resolver_met_unknown(const resolver *r);

/* Does the kernel have no tag for any library that is given? Then what it takes is for resolve_file to say: what the
 * conditions in it ask for, and names that only other devices read, count as well. */
bool resolve_is_open(const resolver *r, const kernel_file *k);

/* Takes in the library files that define what the kernel's program lacks, and what those need, until nothing is missing
 * or no file has it. What tags say is kept. Names that two files define are reported. Returns whether the kernel's
 * needs changed. */
bool resolve_file(resolver *r, kernel_file *k, diagnostics *d);

/* The providers, whose text is read by now. */
providers *resolver_providers(resolver *r);

#endif
