/* The native part of a bundle: NAME_native.c.
 * Knows the form of the file; its functions come from cgen/.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_EMIT_NATIVE_H
#define CLB_EMIT_NATIVE_H

#include "clc/parse.h"
#include "describe/bundle.h"

typedef struct native_output native_output;

/* `lines`: with `#line` to the kernels' files. To `explanation`, if there is one: what was decided of each kernel, and
 * why. */
native_output *native_start(arena *a, const char *name, bool lines, buffer *explanation);

/* The file will not include NAME.h: there is none. */
void native_without_header(native_output *n);

/* Adds the kernels of a program that was checked. `context` is a native_output; to be given as build_options.visit. */
void native_add_program(void *context, arena *a, const parsed *program);

/* Sets bundle_kernel.native of all kernels. */
void native_settle(const native_output *native, bundle *b);

/* Adds a kernel of a program as a device with cl_khr_fp16 reads it, before native_add_program, which then leaves it as
 * it is. `kernel` NULL: there is no such reading, and `problem` says why. Where it has no native version either, the
 * program's own kernel is taken, and emit_native notes why. */
void native_add_fp16_kernel(native_output *n, arena *a, const char *name, symbol *kernel, const char *problem);

/* Adds a version of a kernel, with other values of constants, behind native_add_program. `kernel` NULL: `problem` says
 * why there is none. */
void native_add_version(native_output *n, arena *a, const char *name, size_t version, symbol *kernel,
                        const char *problem);

/* The levels of instructions that code is made for, and how their files are called: "", "_v3", "_v4". */
enum { NATIVE_LEVELS = CLB_NATIVE_LEVELS };
extern const char *const native_suffixes[NATIVE_LEVELS];

/* The whole file. Kernels without a native version are noted. `split`: the levels above the baseline are for files of
 * their own, which emit_native_level() writes, so that they are compiled side by side. `levels`: which are compiled
 * unless the C compiler is told otherwise, bit number l for level l; 0: all that the target has. */
void emit_native(native_output *native, const bundle *b, diagnostics *d, bool split, unsigned levels, buffer *out);
void emit_native_level(const bundle *b, unsigned level, buffer *out);

/* What a pass finds for all kernels of a program, as text. `context` is a native_dump. */
typedef struct native_dump {
    arena *arena;
    const char *pass;
    buffer out;
} native_dump;
void native_dump_program(void *context, arena *a, const parsed *program);
bool native_has_dump(const char *pass);
const char *native_dump_names(arena *a); /* as a list, for messages */

#endif
