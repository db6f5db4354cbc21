/* Programs of OpenCL applications, as data: what a generated NAME_icd.c holds, and what libclbundle-opencl reads.
 * All of it is const. Applications need not read this header.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_ICD_H
#define CLBUNDLE_ICD_H

#include "data.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Number of this layout. The library refuses a catalogue with another number. */
#define CLB_ICD_ABI 1

/* A text in rows of CLB_TEXT_ROW bytes, each of which ends in a NUL of its own. Lines end in '\n', also the last one.
 */
typedef struct clb_icd_text {
    const char *name; /* of a header, as a unit includes it; of a source, the name of its file */
    const char (*rows)[CLB_TEXT_ROW + 1];
    size_t length; /* bytes, without the NULs of the rows */
} clb_icd_text;

/* The input of one call of clBuildProgram or clCompileProgram. */
typedef struct clb_icd_unit {
    clb_icd_text text;
    const char *options; /* as the application gave them */
    const clb_icd_text *headers;
    size_t header_count;
} clb_icd_unit;

/* A program: one unit, or several that were linked. */
typedef struct clb_icd_program {
    const char *name;
    const clb_bundle *bundle; /* holds all kernels of the program, and no others */
    const clb_icd_unit *units;
    size_t unit_count;
    const char *link_options; /* of clLinkProgram; "" for a program that clBuildProgram made */
} clb_icd_program;

/* The programs of one bundle. */
typedef struct clb_icd_catalogue {
    uint32_t abi; /* CLB_ICD_ABI */
    const char *name;
    const clb_icd_program *programs;
    size_t program_count;
} clb_icd_catalogue;

/* All catalogues of the executable or shared object, and NULL behind them. NAME_icd.c defines NAME_catalogue, and this
 * list with the one catalogue in it. Where several are linked together, compile them with CLB_ICD_NO_LIST defined and
 * define the list yourself. libclbundle-opencl does without catalogues where there is no list. */
extern const clb_icd_catalogue *const clb_icd_catalogues[];

/* In libclbundle-opencl: its CLB_ICD_ABI. */
extern const uint32_t clb_icd_library;

/* Which platforms clGetPlatformIDs lists, and in which order, in a program that is linked with libclbundle-opencl in
 * place of an OpenCL loader: "clbundle" is the library's own, "others" are those that a real loader finds
 * (libOpenCL.so.1, opened at the first call of clGetPlatformIDs, or of a call that names no platform). Words are
 * divided by blanks or commas. Without this call: "clbundle others". The environment variable CLBUNDLE_PLATFORMS, which
 * has the same form, overrides it. There are no others in a statically linked program, in a library that was built with
 * -Dopencl=disabled, and where the library itself is opened by a loader.
 * Returns 1; 0: the text is not of this form, or platforms were listed before. Thread-safety: safe. */
int clb_icd_platforms_order(const char *order);

#ifdef __cplusplus
}
#endif

#endif
