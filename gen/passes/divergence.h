/* Divergent barriers: barriers that some work-items of a group cannot reach. OpenCL leaves their behaviour undefined.
 * Knows the typed form as it is built; must not know what passes make of it, nor how it is run. */
#ifndef CLB_PASSES_DIVERGENCE_H
#define CLB_PASSES_DIVERGENCE_H

#include "base/diagnostics.h"
#include "clc/parse.h"

/* Warns of each barrier (and wait for an asynchronous copy) of the program's kernels, also in functions that they call,
 * behind a condition that compares a work-item's id with something that is the same for the group. Conditions that only
 * the data decide are not looked at: they may be the same for all. */
void divergence_check(arena *a, const parsed *program, diagnostics *d);

#endif
