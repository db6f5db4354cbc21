/* NAME_icd.c: captured programs as data for OpenCL's API in front of a bundle.
 * Knows the layout of clbundle/icd.h; must not know how the programs were read or translated.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_EMIT_ICD_H
#define CLB_EMIT_ICD_H

#include "capture/captured.h"
#include "emit/emit.h"

/* A captured program and its bundle. */
typedef struct icd_program {
    const captured_program *captured;
    const bundle *bundle;
} icd_program;

/* The whole file: the data of each bundle, the texts by which programs are found, and the catalogue called `name`. */
void emit_icd(arena *a, const char *name, const icd_program *programs, size_t count, buffer *out);

#endif
