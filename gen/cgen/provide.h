/* Which of the runtime's built-in functions a native file holds: parts of clbundle/native/native.h (clbundle/native/parts.h
 * says which there are), and instances of its macros for the forms of vectors and conversions that are called. Knows
 * the names and macros of that header; must not know expressions. */
#ifndef CLB_CGEN_PROVIDE_H
#define CLB_CGEN_PROVIDE_H

#include "clc/builtin.h"
#include "cgen/writer.h"

/* A function as CLBN() names it: name, and codes of its result and parameters ("d4", "pi"). */
typedef struct provided_call {
    builtin_class class_;
    const char *name, *result;
    const char *const *codes;
    size_t count;
} provided_call;

/* `a`: for what is forgotten afterwards. */
void provide_builtin(arena *a, native_text *text, const provided_call *call);
/* A part by its name, a string literal: "SIMD". */
void provide_feature(native_text *text, const char *feature);
/* Defines CLBN_USES_... of the parts in use. */
void provide_define_features(const native_text *text, buffer *out);

#endif
