/* Called functions, for all writers: their heads, and calls of them. Knows the lowered form and the
 * order of C's text; must not know how values and bodies are written.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CGEN_CALL_H
#define CLB_CGEN_CALL_H

#include "cgen/common.h"

/* How a writer declares things. `w` is the writer. */
typedef struct call_printer {
    const native_program *program;
    const char *(*declare_input)(void *w, const ir_value *v); /* "float x": the parameter for an INPUT */
    const char *(*result_type)(void *w, ir_type t);           /* "float" */
    const char *mask;   /* the parameter for the mask: "CLBN(simd_mask) m0"; or NULL */
    const char *memory; /* the last parameter, if the function needs scratch or spill area: "char *room" */
    bool in_structure;  /* several results are the members r0, r1 and so on of a structure */
} call_printer;

/* Writes "static float CLBN(\1)(float x)\n{\n". `linkage`: "static" or a macro for it. */
void call_write_head(const call_printer *print, void *w, const lowered *l, const cgen_called *c, const char *linkage,
                     buffer *out);

/* Writes a called function, and fills the record. What cannot be written refuses the form. */
typedef void call_writer(native_program *program, const lowered *l, const ir_value *call, cgen_called *c, buffer *out);

/* The function that v calls, which is written if the file does not have it. NULL: it cannot be, which refuses the
 * caller. */
const cgen_called *call_find(native_program *program, ir_function *caller, const ir_value *v,
                             const lower_called *callee, call_writer *write);

/* A call: `arguments` has the texts of the operands, by number, and memory the last one, or NULL. */
typedef struct call_site {
    const ir_value *v;
    const cgen_called *c;
    const char *mask; /* the first argument, or NULL */
    const char *const *arguments;
    const char *memory;
    bool in_structure;                                            /* as in call_printer */
    const char *(*declare)(void *w, ir_type t, const char *name); /* of a result: "float r3_0" */
    void (*line)(void *w, const char *text);
} call_site;

/* Writes declarations of the results, and the call. The results are r<number>_0 and so on, or, in a structure,
 * r<number>.r0. */
void call_write_site(arena *a, void *w, const call_site *site);

#endif
