/* Our declarations of OpenCL against those of CL/cl.h: numbers by value, functions by type. Compiling is the test.
 *
 * SPDX-License-Identifier: MIT */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS

#include <CL/cl.h>

#define CLBI_CL_LISTS_ONLY
#include "opencl/cl_api.h"

#define SAME_NUMBER(name, number) _Static_assert((long long)(name) == (number), #name);
CLBI_CL_CONSTANTS(SAME_NUMBER)

#define SAME_TYPE(result, name, parameters) \
    _Static_assert(_Generic(&name, result(CL_API_CALL *) parameters : 1, default : 0), #name);
CLBI_CL_FUNCTIONS(SAME_TYPE)

_Static_assert(sizeof(cl_int) == 4 && sizeof(cl_uint) == 4 && sizeof(cl_ulong) == 8 && sizeof(cl_bool) == 4, "sizes");
_Static_assert(sizeof(cl_bitfield) == 8 && sizeof(cl_device_type) == 8 && sizeof(cl_mem_flags) == 8, "flags");
_Static_assert(sizeof(cl_command_queue_properties) == 8 && sizeof(cl_device_info) == 4, "queries");
_Static_assert(sizeof(cl_context_properties) == sizeof(void *), "properties");

int main(void)
{
    return 0;
}
