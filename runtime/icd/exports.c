/* The functions that applications link and loaders look up. Each calls its clbi_clXxx or, for an object of another
 * driver, the loader's function. Knows which handle decides on that; must not know what is behind a handle.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/api.h"
#include "icd/others.h"

#define PASS_ON(handle, call)                                       \
    do {                                                            \
        const cl_icd_dispatch *others_ = clbi_icd_others((handle)); \
        if (others_) return others_->call;                          \
    } while (0)

/* PASS_ON for functions that return nothing. */
#define PASS_ON_VOID(handle, call)                                  \
    do {                                                            \
        const cl_icd_dispatch *others_ = clbi_icd_others((handle)); \
        if (others_) {                                              \
            others_->call;                                          \
            return;                                                 \
        }                                                           \
    } while (0)

/* The value of CL_CONTEXT_PLATFORM in a list of properties, or NULL. */
static cl_platform_id platform_of(const cl_context_properties *properties)
{
    for (size_t i = 0; properties && properties[i]; i += 2)
        if (properties[i] == CL_CONTEXT_PLATFORM) return (cl_platform_id)properties[i + 1];
    return NULL;
}

CL_API_ENTRY cl_int CL_API_CALL clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms)
{
    return clbi_icd_list_platforms(num_entries, platforms, num_platforms);
}

CL_API_ENTRY cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name,
                                                  size_t param_value_size, void *param_value,
                                                  size_t *param_value_size_ret)
{
    PASS_ON(platform, clGetPlatformInfo(platform, param_name, param_value_size, param_value, param_value_size_ret));
    return clbi_clGetPlatformInfo(platform, param_name, param_value_size, param_value, param_value_size_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type, cl_uint num_entries,
                                               cl_device_id *devices, cl_uint *num_devices)
{
    const cl_icd_dispatch *others = platform ? clbi_icd_others(platform) : clbi_icd_default_platform(&platform);
    if (others) return others->clGetDeviceIDs(platform, device_type, num_entries, devices, num_devices);
    return clbi_clGetDeviceIDs(platform, device_type, num_entries, devices, num_devices);
}

CL_API_ENTRY cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info param_name, size_t param_value_size,
                                                void *param_value, size_t *param_value_size_ret)
{
    PASS_ON(device, clGetDeviceInfo(device, param_name, param_value_size, param_value, param_value_size_ret));
    return clbi_clGetDeviceInfo(device, param_name, param_value_size, param_value, param_value_size_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clCreateSubDevices(cl_device_id in_device,
                                                   const cl_device_partition_property *properties, cl_uint num_devices,
                                                   cl_device_id *out_devices, cl_uint *num_devices_ret)
{
    PASS_ON(in_device, clCreateSubDevices(in_device, properties, num_devices, out_devices, num_devices_ret));
    return clbi_clCreateSubDevices(in_device, properties, num_devices, out_devices, num_devices_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clRetainDevice(cl_device_id device)
{
    PASS_ON(device, clRetainDevice(device));
    return clbi_clRetainDevice(device);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseDevice(cl_device_id device)
{
    PASS_ON(device, clReleaseDevice(device));
    return clbi_clReleaseDevice(device);
}

CL_API_ENTRY cl_int CL_API_CALL clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device,
                                                               cl_command_queue command_queue)
{
    PASS_ON(context, clSetDefaultDeviceCommandQueue(context, device, command_queue));
    return clbi_clSetDefaultDeviceCommandQueue(context, device, command_queue);
}

CL_API_ENTRY cl_int CL_API_CALL clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *device_timestamp,
                                                        cl_ulong *host_timestamp)
{
    PASS_ON(device, clGetDeviceAndHostTimer(device, device_timestamp, host_timestamp));
    return clbi_clGetDeviceAndHostTimer(device, device_timestamp, host_timestamp);
}

CL_API_ENTRY cl_int CL_API_CALL clGetHostTimer(cl_device_id device, cl_ulong *host_timestamp)
{
    PASS_ON(device, clGetHostTimer(device, host_timestamp));
    return clbi_clGetHostTimer(device, host_timestamp);
}

CL_API_ENTRY cl_context CL_API_CALL clCreateContext(
    const cl_context_properties *properties, cl_uint num_devices, const cl_device_id *devices,
    void(CL_CALLBACK *pfn_notify)(const char *errinfo, const void *private_info, size_t cb, void *user_data),
    void *user_data, cl_int *errcode_ret)
{
    PASS_ON(devices && num_devices ? (const void *)devices[0] : platform_of(properties),
            clCreateContext(properties, num_devices, devices, pfn_notify, user_data, errcode_ret));
    return clbi_clCreateContext(properties, num_devices, devices, pfn_notify, user_data, errcode_ret);
}

CL_API_ENTRY cl_context CL_API_CALL clCreateContextFromType(
    const cl_context_properties *properties, cl_device_type device_type,
    void(CL_CALLBACK *pfn_notify)(const char *errinfo, const void *private_info, size_t cb, void *user_data),
    void *user_data, cl_int *errcode_ret)
{
    cl_platform_id platform = platform_of(properties);
    const cl_icd_dispatch *others = platform ? clbi_icd_others(platform) : clbi_icd_default_platform(&platform);
    if (others) return others->clCreateContextFromType(properties, device_type, pfn_notify, user_data, errcode_ret);
    return clbi_clCreateContextFromType(properties, device_type, pfn_notify, user_data, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clRetainContext(cl_context context)
{
    PASS_ON(context, clRetainContext(context));
    return clbi_clRetainContext(context);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseContext(cl_context context)
{
    PASS_ON(context, clReleaseContext(context));
    return clbi_clReleaseContext(context);
}

CL_API_ENTRY cl_int CL_API_CALL clGetContextInfo(cl_context context, cl_context_info param_name,
                                                 size_t param_value_size, void *param_value,
                                                 size_t *param_value_size_ret)
{
    PASS_ON(context, clGetContextInfo(context, param_name, param_value_size, param_value, param_value_size_ret));
    return clbi_clGetContextInfo(context, param_name, param_value_size, param_value, param_value_size_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clSetContextDestructorCallback(
    cl_context context, void(CL_CALLBACK *pfn_notify)(cl_context context, void *user_data), void *user_data)
{
    PASS_ON(context, clSetContextDestructorCallback(context, pfn_notify, user_data));
    return clbi_clSetContextDestructorCallback(context, pfn_notify, user_data);
}

CL_API_ENTRY cl_command_queue CL_API_CALL clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                                             const cl_queue_properties *properties,
                                                                             cl_int *errcode_ret)
{
    PASS_ON(context, clCreateCommandQueueWithProperties(context, device, properties, errcode_ret));
    return clbi_clCreateCommandQueueWithProperties(context, device, properties, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clRetainCommandQueue(cl_command_queue command_queue)
{
    PASS_ON(command_queue, clRetainCommandQueue(command_queue));
    return clbi_clRetainCommandQueue(command_queue);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue command_queue)
{
    PASS_ON(command_queue, clReleaseCommandQueue(command_queue));
    return clbi_clReleaseCommandQueue(command_queue);
}

CL_API_ENTRY cl_int CL_API_CALL clGetCommandQueueInfo(cl_command_queue command_queue, cl_command_queue_info param_name,
                                                      size_t param_value_size, void *param_value,
                                                      size_t *param_value_size_ret)
{
    PASS_ON(command_queue,
            clGetCommandQueueInfo(command_queue, param_name, param_value_size, param_value, param_value_size_ret));
    return clbi_clGetCommandQueueInfo(command_queue, param_name, param_value_size, param_value, param_value_size_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host_ptr,
                                               cl_int *errcode_ret)
{
    PASS_ON(context, clCreateBuffer(context, flags, size, host_ptr, errcode_ret));
    return clbi_clCreateBuffer(context, flags, size, host_ptr, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags,
                                                  cl_buffer_create_type buffer_create_type,
                                                  const void *buffer_create_info, cl_int *errcode_ret)
{
    PASS_ON(buffer, clCreateSubBuffer(buffer, flags, buffer_create_type, buffer_create_info, errcode_ret));
    return clbi_clCreateSubBuffer(buffer, flags, buffer_create_type, buffer_create_info, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags flags,
                                              const cl_image_format *image_format, const cl_image_desc *image_desc,
                                              void *host_ptr, cl_int *errcode_ret)
{
    PASS_ON(context, clCreateImage(context, flags, image_format, image_desc, host_ptr, errcode_ret));
    return clbi_clCreateImage(context, flags, image_format, image_desc, host_ptr, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size,
                                             cl_uint pipe_max_packets, const cl_pipe_properties *properties,
                                             cl_int *errcode_ret)
{
    PASS_ON(context, clCreatePipe(context, flags, pipe_packet_size, pipe_max_packets, properties, errcode_ret));
    return clbi_clCreatePipe(context, flags, pipe_packet_size, pipe_max_packets, properties, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties,
                                                             cl_mem_flags flags, size_t size, void *host_ptr,
                                                             cl_int *errcode_ret)
{
    PASS_ON(context, clCreateBufferWithProperties(context, properties, flags, size, host_ptr, errcode_ret));
    return clbi_clCreateBufferWithProperties(context, properties, flags, size, host_ptr, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties,
                                                            cl_mem_flags flags, const cl_image_format *image_format,
                                                            const cl_image_desc *image_desc, void *host_ptr,
                                                            cl_int *errcode_ret)
{
    PASS_ON(context,
            clCreateImageWithProperties(context, properties, flags, image_format, image_desc, host_ptr, errcode_ret));
    return clbi_clCreateImageWithProperties(context, properties, flags, image_format, image_desc, host_ptr,
                                            errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clRetainMemObject(cl_mem memobj)
{
    PASS_ON(memobj, clRetainMemObject(memobj));
    return clbi_clRetainMemObject(memobj);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseMemObject(cl_mem memobj)
{
    PASS_ON(memobj, clReleaseMemObject(memobj));
    return clbi_clReleaseMemObject(memobj);
}

CL_API_ENTRY cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                                           cl_mem_object_type image_type, cl_uint num_entries,
                                                           cl_image_format *image_formats, cl_uint *num_image_formats)
{
    PASS_ON(context,
            clGetSupportedImageFormats(context, flags, image_type, num_entries, image_formats, num_image_formats));
    return clbi_clGetSupportedImageFormats(context, flags, image_type, num_entries, image_formats, num_image_formats);
}

CL_API_ENTRY cl_int CL_API_CALL clGetMemObjectInfo(cl_mem memobj, cl_mem_info param_name, size_t param_value_size,
                                                   void *param_value, size_t *param_value_size_ret)
{
    PASS_ON(memobj, clGetMemObjectInfo(memobj, param_name, param_value_size, param_value, param_value_size_ret));
    return clbi_clGetMemObjectInfo(memobj, param_name, param_value_size, param_value, param_value_size_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clGetImageInfo(cl_mem image, cl_image_info param_name, size_t param_value_size,
                                               void *param_value, size_t *param_value_size_ret)
{
    PASS_ON(image, clGetImageInfo(image, param_name, param_value_size, param_value, param_value_size_ret));
    return clbi_clGetImageInfo(image, param_name, param_value_size, param_value, param_value_size_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name, size_t param_value_size,
                                              void *param_value, size_t *param_value_size_ret)
{
    PASS_ON(pipe, clGetPipeInfo(pipe, param_name, param_value_size, param_value, param_value_size_ret));
    return clbi_clGetPipeInfo(pipe, param_name, param_value_size, param_value, param_value_size_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clSetMemObjectDestructorCallback(
    cl_mem memobj, void(CL_CALLBACK *pfn_notify)(cl_mem memobj, void *user_data), void *user_data)
{
    PASS_ON(memobj, clSetMemObjectDestructorCallback(memobj, pfn_notify, user_data));
    return clbi_clSetMemObjectDestructorCallback(memobj, pfn_notify, user_data);
}

CL_API_ENTRY void *CL_API_CALL clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment)
{
    PASS_ON(context, clSVMAlloc(context, flags, size, alignment));
    return clbi_clSVMAlloc(context, flags, size, alignment);
}

CL_API_ENTRY void CL_API_CALL clSVMFree(cl_context context, void *svm_pointer)
{
    PASS_ON_VOID(context, clSVMFree(context, svm_pointer));
    clbi_clSVMFree(context, svm_pointer);
}

CL_API_ENTRY cl_sampler CL_API_CALL clCreateSamplerWithProperties(cl_context context,
                                                                  const cl_sampler_properties *sampler_properties,
                                                                  cl_int *errcode_ret)
{
    PASS_ON(context, clCreateSamplerWithProperties(context, sampler_properties, errcode_ret));
    return clbi_clCreateSamplerWithProperties(context, sampler_properties, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clRetainSampler(cl_sampler sampler)
{
    PASS_ON(sampler, clRetainSampler(sampler));
    return clbi_clRetainSampler(sampler);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseSampler(cl_sampler sampler)
{
    PASS_ON(sampler, clReleaseSampler(sampler));
    return clbi_clReleaseSampler(sampler);
}

CL_API_ENTRY cl_int CL_API_CALL clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name,
                                                 size_t param_value_size, void *param_value,
                                                 size_t *param_value_size_ret)
{
    PASS_ON(sampler, clGetSamplerInfo(sampler, param_name, param_value_size, param_value, param_value_size_ret));
    return clbi_clGetSamplerInfo(sampler, param_name, param_value_size, param_value, param_value_size_ret);
}

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings,
                                                              const size_t *lengths, cl_int *errcode_ret)
{
    PASS_ON(context, clCreateProgramWithSource(context, count, strings, lengths, errcode_ret));
    return clbi_clCreateProgramWithSource(context, count, strings, lengths, errcode_ret);
}

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithBinary(cl_context context, cl_uint num_devices,
                                                              const cl_device_id *device_list, const size_t *lengths,
                                                              const unsigned char **binaries, cl_int *binary_status,
                                                              cl_int *errcode_ret)
{
    PASS_ON(context, clCreateProgramWithBinary(context, num_devices, device_list, lengths, binaries, binary_status,
                                               errcode_ret));
    return clbi_clCreateProgramWithBinary(context, num_devices, device_list, lengths, binaries, binary_status,
                                          errcode_ret);
}

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices,
                                                                      const cl_device_id *device_list,
                                                                      const char *kernel_names, cl_int *errcode_ret)
{
    PASS_ON(context, clCreateProgramWithBuiltInKernels(context, num_devices, device_list, kernel_names, errcode_ret));
    return clbi_clCreateProgramWithBuiltInKernels(context, num_devices, device_list, kernel_names, errcode_ret);
}

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithIL(cl_context context, const void *il, size_t length,
                                                          cl_int *errcode_ret)
{
    PASS_ON(context, clCreateProgramWithIL(context, il, length, errcode_ret));
    return clbi_clCreateProgramWithIL(context, il, length, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clRetainProgram(cl_program program)
{
    PASS_ON(program, clRetainProgram(program));
    return clbi_clRetainProgram(program);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseProgram(cl_program program)
{
    PASS_ON(program, clReleaseProgram(program));
    return clbi_clReleaseProgram(program);
}

CL_API_ENTRY cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list,
                                               const char *options,
                                               void(CL_CALLBACK *pfn_notify)(cl_program program, void *user_data),
                                               void *user_data)
{
    PASS_ON(program, clBuildProgram(program, num_devices, device_list, options, pfn_notify, user_data));
    return clbi_clBuildProgram(program, num_devices, device_list, options, pfn_notify, user_data);
}

CL_API_ENTRY cl_int CL_API_CALL clCompileProgram(cl_program program, cl_uint num_devices,
                                                 const cl_device_id *device_list, const char *options,
                                                 cl_uint num_input_headers, const cl_program *input_headers,
                                                 const char **header_include_names,
                                                 void(CL_CALLBACK *pfn_notify)(cl_program program, void *user_data),
                                                 void *user_data)
{
    PASS_ON(program, clCompileProgram(program, num_devices, device_list, options, num_input_headers, input_headers,
                                      header_include_names, pfn_notify, user_data));
    return clbi_clCompileProgram(program, num_devices, device_list, options, num_input_headers, input_headers,
                                 header_include_names, pfn_notify, user_data);
}

CL_API_ENTRY cl_program CL_API_CALL clLinkProgram(cl_context context, cl_uint num_devices,
                                                  const cl_device_id *device_list, const char *options,
                                                  cl_uint num_input_programs, const cl_program *input_programs,
                                                  void(CL_CALLBACK *pfn_notify)(cl_program program, void *user_data),
                                                  void *user_data, cl_int *errcode_ret)
{
    PASS_ON(context, clLinkProgram(context, num_devices, device_list, options, num_input_programs, input_programs,
                                   pfn_notify, user_data, errcode_ret));
    return clbi_clLinkProgram(context, num_devices, device_list, options, num_input_programs, input_programs,
                              pfn_notify, user_data, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clSetProgramReleaseCallback(
    cl_program program, void(CL_CALLBACK *pfn_notify)(cl_program program, void *user_data), void *user_data)
{
    PASS_ON(program, clSetProgramReleaseCallback(program, pfn_notify, user_data));
    return clbi_clSetProgramReleaseCallback(program, pfn_notify, user_data);
}

CL_API_ENTRY cl_int CL_API_CALL clSetProgramSpecializationConstant(cl_program program, cl_uint spec_id,
                                                                   size_t spec_size, const void *spec_value)
{
    PASS_ON(program, clSetProgramSpecializationConstant(program, spec_id, spec_size, spec_value));
    return clbi_clSetProgramSpecializationConstant(program, spec_id, spec_size, spec_value);
}

CL_API_ENTRY cl_int CL_API_CALL clUnloadPlatformCompiler(cl_platform_id platform)
{
    PASS_ON(platform, clUnloadPlatformCompiler(platform));
    return clbi_clUnloadPlatformCompiler(platform);
}

CL_API_ENTRY cl_int CL_API_CALL clGetProgramInfo(cl_program program, cl_program_info param_name,
                                                 size_t param_value_size, void *param_value,
                                                 size_t *param_value_size_ret)
{
    PASS_ON(program, clGetProgramInfo(program, param_name, param_value_size, param_value, param_value_size_ret));
    return clbi_clGetProgramInfo(program, param_name, param_value_size, param_value, param_value_size_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clGetProgramBuildInfo(cl_program program, cl_device_id device,
                                                      cl_program_build_info param_name, size_t param_value_size,
                                                      void *param_value, size_t *param_value_size_ret)
{
    PASS_ON(program,
            clGetProgramBuildInfo(program, device, param_name, param_value_size, param_value, param_value_size_ret));
    return clbi_clGetProgramBuildInfo(program, device, param_name, param_value_size, param_value, param_value_size_ret);
}

CL_API_ENTRY cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char *kernel_name, cl_int *errcode_ret)
{
    PASS_ON(program, clCreateKernel(program, kernel_name, errcode_ret));
    return clbi_clCreateKernel(program, kernel_name, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clCreateKernelsInProgram(cl_program program, cl_uint num_kernels, cl_kernel *kernels,
                                                         cl_uint *num_kernels_ret)
{
    PASS_ON(program, clCreateKernelsInProgram(program, num_kernels, kernels, num_kernels_ret));
    return clbi_clCreateKernelsInProgram(program, num_kernels, kernels, num_kernels_ret);
}

CL_API_ENTRY cl_kernel CL_API_CALL clCloneKernel(cl_kernel source_kernel, cl_int *errcode_ret)
{
    PASS_ON(source_kernel, clCloneKernel(source_kernel, errcode_ret));
    return clbi_clCloneKernel(source_kernel, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clRetainKernel(cl_kernel kernel)
{
    PASS_ON(kernel, clRetainKernel(kernel));
    return clbi_clRetainKernel(kernel);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseKernel(cl_kernel kernel)
{
    PASS_ON(kernel, clReleaseKernel(kernel));
    return clbi_clReleaseKernel(kernel);
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size,
                                               const void *arg_value)
{
    PASS_ON(kernel, clSetKernelArg(kernel, arg_index, arg_size, arg_value));
    return clbi_clSetKernelArg(kernel, arg_index, arg_size, arg_value);
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint arg_index, const void *arg_value)
{
    PASS_ON(kernel, clSetKernelArgSVMPointer(kernel, arg_index, arg_value));
    return clbi_clSetKernelArgSVMPointer(kernel, arg_index, arg_value);
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name,
                                                    size_t param_value_size, const void *param_value)
{
    PASS_ON(kernel, clSetKernelExecInfo(kernel, param_name, param_value_size, param_value));
    return clbi_clSetKernelExecInfo(kernel, param_name, param_value_size, param_value);
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name, size_t param_value_size,
                                                void *param_value, size_t *param_value_size_ret)
{
    PASS_ON(kernel, clGetKernelInfo(kernel, param_name, param_value_size, param_value, param_value_size_ret));
    return clbi_clGetKernelInfo(kernel, param_name, param_value_size, param_value, param_value_size_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_indx, cl_kernel_arg_info param_name,
                                                   size_t param_value_size, void *param_value,
                                                   size_t *param_value_size_ret)
{
    PASS_ON(kernel,
            clGetKernelArgInfo(kernel, arg_indx, param_name, param_value_size, param_value, param_value_size_ret));
    return clbi_clGetKernelArgInfo(kernel, arg_indx, param_name, param_value_size, param_value, param_value_size_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                                         cl_kernel_work_group_info param_name, size_t param_value_size,
                                                         void *param_value, size_t *param_value_size_ret)
{
    PASS_ON(kernel,
            clGetKernelWorkGroupInfo(kernel, device, param_name, param_value_size, param_value, param_value_size_ret));
    return clbi_clGetKernelWorkGroupInfo(kernel, device, param_name, param_value_size, param_value,
                                         param_value_size_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
                                                        cl_kernel_sub_group_info param_name, size_t input_value_size,
                                                        const void *input_value, size_t param_value_size,
                                                        void *param_value, size_t *param_value_size_ret)
{
    PASS_ON(kernel, clGetKernelSubGroupInfo(kernel, device, param_name, input_value_size, input_value, param_value_size,
                                            param_value, param_value_size_ret));
    return clbi_clGetKernelSubGroupInfo(kernel, device, param_name, input_value_size, input_value, param_value_size,
                                        param_value, param_value_size_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clWaitForEvents(cl_uint num_events, const cl_event *event_list)
{
    PASS_ON(event_list && num_events ? event_list[0] : NULL, clWaitForEvents(num_events, event_list));
    return clbi_clWaitForEvents(num_events, event_list);
}

CL_API_ENTRY cl_int CL_API_CALL clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size,
                                               void *param_value, size_t *param_value_size_ret)
{
    PASS_ON(event, clGetEventInfo(event, param_name, param_value_size, param_value, param_value_size_ret));
    return clbi_clGetEventInfo(event, param_name, param_value_size, param_value, param_value_size_ret);
}

CL_API_ENTRY cl_event CL_API_CALL clCreateUserEvent(cl_context context, cl_int *errcode_ret)
{
    PASS_ON(context, clCreateUserEvent(context, errcode_ret));
    return clbi_clCreateUserEvent(context, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clRetainEvent(cl_event event)
{
    PASS_ON(event, clRetainEvent(event));
    return clbi_clRetainEvent(event);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseEvent(cl_event event)
{
    PASS_ON(event, clReleaseEvent(event));
    return clbi_clReleaseEvent(event);
}

CL_API_ENTRY cl_int CL_API_CALL clSetUserEventStatus(cl_event event, cl_int execution_status)
{
    PASS_ON(event, clSetUserEventStatus(event, execution_status));
    return clbi_clSetUserEventStatus(event, execution_status);
}

CL_API_ENTRY cl_int CL_API_CALL clSetEventCallback(
    cl_event event, cl_int command_exec_callback_type,
    void(CL_CALLBACK *pfn_notify)(cl_event event, cl_int event_command_status, void *user_data), void *user_data)
{
    PASS_ON(event, clSetEventCallback(event, command_exec_callback_type, pfn_notify, user_data));
    return clbi_clSetEventCallback(event, command_exec_callback_type, pfn_notify, user_data);
}

CL_API_ENTRY cl_int CL_API_CALL clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name,
                                                        size_t param_value_size, void *param_value,
                                                        size_t *param_value_size_ret)
{
    PASS_ON(event, clGetEventProfilingInfo(event, param_name, param_value_size, param_value, param_value_size_ret));
    return clbi_clGetEventProfilingInfo(event, param_name, param_value_size, param_value, param_value_size_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clFlush(cl_command_queue command_queue)
{
    PASS_ON(command_queue, clFlush(command_queue));
    return clbi_clFlush(command_queue);
}

CL_API_ENTRY cl_int CL_API_CALL clFinish(cl_command_queue command_queue)
{
    PASS_ON(command_queue, clFinish(command_queue));
    return clbi_clFinish(command_queue);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer,
                                                    cl_bool blocking_read, size_t offset, size_t size, void *ptr,
                                                    cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                    cl_event *event)
{
    PASS_ON(command_queue, clEnqueueReadBuffer(command_queue, buffer, blocking_read, offset, size, ptr,
                                               num_events_in_wait_list, event_wait_list, event));
    return clbi_clEnqueueReadBuffer(command_queue, buffer, blocking_read, offset, size, ptr, num_events_in_wait_list,
                                    event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer,
                                                        cl_bool blocking_read, const size_t *buffer_origin,
                                                        const size_t *host_origin, const size_t *region,
                                                        size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                                        size_t host_row_pitch, size_t host_slice_pitch, void *ptr,
                                                        cl_uint num_events_in_wait_list,
                                                        const cl_event *event_wait_list, cl_event *event)
{
    PASS_ON(command_queue,
            clEnqueueReadBufferRect(command_queue, buffer, blocking_read, buffer_origin, host_origin, region,
                                    buffer_row_pitch, buffer_slice_pitch, host_row_pitch, host_slice_pitch, ptr,
                                    num_events_in_wait_list, event_wait_list, event));
    return clbi_clEnqueueReadBufferRect(command_queue, buffer, blocking_read, buffer_origin, host_origin, region,
                                        buffer_row_pitch, buffer_slice_pitch, host_row_pitch, host_slice_pitch, ptr,
                                        num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer,
                                                     cl_bool blocking_write, size_t offset, size_t size,
                                                     const void *ptr, cl_uint num_events_in_wait_list,
                                                     const cl_event *event_wait_list, cl_event *event)
{
    PASS_ON(command_queue, clEnqueueWriteBuffer(command_queue, buffer, blocking_write, offset, size, ptr,
                                                num_events_in_wait_list, event_wait_list, event));
    return clbi_clEnqueueWriteBuffer(command_queue, buffer, blocking_write, offset, size, ptr, num_events_in_wait_list,
                                     event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer,
                                                         cl_bool blocking_write, const size_t *buffer_origin,
                                                         const size_t *host_origin, const size_t *region,
                                                         size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                                         size_t host_row_pitch, size_t host_slice_pitch,
                                                         const void *ptr, cl_uint num_events_in_wait_list,
                                                         const cl_event *event_wait_list, cl_event *event)
{
    PASS_ON(command_queue,
            clEnqueueWriteBufferRect(command_queue, buffer, blocking_write, buffer_origin, host_origin, region,
                                     buffer_row_pitch, buffer_slice_pitch, host_row_pitch, host_slice_pitch, ptr,
                                     num_events_in_wait_list, event_wait_list, event));
    return clbi_clEnqueueWriteBufferRect(command_queue, buffer, blocking_write, buffer_origin, host_origin, region,
                                         buffer_row_pitch, buffer_slice_pitch, host_row_pitch, host_slice_pitch, ptr,
                                         num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void *pattern,
                                                    size_t pattern_size, size_t offset, size_t size,
                                                    cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                    cl_event *event)
{
    PASS_ON(command_queue, clEnqueueFillBuffer(command_queue, buffer, pattern, pattern_size, offset, size,
                                               num_events_in_wait_list, event_wait_list, event));
    return clbi_clEnqueueFillBuffer(command_queue, buffer, pattern, pattern_size, offset, size, num_events_in_wait_list,
                                    event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer,
                                                    cl_mem dst_buffer, size_t src_offset, size_t dst_offset,
                                                    size_t size, cl_uint num_events_in_wait_list,
                                                    const cl_event *event_wait_list, cl_event *event)
{
    PASS_ON(command_queue, clEnqueueCopyBuffer(command_queue, src_buffer, dst_buffer, src_offset, dst_offset, size,
                                               num_events_in_wait_list, event_wait_list, event));
    return clbi_clEnqueueCopyBuffer(command_queue, src_buffer, dst_buffer, src_offset, dst_offset, size,
                                    num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyBufferRect(
    cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer, const size_t *src_origin,
    const size_t *dst_origin, const size_t *region, size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch,
    size_t dst_slice_pitch, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    PASS_ON(command_queue, clEnqueueCopyBufferRect(command_queue, src_buffer, dst_buffer, src_origin, dst_origin,
                                                   region, src_row_pitch, src_slice_pitch, dst_row_pitch,
                                                   dst_slice_pitch, num_events_in_wait_list, event_wait_list, event));
    return clbi_clEnqueueCopyBufferRect(command_queue, src_buffer, dst_buffer, src_origin, dst_origin, region,
                                        src_row_pitch, src_slice_pitch, dst_row_pitch, dst_slice_pitch,
                                        num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_read,
                                                   const size_t *origin, const size_t *region, size_t row_pitch,
                                                   size_t slice_pitch, void *ptr, cl_uint num_events_in_wait_list,
                                                   const cl_event *event_wait_list, cl_event *event)
{
    PASS_ON(command_queue, clEnqueueReadImage(command_queue, image, blocking_read, origin, region, row_pitch,
                                              slice_pitch, ptr, num_events_in_wait_list, event_wait_list, event));
    return clbi_clEnqueueReadImage(command_queue, image, blocking_read, origin, region, row_pitch, slice_pitch, ptr,
                                   num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image,
                                                    cl_bool blocking_write, const size_t *origin, const size_t *region,
                                                    size_t input_row_pitch, size_t input_slice_pitch, const void *ptr,
                                                    cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                    cl_event *event)
{
    PASS_ON(command_queue,
            clEnqueueWriteImage(command_queue, image, blocking_write, origin, region, input_row_pitch,
                                input_slice_pitch, ptr, num_events_in_wait_list, event_wait_list, event));
    return clbi_clEnqueueWriteImage(command_queue, image, blocking_write, origin, region, input_row_pitch,
                                    input_slice_pitch, ptr, num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue command_queue, cl_mem image, const void *fill_color,
                                                   const size_t *origin, const size_t *region,
                                                   cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                   cl_event *event)
{
    PASS_ON(command_queue, clEnqueueFillImage(command_queue, image, fill_color, origin, region, num_events_in_wait_list,
                                              event_wait_list, event));
    return clbi_clEnqueueFillImage(command_queue, image, fill_color, origin, region, num_events_in_wait_list,
                                   event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image,
                                                   const size_t *src_origin, const size_t *dst_origin,
                                                   const size_t *region, cl_uint num_events_in_wait_list,
                                                   const cl_event *event_wait_list, cl_event *event)
{
    PASS_ON(command_queue, clEnqueueCopyImage(command_queue, src_image, dst_image, src_origin, dst_origin, region,
                                              num_events_in_wait_list, event_wait_list, event));
    return clbi_clEnqueueCopyImage(command_queue, src_image, dst_image, src_origin, dst_origin, region,
                                   num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image,
                                                           cl_mem dst_buffer, const size_t *src_origin,
                                                           const size_t *region, size_t dst_offset,
                                                           cl_uint num_events_in_wait_list,
                                                           const cl_event *event_wait_list, cl_event *event)
{
    PASS_ON(command_queue, clEnqueueCopyImageToBuffer(command_queue, src_image, dst_buffer, src_origin, region,
                                                      dst_offset, num_events_in_wait_list, event_wait_list, event));
    return clbi_clEnqueueCopyImageToBuffer(command_queue, src_image, dst_buffer, src_origin, region, dst_offset,
                                           num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer,
                                                           cl_mem dst_image, size_t src_offset,
                                                           const size_t *dst_origin, const size_t *region,
                                                           cl_uint num_events_in_wait_list,
                                                           const cl_event *event_wait_list, cl_event *event)
{
    PASS_ON(command_queue, clEnqueueCopyBufferToImage(command_queue, src_buffer, dst_image, src_offset, dst_origin,
                                                      region, num_events_in_wait_list, event_wait_list, event));
    return clbi_clEnqueueCopyBufferToImage(command_queue, src_buffer, dst_image, src_offset, dst_origin, region,
                                           num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY void *CL_API_CALL clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_map,
                                                  cl_map_flags map_flags, size_t offset, size_t size,
                                                  cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                  cl_event *event, cl_int *errcode_ret)
{
    PASS_ON(command_queue, clEnqueueMapBuffer(command_queue, buffer, blocking_map, map_flags, offset, size,
                                              num_events_in_wait_list, event_wait_list, event, errcode_ret));
    return clbi_clEnqueueMapBuffer(command_queue, buffer, blocking_map, map_flags, offset, size,
                                   num_events_in_wait_list, event_wait_list, event, errcode_ret);
}

CL_API_ENTRY void *CL_API_CALL clEnqueueMapImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_map,
                                                 cl_map_flags map_flags, const size_t *origin, const size_t *region,
                                                 size_t *image_row_pitch, size_t *image_slice_pitch,
                                                 cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                 cl_event *event, cl_int *errcode_ret)
{
    PASS_ON(command_queue,
            clEnqueueMapImage(command_queue, image, blocking_map, map_flags, origin, region, image_row_pitch,
                              image_slice_pitch, num_events_in_wait_list, event_wait_list, event, errcode_ret));
    return clbi_clEnqueueMapImage(command_queue, image, blocking_map, map_flags, origin, region, image_row_pitch,
                                  image_slice_pitch, num_events_in_wait_list, event_wait_list, event, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj, void *mapped_ptr,
                                                        cl_uint num_events_in_wait_list,
                                                        const cl_event *event_wait_list, cl_event *event)
{
    PASS_ON(command_queue, clEnqueueUnmapMemObject(command_queue, memobj, mapped_ptr, num_events_in_wait_list,
                                                   event_wait_list, event));
    return clbi_clEnqueueUnmapMemObject(command_queue, memobj, mapped_ptr, num_events_in_wait_list, event_wait_list,
                                        event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMigrateMemObjects(cl_command_queue command_queue, cl_uint num_mem_objects,
                                                           const cl_mem *mem_objects, cl_mem_migration_flags flags,
                                                           cl_uint num_events_in_wait_list,
                                                           const cl_event *event_wait_list, cl_event *event)
{
    PASS_ON(command_queue, clEnqueueMigrateMemObjects(command_queue, num_mem_objects, mem_objects, flags,
                                                      num_events_in_wait_list, event_wait_list, event));
    return clbi_clEnqueueMigrateMemObjects(command_queue, num_mem_objects, mem_objects, flags, num_events_in_wait_list,
                                           event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel,
                                                       cl_uint work_dim, const size_t *global_work_offset,
                                                       const size_t *global_work_size, const size_t *local_work_size,
                                                       cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                       cl_event *event)
{
    PASS_ON(command_queue, clEnqueueNDRangeKernel(command_queue, kernel, work_dim, global_work_offset, global_work_size,
                                                  local_work_size, num_events_in_wait_list, event_wait_list, event));
    return clbi_clEnqueueNDRangeKernel(command_queue, kernel, work_dim, global_work_offset, global_work_size,
                                       local_work_size, num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueNativeKernel(cl_command_queue command_queue,
                                                      void(CL_CALLBACK *user_func)(void *), void *args, size_t cb_args,
                                                      cl_uint num_mem_objects, const cl_mem *mem_list,
                                                      const void **args_mem_loc, cl_uint num_events_in_wait_list,
                                                      const cl_event *event_wait_list, cl_event *event)
{
    PASS_ON(command_queue, clEnqueueNativeKernel(command_queue, user_func, args, cb_args, num_mem_objects, mem_list,
                                                 args_mem_loc, num_events_in_wait_list, event_wait_list, event));
    return clbi_clEnqueueNativeKernel(command_queue, user_func, args, cb_args, num_mem_objects, mem_list, args_mem_loc,
                                      num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMarkerWithWaitList(cl_command_queue command_queue,
                                                            cl_uint num_events_in_wait_list,
                                                            const cl_event *event_wait_list, cl_event *event)
{
    PASS_ON(command_queue, clEnqueueMarkerWithWaitList(command_queue, num_events_in_wait_list, event_wait_list, event));
    return clbi_clEnqueueMarkerWithWaitList(command_queue, num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueBarrierWithWaitList(cl_command_queue command_queue,
                                                             cl_uint num_events_in_wait_list,
                                                             const cl_event *event_wait_list, cl_event *event)
{
    PASS_ON(command_queue,
            clEnqueueBarrierWithWaitList(command_queue, num_events_in_wait_list, event_wait_list, event));
    return clbi_clEnqueueBarrierWithWaitList(command_queue, num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueSVMFree(cl_command_queue command_queue, cl_uint num_svm_pointers, void *svm_pointers[],
                 void(CL_CALLBACK *pfn_free_func)(cl_command_queue queue, cl_uint num_svm_pointers,
                                                  void *svm_pointers[], void *user_data),
                 void *user_data, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    PASS_ON(command_queue, clEnqueueSVMFree(command_queue, num_svm_pointers, svm_pointers, pfn_free_func, user_data,
                                            num_events_in_wait_list, event_wait_list, event));
    return clbi_clEnqueueSVMFree(command_queue, num_svm_pointers, svm_pointers, pfn_free_func, user_data,
                                 num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy, void *dst_ptr,
                                                   const void *src_ptr, size_t size, cl_uint num_events_in_wait_list,
                                                   const cl_event *event_wait_list, cl_event *event)
{
    PASS_ON(command_queue, clEnqueueSVMMemcpy(command_queue, blocking_copy, dst_ptr, src_ptr, size,
                                              num_events_in_wait_list, event_wait_list, event));
    return clbi_clEnqueueSVMMemcpy(command_queue, blocking_copy, dst_ptr, src_ptr, size, num_events_in_wait_list,
                                   event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue command_queue, void *svm_ptr, const void *pattern,
                                                    size_t pattern_size, size_t size, cl_uint num_events_in_wait_list,
                                                    const cl_event *event_wait_list, cl_event *event)
{
    PASS_ON(command_queue, clEnqueueSVMMemFill(command_queue, svm_ptr, pattern, pattern_size, size,
                                               num_events_in_wait_list, event_wait_list, event));
    return clbi_clEnqueueSVMMemFill(command_queue, svm_ptr, pattern, pattern_size, size, num_events_in_wait_list,
                                    event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map,
                                                cl_map_flags flags, void *svm_ptr, size_t size,
                                                cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                cl_event *event)
{
    PASS_ON(command_queue, clEnqueueSVMMap(command_queue, blocking_map, flags, svm_ptr, size, num_events_in_wait_list,
                                           event_wait_list, event));
    return clbi_clEnqueueSVMMap(command_queue, blocking_map, flags, svm_ptr, size, num_events_in_wait_list,
                                event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue command_queue, void *svm_ptr,
                                                  cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                  cl_event *event)
{
    PASS_ON(command_queue, clEnqueueSVMUnmap(command_queue, svm_ptr, num_events_in_wait_list, event_wait_list, event));
    return clbi_clEnqueueSVMUnmap(command_queue, svm_ptr, num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers,
                                                       const void **svm_pointers, const size_t *sizes,
                                                       cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
                                                       const cl_event *event_wait_list, cl_event *event)
{
    PASS_ON(command_queue, clEnqueueSVMMigrateMem(command_queue, num_svm_pointers, svm_pointers, sizes, flags,
                                                  num_events_in_wait_list, event_wait_list, event));
    return clbi_clEnqueueSVMMigrateMem(command_queue, num_svm_pointers, svm_pointers, sizes, flags,
                                       num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY void *CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *func_name)
{
    PASS_ON(platform, clGetExtensionFunctionAddressForPlatform(platform, func_name));
    return clbi_clGetExtensionFunctionAddressForPlatform(platform, func_name);
}

CL_API_ENTRY cl_int CL_API_CALL clSetCommandQueueProperty(cl_command_queue command_queue,
                                                          cl_command_queue_properties properties, cl_bool enable,
                                                          cl_command_queue_properties *old_properties)
{
    PASS_ON(command_queue, clSetCommandQueueProperty(command_queue, properties, enable, old_properties));
    return clbi_clSetCommandQueueProperty(command_queue, properties, enable, old_properties);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags flags,
                                                const cl_image_format *image_format, size_t image_width,
                                                size_t image_height, size_t image_row_pitch, void *host_ptr,
                                                cl_int *errcode_ret)
{
    PASS_ON(context, clCreateImage2D(context, flags, image_format, image_width, image_height, image_row_pitch, host_ptr,
                                     errcode_ret));
    return clbi_clCreateImage2D(context, flags, image_format, image_width, image_height, image_row_pitch, host_ptr,
                                errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags flags,
                                                const cl_image_format *image_format, size_t image_width,
                                                size_t image_height, size_t image_depth, size_t image_row_pitch,
                                                size_t image_slice_pitch, void *host_ptr, cl_int *errcode_ret)
{
    PASS_ON(context, clCreateImage3D(context, flags, image_format, image_width, image_height, image_depth,
                                     image_row_pitch, image_slice_pitch, host_ptr, errcode_ret));
    return clbi_clCreateImage3D(context, flags, image_format, image_width, image_height, image_depth, image_row_pitch,
                                image_slice_pitch, host_ptr, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMarker(cl_command_queue command_queue, cl_event *event)
{
    PASS_ON(command_queue, clEnqueueMarker(command_queue, event));
    return clbi_clEnqueueMarker(command_queue, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWaitForEvents(cl_command_queue command_queue, cl_uint num_events,
                                                       const cl_event *event_list)
{
    PASS_ON(command_queue, clEnqueueWaitForEvents(command_queue, num_events, event_list));
    return clbi_clEnqueueWaitForEvents(command_queue, num_events, event_list);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueBarrier(cl_command_queue command_queue)
{
    PASS_ON(command_queue, clEnqueueBarrier(command_queue));
    return clbi_clEnqueueBarrier(command_queue);
}

CL_API_ENTRY cl_int CL_API_CALL clUnloadCompiler(void)
{
    return clbi_clUnloadCompiler();
}

CL_API_ENTRY void *CL_API_CALL clGetExtensionFunctionAddress(const char *func_name)
{
    void *address = clbi_clGetExtensionFunctionAddress(func_name);
    const cl_icd_dispatch *loader = address ? NULL : clbi_icd_loader();
    return loader ? loader->clGetExtensionFunctionAddress(func_name) : address;
}

CL_API_ENTRY cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context, cl_device_id device,
                                                               cl_command_queue_properties properties,
                                                               cl_int *errcode_ret)
{
    PASS_ON(context, clCreateCommandQueue(context, device, properties, errcode_ret));
    return clbi_clCreateCommandQueue(context, device, properties, errcode_ret);
}

CL_API_ENTRY cl_sampler CL_API_CALL clCreateSampler(cl_context context, cl_bool normalized_coords,
                                                    cl_addressing_mode addressing_mode, cl_filter_mode filter_mode,
                                                    cl_int *errcode_ret)
{
    PASS_ON(context, clCreateSampler(context, normalized_coords, addressing_mode, filter_mode, errcode_ret));
    return clbi_clCreateSampler(context, normalized_coords, addressing_mode, filter_mode, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel,
                                              cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                              cl_event *event)
{
    PASS_ON(command_queue, clEnqueueTask(command_queue, kernel, num_events_in_wait_list, event_wait_list, event));
    return clbi_clEnqueueTask(command_queue, kernel, num_events_in_wait_list, event_wait_list, event);
}

CL_API_ENTRY cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms,
                                                       cl_uint *num_platforms)
{
    return clbi_clIcdGetPlatformIDsKHR(num_entries, platforms, num_platforms);
}

CL_API_ENTRY void *CL_API_CALL clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform, const char *func_name);
CL_API_ENTRY void *CL_API_CALL clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform, const char *func_name)
{
    return clbi_clIcdGetFunctionAddressForPlatformKHR(platform, func_name);
}

CL_API_ENTRY cl_int CL_API_CALL clIcdSetPlatformDispatchDataKHR(cl_platform_id platform, void *dispatch_data);
CL_API_ENTRY cl_int CL_API_CALL clIcdSetPlatformDispatchDataKHR(cl_platform_id platform, void *dispatch_data)
{
    return clbi_clIcdSetPlatformDispatchDataKHR(platform, dispatch_data);
}
