/* Specialisation: which arguments of a kernel are flags, so that a separate loop for each value pays.
 * For functions that facts_find() has seen. For others, and for those without a body, the worst case is assumed.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CLC_SPECIALISE_H
#define CLB_CLC_SPECIALISE_H

#include "clc/ast.h"

/* Whether the parameter is used only as a truth value, here and in all functions that it is passed to. */
bool specialise_is_flag(const symbol *function, const symbol *parameter);

/* The size of a function with all that it calls, in nodes. *loops becomes true if there is a loop or jump. */
size_t specialise_size(const symbol *function, bool *loops);

/* Whether the function, with all that it calls, is straight code for all values of its arguments other than the
 * flags. Branches that compilers turn into selections are allowed. */
bool specialise_is_straight(const symbol *function);

/* Computes all this for a function with a body whose callees have been seen. Called by facts.c. */
void specialise_find(arena *a, symbol *function);

#endif
