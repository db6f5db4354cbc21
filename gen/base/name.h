/* Names in the generated C. They are the kernels' names, unless C, C++ or their headers reserve a name, or two names
 * would collide.
 * Knows which names are reserved; must not know what is declared with them. OpenCL always gets the kernels' own
 * names.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_BASE_NAME_H
#define CLB_BASE_NAME_H

#include "base/map.h"

#include <stdbool.h>

/* Whether this is an identifier of ASCII letters that no C or C++ compiler, standard header or part of clbundle uses: a
 * keyword, a type or an object-like macro of a standard header, or of a compiler without being asked. */
bool name_is_free(const char *name);

/* Whether all letters are ASCII. */
bool name_is_ascii(const char *name);

/* The names that generated files declare once, behind the bundle's name: NAME_bundle, NAME_text, ... */
enum { NAME_TABLES = 22 };
extern const char *const name_tables[NAME_TABLES];

/* Whether a file `NAME.h` would hide a header of C or of clbundle. */
bool name_is_header(const char *name);

/* The name that the `number`-th of several parameters or members gets: `wanted` itself where it is free and not in
 * `globals` (NULL: none), or else one like it that is not in `known` either; `plain` and the number where `wanted` has
 * letters beyond ASCII. `known` holds what all of them want, and gets the new name. */
const char *name_choose(arena *a, const map *globals, map *known, const char *wanted, const char *plain, size_t number);

/* A name that begins with `wanted`, is free, and neither in `globals` nor in `known`, which gets it. */
const char *name_add(arena *a, const map *globals, map *known, const char *wanted);

/* The prefix of an identifier that stands for a specialisation constant whose value is not known; its name follows. */
#define NAME_OF_CONSTANT "__clb_constant_"

#endif
