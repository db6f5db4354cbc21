/* Types of kernel parameters as C types of the host.
 * Knows what clbundle.h calls OpenCL's types; must not know kernels. */
#ifndef CLB_EMIT_CTYPE_H
#define CLB_EMIT_CTYPE_H

#include "base/buffer.h"
#include "clc/type.h"

/* The structures that have been written so far. Start with {.arena = a, .prefix = NAME}. */
typedef struct ctype_records {
    arena *arena;
    const char *prefix;
    const record **items;
    const char **names;
    size_t count, capacity;
} ctype_records;

/* The C type of a value or element: "double", "clb_float4", "NAME_params"; NULL where C has none (then bytes serve). */
const char *ctype_name(ctype_records *records, const type *t);

/* Writes the definitions of the structures that `t` needs and that were not written yet, each with assertions on its
 * size and on the offset of every member. */
void ctype_define(ctype_records *records, buffer *out, const type *t);

#endif
