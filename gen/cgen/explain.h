/* Decisions about a kernel, in words, for `clbundle bundle --explain`. Must not decide anything itself.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CGEN_EXPLAIN_H
#define CLB_CGEN_EXPLAIN_H

#include "base/buffer.h"
#include "lower/lower.h"

/* " (file:line)", or nothing if the location is unknown. */
void explain_location(buffer *out, const token *at);

/* The results of the passes, a line each: regions, variables, control, memory and functions. */
void explain_form(const lowered *l, buffer *out);

#endif
