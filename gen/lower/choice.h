/* The choice between vectors and loops for a kernel, and the lowered forms for both. Knows the passes, the cost model
 * and limits; must not know C. SPDX-License-Identifier: MIT */
#ifndef CLB_LOWER_CHOICE_H
#define CLB_LOWER_CHOICE_H

#include "lower/lower.h"

/* In loops, private objects of LARGE bytes are not on the stack; where the stack is too small for the others, those of
 * SMALL bytes are not, either. */
enum { CHOICE_LARGE = 4096, CHOICE_SMALL = 64 };

/* Why the kernel is not to run in vectors, whatever it computes; NULL: it may. */
const char *choice_vectors_unwanted(const symbol *kernel);
/* The kernel in vectors. Never NULL; f->reason says whether it was refused. In the arena. */
lowered *choice_lower_vectors(arena *a, symbol *kernel);
/* The same with sub-groups as lanes, for a kernel that has some; or NULL: vectors never have so many lanes, or its
 * work-groups do not consist of whole vectors. */
lowered *choice_lower_lanes(arena *a, symbol *kernel);
/* The cost model's reason against vectors, with its location; or NULL. */
const char *choice_objection(const lowered *vectors, const token **where);

/* The kernel in loops, the same; a very large one is divided into functions. Loops are interchanged if the context
 * stays small; otherwise *objection says why not, or it is NULL. */
lowered *choice_lower_loops(arena *a, symbol *kernel, const char **objection);
/* The same for checked code: nothing is interchanged or divided. */
lowered *choice_lower_checked(arena *a, symbol *kernel);

#endif
