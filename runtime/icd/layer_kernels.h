/* Asks a driver about a built program and its kernels, and writes the answers as `clbundle capture` records them. Knows
 * a driver's dispatch table; keeps no state.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_LAYER_KERNELS_H
#define CLBI_ICD_LAYER_KERNELS_H

#include "icd/request.h"

#include <CL/cl_icd.h>

/* Writes the kernels of a built program as a JSON array, with their arguments if the driver knows them. Many drivers do
 * so only for programs that were built with -cl-kernel-arg-info. False: the program has no kernels, or there is no
 * memory. The caller frees out->text in every case. */
bool clbi_icd_layer_kernels(const cl_icd_dispatch *driver, cl_program program, clbi_icd_words *out);

/* The text of a program, and the options with which it was built. From malloc, with a NUL behind it, which *length does
 * not count. NULL: the program has none, for example since it was made from a binary, or there is no memory. */
char *clbi_icd_layer_source(const cl_icd_dispatch *driver, cl_program program, size_t *length);
char *clbi_icd_layer_options(const cl_icd_dispatch *driver, cl_program program);

/* The kind of an argument. UNKNOWN: the driver does not know it. */
typedef enum clbi_icd_layer_kind {
    CLBI_ICD_LAYER_UNKNOWN,
    CLBI_ICD_LAYER_MEMORY,
    CLBI_ICD_LAYER_LOCAL,
    CLBI_ICD_LAYER_INTEGER,
    CLBI_ICD_LAYER_OTHER
} clbi_icd_layer_kind;
clbi_icd_layer_kind clbi_icd_layer_argument(const cl_icd_dispatch *driver, cl_kernel kernel, cl_uint number);

/* The name of a kernel, from malloc; NULL without memory or where the driver fails. */
char *clbi_icd_layer_name(const cl_icd_dispatch *driver, cl_kernel kernel);

#endif
