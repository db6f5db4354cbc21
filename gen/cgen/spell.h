/* The names of a function's variables in C, made of those of the kernel, so that readers and debuggers find them. A
 * name that C or the generated code reserves gets an underscore, and a second variable of that name also a number.
 * Knows names and scopes; must not know how they are used.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CGEN_SPELL_H
#define CLB_CGEN_SPELL_H

#include "clc/ast.h"

/* A name that is valid in C and not used by the generated code. */
const char *spell_name(arena *a, const char *prefix, const char *name);

/* The name of a function's parameter. */
const char *spell_parameter(arena *a, const char *prefix, const symbol *parameter);

#endif
