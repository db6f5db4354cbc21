/* The part of OpenCL's interface that the back end uses, so that building needs no OpenCL SDK. Names, numbers and
 * signatures are those of the OpenCL specification; a test compares them with CL/cl.h where that is installed. Knows
 * OpenCL; must not know this library.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_CL_API_H
#define CLBI_CL_API_H

#include <stddef.h>
#include <stdint.h>

/* clang-format off */
#define CLBI_CL_CONSTANTS(X)                  \
    X(CL_SUCCESS, 0)                          \
    X(CL_DEVICE_NOT_FOUND, -1)                \
    X(CL_OUT_OF_RESOURCES, -5)                \
    X(CL_OUT_OF_HOST_MEMORY, -6)              \
    X(CL_BUILD_PROGRAM_FAILURE, -11)          \
    X(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, -14) \
    X(CL_INVALID_VALUE, -30)                  \
    X(CL_INVALID_BINARY, -42)                 \
    X(CL_INVALID_PIPE_SIZE, -69)              \
    X(CL_FALSE, 0)                            \
    X(CL_TRUE, 1)                             \
    X(CL_COMPLETE, 0)                         \
    X(CL_PLATFORM_NAME, 0x0902)               \
    X(CL_DEVICE_TYPE, 0x1000)                 \
    X(CL_DEVICE_MAX_COMPUTE_UNITS, 0x1002)    \
    X(CL_DEVICE_MAX_WORK_GROUP_SIZE, 0x1004)  \
    X(CL_DEVICE_MAX_WORK_ITEM_SIZES, 0x1005)  \
    X(CL_DEVICE_MAX_MEM_ALLOC_SIZE, 0x1010)   \
    X(CL_DEVICE_IMAGE_SUPPORT, 0x1016)        \
    X(CL_DEVICE_MEM_BASE_ADDR_ALIGN, 0x1019)  \
    X(CL_DEVICE_GLOBAL_MEM_SIZE, 0x101F)      \
    X(CL_DEVICE_LOCAL_MEM_TYPE, 0x1022)       \
    X(CL_DEVICE_LOCAL_MEM_SIZE, 0x1023)       \
    X(CL_DEVICE_AVAILABLE, 0x1027)            \
    X(CL_DEVICE_COMPILER_AVAILABLE, 0x1028)   \
    X(CL_DEVICE_NAME, 0x102B)                 \
    X(CL_DEVICE_VENDOR, 0x102C)               \
    X(CL_DRIVER_VERSION, 0x102D)              \
    X(CL_DEVICE_VERSION, 0x102F)              \
    X(CL_DEVICE_EXTENSIONS, 0x1030)           \
    X(CL_DEVICE_DOUBLE_FP_CONFIG, 0x1032)     \
    X(CL_FP_SOFT_FLOAT, 64)                   \
    X(CL_DEVICE_PIPE_SUPPORT, 0x1071)         \
    X(CL_GLOBAL, 2)                           \
    X(CL_CONTEXT_PLATFORM, 0x1084)            \
    X(CL_QUEUE_PROFILING_ENABLE, 2)           \
    X(CL_MEM_READ_WRITE, 1)                   \
    X(CL_MEM_USE_HOST_PTR, 8)                 \
    X(CL_MEM_ALLOC_HOST_PTR, 16)              \
    X(CL_MEM_COPY_HOST_PTR, 32)               \
    X(CL_MEM_WRITE_ONLY, 2)                   \
    X(CL_MEM_READ_ONLY, 4)                    \
    X(CL_MEM_OBJECT_IMAGE2D, 0x10F1)          \
    X(CL_MEM_OBJECT_IMAGE3D, 0x10F2)          \
    X(CL_MEM_OBJECT_IMAGE2D_ARRAY, 0x10F3)    \
    X(CL_MEM_OBJECT_IMAGE1D, 0x10F4)          \
    X(CL_MEM_OBJECT_IMAGE1D_ARRAY, 0x10F5)    \
    X(CL_MEM_OBJECT_IMAGE1D_BUFFER, 0x10F6)   \
    X(CL_ADDRESS_NONE, 0x1130)                \
    X(CL_ADDRESS_CLAMP_TO_EDGE, 0x1131)       \
    X(CL_ADDRESS_CLAMP, 0x1132)               \
    X(CL_ADDRESS_REPEAT, 0x1133)              \
    X(CL_ADDRESS_MIRRORED_REPEAT, 0x1134)     \
    X(CL_FILTER_NEAREST, 0x1140)              \
    X(CL_FILTER_LINEAR, 0x1141)               \
    X(CL_MAP_READ, 1)                         \
    X(CL_MAP_WRITE, 2)                        \
    X(CL_MAP_WRITE_INVALIDATE_REGION, 4)      \
    X(CL_PROGRAM_BINARY_SIZES, 0x1165)        \
    X(CL_PROGRAM_BINARIES, 0x1166)            \
    X(CL_PROGRAM_BUILD_LOG, 0x1183)           \
    X(CL_KERNEL_NUM_ARGS, 0x1191)             \
    X(CL_KERNEL_WORK_GROUP_SIZE, 0x11B0)      \
    X(CL_KERNEL_LOCAL_MEM_SIZE, 0x11B2)       \
    X(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, 0x11B3) \
    X(CL_KERNEL_PRIVATE_MEM_SIZE, 0x11B4)     \
    X(CL_EVENT_COMMAND_EXECUTION_STATUS, 0x11D3) \
    X(CL_BUFFER_CREATE_TYPE_REGION, 0x1220)   \
    X(CL_PROFILING_COMMAND_START, 0x1282)     \
    X(CL_PROFILING_COMMAND_END, 0x1283)       \
    X(CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, 0x1065) \
    X(CL_DEVICE_TYPE_CPU, 2)                  \
    X(CL_DEVICE_TYPE_GPU, 4)                  \
    X(CL_DEVICE_TYPE_ACCELERATOR, 8)
/* clang-format on */

/* Of extensions, which CL/cl.h does not declare: cl_nv_device_attribute_query, cl_amd_device_attribute_query,
 * cl_intel_required_subgroup_size. */
#define CLBI_CL_DEVICE_WARP_SIZE_NV 0x4003
#define CLBI_CL_DEVICE_WAVEFRONT_WIDTH_AMD 0x4043
#define CLBI_CL_DEVICE_SUB_GROUP_SIZES_INTEL 0x4108

#ifndef CLBI_CL_LISTS_ONLY /* a test includes CL/cl.h instead of this part */

#if defined(_WIN32)
#define CL_API_CALL __stdcall
#define CL_CALLBACK __stdcall
#else
#define CL_API_CALL
#define CL_CALLBACK
#endif

typedef int32_t cl_int;
typedef uint32_t cl_uint;
typedef uint64_t cl_ulong;
typedef cl_uint cl_bool;
typedef cl_ulong cl_bitfield;
typedef intptr_t cl_pipe_properties;
typedef cl_bitfield cl_device_type, cl_command_queue_properties, cl_mem_flags, cl_map_flags;
typedef cl_uint cl_platform_info, cl_device_info, cl_program_info, cl_program_build_info, cl_kernel_info,
    cl_kernel_work_group_info, cl_event_info, cl_profiling_info, cl_buffer_create_type, cl_mem_object_type,
    cl_channel_order, cl_channel_type, cl_addressing_mode, cl_filter_mode;
typedef intptr_t cl_context_properties;
typedef struct clbi_cl_platform *cl_platform_id;
typedef struct clbi_cl_device_id *cl_device_id;
typedef struct clbi_cl_context *cl_context;
typedef struct clbi_cl_queue *cl_command_queue;
typedef struct clbi_cl_mem *cl_mem;
typedef struct clbi_cl_program_object *cl_program;
typedef struct clbi_cl_kernel_object *cl_kernel;
typedef struct clbi_cl_event *cl_event;
typedef struct clbi_cl_sampler *cl_sampler;
typedef struct _cl_buffer_region {
    size_t origin, size;
} cl_buffer_region;
typedef struct _cl_image_format {
    cl_channel_order image_channel_order;
    cl_channel_type image_channel_data_type;
} cl_image_format;
typedef struct _cl_image_desc {
    cl_mem_object_type image_type;
    size_t image_width, image_height, image_depth, image_array_size, image_row_pitch, image_slice_pitch;
    cl_uint num_mip_levels, num_samples;
    cl_mem buffer;
} cl_image_desc;

#define CLBI_CL_ENUMERATOR(name, number) name = number,
enum { CLBI_CL_CONSTANTS(CLBI_CL_ENUMERATOR) };
#undef CLBI_CL_ENUMERATOR
#define CL_DEVICE_TYPE_ALL UINT32_C(0xFFFFFFFF)

#endif

/* Functions that OpenCL 1.1 does not have: NULL where a loader lacks them. */
/* clang-format off */
#define CLBI_CL_OPTIONAL(X) \
    X(clEnqueueFillBuffer) X(clEnqueueMarkerWithWaitList) X(clCreateImage) X(clEnqueueFillImage) X(clCreatePipe)

/* result, name, parameters */
#define CLBI_CL_FUNCTIONS(X)                                                                                          \
    X(cl_int, clGetPlatformIDs, (cl_uint, cl_platform_id *, cl_uint *))                                               \
    X(cl_int, clGetPlatformInfo, (cl_platform_id, cl_platform_info, size_t, void *, size_t *))                        \
    X(cl_int, clGetDeviceIDs, (cl_platform_id, cl_device_type, cl_uint, cl_device_id *, cl_uint *))                   \
    X(cl_int, clGetDeviceInfo, (cl_device_id, cl_device_info, size_t, void *, size_t *))                              \
    X(cl_context, clCreateContext,                                                                                    \
      (const cl_context_properties *, cl_uint, const cl_device_id *,                                                  \
       void(CL_API_CALL *)(const char *, const void *, size_t, void *), void *, cl_int *))                            \
    X(cl_int, clReleaseContext, (cl_context))                                                                         \
    X(cl_command_queue, clCreateCommandQueue, (cl_context, cl_device_id, cl_command_queue_properties, cl_int *))      \
    X(cl_int, clReleaseCommandQueue, (cl_command_queue))                                                              \
    X(cl_mem, clCreateBuffer, (cl_context, cl_mem_flags, size_t, void *, cl_int *))                                   \
    X(cl_mem, clCreateSubBuffer, (cl_mem, cl_mem_flags, cl_buffer_create_type, const void *, cl_int *))               \
    X(cl_int, clReleaseMemObject, (cl_mem))                                                                           \
    X(cl_program, clCreateProgramWithSource, (cl_context, cl_uint, const char **, const size_t *, cl_int *))          \
    X(cl_program, clCreateProgramWithBinary,                                                                          \
      (cl_context, cl_uint, const cl_device_id *, const size_t *, const unsigned char **, cl_int *, cl_int *))        \
    X(cl_int, clBuildProgram,                                                                                         \
      (cl_program, cl_uint, const cl_device_id *, const char *, void(CL_API_CALL *)(cl_program, void *), void *))     \
    X(cl_int, clReleaseProgram, (cl_program))                                                                         \
    X(cl_int, clGetProgramInfo, (cl_program, cl_program_info, size_t, void *, size_t *))                              \
    X(cl_int, clGetProgramBuildInfo, (cl_program, cl_device_id, cl_program_build_info, size_t, void *, size_t *))     \
    X(cl_kernel, clCreateKernel, (cl_program, const char *, cl_int *))                                                \
    X(cl_int, clReleaseKernel, (cl_kernel))                                                                           \
    X(cl_int, clSetKernelArg, (cl_kernel, cl_uint, size_t, const void *))                                             \
    X(cl_int, clGetKernelInfo, (cl_kernel, cl_kernel_info, size_t, void *, size_t *))                                 \
    X(cl_int, clGetKernelWorkGroupInfo,                                                                               \
      (cl_kernel, cl_device_id, cl_kernel_work_group_info, size_t, void *, size_t *))                                 \
    X(cl_int, clEnqueueNDRangeKernel,                                                                                 \
      (cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *, const size_t *, cl_uint,                 \
       const cl_event *, cl_event *))                                                                                 \
    X(cl_int, clEnqueueReadBuffer,                                                                                    \
      (cl_command_queue, cl_mem, cl_bool, size_t, size_t, void *, cl_uint, const cl_event *, cl_event *))             \
    X(cl_int, clEnqueueWriteBuffer,                                                                                   \
      (cl_command_queue, cl_mem, cl_bool, size_t, size_t, const void *, cl_uint, const cl_event *, cl_event *))       \
    X(cl_int, clEnqueueCopyBuffer,                                                                                    \
      (cl_command_queue, cl_mem, cl_mem, size_t, size_t, size_t, cl_uint, const cl_event *, cl_event *))              \
    X(cl_int, clEnqueueReadBufferRect,                                                                                \
      (cl_command_queue, cl_mem, cl_bool, const size_t *, const size_t *, const size_t *, size_t, size_t, size_t,     \
       size_t, void *, cl_uint, const cl_event *, cl_event *))                                                        \
    X(cl_int, clEnqueueWriteBufferRect,                                                                               \
      (cl_command_queue, cl_mem, cl_bool, const size_t *, const size_t *, const size_t *, size_t, size_t, size_t,     \
       size_t, const void *, cl_uint, const cl_event *, cl_event *))                                                  \
    X(cl_int, clEnqueueCopyBufferRect,                                                                                \
      (cl_command_queue, cl_mem, cl_mem, const size_t *, const size_t *, const size_t *, size_t, size_t, size_t,      \
       size_t, cl_uint, const cl_event *, cl_event *))                                                                \
    X(cl_int, clEnqueueFillBuffer,                                                                                    \
      (cl_command_queue, cl_mem, const void *, size_t, size_t, size_t, cl_uint, const cl_event *, cl_event *))        \
    X(cl_int, clEnqueueMarkerWithWaitList, (cl_command_queue, cl_uint, const cl_event *, cl_event *))                 \
    X(void *, clEnqueueMapBuffer,                                                                                     \
      (cl_command_queue, cl_mem, cl_bool, cl_map_flags, size_t, size_t, cl_uint, const cl_event *, cl_event *,        \
       cl_int *))                                                                                                     \
    X(cl_int, clEnqueueUnmapMemObject,                                                                                \
      (cl_command_queue, cl_mem, void *, cl_uint, const cl_event *, cl_event *))                                      \
    X(cl_mem, clCreateImage,                                                                                          \
      (cl_context, cl_mem_flags, const cl_image_format *, const cl_image_desc *, void *, cl_int *))                   \
    X(cl_mem, clCreatePipe, (cl_context, cl_mem_flags, cl_uint, cl_uint, const cl_pipe_properties *, cl_int *))       \
    X(cl_int, clGetSupportedImageFormats,                                                                             \
      (cl_context, cl_mem_flags, cl_mem_object_type, cl_uint, cl_image_format *, cl_uint *))                          \
    X(cl_int, clEnqueueReadImage,                                                                                     \
      (cl_command_queue, cl_mem, cl_bool, const size_t *, const size_t *, size_t, size_t, void *, cl_uint,            \
       const cl_event *, cl_event *))                                                                                 \
    X(cl_int, clEnqueueWriteImage,                                                                                    \
      (cl_command_queue, cl_mem, cl_bool, const size_t *, const size_t *, size_t, size_t, const void *, cl_uint,      \
       const cl_event *, cl_event *))                                                                                 \
    X(cl_int, clEnqueueCopyImage,                                                                                     \
      (cl_command_queue, cl_mem, cl_mem, const size_t *, const size_t *, const size_t *, cl_uint, const cl_event *,   \
       cl_event *))                                                                                                   \
    X(cl_int, clEnqueueCopyImageToBuffer,                                                                             \
      (cl_command_queue, cl_mem, cl_mem, const size_t *, const size_t *, size_t, cl_uint, const cl_event *,           \
       cl_event *))                                                                                                   \
    X(cl_int, clEnqueueCopyBufferToImage,                                                                             \
      (cl_command_queue, cl_mem, cl_mem, size_t, const size_t *, const size_t *, cl_uint, const cl_event *,           \
       cl_event *))                                                                                                   \
    X(cl_int, clEnqueueFillImage,                                                                                     \
      (cl_command_queue, cl_mem, const void *, const size_t *, const size_t *, cl_uint, const cl_event *,             \
       cl_event *))                                                                                                   \
    X(void *, clEnqueueMapImage,                                                                                      \
      (cl_command_queue, cl_mem, cl_bool, cl_map_flags, const size_t *, const size_t *, size_t *, size_t *, cl_uint,  \
       const cl_event *, cl_event *, cl_int *))                                                                       \
    X(cl_sampler, clCreateSampler, (cl_context, cl_bool, cl_addressing_mode, cl_filter_mode, cl_int *))               \
    X(cl_int, clReleaseSampler, (cl_sampler))                                                                         \
    X(cl_int, clFlush, (cl_command_queue))                                                                            \
    X(cl_int, clWaitForEvents, (cl_uint, const cl_event *))                                                           \
    X(cl_int, clGetEventInfo, (cl_event, cl_event_info, size_t, void *, size_t *))                                    \
    X(cl_int, clGetEventProfilingInfo, (cl_event, cl_profiling_info, size_t, void *, size_t *))                       \
    X(cl_int, clSetEventCallback,                                                                                     \
      (cl_event, cl_int, void(CL_CALLBACK *)(cl_event, cl_int, void *), void *))                                      \
    X(cl_int, clRetainEvent, (cl_event))                                                                              \
    X(cl_int, clReleaseEvent, (cl_event))                                                                             \
    X(cl_int, clFinish, (cl_command_queue))
/* clang-format on */

#endif
