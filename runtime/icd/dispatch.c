/* The tables through which ICD loaders call, and the search for functions by name. Entries of extensions that do not
 * exist here stay NULL, as cl_khr_icd allows. Knows the functions' names; must not know their work.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/object.h"
#include "icd/others.h"

#include <string.h>

/* All functions of OpenCL but clGetPlatformIDs and clUnloadCompiler, which no loader calls through the table. */
/* clang-format off */
#define ICD_FUNCTIONS(X) \
    X(clGetPlatformInfo) X(clGetDeviceIDs) X(clGetDeviceInfo) X(clCreateContext) X(clCreateContextFromType)           \
    X(clRetainContext) X(clReleaseContext) X(clGetContextInfo) X(clCreateCommandQueue) X(clRetainCommandQueue)        \
    X(clReleaseCommandQueue) X(clGetCommandQueueInfo) X(clSetCommandQueueProperty) X(clCreateBuffer)                  \
    X(clCreateImage2D) X(clCreateImage3D) X(clRetainMemObject) X(clReleaseMemObject) X(clGetSupportedImageFormats)    \
    X(clGetMemObjectInfo) X(clGetImageInfo) X(clCreateSampler) X(clRetainSampler) X(clReleaseSampler)                 \
    X(clGetSamplerInfo) X(clCreateProgramWithSource) X(clCreateProgramWithBinary) X(clRetainProgram)                  \
    X(clReleaseProgram) X(clBuildProgram) X(clGetProgramInfo) X(clGetProgramBuildInfo) X(clCreateKernel)              \
    X(clCreateKernelsInProgram) X(clRetainKernel) X(clReleaseKernel) X(clSetKernelArg) X(clGetKernelInfo)             \
    X(clGetKernelWorkGroupInfo) X(clWaitForEvents) X(clGetEventInfo) X(clRetainEvent) X(clReleaseEvent)               \
    X(clGetEventProfilingInfo) X(clFlush) X(clFinish) X(clEnqueueReadBuffer) X(clEnqueueWriteBuffer)                  \
    X(clEnqueueCopyBuffer) X(clEnqueueReadImage) X(clEnqueueWriteImage) X(clEnqueueCopyImage)                         \
    X(clEnqueueCopyImageToBuffer) X(clEnqueueCopyBufferToImage) X(clEnqueueMapBuffer) X(clEnqueueMapImage)            \
    X(clEnqueueUnmapMemObject) X(clEnqueueNDRangeKernel) X(clEnqueueTask) X(clEnqueueNativeKernel)                    \
    X(clEnqueueMarker) X(clEnqueueWaitForEvents) X(clEnqueueBarrier) X(clGetExtensionFunctionAddress)                 \
    X(clSetEventCallback) X(clCreateSubBuffer) X(clSetMemObjectDestructorCallback) X(clCreateUserEvent)               \
    X(clSetUserEventStatus) X(clEnqueueReadBufferRect) X(clEnqueueWriteBufferRect) X(clEnqueueCopyBufferRect)         \
    X(clCreateSubDevices) X(clRetainDevice) X(clReleaseDevice) X(clCreateImage)                                       \
    X(clCreateProgramWithBuiltInKernels) X(clCompileProgram) X(clLinkProgram) X(clUnloadPlatformCompiler)             \
    X(clGetKernelArgInfo) X(clEnqueueFillBuffer) X(clEnqueueFillImage) X(clEnqueueMigrateMemObjects)                  \
    X(clEnqueueMarkerWithWaitList) X(clEnqueueBarrierWithWaitList) X(clGetExtensionFunctionAddressForPlatform)        \
    X(clCreateCommandQueueWithProperties) X(clCreatePipe) X(clGetPipeInfo) X(clSVMAlloc) X(clSVMFree)                 \
    X(clEnqueueSVMFree) X(clEnqueueSVMMemcpy) X(clEnqueueSVMMemFill) X(clEnqueueSVMMap) X(clEnqueueSVMUnmap)          \
    X(clCreateSamplerWithProperties) X(clSetKernelArgSVMPointer) X(clSetKernelExecInfo) X(clCloneKernel)              \
    X(clCreateProgramWithIL) X(clEnqueueSVMMigrateMem) X(clGetDeviceAndHostTimer) X(clGetHostTimer)                   \
    X(clGetKernelSubGroupInfo) X(clSetDefaultDeviceCommandQueue) X(clSetProgramReleaseCallback)                       \
    X(clSetProgramSpecializationConstant) X(clCreateBufferWithProperties) X(clCreateImageWithProperties)              \
    X(clSetContextDestructorCallback)
/* clang-format on */
#define ENTRY(name) .name = clbi_##name,

/* The tag by which a loader of cl_khr_icd 2 recognises this version, in place of those two functions. */
#if INTPTR_MAX == INT32_MAX
#define ICD2_TAG ((intptr_t)0x434C3331)
#else
#define ICD2_TAG ((intptr_t)0x4F50454E434C3331)
#endif

const cl_icd_dispatch clbi_icd_dispatch = {.clGetPlatformIDs = (cl_api_clGetPlatformIDs)ICD2_TAG,
                                           .clUnloadCompiler = (cl_api_clUnloadCompiler)ICD2_TAG,
                                           .clGetKernelSubGroupInfoKHR = clbi_clGetKernelSubGroupInfo,
                                           ICD_FUNCTIONS(ENTRY)};

const cl_icd_dispatch clbi_icd_functions = {.clGetPlatformIDs = clbi_clGetPlatformIDs,
                                            .clUnloadCompiler = clbi_clUnloadCompiler,
                                            .clGetKernelSubGroupInfoKHR = clbi_clGetKernelSubGroupInfo,
                                            ICD_FUNCTIONS(ENTRY)};

#define NAME(name) {#name, offsetof(cl_icd_dispatch, name)},
const clbi_icd_name clbi_icd_names[] = {ICD_FUNCTIONS(NAME) NAME(clGetPlatformIDs) NAME(clUnloadCompiler)};
const size_t clbi_icd_name_count = sizeof clbi_icd_names / sizeof *clbi_icd_names;

/* The function of cl_intel_subgroups, which OpenCL 2.1 has too; or NULL. */
static void *find_sub_group_function(const char *func_name)
{
    typedef cl_int CL_API_CALL get_info(cl_kernel, cl_device_id, cl_kernel_sub_group_info, size_t, const void *, size_t,
                                        void *, size_t *);
    void *address = NULL;
    get_info *const info = clbi_clGetKernelSubGroupInfo;
    if (strcmp(func_name, "clGetKernelSubGroupInfoKHR") == 0) memcpy(&address, &info, sizeof address);
    return address;
}

/* A function of cl_khr_icd by its name, or NULL. */
static void *find_icd_function(const char *func_name)
{
    typedef cl_int CL_API_CALL get_platforms(cl_uint, cl_platform_id *, cl_uint *);
    typedef void *CL_API_CALL get_address(cl_platform_id, const char *);
    typedef cl_int CL_API_CALL set_data(cl_platform_id, void *);
    void *address = NULL;
    get_platforms *const platforms = clbi_clIcdGetPlatformIDsKHR;
    get_address *const function = clbi_clIcdGetFunctionAddressForPlatformKHR;
    set_data *const data = clbi_clIcdSetPlatformDispatchDataKHR;
    if (strcmp(func_name, "clIcdGetPlatformIDsKHR") == 0) memcpy(&address, &platforms, sizeof address);
    if (strcmp(func_name, "clIcdGetFunctionAddressForPlatformKHR") == 0) memcpy(&address, &function, sizeof address);
    if (strcmp(func_name, "clIcdSetPlatformDispatchDataKHR") == 0) memcpy(&address, &data, sizeof address);
    if (address) clbi_icd_note_loader();
    return address;
}

/* OpenCL finds only functions of extensions by this call. */
void *CL_API_CALL clbi_clGetExtensionFunctionAddress(const char *func_name)
{
    if (!func_name) return NULL;
    void *address = find_sub_group_function(func_name);
    return address ? address : find_icd_function(func_name);
}

void *CL_API_CALL clbi_clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *func_name)
{
    return platform == clbi_icd_platform() ? clbi_clGetExtensionFunctionAddress(func_name) : NULL;
}

void *CL_API_CALL clbi_clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform, const char *func_name)
{
    void *address = NULL;
    if (platform != clbi_icd_platform() || !func_name) return NULL;
    for (size_t i = 0; i < clbi_icd_name_count; i++)
        if (strcmp(clbi_icd_names[i].name, func_name) == 0)
            memcpy(&address, (const char *)&clbi_icd_functions + clbi_icd_names[i].place, sizeof address);
    return address ? address : find_icd_function(func_name);
}
