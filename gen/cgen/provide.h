/* Which of the runtime's built-in functions a native file uses: features of clbundle/native/native.h (listed in
 * clbundle/native/parts.h), and instances of its macros for vectors and conversions. Knows the names and macros of
 * that header; must not know expressions.
 *
 * SPDX-License-Identifier: MIT */
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

/* Makes the file define the function. `a`: for temporary strings. */
void provide_builtin(arena *a, native_text *text, const provided_call *call);
/* Selects a feature by its name, a string literal such as "SIMD". */
void provide_feature(native_text *text, const char *feature);
/* The same for a part of which there is one feature a type: "SIMD_MEMORY" of "f". */
void provide_feature_of(native_text *text, const char *part, const char *code);
/* Defines CLBN_USES_... for the selected features. */
void provide_define_features(const native_text *text, buffer *out);

#endif
