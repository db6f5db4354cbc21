/* The files of a bundle: NAME.h, NAME.c and NAME.json as text.
 * Knows the form of the output; everything that it says stands in the bundle. */
#ifndef CLB_EMIT_EMIT_H
#define CLB_EMIT_EMIT_H

#include "emit/ctype.h"
#include "program/bundle.h"

/* The header: the bundle, an enumerator a kernel, structures, a runner and a wrapper a kernel. */
void emit_header(arena *a, const bundle *b, buffer *out);

/* The source: text, tables, and the functions that the header declares. `native`: it refers to NAME_native. */
void emit_source(arena *a, const bundle *b, bool native, buffer *out);

/* The manifest, JSON: kernels with their arguments, programs with their sizes, files. */
void emit_manifest(arena *a, const bundle *b, buffer *out);

/* The opening comment that header and source share. */
void emit_banner(const bundle *b, const char *file, buffer *out);

/* The C parameter list of a kernel's runner or wrapper, without parentheses. */
void emit_parameters(ctype_records *records, const bundle_kernel *k, bool wrapper, buffer *out);

/* A parameter's name on the host: the kernel's, unless C++ or the functions themselves use it. */
const char *emit_parameter_name(arena *a, const bundle_kernel *k, size_t index);

/* The name of the count that a wrapper takes for a pointer whose extent is not stated. */
const char *emit_count_name(arena *a, const bundle_kernel *k, size_t index);

/* The C type behind a pointer, or of a value; "void" where there is none. */
const char *emit_element_type(ctype_records *records, const bundle_argument *argument);

#endif
