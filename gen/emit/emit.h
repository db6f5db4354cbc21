/* The files of a bundle: NAME.h, NAME.c and NAME.json as text.
 * Knows the form of the output; the content comes from the bundle.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_EMIT_EMIT_H
#define CLB_EMIT_EMIT_H

#include "emit/ctype.h"
#include "describe/shape.h"

/* The header: the bundle, an enumerator a kernel, structures, the arguments, a runner and a wrapper a kernel. */
void emit_header(arena *a, const bundle *b, buffer *out);

/* The source: text, tables, and the functions that the header declares. `native`: it refers to NAME_native. */
void emit_source(arena *a, const bundle *b, bool native, buffer *out);

/* Only the text, the tables and NAME_bundle, which it defines without a header that declares it. */
void emit_data(arena *a, const bundle *b, bool native, buffer *out);

/* A table of this name that holds a text in rows of CLB_TEXT_ROW bytes. */
void emit_rows(const char *name, const char *text, size_t length, buffer *out);

/* The manifest, JSON: kernels with their arguments, structures, programs with their sizes, files. Its form is that of
 * manifest.schema.json beside this file. */
void emit_manifest(arena *a, const bundle *b, bool native, buffer *out);

/* Declarations for cffi, which reads them behind those of clbundle/cdef.h. */
void emit_cdef(arena *a, const bundle *b, buffer *out);

/* NAME_starpu.h: the kernels with @split as tasks of StarPU. */
void emit_starpu(arena *a, const bundle *b, buffer *out);

/* The opening comment that header and source share. */
void emit_banner(const bundle *b, const char *file, buffer *out);

/* The table in NAME_native.c, for source and native part: a linker that misses it prints what to do. Takes NAME twice.
 */
#define EMIT_NATIVE_NAME "#define %s_native %s_native_c_IS_NOT_LINKED_add_it_to_the_sources\n"

/* A kernel's names on the host: the kernel's own, unless C, C++, a header or the functions themselves use them. */
typedef struct kernel_names {
    const char *enumerator; /* behind NAME_KERNEL_ */
    const char *
        *parameters;     /* the fields of its structures, and the parameters of its other functions, one an argument */
    const char **counts; /* the field of a wrapper for a pointer whose extent is not stated, one an argument */
} kernel_names;

/* One a kernel of the bundle. */
kernel_names *emit_names(arena *a, const bundle *b);

/* The structures whose fields are a kernel's arguments: NAME_buffers_KERNEL for the runner, NAME_args_KERNEL for the
 * wrapper, NAME_arrays_KERNEL for the call with arrays, which lacks the integers that arrays bring along, and
 * NAME_values_KERNEL for the ckernel, which has only numbers and the like that no array brings along. */
typedef enum emit_family { EMIT_BUFFERS, EMIT_ARGS, EMIT_ARRAYS, EMIT_VALUES, EMIT_FAMILIES } emit_family;
extern const char *const emit_families[EMIT_FAMILIES]; /* "args", ... */

/* Is the argument a field there? Has the kernel any there? */
bool emit_is_field(const bundle *b, const bundle_kernel *k, size_t index, emit_family family);
bool emit_has_fields(const bundle *b, const bundle_kernel *k, emit_family family);

/* The structure and, `compiled`, what only compilers read: the macro that fills one. None where it would have no
 * fields. */
void emit_fields(ctype_records *records, const bundle *b, const bundle_kernel *k, const kernel_names *names,
                 emit_family family, bool compiled, buffer *out);

/* The C parameter list of a kernel's runner or wrapper, without parentheses; `reference` for C++: the arguments by it.
 */
void emit_parameters(const bundle *b, const bundle_kernel *k, bool wrapper, bool reference, buffer *out);

/* The same of the function over arrays and of the one that makes a ckernel. */
void emit_array_parameters(const bundle *b, const bundle_kernel *k, bool reference, buffer *out);
void emit_ckernel_parameters(const bundle *b, const bundle_kernel *k, bool reference, buffer *out);
/* The same for the function that runs a kernel with a @split on a group of devices. */
void emit_group_parameters(const bundle *b, const bundle_kernel *k, bool reference, buffer *out);

/* The C type behind a pointer, or of a value; "void" where there is none. */
const char *emit_element_type(ctype_records *records, const bundle_argument *argument);

/* Calls with arrays, array.c: the tables NAME_types (of all arguments) and NAME_shapes; how many words of that table an
 * argument takes up; the type of an argument in the text form of clb_type, or NULL; the function. */
void emit_array_tables(arena *a, const bundle *b, buffer *out);
size_t emit_shape_words(const bundle_argument *g);
const char *emit_array_type_text(arena *a, const bundle_argument *g);
void emit_array_function(const bundle *b, const bundle_kernel *k, const kernel_names *names, buffer *out);

/* NAME_ckernel_KERNEL, array.c, where shape_is_ckernel() says that there is one. */
void emit_ckernel_function(const bundle *b, const bundle_kernel *k, const kernel_names *names, buffer *out);

#endif
