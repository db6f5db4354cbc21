/* What a driver says of a built program and its kernels, in the form in which `clbundle capture` records it.
 * Knows a driver's dispatch table; keeps nothing.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_LAYER_KERNELS_H
#define CLBI_ICD_LAYER_KERNELS_H

#include "icd/request.h"

#include <CL/cl_icd.h>

/* The kernels of a built program as a JSON array, with arguments as far as the driver tells them: many do only for
 * programs that were built with -cl-kernel-arg-info. False: the program has no kernels, or no memory. `out` is the
 * caller's. */
bool clbi_icd_layer_kernels(const cl_icd_dispatch *driver, cl_program program, clbi_icd_words *out);

/* The text of a program, or the options with which it was built. From malloc, with a NUL behind it; *length without it.
 * NULL: there is none, as of a program made from a binary, or no memory. */
char *clbi_icd_layer_source(const cl_icd_dispatch *driver, cl_program program, size_t *length);
char *clbi_icd_layer_options(const cl_icd_dispatch *driver, cl_program program);

/* What an argument is. UNKNOWN: the driver does not tell. */
typedef enum clbi_icd_layer_kind {
    CLBI_ICD_LAYER_UNKNOWN,
    CLBI_ICD_LAYER_MEMORY,
    CLBI_ICD_LAYER_LOCAL,
    CLBI_ICD_LAYER_INTEGER,
    CLBI_ICD_LAYER_OTHER
} clbi_icd_layer_kind;
clbi_icd_layer_kind clbi_icd_layer_argument(const cl_icd_dispatch *driver, cl_kernel kernel, cl_uint number);

/* The name of a kernel, from malloc, or NULL. */
char *clbi_icd_layer_name(const cl_icd_dispatch *driver, cl_kernel kernel);

#endif
