/* The platform. The process has one, which exists from the start. Knows its names and versions; must not know devices.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/object.h"
#include "icd/extensions.h"
#include "icd/others.h"

#include <string.h>

/* OpenCL has no call that opens a platform. Its counts never change. */
static struct _cl_platform_id platform = {
    {.dispatch = &clbi_icd_dispatch, .kind = ICD_PLATFORM, .references = 1, .holds = 1}};

cl_platform_id clbi_icd_platform(void)
{
    return &platform;
}

cl_int CL_API_CALL clbi_clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms)
{
    if ((!platforms && !num_platforms) || (platforms && num_entries == 0)) return CL_INVALID_VALUE;
    if (platforms) platforms[0] = &platform;
    if (num_platforms) *num_platforms = 1;
    return CL_SUCCESS;
}

cl_int CL_API_CALL clbi_clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms)
{
    clbi_icd_note_loader();
    return clbi_clGetPlatformIDs(num_entries, platforms, num_platforms);
}

cl_int CL_API_CALL clbi_clIcdSetPlatformDispatchDataKHR(cl_platform_id asked, void *dispatch_data)
{
    if (!clbi_icd_object_valid(asked, ICD_PLATFORM)) return CL_INVALID_PLATFORM;
    clbi_icd_object_set_data(&platform.object, dispatch_data);
    clbi_icd_devices_set_data(dispatch_data);
    return CL_SUCCESS;
}

cl_int CL_API_CALL clbi_clGetPlatformInfo(cl_platform_id asked, cl_platform_info param_name, size_t room, void *value,
                                          size_t *size_ret)
{
    if (asked && !clbi_icd_object_valid(asked, ICD_PLATFORM)) return CL_INVALID_PLATFORM;
    const cl_version version = CL_MAKE_VERSION(3, 0, 0);
    const cl_ulong resolution = 1; /* ns */
    switch (param_name) {
    case CL_PLATFORM_PROFILE: return clbi_icd_answer_text(room, value, size_ret, "FULL_PROFILE");
    case CL_PLATFORM_VERSION: return clbi_icd_answer_text(room, value, size_ret, "OpenCL 3.0 clbundle " CLBI_VERSION);
    case CL_PLATFORM_NUMERIC_VERSION: return clbi_icd_answer(room, value, size_ret, &version, sizeof version);
    case CL_PLATFORM_NAME: return clbi_icd_answer_text(room, value, size_ret, "clbundle");
    case CL_PLATFORM_VENDOR: return clbi_icd_answer_text(room, value, size_ret, "clbundle");
    case CL_PLATFORM_EXTENSIONS: return clbi_icd_answer_text(room, value, size_ret, ICD_EXTENSIONS);
    case CL_PLATFORM_EXTENSIONS_WITH_VERSION: {
        static const cl_name_version list[] = ICD_EXTENSIONS_WITH_VERSION;
        return clbi_icd_answer(room, value, size_ret, list, sizeof list);
    }
    case CL_PLATFORM_HOST_TIMER_RESOLUTION:
        return clbi_icd_answer(room, value, size_ret, &resolution, sizeof resolution);
    case CL_PLATFORM_ICD_SUFFIX_KHR: return clbi_icd_answer_text(room, value, size_ret, "CLBUNDLE");
    default: return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL clbi_clUnloadPlatformCompiler(cl_platform_id asked)
{
    return clbi_icd_object_valid(asked, ICD_PLATFORM) ? CL_SUCCESS : CL_INVALID_PLATFORM;
}

cl_int CL_API_CALL clbi_clUnloadCompiler(void)
{
    return CL_SUCCESS;
}
