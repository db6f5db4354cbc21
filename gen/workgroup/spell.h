/* What the variables of a function are called in C: what the kernel calls them, so that a person who reads the code, or looks
 * at it in a debugger, finds them. A name that C or the generated code keeps for itself gets an underscore behind it, and
 * a second variable of that name in the same scope a number, too.
 * Knows names and scopes; must not know what is written with them. */
#ifndef CLB_WORKGROUP_SPELL_H
#define CLB_WORKGROUP_SPELL_H

#include "workgroup/tree.h"

/* Sets variable.spelling of all variables that have a symbol. `prefix`: of names that the file itself declares. To be called
 * when the places of all variables are known, before anything of the function is written. */
void spell_variables(tree *t, const char *prefix);

/* A name as C takes it, and no name of the generated code's own. */
const char *spell_name(arena *a, const char *prefix, const char *name);

/* The parameter of a function. */
const char *spell_parameter(arena *a, const char *prefix, const symbol *parameter);

#endif
