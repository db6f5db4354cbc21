/* From a kernel to the C function that runs all work-items of one group, and to its entry, which runs many groups.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CGEN_TRANSLATE_H
#define CLB_CGEN_TRANSLATE_H

#include "cgen/writer.h"

/* A kernel's native version. */
typedef struct native_kernel {
    const char *name;
    const char *function; /* inside CLBN(...), or NULL */
    const char *reason;   /* why there is none, or NULL */
    location where;
    bool little_endian; /* it holds for little-endian processors only */
    bool waits;         /* it has a loop in which work-groups may wait for each other */
    size_t begin;       /* beginning of its functions in the text; 0: another kernel has the same ones */
    size_t fixed_scratch, context_scratch;
    size_t stack; /* most bytes of stack */
    unsigned preferred_local[3];
    const struct native_variables *variables; /* of its program, if it or a block that it enqueues uses them; or NULL */
} native_kernel;

/* Adds the kernel's functions to the text, or sets the reason why it cannot. `explanation`: gets the decisions and
 * their reasons; may be NULL. */
void translate_kernel(native_program *p, symbol *kernel, native_kernel *result, buffer *explanation);

/* The kernel as text: "ir", after a pass by its name, lowered ("access", "steps", "sizes" and so on), the C text
 * ("lower"), or "explain". */
void translate_dump(native_program *p, symbol *kernel, const char *pass, buffer *out);

/* The names of all dumps, as a list for messages. */
const char *translate_dump_names(arena *a);

/* Whether there is a dump of that name. */
bool translate_has_dump(const char *pass);

#endif
