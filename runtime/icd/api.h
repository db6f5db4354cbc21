/* OpenCL's functions as this library defines them: clXxx calls clbi_clXxx, which does the work. Code of the library
 * calls no clXxx, since an ICD loader in the same process has functions of these names, too. Knows the Khronos headers;
 * must not know the objects behind the handles.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_API_H
#define CLBI_ICD_API_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#include <stddef.h>
#include <stdint.h>

/* The table at the head of each object, through which loaders call. Two entries hold the tag of cl_khr_icd 2. */
extern const cl_icd_dispatch clbi_icd_dispatch;

/* The table of all functions, without tags. */
extern const cl_icd_dispatch clbi_icd_functions;

/* The position of a function in that table. */
typedef struct clbi_icd_name {
    const char *name;
    size_t place; /* bytes from the start of the table */
} clbi_icd_name;
extern const clbi_icd_name clbi_icd_names[];
extern const size_t clbi_icd_name_count;

/* Functions of the extension cl_khr_icd. */
void *CL_API_CALL clbi_clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform, const char *func_name);
cl_int CL_API_CALL clbi_clIcdSetPlatformDispatchDataKHR(cl_platform_id platform, void *dispatch_data);
cl_int CL_API_CALL clbi_clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms);

cl_int CL_API_CALL clbi_clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms);
cl_int CL_API_CALL clbi_clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name, size_t param_value_size,
                                          void *param_value, size_t *param_value_size_ret);
cl_int CL_API_CALL clbi_clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type, cl_uint num_entries,
                                       cl_device_id *devices, cl_uint *num_devices);
cl_int CL_API_CALL clbi_clGetDeviceInfo(cl_device_id device, cl_device_info param_name, size_t param_value_size,
                                        void *param_value, size_t *param_value_size_ret);
cl_int CL_API_CALL clbi_clCreateSubDevices(cl_device_id in_device, const cl_device_partition_property *properties,
                                           cl_uint num_devices, cl_device_id *out_devices, cl_uint *num_devices_ret);
cl_int CL_API_CALL clbi_clRetainDevice(cl_device_id device);
cl_int CL_API_CALL clbi_clReleaseDevice(cl_device_id device);
cl_int CL_API_CALL clbi_clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device,
                                                       cl_command_queue command_queue);
cl_int CL_API_CALL clbi_clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *device_timestamp,
                                                cl_ulong *host_timestamp);
cl_int CL_API_CALL clbi_clGetHostTimer(cl_device_id device, cl_ulong *host_timestamp);
cl_context CL_API_CALL clbi_clCreateContext(const cl_context_properties *properties, cl_uint num_devices,
                                            const cl_device_id *devices,
                                            void(CL_CALLBACK *pfn_notify)(const char *errinfo, const void *private_info,
                                                                          size_t cb, void *user_data),
                                            void *user_data, cl_int *errcode_ret);
cl_context CL_API_CALL clbi_clCreateContextFromType(const cl_context_properties *properties, cl_device_type device_type,
                                                    void(CL_CALLBACK *pfn_notify)(const char *errinfo,
                                                                                  const void *private_info, size_t cb,
                                                                                  void *user_data),
                                                    void *user_data, cl_int *errcode_ret);
cl_int CL_API_CALL clbi_clRetainContext(cl_context context);
cl_int CL_API_CALL clbi_clReleaseContext(cl_context context);
cl_int CL_API_CALL clbi_clGetContextInfo(cl_context context, cl_context_info param_name, size_t param_value_size,
                                         void *param_value, size_t *param_value_size_ret);
cl_int CL_API_CALL clbi_clSetContextDestructorCallback(
    cl_context context, void(CL_CALLBACK *pfn_notify)(cl_context context, void *user_data), void *user_data);
cl_command_queue CL_API_CALL clbi_clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                                     const cl_queue_properties *properties,
                                                                     cl_int *errcode_ret);
cl_int CL_API_CALL clbi_clRetainCommandQueue(cl_command_queue command_queue);
cl_int CL_API_CALL clbi_clReleaseCommandQueue(cl_command_queue command_queue);
cl_int CL_API_CALL clbi_clGetCommandQueueInfo(cl_command_queue command_queue, cl_command_queue_info param_name,
                                              size_t param_value_size, void *param_value, size_t *param_value_size_ret);
cl_mem CL_API_CALL clbi_clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host_ptr,
                                       cl_int *errcode_ret);
cl_mem CL_API_CALL clbi_clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type buffer_create_type,
                                          const void *buffer_create_info, cl_int *errcode_ret);
cl_mem CL_API_CALL clbi_clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                                      const cl_image_desc *image_desc, void *host_ptr, cl_int *errcode_ret);
cl_mem CL_API_CALL clbi_clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size,
                                     cl_uint pipe_max_packets, const cl_pipe_properties *properties,
                                     cl_int *errcode_ret);
cl_mem CL_API_CALL clbi_clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties,
                                                     cl_mem_flags flags, size_t size, void *host_ptr,
                                                     cl_int *errcode_ret);
cl_mem CL_API_CALL clbi_clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties,
                                                    cl_mem_flags flags, const cl_image_format *image_format,
                                                    const cl_image_desc *image_desc, void *host_ptr,
                                                    cl_int *errcode_ret);
cl_int CL_API_CALL clbi_clRetainMemObject(cl_mem memobj);
cl_int CL_API_CALL clbi_clReleaseMemObject(cl_mem memobj);
cl_int CL_API_CALL clbi_clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                                   cl_mem_object_type image_type, cl_uint num_entries,
                                                   cl_image_format *image_formats, cl_uint *num_image_formats);
cl_int CL_API_CALL clbi_clGetMemObjectInfo(cl_mem memobj, cl_mem_info param_name, size_t param_value_size,
                                           void *param_value, size_t *param_value_size_ret);
cl_int CL_API_CALL clbi_clGetImageInfo(cl_mem image, cl_image_info param_name, size_t param_value_size,
                                       void *param_value, size_t *param_value_size_ret);
cl_int CL_API_CALL clbi_clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name, size_t param_value_size, void *param_value,
                                      size_t *param_value_size_ret);
cl_int CL_API_CALL clbi_clSetMemObjectDestructorCallback(cl_mem memobj,
                                                         void(CL_CALLBACK *pfn_notify)(cl_mem memobj, void *user_data),
                                                         void *user_data);
void *CL_API_CALL clbi_clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment);
void CL_API_CALL clbi_clSVMFree(cl_context context, void *svm_pointer);
cl_sampler CL_API_CALL clbi_clCreateSamplerWithProperties(cl_context context,
                                                          const cl_sampler_properties *sampler_properties,
                                                          cl_int *errcode_ret);
cl_int CL_API_CALL clbi_clRetainSampler(cl_sampler sampler);
cl_int CL_API_CALL clbi_clReleaseSampler(cl_sampler sampler);
cl_int CL_API_CALL clbi_clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name, size_t param_value_size,
                                         void *param_value, size_t *param_value_size_ret);
cl_program CL_API_CALL clbi_clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings,
                                                      const size_t *lengths, cl_int *errcode_ret);
cl_program CL_API_CALL clbi_clCreateProgramWithBinary(cl_context context, cl_uint num_devices,
                                                      const cl_device_id *device_list, const size_t *lengths,
                                                      const unsigned char **binaries, cl_int *binary_status,
                                                      cl_int *errcode_ret);
cl_program CL_API_CALL clbi_clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices,
                                                              const cl_device_id *device_list, const char *kernel_names,
                                                              cl_int *errcode_ret);
cl_program CL_API_CALL clbi_clCreateProgramWithIL(cl_context context, const void *il, size_t length,
                                                  cl_int *errcode_ret);
cl_int CL_API_CALL clbi_clRetainProgram(cl_program program);
cl_int CL_API_CALL clbi_clReleaseProgram(cl_program program);
cl_int CL_API_CALL clbi_clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list,
                                       const char *options,
                                       void(CL_CALLBACK *pfn_notify)(cl_program program, void *user_data),
                                       void *user_data);
cl_int CL_API_CALL clbi_clCompileProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list,
                                         const char *options, cl_uint num_input_headers,
                                         const cl_program *input_headers, const char **header_include_names,
                                         void(CL_CALLBACK *pfn_notify)(cl_program program, void *user_data),
                                         void *user_data);
cl_program CL_API_CALL clbi_clLinkProgram(cl_context context, cl_uint num_devices, const cl_device_id *device_list,
                                          const char *options, cl_uint num_input_programs,
                                          const cl_program *input_programs,
                                          void(CL_CALLBACK *pfn_notify)(cl_program program, void *user_data),
                                          void *user_data, cl_int *errcode_ret);
cl_int CL_API_CALL clbi_clSetProgramReleaseCallback(cl_program program,
                                                    void(CL_CALLBACK *pfn_notify)(cl_program program, void *user_data),
                                                    void *user_data);
cl_int CL_API_CALL clbi_clSetProgramSpecializationConstant(cl_program program, cl_uint spec_id, size_t spec_size,
                                                           const void *spec_value);
cl_int CL_API_CALL clbi_clUnloadPlatformCompiler(cl_platform_id platform);
cl_int CL_API_CALL clbi_clGetProgramInfo(cl_program program, cl_program_info param_name, size_t param_value_size,
                                         void *param_value, size_t *param_value_size_ret);
cl_int CL_API_CALL clbi_clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info param_name,
                                              size_t param_value_size, void *param_value, size_t *param_value_size_ret);
cl_kernel CL_API_CALL clbi_clCreateKernel(cl_program program, const char *kernel_name, cl_int *errcode_ret);
cl_int CL_API_CALL clbi_clCreateKernelsInProgram(cl_program program, cl_uint num_kernels, cl_kernel *kernels,
                                                 cl_uint *num_kernels_ret);
cl_kernel CL_API_CALL clbi_clCloneKernel(cl_kernel source_kernel, cl_int *errcode_ret);
cl_int CL_API_CALL clbi_clRetainKernel(cl_kernel kernel);
cl_int CL_API_CALL clbi_clReleaseKernel(cl_kernel kernel);
cl_int CL_API_CALL clbi_clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size, const void *arg_value);
cl_int CL_API_CALL clbi_clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint arg_index, const void *arg_value);
cl_int CL_API_CALL clbi_clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name, size_t param_value_size,
                                            const void *param_value);
cl_int CL_API_CALL clbi_clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name, size_t param_value_size,
                                        void *param_value, size_t *param_value_size_ret);
cl_int CL_API_CALL clbi_clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_indx, cl_kernel_arg_info param_name,
                                           size_t param_value_size, void *param_value, size_t *param_value_size_ret);
cl_int CL_API_CALL clbi_clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                                 cl_kernel_work_group_info param_name, size_t param_value_size,
                                                 void *param_value, size_t *param_value_size_ret);
cl_int CL_API_CALL clbi_clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
                                                cl_kernel_sub_group_info param_name, size_t input_value_size,
                                                const void *input_value, size_t param_value_size, void *param_value,
                                                size_t *param_value_size_ret);
cl_int CL_API_CALL clbi_clWaitForEvents(cl_uint num_events, const cl_event *event_list);
cl_int CL_API_CALL clbi_clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size,
                                       void *param_value, size_t *param_value_size_ret);
cl_event CL_API_CALL clbi_clCreateUserEvent(cl_context context, cl_int *errcode_ret);
cl_int CL_API_CALL clbi_clRetainEvent(cl_event event);
cl_int CL_API_CALL clbi_clReleaseEvent(cl_event event);
cl_int CL_API_CALL clbi_clSetUserEventStatus(cl_event event, cl_int execution_status);
cl_int CL_API_CALL clbi_clSetEventCallback(cl_event event, cl_int command_exec_callback_type,
                                           void(CL_CALLBACK *pfn_notify)(cl_event event, cl_int event_command_status,
                                                                         void *user_data),
                                           void *user_data);
cl_int CL_API_CALL clbi_clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name, size_t param_value_size,
                                                void *param_value, size_t *param_value_size_ret);
cl_int CL_API_CALL clbi_clFlush(cl_command_queue command_queue);
cl_int CL_API_CALL clbi_clFinish(cl_command_queue command_queue);
cl_int CL_API_CALL clbi_clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
                                            size_t offset, size_t size, void *ptr, cl_uint num_events_in_wait_list,
                                            const cl_event *event_wait_list, cl_event *event);
cl_int CL_API_CALL clbi_clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
                                                const size_t *buffer_origin, const size_t *host_origin,
                                                const size_t *region, size_t buffer_row_pitch,
                                                size_t buffer_slice_pitch, size_t host_row_pitch,
                                                size_t host_slice_pitch, void *ptr, cl_uint num_events_in_wait_list,
                                                const cl_event *event_wait_list, cl_event *event);
cl_int CL_API_CALL clbi_clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write,
                                             size_t offset, size_t size, const void *ptr,
                                             cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                             cl_event *event);
cl_int CL_API_CALL clbi_clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write,
                                                 const size_t *buffer_origin, const size_t *host_origin,
                                                 const size_t *region, size_t buffer_row_pitch,
                                                 size_t buffer_slice_pitch, size_t host_row_pitch,
                                                 size_t host_slice_pitch, const void *ptr,
                                                 cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                 cl_event *event);
cl_int CL_API_CALL clbi_clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void *pattern,
                                            size_t pattern_size, size_t offset, size_t size,
                                            cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                            cl_event *event);
cl_int CL_API_CALL clbi_clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
                                            size_t src_offset, size_t dst_offset, size_t size,
                                            cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                            cl_event *event);
cl_int CL_API_CALL clbi_clEnqueueCopyBufferRect(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
                                                const size_t *src_origin, const size_t *dst_origin,
                                                const size_t *region, size_t src_row_pitch, size_t src_slice_pitch,
                                                size_t dst_row_pitch, size_t dst_slice_pitch,
                                                cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                cl_event *event);
cl_int CL_API_CALL clbi_clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_read,
                                           const size_t *origin, const size_t *region, size_t row_pitch,
                                           size_t slice_pitch, void *ptr, cl_uint num_events_in_wait_list,
                                           const cl_event *event_wait_list, cl_event *event);
cl_int CL_API_CALL clbi_clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_write,
                                            const size_t *origin, const size_t *region, size_t input_row_pitch,
                                            size_t input_slice_pitch, const void *ptr, cl_uint num_events_in_wait_list,
                                            const cl_event *event_wait_list, cl_event *event);
cl_int CL_API_CALL clbi_clEnqueueFillImage(cl_command_queue command_queue, cl_mem image, const void *fill_color,
                                           const size_t *origin, const size_t *region, cl_uint num_events_in_wait_list,
                                           const cl_event *event_wait_list, cl_event *event);
cl_int CL_API_CALL clbi_clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image,
                                           const size_t *src_origin, const size_t *dst_origin, const size_t *region,
                                           cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                           cl_event *event);
cl_int CL_API_CALL clbi_clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_buffer,
                                                   const size_t *src_origin, const size_t *region, size_t dst_offset,
                                                   cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                   cl_event *event);
cl_int CL_API_CALL clbi_clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_image,
                                                   size_t src_offset, const size_t *dst_origin, const size_t *region,
                                                   cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                   cl_event *event);
void *CL_API_CALL clbi_clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_map,
                                          cl_map_flags map_flags, size_t offset, size_t size,
                                          cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                          cl_event *event, cl_int *errcode_ret);
void *CL_API_CALL clbi_clEnqueueMapImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_map,
                                         cl_map_flags map_flags, const size_t *origin, const size_t *region,
                                         size_t *image_row_pitch, size_t *image_slice_pitch,
                                         cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                         cl_event *event, cl_int *errcode_ret);
cl_int CL_API_CALL clbi_clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj, void *mapped_ptr,
                                                cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                cl_event *event);
cl_int CL_API_CALL clbi_clEnqueueMigrateMemObjects(cl_command_queue command_queue, cl_uint num_mem_objects,
                                                   const cl_mem *mem_objects, cl_mem_migration_flags flags,
                                                   cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                   cl_event *event);
cl_int CL_API_CALL clbi_clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
                                               const size_t *global_work_offset, const size_t *global_work_size,
                                               const size_t *local_work_size, cl_uint num_events_in_wait_list,
                                               const cl_event *event_wait_list, cl_event *event);
cl_int CL_API_CALL clbi_clEnqueueNativeKernel(cl_command_queue command_queue, void(CL_CALLBACK *user_func)(void *),
                                              void *args, size_t cb_args, cl_uint num_mem_objects,
                                              const cl_mem *mem_list, const void **args_mem_loc,
                                              cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                              cl_event *event);
cl_int CL_API_CALL clbi_clEnqueueMarkerWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list,
                                                    const cl_event *event_wait_list, cl_event *event);
cl_int CL_API_CALL clbi_clEnqueueBarrierWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list,
                                                     const cl_event *event_wait_list, cl_event *event);
cl_int CL_API_CALL clbi_clEnqueueSVMFree(cl_command_queue command_queue, cl_uint num_svm_pointers, void *svm_pointers[],
                                         void(CL_CALLBACK *pfn_free_func)(cl_command_queue queue,
                                                                          cl_uint num_svm_pointers,
                                                                          void *svm_pointers[], void *user_data),
                                         void *user_data, cl_uint num_events_in_wait_list,
                                         const cl_event *event_wait_list, cl_event *event);
cl_int CL_API_CALL clbi_clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy, void *dst_ptr,
                                           const void *src_ptr, size_t size, cl_uint num_events_in_wait_list,
                                           const cl_event *event_wait_list, cl_event *event);
cl_int CL_API_CALL clbi_clEnqueueSVMMemFill(cl_command_queue command_queue, void *svm_ptr, const void *pattern,
                                            size_t pattern_size, size_t size, cl_uint num_events_in_wait_list,
                                            const cl_event *event_wait_list, cl_event *event);
cl_int CL_API_CALL clbi_clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map, cl_map_flags flags,
                                        void *svm_ptr, size_t size, cl_uint num_events_in_wait_list,
                                        const cl_event *event_wait_list, cl_event *event);
cl_int CL_API_CALL clbi_clEnqueueSVMUnmap(cl_command_queue command_queue, void *svm_ptr,
                                          cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                          cl_event *event);
cl_int CL_API_CALL clbi_clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers,
                                               const void **svm_pointers, const size_t *sizes,
                                               cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
                                               const cl_event *event_wait_list, cl_event *event);
void *CL_API_CALL clbi_clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *func_name);
cl_int CL_API_CALL clbi_clSetCommandQueueProperty(cl_command_queue command_queue,
                                                  cl_command_queue_properties properties, cl_bool enable,
                                                  cl_command_queue_properties *old_properties);
cl_mem CL_API_CALL clbi_clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                                        size_t image_width, size_t image_height, size_t image_row_pitch, void *host_ptr,
                                        cl_int *errcode_ret);
cl_mem CL_API_CALL clbi_clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                                        size_t image_width, size_t image_height, size_t image_depth,
                                        size_t image_row_pitch, size_t image_slice_pitch, void *host_ptr,
                                        cl_int *errcode_ret);
cl_int CL_API_CALL clbi_clEnqueueMarker(cl_command_queue command_queue, cl_event *event);
cl_int CL_API_CALL clbi_clEnqueueWaitForEvents(cl_command_queue command_queue, cl_uint num_events,
                                               const cl_event *event_list);
cl_int CL_API_CALL clbi_clEnqueueBarrier(cl_command_queue command_queue);
cl_int CL_API_CALL clbi_clUnloadCompiler(void);
void *CL_API_CALL clbi_clGetExtensionFunctionAddress(const char *func_name);
cl_command_queue CL_API_CALL clbi_clCreateCommandQueue(cl_context context, cl_device_id device,
                                                       cl_command_queue_properties properties, cl_int *errcode_ret);
cl_sampler CL_API_CALL clbi_clCreateSampler(cl_context context, cl_bool normalized_coords,
                                            cl_addressing_mode addressing_mode, cl_filter_mode filter_mode,
                                            cl_int *errcode_ret);
cl_int CL_API_CALL clbi_clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel, cl_uint num_events_in_wait_list,
                                      const cl_event *event_wait_list, cl_event *event);

#endif
