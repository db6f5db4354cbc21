/* Specialisation: which arguments of a kernel are flags, so that a separate loop for each value pays.
 * For functions that facts_find() has seen; for others, and for those without a body, the worst case is assumed.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CLC_SPECIALISE_H
#define CLB_CLC_SPECIALISE_H

#include "clc/ast.h"

/* Whether the parameter is nothing but a truth value, here and in all functions that it is passed to. */
bool specialise_is_flag(const symbol *function, const symbol *parameter);

/* The size of a function with all that it calls, in nodes. *loops becomes true if a loop or jump is among it. */
size_t specialise_size(const symbol *function, bool *loops);

/* Whether the function, with all that it calls, runs straight down for every value of its arguments but the flags, save
 * for branches that compilers turn into selections. */
bool specialise_is_straight(const symbol *function);

/* Finds all this for a function with a body, all of whose callees were seen: facts.h asks. */
void specialise_find(arena *a, symbol *function);

#endif
