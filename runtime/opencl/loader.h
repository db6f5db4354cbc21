/* OpenCL's functions: found in a loader that is opened at run time, or linked. Knows the names of functions; must not
 * know their meaning.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_OPENCL_LOADER_H
#define CLBI_OPENCL_LOADER_H

#include "core/backend.h"
#include "opencl/cl_api.h"

typedef struct clbi_cl_library {
    void *handle; /* of the loader, or NULL where it is linked */
#define CLBI_CL_MEMBER(result, name, parameters) result(CL_API_CALL *name) parameters;
    CLBI_CL_FUNCTIONS(CLBI_CL_MEMBER)
#undef CLBI_CL_MEMBER
} clbi_cl_library;

/* False, with the reason in `note`, where there is no loader. Each opening needs its own closing. */
bool clbi_cl_open(clbi_cl_library *library, clbi_note *note);
void clbi_cl_close(clbi_cl_library *library);

#endif
