/* The files of a bundle: NAME.h, NAME.c and NAME.json as text.
 * Knows the form of the output; the content comes from the bundle. */
#ifndef CLB_EMIT_EMIT_H
#define CLB_EMIT_EMIT_H

#include "emit/ctype.h"
#include "program/shape.h"

/* The header: the bundle, an enumerator a kernel, structures, the arguments, a runner and a wrapper a kernel. */
void emit_header(arena *a, const bundle *b, buffer *out);

/* The source: text, tables, and the functions that the header declares. `native`: it refers to NAME_native. */
void emit_source(arena *a, const bundle *b, bool native, buffer *out);

/* The manifest, JSON: kernels with their arguments, structures, programs with their sizes, files. Its form is that of
 * manifest.schema.json beside this file. */
void emit_manifest(arena *a, const bundle *b, bool native, buffer *out);

/* Declarations for cffi, which reads them behind those of clbundle_cdef.h. */
void emit_cdef(arena *a, const bundle *b, buffer *out);

/* The opening comment that header and source share. */
void emit_banner(const bundle *b, const char *file, buffer *out);

/* The table in NAME_native.c, for source and native part: a linker that misses it prints what to do. Takes NAME twice. */
#define EMIT_NATIVE_NAME "#define %s_native %s_native_c_IS_NOT_LINKED_add_it_to_the_sources\n"

/* A kernel's names on the host: the kernel's own, unless C, C++, a header or the functions themselves use them. */
typedef struct kernel_names {
    const char *enumerator;  /* behind NAME_KERNEL_ */
    const char **parameters; /* the fields of its structures, and the parameters of its other functions, one an argument */
    const char **counts;     /* the field of a wrapper for a pointer whose extent is not stated, one an argument */
} kernel_names;

/* One a kernel of the bundle. */
kernel_names *emit_names(arena *a, const bundle *b);

/* NAME_args_KERNEL, which the wrapper takes, or NAME_buffers_KERNEL, which the runner takes: the structure and, `compiled`,
 * what only compilers read: the macro that fills one. A kernel without arguments has none. */
void emit_fields(ctype_records *records, const bundle_kernel *k, const kernel_names *names, bool wrapper, bool compiled, buffer *out);

/* The C parameter list of a kernel's runner or wrapper, without parentheses; `reference` for C++: the arguments by it. */
void emit_parameters(const bundle *b, const bundle_kernel *k, bool wrapper, bool reference, buffer *out);

/* The C type behind a pointer, or of a value; "void" where there is none. */
const char *emit_element_type(ctype_records *records, const bundle_argument *argument);

/* The first words of the names of the structures that runner [0] and wrapper [1] take: NAME_args_KERNEL. */
extern const char *const emit_families[2];

/* Calls with arrays, array.c: the tables NAME_types (of all arguments) and NAME_shapes; how many words of that table an
 * argument takes up; the type of an argument in the text form of clb_type, or NULL; the function and its parameter list,
 * which leaves out the integers that arrays bring along. */
void emit_array_tables(arena *a, const bundle *b, buffer *out);
size_t emit_shape_words(const bundle_argument *g);
const char *emit_array_type_text(arena *a, const bundle_argument *g);
void emit_array_parameters(ctype_records *records, const bundle *b, const bundle_kernel *k, const kernel_names *names,
                           buffer *out);
void emit_array_function(ctype_records *records, const bundle *b, const bundle_kernel *k, const kernel_names *names,
                         buffer *out);

/* NAME_ckernel_KERNEL, array.c: parameters and function, where shape_is_ckernel() says that there is one. */
void emit_ckernel_parameters(ctype_records *records, const bundle *b, const bundle_kernel *k, const kernel_names *names,
                             buffer *out);
void emit_ckernel_function(ctype_records *records, const bundle *b, const bundle_kernel *k, const kernel_names *names,
                           buffer *out);

#endif
