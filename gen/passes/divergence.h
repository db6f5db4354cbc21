/* Barriers that some work-items of a group cannot reach; OpenCL leaves their behaviour undefined. Knows the typed
 * form as the builder makes it; must not know what passes make of it, nor how it runs.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_PASSES_DIVERGENCE_H
#define CLB_PASSES_DIVERGENCE_H

#include "base/diagnostics.h"
#include "clc/parse.h"

/* Warns of each barrier or wait for an asynchronous copy, also in called functions, that depends on a condition which
 * compares a work-item's id with a uniform value. A condition on data gives no warning, as it may be uniform. Thread
 * safety: as the arena and the diagnostics. */
void divergence_check(arena *a, const parsed *program, diagnostics *d);

#endif
