/* Lowering: from a kernel to the C function that runs all work-items of one group, and the one that runs many groups.
 */
#ifndef CLB_CGEN_LOWER_H
#define CLB_CGEN_LOWER_H

#include "cgen/writer.h"

/* What is known of a kernel's native version. */
typedef struct native_kernel {
    const char *name;
    const char *function; /* inside CLBN(...), or NULL */
    const char *reason;   /* why there is none, or NULL */
    location where;
    bool little_endian;   /* it is right for such processors only */
    size_t begin;         /* of its own functions in the text; 0: another kernel has the same */
    size_t fixed_scratch, context_scratch;
    size_t stack;         /* a bound of what it needs */
    unsigned preferred_local[3];
} native_kernel;

/* Adds the kernel's functions to the text, or says why it cannot. To `explanation`, if there is one: what was decided,
 * and why. */
void lower_kernel(native_program *p, symbol *kernel, native_kernel *result, buffer *explanation);

/* The kernel as it is behind a pass, for people: "ir", the name of a pass, "lower" (the C text) or "explain". */
void lower_dump(native_program *p, symbol *kernel, const char *pass, buffer *out);

/* Whether there is a dump of that name. */
bool lower_has_dump(const char *pass);

#endif
