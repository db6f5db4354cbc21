/* Reading the parameter structures of callers, which may be shorter or longer than this library's: see CLB_PARAMS.
 * Knows the structures' sizes; must not know the meaning of a field.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_PARAMS_H
#define CLBI_PARAMS_H

#include "clbundle/core.h"

/* The structures. */
typedef enum clbi_form {
    CLBI_FORM_DEVICE_PARAMS,
    CLBI_FORM_PREPARE_PARAMS,
    CLBI_FORM_LAUNCH,
    CLBI_FORM_COMMAND,
    CLBI_FORM_WATCH,
    CLBI_FORM_ASSIGN_PARAMS,
    CLBI_FORM_ARRAY_CALL_PARAMS,
    CLBI_FORM_GROUP_PARAMS,
    CLBI_FORM_IMAGE_PARAMS
} clbi_form;

/* Writes all fields of the library's own structure: those of `given`, and zeros for the fields that it lacks;
 * struct_size is its own. `given` NULL: all zeros. Errors: see CLB_PARAMS; *own is not valid then. */
clb_status clbi_params_read(clbi_form form, const void *given, void *own, const char *call, clb_error *error);

#endif
