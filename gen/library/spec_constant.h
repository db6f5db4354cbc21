/* Specialisation constants of a kernel file: `// @constant NAME: TYPE = VALUE [in VALUE, VALUE ... | in
 * LOWEST..HIGHEST]`. Knows the annotation's grammar and numbers; must not know how code uses them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_LIBRARY_SPEC_CONSTANT_H
#define CLB_LIBRARY_SPEC_CONSTANT_H

#include "clbundle/data.h"
#include "library/annotation.h"

typedef struct spec_constant {
    const char *name;
    location where;
    clb_constant_type type;
    clb_constant_rule rule;
    uint64_t *values;   /* as in clb_bundle.constant_values: the default, then those of the rule */
    size_t value_count; /* number of values of the rule */
    size_t listed;      /* CLB_CONSTANT_LIST: the index, from 0, of the value with which the file is read */
} spec_constant;

/* The constants of all annotations of a file, in order, each name once. Problems are reported; malformed constants
 * are left out. */
spec_constant *spec_constants_read(arena *a, const annotations *all, size_t *count, diagnostics *d);

/* The definition, NAME=BODY, with which the file is read: the value of a listed constant, otherwise a name with
 * NAME_OF_CONSTANT. */
const char *spec_constant_definition(arena *a, const spec_constant *s);

/* "WG = 64": for messages. */
const char *spec_constant_text(arena *a, const spec_constant *s);

/* "int", "double" ...: as written. */
extern const char *const spec_constant_types[CLB_CONSTANT_DOUBLE + 1];

/* A value as users write it. */
const char *spec_constant_value(arena *a, clb_constant_type type, uint64_t value);

/* Whether two files declare a constant alike. */
bool spec_constant_equal(const spec_constant *x, const spec_constant *y);

#endif
