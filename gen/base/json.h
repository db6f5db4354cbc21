/* A JSON text (RFC 8259) as a tree. Knows the syntax; must not know what the members mean.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_BASE_JSON_H
#define CLB_BASE_JSON_H

#include "base/diagnostics.h"

typedef enum json_kind {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
} json_kind;

typedef struct json {
    json_kind kind;
    const char *text;   /* of a string, without quotes and escapes; of a number, as it is written */
    const char **names; /* of an object's members */
    struct json *items; /* of an array or object */
    size_t count, capacity;
    size_t offset; /* in the source */
} json;

enum { JSON_DEPTH = 64 }; /* of arrays and objects in each other */

/* The tree, or NULL after a report. All memory is the arena's. */
const json *json_read(arena *a, const source *s, diagnostics *d);

/* The member of an object, or NULL: also where `value` is NULL or no object. */
const json *json_member(const json *value, const char *name);

#endif
