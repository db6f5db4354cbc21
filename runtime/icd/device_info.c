/* clGetDeviceInfo. The answer for an optional feature of OpenCL 3.0 that does not exist here is zero, false or an empty
 * list. Knows the limits of the device; changes nothing.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/device.h"
#include "icd/device_queue.h"
#include "icd/extensions.h"
#include "image/layout.h"

#include <CL/cl_ext.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The device that is asked, and where the answer goes. */
typedef struct query {
    cl_device_id device;
    size_t room;
    void *value;
    size_t *size_ret;
} query;

static cl_int answer(const query *q, const void *data, size_t size)
{
    return clbi_icd_answer(q->room, q->value, q->size_ret, data, size);
}

static cl_int answer_text(const query *q, const char *text)
{
    return clbi_icd_answer_text(q->room, q->value, q->size_ret, text);
}

static cl_int answer_uint(const query *q, cl_uint number)
{
    return answer(q, &number, sizeof number);
}

static cl_int answer_ulong(const query *q, cl_ulong number) /* also bit fields */
{
    return answer(q, &number, sizeof number);
}

static cl_int answer_size(const query *q, size_t number)
{
    return answer(q, &number, sizeof number);
}

static cl_int answer_bool(const query *q, bool is)
{
    return answer_uint(q, is ? CL_TRUE : CL_FALSE);
}

/* OpenCL demands at least a quarter of the memory. With half of it there is room for a second buffer. */
uint64_t clbi_icd_device_allocation(cl_device_id device)
{
    const uint64_t half = device->info.memory_size / 2;
    return half < SIZE_MAX / 4 ? half : SIZE_MAX / 4;
}

/* ---- Groups of queries: each returns CL_INVALID_VALUE for names of the other groups --------------------------------
 */

static cl_int ask_names(const query *q, cl_device_info name)
{
    static const cl_name_version extensions[] = ICD_EXTENSIONS_WITH_VERSION;
    static const cl_name_version features[] = ICD_FEATURES_WITH_VERSION;
    static const cl_name_version versions[] = {{CL_MAKE_VERSION(1, 0, 0), "OpenCL C"},
                                               {CL_MAKE_VERSION(1, 1, 0), "OpenCL C"},
                                               {CL_MAKE_VERSION(1, 2, 0), "OpenCL C"},
                                               {CL_MAKE_VERSION(3, 0, 0), "OpenCL C"}};
    switch (name) {
    case CL_DEVICE_NAME: return answer_text(q, clbi_icd_device_processor()->name);
    case CL_DEVICE_VENDOR: return answer_text(q, "clbundle");
    case CL_DEVICE_VENDOR_ID: return answer_uint(q, clbi_icd_device_processor()->vendor);
    case CL_DRIVER_VERSION: return answer_text(q, CLBI_VERSION);
    case CL_DEVICE_PROFILE: return answer_text(q, "FULL_PROFILE");
    case CL_DEVICE_VERSION: return answer_text(q, "OpenCL 3.0 clbundle " CLBI_VERSION);
    case CL_DEVICE_NUMERIC_VERSION: return answer_uint(q, CL_MAKE_VERSION(3, 0, 0));
    case CL_DEVICE_OPENCL_C_VERSION: return answer_text(q, "OpenCL C 1.2 clbundle " CLBI_VERSION);
    case CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR: return answer_uint(q, CL_MAKE_VERSION(1, 2, 0));
    case CL_DEVICE_OPENCL_C_ALL_VERSIONS: return answer(q, versions, sizeof versions);
    case CL_DEVICE_OPENCL_C_FEATURES: return answer(q, features, sizeof features);
    case CL_DEVICE_EXTENSIONS: return answer_text(q, ICD_EXTENSIONS);
    case CL_DEVICE_EXTENSIONS_WITH_VERSION: return answer(q, extensions, sizeof extensions);
    case CL_DEVICE_IL_VERSION:
    case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED: return answer_text(q, "");
    case CL_DEVICE_ILS_WITH_VERSION: return answer(q, NULL, 0);
    default: return CL_INVALID_VALUE;
    }
}

/* The names of the built-in kernels, as one text or as a list. */
static cl_int ask_built_in(const query *q, cl_device_info name)
{
    char *names = clbi_icd_built_in_names();
    if (!names) return CL_OUT_OF_HOST_MEMORY;
    cl_int code = CL_OUT_OF_HOST_MEMORY;
    if (name == CL_DEVICE_BUILT_IN_KERNELS) {
        code = answer_text(q, names);
    } else {
        size_t count = 0;
        cl_name_version *list = calloc(strlen(names) / 2 + 1, sizeof *list);
        for (const char *at = names; list && *at; count++) {
            const size_t length = strcspn(at, ";");
            list[count].version = CL_MAKE_VERSION(1, 0, 0);
            memcpy(list[count].name, at, length < sizeof list->name ? length : sizeof list->name - 1);
            at += length + (at[length] == ';');
        }
        if (list) code = answer(q, list, count * sizeof *list);
        free(list);
    }
    free(names);
    return code;
}

/* The number of elements of a type in a vector of the processor. */
static cl_int ask_widths(const query *q, cl_device_info name)
{
    const cl_uint bytes = clbi_icd_device_processor()->vector;
    switch (name) {
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR: return answer_uint(q, bytes);
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT: return answer_uint(q, bytes / 2);
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF: /* computed in float */
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF: return answer_uint(q, bytes / 4);
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE: return answer_uint(q, bytes / 8);
    case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE: return answer_size(q, bytes / 4);
    default: return CL_INVALID_VALUE;
    }
}

static cl_int ask_memory(const query *q, cl_device_info name)
{
    const clb_device_info *info = &q->device->info;
    const clbi_icd_processor *processor = clbi_icd_device_processor();
    switch (name) {
    case CL_DEVICE_GLOBAL_MEM_SIZE: return answer_ulong(q, info->memory_size);
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
    case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE: return answer_ulong(q, clbi_icd_device_allocation(q->device));
    case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE:
    case CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE:
        return answer_size(q, (size_t)clbi_icd_device_allocation(q->device)); /* memory alone bounds them */
    case CL_DEVICE_MAX_CONSTANT_ARGS: return answer_uint(q, ICD_PARAMETER_SIZE / sizeof(void *));
    case CL_DEVICE_MAX_PARAMETER_SIZE: return answer_size(q, ICD_PARAMETER_SIZE);
    case CL_DEVICE_LOCAL_MEM_SIZE: return answer_ulong(q, info->local_memory_size);
    case CL_DEVICE_LOCAL_MEM_TYPE: return answer_uint(q, CL_GLOBAL);
    case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE: return answer_uint(q, CL_READ_WRITE_CACHE);
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE: return answer_ulong(q, processor->cache);
    case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE: return answer_uint(q, (cl_uint)processor->cache_line);
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN: return answer_uint(q, 8 * ICD_ALIGNMENT);
    case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE: return answer_uint(q, ICD_ALIGNMENT);
    case CL_DEVICE_HOST_UNIFIED_MEMORY: return answer_bool(q, true);
    case CL_DEVICE_ERROR_CORRECTION_SUPPORT: return answer_bool(q, false);
    case CL_DEVICE_PRINTF_BUFFER_SIZE: return answer_size(q, ICD_PRINTF_SIZE);
    case CL_DEVICE_SVM_CAPABILITIES:
        return answer_ulong(q, CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
                                   CL_DEVICE_SVM_FINE_GRAIN_SYSTEM);
    case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
    case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES:
        return answer_ulong(
            q, CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_ORDER_SEQ_CST |
                   CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP | CL_DEVICE_ATOMIC_SCOPE_DEVICE |
                   (name == CL_DEVICE_ATOMIC_FENCE_CAPABILITIES ? CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM : 0));
    case CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT:
    case CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT:
    case CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT: return answer_uint(q, 0); /* the alignment of the type itself */
    default: return CL_INVALID_VALUE;
    }
}

static cl_int ask_execution(const query *q, cl_device_info name)
{
    const clb_device_info *info = &q->device->info;
    const cl_ulong single =
        CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_FMA | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
    const cl_ulong half = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_FMA;
    const cl_ulong twice =
        CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA;
    switch (name) {
    case CL_DEVICE_TYPE: return answer_ulong(q, CL_DEVICE_TYPE_CPU);
    case CL_DEVICE_MAX_NUM_SUB_GROUPS:
        return answer_uint(q, (cl_uint)((info->work_group_size + CLB_SUB_GROUP_SIZE - 1) / CLB_SUB_GROUP_SIZE));
    case CL_DEVICE_MAX_COMPUTE_UNITS: return answer_uint(q, info->compute_units);
    case CL_DEVICE_MAX_CLOCK_FREQUENCY: return answer_uint(q, clbi_icd_device_processor()->megahertz);
    case CL_DEVICE_ADDRESS_BITS: return answer_uint(q, (cl_uint)(8 * sizeof(void *)));
    case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS: return answer_uint(q, 3);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE: return answer_size(q, info->work_group_size);
    case CL_DEVICE_MAX_WORK_ITEM_SIZES: return answer(q, info->work_item_sizes, sizeof info->work_item_sizes);
    case CL_DEVICE_HALF_FP_CONFIG: return answer_ulong(q, half);
    case CL_DEVICE_SINGLE_FP_CONFIG: return answer_ulong(q, single);
    case CL_DEVICE_DOUBLE_FP_CONFIG: return answer_ulong(q, twice);
    case CL_DEVICE_ENDIAN_LITTLE: {
        const uint16_t one = 1;
        unsigned char first;
        memcpy(&first, &one, 1);
        return answer_bool(q, first == 1);
    }
    case CL_DEVICE_AVAILABLE: return answer_bool(q, true);
    case CL_DEVICE_COMPILER_AVAILABLE: return answer_bool(q, clbi_icd_compiler_available());
    case CL_DEVICE_LINKER_AVAILABLE: return answer_bool(q, true);
    case CL_DEVICE_EXECUTION_CAPABILITIES: return answer_ulong(q, CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL);
    case CL_DEVICE_QUEUE_ON_HOST_PROPERTIES:
        return answer_ulong(q, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
    case CL_DEVICE_PROFILING_TIMER_RESOLUTION: return answer_size(q, 1);
    case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT:
    case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
    case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT:
    case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC: return answer_bool(q, true);
    default: return CL_INVALID_VALUE;
    }
}

static cl_int ask_relatives(const query *q, cl_device_info name)
{
    static const cl_device_partition_property ways[] = {CL_DEVICE_PARTITION_EQUALLY, CL_DEVICE_PARTITION_BY_COUNTS};
    static const cl_device_partition_property none[] = {0};
    cl_device_id device = q->device;
    const cl_platform_id platform = clbi_icd_platform();
    const bool divisible = device->info.compute_units > 1;
    switch (name) {
    case CL_DEVICE_PLATFORM: return answer(q, &platform, sizeof platform);
    case CL_DEVICE_PARENT_DEVICE: return answer(q, &device->parent, sizeof device->parent);
    case CL_DEVICE_PARTITION_MAX_SUB_DEVICES: return answer_uint(q, divisible ? device->info.compute_units : 0);
    case CL_DEVICE_PARTITION_PROPERTIES: return divisible ? answer(q, ways, sizeof ways) : answer(q, none, sizeof none);
    case CL_DEVICE_PARTITION_AFFINITY_DOMAIN: return answer_ulong(q, 0);
    case CL_DEVICE_PARTITION_TYPE:
        return answer(q, device->partition, device->partition_count * sizeof *device->partition);
    case CL_DEVICE_REFERENCE_COUNT: return answer_uint(q, device->parent ? atomic_load(&device->object.references) : 1);
    default: return CL_INVALID_VALUE;
    }
}

static cl_int ask_images(const query *q, cl_device_info name)
{
    switch (name) {
    case CL_DEVICE_IMAGE_SUPPORT: return answer_bool(q, true);
    case CL_DEVICE_MAX_READ_IMAGE_ARGS: return answer_uint(q, 128);
    case CL_DEVICE_MAX_WRITE_IMAGE_ARGS:
    case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS: return answer_uint(q, 64);
    case CL_DEVICE_MAX_SAMPLERS: return answer_uint(q, 16);
    case CL_DEVICE_IMAGE_PITCH_ALIGNMENT:
    case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT: return answer_uint(q, 1); /* pixels */
    case CL_DEVICE_IMAGE2D_MAX_WIDTH:
    case CL_DEVICE_IMAGE2D_MAX_HEIGHT: return answer_size(q, CLBI_IMAGE_SIDE);
    case CL_DEVICE_IMAGE3D_MAX_WIDTH:
    case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
    case CL_DEVICE_IMAGE3D_MAX_DEPTH: return answer_size(q, CLBI_IMAGE_VOLUME_SIDE);
    case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE: return answer_size(q, CLBI_IMAGE_BUFFER_SIZE);
    case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE: return answer_size(q, CLBI_IMAGE_LAYERS);
    default: return CL_INVALID_VALUE;
    }
}

static cl_int ask_pipes(const query *q, cl_device_info name)
{
    switch (name) {
    case CL_DEVICE_PIPE_SUPPORT: return answer_bool(q, true);
    case CL_DEVICE_MAX_PIPE_ARGS: return answer_uint(q, ICD_PARAMETER_SIZE / sizeof(void *));
    case CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS: return answer_uint(q, ICD_PIPE_RESERVATIONS);
    case CL_DEVICE_PIPE_MAX_PACKET_SIZE: return answer_uint(q, ICD_PIPE_PACKET_SIZE);
    default: return CL_INVALID_VALUE;
    }
}

static cl_int ask_device_queues(const query *q, cl_device_info name)
{
    switch (name) {
    case CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE: return answer_uint(q, ICD_DEVICE_QUEUE_PREFERRED);
    case CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE: return answer_uint(q, ICD_DEVICE_QUEUE_MOST);
    case CL_DEVICE_MAX_ON_DEVICE_QUEUES: return answer_uint(q, UINT16_MAX); /* memory alone bounds them */
    case CL_DEVICE_MAX_ON_DEVICE_EVENTS: return answer_uint(q, ICD_DEVICE_EVENTS);
    case CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES:
        return answer_ulong(q, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
    case CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES:
        return answer_ulong(q, CL_DEVICE_QUEUE_SUPPORTED | CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT);
    default: return CL_INVALID_VALUE;
    }
}

/* cl_khr_integer_dot_product, version 2.0: some versions of CL/cl_ext.h lack it. */
enum { ICD_DOT_PRODUCT_CAPABILITIES = 0x1073, ICD_DOT_PRODUCT_8BIT = 0x1074, ICD_DOT_PRODUCT_4X8BIT_PACKED = 0x1075 };

static cl_int ask_dot_products(const query *q, cl_device_info name)
{
    enum { PACKED = 1, UNPACKED = 2 };
    const cl_bool accelerated[6] = {CL_FALSE}; /* signed, unsigned and mixed, then the same saturated */
    switch (name) {
    case ICD_DOT_PRODUCT_CAPABILITIES: return answer_ulong(q, PACKED | UNPACKED);
    case ICD_DOT_PRODUCT_8BIT:
    case ICD_DOT_PRODUCT_4X8BIT_PACKED: return answer(q, accelerated, sizeof accelerated);
    default: return CL_INVALID_VALUE;
    }
}

/* cl_ext_float_atomics: some versions of CL/cl_ext.h lack it. */
enum { ICD_SINGLE_ATOMICS = 0x4231, ICD_DOUBLE_ATOMICS = 0x4232, ICD_HALF_ATOMICS = 0x4233 };

static cl_int ask_float_atomics(const query *q, cl_device_info name)
{
    enum { LOAD_STORE = 1, ADD = 2, MIN_MAX = 4, GLOBAL = 1, LOCAL = 1 << 16 };
    switch (name) {
    case ICD_SINGLE_ATOMICS:
    case ICD_DOUBLE_ATOMICS:
    case ICD_HALF_ATOMICS: return answer_ulong(q, (cl_ulong)(LOAD_STORE | ADD | MIN_MAX) * (GLOBAL + LOCAL));
    default: return CL_INVALID_VALUE;
    }
}

/* Features that do not exist here: independent progress of sub-groups. */
static cl_int ask_absent(const query *q, cl_device_info name)
{
    switch (name) {
    case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS: return answer_bool(q, false);
    default: return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL clbi_clGetDeviceInfo(cl_device_id device, cl_device_info param_name, size_t param_value_size,
                                        void *param_value, size_t *param_value_size_ret)
{
    static cl_int (*const groups[])(const query *, cl_device_info) = {
        ask_names, ask_widths,        ask_memory,       ask_execution,     ask_relatives, ask_images,
        ask_pipes, ask_device_queues, ask_dot_products, ask_float_atomics, ask_absent};
    if (!clbi_icd_object_valid(device, ICD_DEVICE)) return CL_INVALID_DEVICE;
    const query q = {device, param_value_size, param_value, param_value_size_ret};
    if (param_name == CL_DEVICE_BUILT_IN_KERNELS || param_name == CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION)
        return ask_built_in(&q, param_name);
    /* A group also returns CL_INVALID_VALUE where param_value is too small. Then no other group knows the name. */
    cl_int code = CL_INVALID_VALUE;
    for (size_t i = 0; code == CL_INVALID_VALUE && i < sizeof groups / sizeof groups[0]; i++)
        code = groups[i](&q, param_name);
    return code;
}
