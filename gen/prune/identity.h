/* Identity: which functions of several programs are the same, so that what was made of one also holds for the others.
 * Knows the items of units, with the names that they provide and mention; must not know what is made of a function.
 *
 * Two functions have one identity only if everything that the parser's tree of them depends on is the same: their own
 * tokens after preprocessing, with their places in the files; all declarations, at whatever place, of each name that
 * they mention, and so on; pragmas; and the parse options. Whole keys are compared, not only their hashes.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_PRUNE_IDENTITY_H
#define CLB_PRUNE_IDENTITY_H

#include "prune/unit.h"

typedef struct identities identities;

/* The identities of a run; `a` must live as long as the sources. Not for several threads. */
identities *identity_start(arena *a);

/* Sets symbol.identity of the functions of a program, whose text is a part of u's, parsed with `language`. Functions
 * without one keep 0: kernels, overloaded functions, those that mention each other, and all functions of programs with
 * specialisation constants or with variables that may change. The time is linear in the program's functions; besides,
 * each item of the unit is read once. */
void identity_set(identities *list, unit *u, const parse_options *language, const parsed *program);

#endif
