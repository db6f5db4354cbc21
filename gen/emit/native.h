/* The native part of a bundle: NAME_native.c.
 * Knows the form of the file; its functions come from cgen/.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_EMIT_NATIVE_H
#define CLB_EMIT_NATIVE_H

#include "clc/parse.h"
#include "describe/bundle.h"

typedef struct native_output native_output;

/* `lines`: with `#line` directives to the kernels' files. `checked`: the code checks what kernels do.
 * `explanation`, if not NULL, receives the decisions for
 * each kernel with their reasons. */
native_output *native_start(arena *a, const char *name, bool lines, bool checked, buffer *explanation);

/* The file does not include NAME.h, since none is written. */
void native_without_header(native_output *n);
/* Frees the texts of what is not to be emitted; emit_native does so by itself. */
void native_drop(native_output *n);
/* Whether kernels write variables of their programs. */
bool native_has_variables(const native_output *n);

/* Adds the kernels of a checked program. `context` is a native_output; for build_options.visit. */
void native_add_program(void *context, arena *a, const parsed *program, uint32_t number);

/* Sets bundle_kernel.native of all kernels. */
void native_settle(const native_output *native, bundle *b);

/* Adds the configuration of a kernel for devices with cl_khr_fp16, before native_add_program, which then does not
 * add that kernel. `kernel` NULL: there is no such configuration, and `problem` says why. If it cannot be native
 * either, the program's own kernel is taken, and emit_native notes why. */
void native_add_fp16_kernel(native_output *n, arena *a, const char *name, uint32_t program, symbol *kernel,
                            const char *problem);

/* Adds a version of a kernel, with other values of constants, after native_add_program. */
void native_add_version(native_output *n, arena *a, const kernel_version *version);

/* The instruction levels for which code is made, and the suffixes of their files: "", "_v3", "_v4". */
enum { NATIVE_LEVELS = CLB_NATIVE_LEVELS };
extern const char *const native_suffixes[NATIVE_LEVELS];

/* The whole file. Kernels without a native version are noted. `split`: the levels above the baseline go to files of
 * their own, which emit_native_level() writes, so that they compile in parallel. `levels`: the levels that are
 * compiled unless the C compiler is told otherwise, bit l for level l; 0: all that the target has. */
void emit_native(native_output *native, const bundle *b, diagnostics *d, bool split, unsigned levels, buffer *out);
void emit_native_level(const bundle *b, unsigned level, buffer *out);

/* The result of a pass for all kernels of a program, as text. `context` is a native_dump. */
typedef struct native_dump {
    arena *arena;
    const char *pass;
    buffer out;
} native_dump;
void native_dump_program(void *context, arena *a, const parsed *program, uint32_t number);
bool native_has_dump(const char *pass);
const char *native_dump_names(arena *a); /* as a list, for messages */

#endif
