/* The files of a bundle: NAME.h, NAME.c and NAME.json as text.
 * Knows the form of the output; the content comes from the bundle.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_EMIT_EMIT_H
#define CLB_EMIT_EMIT_H

#include "emit/ctype.h"
#include "describe/shape.h"

/* The header: the bundle, an enumerator for each kernel, structures, the arguments, a runner and a wrapper for each
 * kernel. */
void emit_header(arena *a, const bundle *b, buffer *out);

/* The source: text, tables, and the functions that the header declares. `native`: it refers to NAME_native. */
void emit_source(arena *a, const bundle *b, bool native, buffer *out);

/* Only the text, the tables and NAME_bundle, which it defines without a header that declares it. The bundle is native.
 * Types of parameters are as OpenCL's API reports them. */
void emit_catalogue_data(arena *a, const bundle *b, buffer *out);

/* A table of this name that holds a text in rows of CLB_TEXT_ROW bytes. */
void emit_rows(const char *name, const char *text, size_t length, buffer *out);

/* The manifest, JSON: kernels with their arguments, structures, programs with their sizes, files.
 * manifest.schema.json in this folder describes it. */
void emit_manifest(arena *a, const bundle *b, bool native, buffer *out);

/* Declarations for cffi, which reads them after those of clbundle/cdef.h. */
void emit_cdef(arena *a, const bundle *b, buffer *out);

/* NAME_starpu.h: the kernels with @split as tasks of StarPU. */
void emit_starpu(arena *a, const bundle *b, buffer *out);

/* The opening comment that header and source share. */
void emit_banner(const bundle *b, const char *file, buffer *out);

/* Declares the table of NAME_native.c in the source and the native part: if it is missing, the linker's message
 * contains a name that says what to do. Takes NAME twice. */
#define EMIT_NATIVE_NAME "#define %s_native %s_native_c_IS_NOT_LINKED_add_it_to_the_sources\n"

/* A kernel's names on the host: the kernel's own, unless C, C++, a header or the generated functions use them. */
typedef struct kernel_names {
    const char *enumerator; /* the part behind NAME_KERNEL_ */
    const char *number;     /* of a front: its kernel's number, as C */
    const char **
        parameters; /* one for each argument: the fields of its structures, and the parameters of its other functions */
    const char *
        *counts; /* one for each argument: the field of a wrapper that states the size of a pointer without an extent */
} kernel_names;

/* The names of all kernels of the bundle, in its order. */
kernel_names *emit_names(arena *a, const bundle *b);

/* One a front: for the functions. */
kernel_names *emit_front_names(arena *a, const bundle *b);

/* Configurations, configurations.c: numbers and tables are declared; a kernel's table and its NAME_select_KERNEL; the
 * definitions of both. */
void emit_configuration_numbers(const bundle *b, buffer *out);
void emit_configuration_declaration(arena *a, const bundle *b, const bundle_face *face, buffer *out);
void emit_configurations(arena *a, const bundle *b, buffer *out);

/* The structures whose fields are a kernel's arguments: NAME_buffers_KERNEL for the runner, NAME_args_KERNEL for the
 * wrapper, NAME_arrays_KERNEL for the call with arrays, which lacks the integers that follow from the arrays, and
 * NAME_values_KERNEL for the ckernel, which has only the values that do not follow from arrays. */
typedef enum emit_family { EMIT_BUFFERS, EMIT_ARGS, EMIT_ARRAYS, EMIT_VALUES, EMIT_FAMILIES } emit_family;
extern const char *const emit_families[EMIT_FAMILIES]; /* "args", ... */

/* Whether the argument is a field of the structure; whether the structure has any field. */
bool emit_is_field(const bundle *b, const bundle_kernel *k, size_t index, emit_family family);
bool emit_has_fields(const bundle *b, const bundle_kernel *k, emit_family family);

/* A kernel or front of a bundle, with its names. */
typedef struct emit_kernel {
    const bundle *b;
    const bundle_kernel *k;
    const kernel_names *names;
} emit_kernel;

/* The structure and, with `compiled`, the macro that fills one, which only compilers read. A structure without
 * fields is left out. */
void emit_fields(ctype_records *records, const emit_kernel *kernel, emit_family family, bool compiled, buffer *out);

/* The C parameter list of a kernel's runner or wrapper, without parentheses. `reference`: for C++, the structure of
 * arguments is a reference. */
void emit_parameters(const bundle *b, const bundle_kernel *k, bool wrapper, bool reference, buffer *out);

/* The same for the function over arrays, and for the one that makes a ckernel. */
void emit_array_parameters(const bundle *b, const bundle_kernel *k, bool reference, buffer *out);
void emit_ckernel_parameters(const bundle *b, const bundle_kernel *k, bool reference, buffer *out);
/* The same for the function that runs a kernel with a @split on a group of devices. */
void emit_group_parameters(const bundle *b, const bundle_kernel *k, bool reference, buffer *out);

/* The C type behind a pointer, or of a value; "void" if it has none. */
const char *emit_element_type(ctype_records *records, const bundle_argument *argument);

/* Calls with arrays, array.c: the tables NAME_types (of all arguments) and NAME_shapes; the number of words of that
 * table for one argument; the type of an argument in the text form of clb_type, or NULL; the function. */
void emit_array_tables(arena *a, const bundle *b, buffer *out);
size_t emit_shape_words(const bundle_argument *g);
const char *emit_array_type_text(arena *a, const bundle_argument *g);
void emit_array_function(const bundle *b, const bundle_kernel *k, const kernel_names *names, buffer *out);

/* NAME_ckernel_KERNEL, array.c, for kernels with shape_is_ckernel(). */
void emit_ckernel_function(const bundle *b, const bundle_kernel *k, const kernel_names *names, buffer *out);

#endif
