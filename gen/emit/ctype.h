/* Types of kernel parameters as C types of the host.
 * Knows the C names that clbundle/core.h gives to OpenCL's types; must not know kernels.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_EMIT_CTYPE_H
#define CLB_EMIT_CTYPE_H

#include "base/buffer.h"
#include "base/map.h"
#include "clc/type.h"

/* The structures that were written so far. Start with {.arena = a, .prefix = NAME}. */
typedef struct ctype_records {
    arena *arena;
    const char *prefix;
    bool unified;         /* structures of one name that have the same layout are one */
    map known;            /* the bytes of a record's address -> its name */
    map names;            /* all names in use */
    const type **written; /* in the order of the definitions */
    size_t count, capacity;
} ctype_records;

/* The C type of a value or element: "double", "clb_float4", "NAME_params"; NULL if C has none (the value is then
 * bytes). */
const char *ctype_name(ctype_records *records, const type *t);

/* The type of a buffer of such elements: "clb_buffer_float4", "NAME_buffer_params"; NULL if C has none. */
const char *ctype_buffer(ctype_records *records, const type *t);

/* The C names of the members of a structure that was written; NULL if it is written as bytes. */
const char **ctype_members(arena *a, const type *t);

/* A parameter or member of this type and name: "float x[3][2]". */
const char *ctype_declare(ctype_records *records, const type *t, const char *name);

/* Writes the definitions of the structures that `t` needs and that were not written yet, with assertions on their
 * sizes and the offset of every member, and the types of their buffers. */
void ctype_define(ctype_records *records, buffer *out, const type *t);

#endif
