/* The names of a function's variables in C: those of the kernel, so that readers and debuggers find them. A name that
 * C or the generated code reserves gets an underscore appended, and a second variable of that name in the same scope
 * also a number. Knows names and scopes; must not know what is written with them. */
#ifndef CLB_CGEN_SPELL_H
#define CLB_CGEN_SPELL_H

#include "clc/ast.h"

/* A name as C takes it, and no name of the generated code's own. */
const char *spell_name(arena *a, const char *prefix, const char *name);

/* The parameter of a function. */
const char *spell_parameter(arena *a, const char *prefix, const symbol *parameter);

#endif
