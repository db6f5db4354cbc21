/* Platform, device, contexts, queues, buffers, programs and kernels as objects: what they say of themselves, how they
 * are counted, and the codes of all misuse that OpenCL lists.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

/* An address that is none of ours, but may be read. */
static char foreign[256];
#define FOREIGN(type) ((type)(void *)foreign)

/* ---- Platform and device -------------------------------------------------------------------------------------------
 */

static void platform_answers_every_query(void **state)
{
    static const cl_platform_info names[] = {CL_PLATFORM_PROFILE, CL_PLATFORM_VERSION,    CL_PLATFORM_NAME,
                                             CL_PLATFORM_VENDOR,  CL_PLATFORM_EXTENSIONS, CL_PLATFORM_ICD_SUFFIX_KHR};
    const fixture *f = *state;
    cl_uint count = 0;
    char text[1024];
    size_t size;
    OK(clGetPlatformIDs(0, NULL, &count));
    assert_int_equal(count, 1);
    CODE(clGetPlatformIDs(0, &(cl_platform_id){NULL}, NULL), CL_INVALID_VALUE);
    CODE(clGetPlatformIDs(1, NULL, NULL), CL_INVALID_VALUE);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        OK(clGetPlatformInfo(f->platform, names[i], 0, NULL, &size));
        assert_in_range(size, 2, sizeof text);
        CODE(clGetPlatformInfo(f->platform, names[i], size - 1, text, NULL), CL_INVALID_VALUE);
        OK(clGetPlatformInfo(f->platform, names[i], size, text, NULL));
        assert_int_equal(strlen(text) + 1, size);
    }
    OK(clGetPlatformInfo(f->platform, CL_PLATFORM_VERSION, sizeof text, text, NULL));
    assert_int_equal(strncmp(text, "OpenCL 3.0 ", 11), 0);
    cl_version version = 0;
    cl_ulong resolution = 0;
    OK(clGetPlatformInfo(f->platform, CL_PLATFORM_NUMERIC_VERSION, sizeof version, &version, NULL));
    assert_int_equal(CL_VERSION_MAJOR(version), 3);
    OK(clGetPlatformInfo(f->platform, CL_PLATFORM_HOST_TIMER_RESOLUTION, sizeof resolution, &resolution, NULL));
    assert_true(resolution > 0);
    CODE(clGetPlatformInfo(f->platform, 0x1234, sizeof text, text, NULL), CL_INVALID_VALUE);
    CODE(clGetPlatformInfo(FOREIGN(cl_platform_id), CL_PLATFORM_NAME, sizeof text, text, NULL), CL_INVALID_PLATFORM);
    CODE(clUnloadPlatformCompiler(FOREIGN(cl_platform_id)), CL_INVALID_PLATFORM);
    OK(clUnloadPlatformCompiler(f->platform));
    assert_non_null(clGetExtensionFunctionAddressForPlatform(f->platform, "clIcdGetPlatformIDsKHR"));
    assert_non_null(clGetExtensionFunctionAddressForPlatform(f->platform, "clGetKernelSubGroupInfoKHR"));
    assert_null(clGetExtensionFunctionAddressForPlatform(f->platform, "clNoSuchFunctionKHR"));
    assert_null(clGetExtensionFunctionAddressForPlatform(f->platform, NULL));
}

/* A program that insists on a compiler can be told that there is one. */
static void a_compiler_is_claimed_if_the_user_says_so(void **state)
{
    static const char *const values[] = {NULL, "1", "0", "yes", ""};
    const fixture *f = *state;
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        cl_bool available = 2;
        if (values[i]) (void)setenv("CLBUNDLE_COMPILER_AVAILABLE", values[i], 1);
        OK(clGetDeviceInfo(f->device, CL_DEVICE_COMPILER_AVAILABLE, sizeof available, &available, NULL));
        assert_int_equal(available, i == 1);
    }
    (void)unsetenv("CLBUNDLE_COMPILER_AVAILABLE");
}

/* The list with versions names exactly the extensions of the text. */
static void extensions_agree_in_both_forms(void **state)
{
    const fixture *f = *state;
    char text[2048], joined[2048] = "";
    cl_name_version list[64];
    size_t size = 0;
    OK(clGetDeviceInfo(f->device, CL_DEVICE_EXTENSIONS, sizeof text, text, NULL));
    OK(clGetDeviceInfo(f->device, CL_DEVICE_EXTENSIONS_WITH_VERSION, sizeof list, list, &size));
    for (size_t i = 0; i < size / sizeof list[0]; i++) {
        if (i > 0) strcat(joined, " ");
        strcat(joined, list[i].name);
        assert_true(CL_VERSION_MAJOR(list[i].version) > 0);
    }
    assert_string_equal(joined, text);
    OK(clGetPlatformInfo(f->platform, CL_PLATFORM_EXTENSIONS, sizeof text, text, NULL));
    assert_string_equal(joined, text);
    assert_non_null(strstr(text, "cl_khr_icd"));
    assert_non_null(strstr(text, "cl_khr_extended_bit_ops"));
    assert_non_null(strstr(text, "cl_khr_expect_assume"));
    assert_non_null(strstr(text, "cl_intel_subgroups "));
    for (size_t i = 0; i < size / sizeof list[0]; i++) {
        const bool second = strcmp(list[i].name, "cl_khr_icd") == 0 || strstr(list[i].name, "dot_product");
        assert_int_equal(CL_VERSION_MAJOR(list[i].version), second ? 2 : 1);
    }
    /* Bytes packed or not; no form has instructions of its own. */
    cl_ulong forms = 0;
    cl_bool fast[6];
    OK(clGetDeviceInfo(f->device, 0x1073, sizeof forms, &forms, NULL));
    assert_int_equal(forms, 3);
    OK(clGetDeviceInfo(f->device, 0x1074, sizeof fast, fast, &size));
    assert_int_equal(size, sizeof fast);
    /* cl_ext_float_atomics: loads, sums, extremes, in global and local memory, of each kind. */
    assert_non_null(strstr(text, "cl_ext_float_atomics"));
    for (cl_device_info name = 0x4231; name <= 0x4233; name++) {
        OK(clGetDeviceInfo(f->device, name, sizeof forms, &forms, NULL));
        assert_int_equal(forms, 0x70007);
    }
    OK(clGetDeviceInfo(f->device, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, sizeof forms, &forms, NULL));
    assert_true((forms & CL_DEVICE_ATOMIC_ORDER_SEQ_CST) && (forms & CL_DEVICE_ATOMIC_SCOPE_DEVICE));
}

static void device_answers_every_query(void **state)
{
    static const struct {
        cl_device_info first, last;
    } ranges[] = {{0x1000, 0x105D}, {0x105E, 0x105E}, {0x1060, 0x1069}, {0x106F, 0x1075}};
    const fixture *f = *state;
    static char answer[1 << 16];
    for (size_t r = 0; r < sizeof ranges / sizeof ranges[0]; r++) {
        for (cl_device_info name = ranges[r].first; name <= ranges[r].last; name++) {
            size_t size = 12345678;
            if (name == 0x1048 - 1) continue; /* CL_DEVICE_REFERENCE_COUNT: below */
            const cl_int code = clGetDeviceInfo(f->device, name, 0, NULL, &size);
            if (code != CL_SUCCESS) fail_msg("query 0x%x: %d", (unsigned)name, (int)code);
            assert_true(size <= sizeof answer);
            if (size > 0) CODE(clGetDeviceInfo(f->device, name, size - 1, answer, NULL), CL_INVALID_VALUE);
            OK(clGetDeviceInfo(f->device, name, size, answer, NULL));
        }
    }
    CODE(clGetDeviceInfo(f->device, 0x1FFF, sizeof answer, answer, NULL), CL_INVALID_VALUE);
    CODE(clGetDeviceInfo(NULL, CL_DEVICE_NAME, sizeof answer, answer, NULL), CL_INVALID_DEVICE);
    CODE(clGetDeviceInfo(FOREIGN(cl_device_id), CL_DEVICE_NAME, sizeof answer, answer, NULL), CL_INVALID_DEVICE);
    cl_uint count = 7;
    OK(clRetainDevice(f->device)); /* of the machine: not counted */
    OK(clReleaseDevice(f->device));
    OK(clReleaseDevice(f->device));
    OK(clGetDeviceInfo(f->device, CL_DEVICE_REFERENCE_COUNT, sizeof count, &count, NULL));
    assert_int_equal(count, 1);
}

/* What the specification demands of a device with the full profile that is no custom device. */
static void device_has_what_the_full_profile_asks_for(void **state)
{
    const fixture *f = *state;
    cl_ulong ulong_;
    cl_uint uint_;
    size_t size, sizes[3];
#define AT_LEAST(name_, type_, least_)                                                \
    do {                                                                              \
        type_ value_ = 0;                                                             \
        OK(clGetDeviceInfo(f->device, name_, sizeof value_, &value_, NULL));          \
        if (value_ < (least_)) fail_msg(#name_ ": %llu", (unsigned long long)value_); \
    } while (0)
    AT_LEAST(CL_DEVICE_MAX_COMPUTE_UNITS, cl_uint, 1);
    AT_LEAST(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, cl_uint, 3);
    AT_LEAST(CL_DEVICE_MAX_PARAMETER_SIZE, size_t, 1024);
    AT_LEAST(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, cl_ulong, 64 * 1024);
    AT_LEAST(CL_DEVICE_MAX_CONSTANT_ARGS, cl_uint, 8);
    AT_LEAST(CL_DEVICE_LOCAL_MEM_SIZE, cl_ulong, 32 * 1024);
    AT_LEAST(CL_DEVICE_PRINTF_BUFFER_SIZE, size_t, 1 << 20);
    AT_LEAST(CL_DEVICE_MEM_BASE_ADDR_ALIGN, cl_uint, 1024);
    AT_LEAST(CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, cl_uint, 128);
    AT_LEAST(CL_DEVICE_MAX_CLOCK_FREQUENCY, cl_uint, 1);
    cl_ulong memory = 0;
    OK(clGetDeviceInfo(f->device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory, NULL));
    AT_LEAST(CL_DEVICE_MAX_MEM_ALLOC_SIZE, cl_ulong, memory / 4);
    OK(clGetDeviceInfo(f->device, CL_DEVICE_SINGLE_FP_CONFIG, sizeof ulong_, &ulong_, NULL));
    assert_int_equal(ulong_ & (CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN), CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN);
    cl_uint sub_groups = 0;
    cl_bool independent = CL_TRUE;
    size_t most_items = 0;
    OK(clGetDeviceInfo(f->device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof most_items, &most_items, NULL));
    OK(clGetDeviceInfo(f->device, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof sub_groups, &sub_groups, NULL));
    assert_int_equal(sub_groups, (most_items + 15) / 16);
    OK(clGetDeviceInfo(f->device, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, sizeof independent, &independent,
                       NULL));
    assert_false(independent); /* so cl_khr_subgroups is not claimed */
    OK(clGetDeviceInfo(f->device, CL_DEVICE_HALF_FP_CONFIG, sizeof ulong_, &ulong_, NULL)); /* with cl_khr_fp16 */
    assert_int_equal(ulong_ & (CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN), CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN);
    AT_LEAST(CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, cl_uint, 1);
    OK(clGetDeviceInfo(f->device, CL_DEVICE_EXECUTION_CAPABILITIES, sizeof ulong_, &ulong_, NULL));
    assert_true(ulong_ & CL_EXEC_KERNEL);
    OK(clGetDeviceInfo(f->device, CL_DEVICE_LINKER_AVAILABLE, sizeof uint_, &uint_, NULL));
    assert_true(uint_ == CL_TRUE || uint_ == CL_FALSE);
    OK(clGetDeviceInfo(f->device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof size, &size, NULL));
    OK(clGetDeviceInfo(f->device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, NULL));
    for (int d = 0; d < 3; d++) assert_true(sizes[d] >= 1 && sizes[d] <= size);
#undef AT_LEAST
}

static void device_ids_by_type(void **state)
{
    const fixture *f = *state;
    cl_device_id device = NULL;
    cl_uint count = 9;
    OK(clGetDeviceIDs(f->platform, CL_DEVICE_TYPE_CPU, 1, &device, &count));
    assert_ptr_equal(device, f->device);
    assert_int_equal(count, 1);
    OK(clGetDeviceIDs(f->platform, CL_DEVICE_TYPE_DEFAULT, 1, &device, NULL));
    assert_ptr_equal(device, f->device);
    CODE(clGetDeviceIDs(f->platform, CL_DEVICE_TYPE_GPU, 1, &device, &count), CL_DEVICE_NOT_FOUND);
    CODE(clGetDeviceIDs(f->platform, CL_DEVICE_TYPE_ACCELERATOR, 1, &device, NULL), CL_DEVICE_NOT_FOUND);
    CODE(clGetDeviceIDs(f->platform, 0, 1, &device, NULL), CL_INVALID_DEVICE_TYPE);
    CODE(clGetDeviceIDs(f->platform, 1 << 10, 1, &device, NULL), CL_INVALID_DEVICE_TYPE);
    CODE(clGetDeviceIDs(f->platform, CL_DEVICE_TYPE_ALL, 0, &device, NULL), CL_INVALID_VALUE);
    CODE(clGetDeviceIDs(f->platform, CL_DEVICE_TYPE_ALL, 1, NULL, NULL), CL_INVALID_VALUE);
    CODE(clGetDeviceIDs(FOREIGN(cl_platform_id), CL_DEVICE_TYPE_ALL, 1, &device, NULL), CL_INVALID_PLATFORM);
}

static void sub_devices_run_programs(void **state)
{
    const fixture *f = *state;
    cl_uint units = 0, count = 0, references = 0;
    cl_device_id parts[2] = {NULL, NULL}, parent = NULL;
    cl_int code;
    OK(clGetDeviceInfo(f->device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL));
    const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    const cl_device_partition_property too_much[] = {CL_DEVICE_PARTITION_EQUALLY, 100000, 0};
    const cl_device_partition_property counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                                   CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    const cl_device_partition_property many[] = {CL_DEVICE_PARTITION_BY_COUNTS, 100000, 0, 0};
    const cl_device_partition_property affinity[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                                                     CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0};
    OK(clCreateSubDevices(f->device, equally, 0, NULL, &count));
    assert_int_equal(count, units);
    CODE(clCreateSubDevices(f->device, too_much, 0, NULL, &count), CL_DEVICE_PARTITION_FAILED);
    CODE(clCreateSubDevices(f->device, many, 0, NULL, &count), CL_INVALID_DEVICE_PARTITION_COUNT);
    CODE(clCreateSubDevices(f->device, affinity, 0, NULL, &count), CL_INVALID_VALUE);
    CODE(clCreateSubDevices(f->device, NULL, 0, NULL, &count), CL_INVALID_VALUE);
    CODE(clCreateSubDevices(NULL, equally, 0, NULL, &count), CL_INVALID_DEVICE);
    CODE(clCreateSubDevices(f->device, counts, 0, parts, &count), CL_INVALID_VALUE);
    OK(clCreateSubDevices(f->device, counts, 1, parts, &count));
    assert_int_equal(count, 1);
    OK(clGetDeviceInfo(parts[0], CL_DEVICE_PARENT_DEVICE, sizeof parent, &parent, NULL));
    assert_ptr_equal(parent, f->device);
    OK(clGetDeviceInfo(parts[0], CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL));
    assert_int_equal(units, 1);
    cl_device_partition_property type[4] = {9, 9, 9, 9};
    size_t size = 0;
    OK(clGetDeviceInfo(parts[0], CL_DEVICE_PARTITION_TYPE, sizeof type, type, &size));
    assert_memory_equal(type, counts, size);
    OK(clRetainDevice(parts[0]));
    OK(clGetDeviceInfo(parts[0], CL_DEVICE_REFERENCE_COUNT, sizeof references, &references, NULL));
    assert_int_equal(references, 2);
    OK(clReleaseDevice(parts[0]));

    cl_context context = clCreateContext(NULL, 1, parts, NULL, NULL, &code);
    OK(code);
    NO_OBJECT(clCreateCommandQueueWithProperties(context, f->device, NULL, &code), CL_INVALID_DEVICE);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, parts[0], NULL, &code);
    OK(code);
    cl_program program = source_program(context);
    CODE(clBuildProgram(program, 1, &f->device, NULL, NULL, NULL), CL_INVALID_DEVICE);
    OK(clBuildProgram(program, 1, parts, NULL, NULL, NULL));
    cl_kernel kernel = kernel_of(program, "advance");
    cl_int y = 1;
    cl_mem buffer = buffer_of(context, CL_MEM_USE_HOST_PTR, sizeof y, &y);
    OK(clReleaseDevice(parts[0])); /* the context has it */
    OK(enqueue_advance(queue, kernel, buffer, 5, 0, NULL, NULL));
    CODE(enqueue_advance(f->queue, kernel, buffer, 5, 0, NULL, NULL), CL_INVALID_CONTEXT);
    OK(clFinish(queue));
    assert_int_equal(y, 8);
    OK(clReleaseMemObject(buffer));
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(program));
    OK(clReleaseCommandQueue(queue));
    OK(clReleaseContext(context));
    CODE(clRetainDevice(parts[0]), CL_INVALID_DEVICE);
}

static void timers_run_on(void **state)
{
    const fixture *f = *state;
    cl_ulong device = 0, host = 0, later = 0;
    OK(clGetDeviceAndHostTimer(f->device, &device, &host));
    OK(clGetHostTimer(f->device, &later));
    assert_true(device > 0 && later >= host);
    CODE(clGetHostTimer(f->device, NULL), CL_INVALID_VALUE);
    CODE(clGetHostTimer(NULL, &host), CL_INVALID_DEVICE);
    CODE(clGetDeviceAndHostTimer(f->device, NULL, &host), CL_INVALID_VALUE);
    CODE(clGetDeviceAndHostTimer(NULL, &device, &host), CL_INVALID_DEVICE);
    CODE(clSetDefaultDeviceCommandQueue(f->context, f->device, f->queue), CL_INVALID_COMMAND_QUEUE);
    CODE(clSetDefaultDeviceCommandQueue(NULL, f->device, f->queue), CL_INVALID_CONTEXT);
    CODE(clSetDefaultDeviceCommandQueue(f->context, NULL, f->queue), CL_INVALID_DEVICE);
    CODE(clSetDefaultDeviceCommandQueue(f->context, f->device, NULL), CL_INVALID_COMMAND_QUEUE);
}

/* ---- Contexts and queues -------------------------------------------------------------------------------------------
 */

typedef struct order {
    int calls, last;
} order;

typedef struct order_entry {
    order *all;
    int number;
} order_entry;

static void note(void *user_data)
{
    order_entry *entry = user_data;
    entry->all->last = 10 * entry->all->last + entry->number;
    entry->all->calls++;
}

static void CL_CALLBACK context_gone(cl_context context, void *user_data)
{
    (void)context;
    note(user_data);
}

static void CL_CALLBACK memory_gone(cl_mem memory, void *user_data)
{
    (void)memory;
    note(user_data);
}

static void CL_CALLBACK notify(const char *text, const void *private_info, size_t size, void *user_data)
{
    (void)text, (void)private_info, (void)size, (void)user_data;
}

static void contexts_count_and_tell(void **state)
{
    const fixture *f = *state;
    cl_int code;
    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)f->platform, 0};
    const cl_context_properties unknown[] = {0x4321, 1, 0};
    const cl_context_properties twice[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)f->platform, CL_CONTEXT_PLATFORM,
                                           (cl_context_properties)f->platform, 0};
    const cl_context_properties other[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)foreign, 0};
    const cl_device_id wrong = FOREIGN(cl_device_id);
    NO_OBJECT(clCreateContext(unknown, 1, &f->device, NULL, NULL, &code), CL_INVALID_PROPERTY);
    NO_OBJECT(clCreateContext(twice, 1, &f->device, NULL, NULL, &code), CL_INVALID_PROPERTY);
    NO_OBJECT(clCreateContext(other, 1, &f->device, NULL, NULL, &code), CL_INVALID_PLATFORM);
    NO_OBJECT(clCreateContext(NULL, 0, &f->device, NULL, NULL, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateContext(NULL, 1, NULL, NULL, NULL, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateContext(NULL, 1, &f->device, NULL, foreign, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateContext(NULL, 1, &wrong, NULL, NULL, &code), CL_INVALID_DEVICE);
    NO_OBJECT(clCreateContextFromType(NULL, CL_DEVICE_TYPE_GPU, NULL, NULL, &code), CL_DEVICE_NOT_FOUND);
    NO_OBJECT(clCreateContextFromType(NULL, 1 << 9, NULL, NULL, &code), CL_INVALID_DEVICE_TYPE);
    assert_null(clCreateContext(unknown, 1, &f->device, NULL, NULL, NULL)); /* without a place for the code */

    cl_context context = clCreateContextFromType(properties, CL_DEVICE_TYPE_CPU, notify, foreign, &code);
    OK(code);
    cl_uint number = 0;
    cl_device_id device = NULL;
    cl_context_properties got[3] = {9, 9, 9};
    OK(clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, sizeof number, &number, NULL));
    assert_int_equal(number, 1);
    OK(clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof device, &device, NULL));
    assert_ptr_equal(device, f->device);
    OK(clGetContextInfo(context, CL_CONTEXT_PROPERTIES, sizeof got, got, NULL));
    assert_memory_equal(got, properties, sizeof got);
    CODE(clGetContextInfo(context, 1, sizeof number, &number, NULL), CL_INVALID_VALUE);
    CODE(clGetContextInfo(NULL, CL_CONTEXT_NUM_DEVICES, sizeof number, &number, NULL), CL_INVALID_CONTEXT);
    order all = {0, 0};
    order_entry entries[] = {{&all, 1}, {&all, 2}};
    CODE(clSetContextDestructorCallback(context, NULL, NULL), CL_INVALID_VALUE);
    CODE(clSetContextDestructorCallback(NULL, context_gone, NULL), CL_INVALID_CONTEXT);
    OK(clSetContextDestructorCallback(context, context_gone, &entries[0]));
    OK(clSetContextDestructorCallback(context, context_gone, &entries[1]));
    OK(clRetainContext(context));
    OK(clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof number, &number, NULL));
    assert_int_equal(number, 2);
    cl_mem buffer = buffer_of(context, 0, 16, NULL);
    OK(clReleaseContext(context));
    OK(clReleaseContext(context));
    assert_int_equal(all.calls, 0); /* the buffer has it */
    CODE(clRetainContext(context), CL_INVALID_CONTEXT);
    OK(clReleaseMemObject(buffer));
    assert_int_equal(all.last, 21);
    CODE(clReleaseContext(context), CL_INVALID_CONTEXT);
    CODE(clReleaseContext(FOREIGN(cl_context)), CL_INVALID_CONTEXT);
    CODE(clReleaseContext((cl_context)(void *)f->queue), CL_INVALID_CONTEXT);
}

static void queues_say_what_they_are(void **state)
{
    const fixture *f = *state;
    cl_int code;
    const cl_queue_properties unknown[] = {0x7777, 1, 0}, bits[] = {CL_QUEUE_PROPERTIES, 1 << 20, 0};
    const cl_queue_properties sized[] = {CL_QUEUE_SIZE, 100, 0};
    const cl_queue_properties order[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    NO_OBJECT(clCreateCommandQueueWithProperties(f->context, f->device, sized, &code), CL_INVALID_QUEUE_PROPERTIES);
    NO_OBJECT(clCreateCommandQueueWithProperties(f->context, f->device, unknown, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateCommandQueueWithProperties(f->context, f->device, bits, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateCommandQueueWithProperties(f->context, FOREIGN(cl_device_id), NULL, &code), CL_INVALID_DEVICE);
    NO_OBJECT(clCreateCommandQueueWithProperties(FOREIGN(cl_context), f->device, NULL, &code), CL_INVALID_CONTEXT);
    NO_OBJECT(clCreateCommandQueue(NULL, f->device, 0, &code), CL_INVALID_CONTEXT);
    NO_OBJECT(clCreateCommandQueue(f->context, f->device, 1 << 9, &code), CL_INVALID_VALUE);
    cl_command_queue queue = clCreateCommandQueueWithProperties(f->context, f->device, order, &code), none = f->queue;
    OK(code);
    cl_context context = NULL;
    cl_device_id device = NULL;
    cl_command_queue_properties flags = 0;
    cl_queue_properties list[3] = {9, 9, 9};
    cl_uint number = 0;
    size_t size = 99;
    OK(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL));
    OK(clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL));
    OK(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof flags, &flags, NULL));
    OK(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, sizeof list, list, NULL));
    OK(clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE_DEFAULT, sizeof none, &none, NULL));
    CODE(clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, sizeof number, &number, NULL), CL_INVALID_COMMAND_QUEUE);
    CODE(clGetCommandQueueInfo(queue, 5, sizeof number, &number, NULL), CL_INVALID_VALUE);
    CODE(clGetCommandQueueInfo(NULL, CL_QUEUE_DEVICE, sizeof device, &device, NULL), CL_INVALID_COMMAND_QUEUE);
    assert_ptr_equal(context, f->context);
    assert_ptr_equal(device, f->device);
    assert_null(none);
    assert_int_equal(flags, CL_QUEUE_PROFILING_ENABLE);
    assert_memory_equal(list, order, sizeof list);
    OK(clRetainCommandQueue(queue));
    OK(clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof number, &number, NULL));
    assert_int_equal(number, 2);
    OK(clReleaseCommandQueue(queue));
    OK(clReleaseCommandQueue(queue));
    CODE(clReleaseCommandQueue(queue), CL_INVALID_COMMAND_QUEUE);
    CODE(clFlush(queue), CL_INVALID_COMMAND_QUEUE);
    CODE(clFinish(NULL), CL_INVALID_COMMAND_QUEUE);
    queue = clCreateCommandQueue(f->context, f->device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code);
    OK(code);
    OK(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof flags, &flags, NULL));
    assert_int_equal(flags, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    OK(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, 0, NULL, &size));
    assert_int_equal(size, 0);
    OK(clReleaseCommandQueue(queue));
}

/* ---- Buffers -------------------------------------------------------------------------------------------------------
 */

static void buffers_refuse_wrong_flags_and_sizes(void **state)
{
    const fixture *f = *state;
    char host[64];
    cl_int code;
    cl_ulong most = 0;
    OK(clGetDeviceInfo(f->device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL));
    static const cl_mem_flags wrong[] = {CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY,
                                         1 << 20, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS,
                                         CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        NO_OBJECT(clCreateBuffer(f->context, wrong[i], 64, NULL, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateBuffer(f->context, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 64, host, &code),
              CL_INVALID_VALUE);
    NO_OBJECT(clCreateBuffer(f->context, CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 64, host, &code),
              CL_INVALID_VALUE);
    NO_OBJECT(clCreateBuffer(f->context, 0, 0, NULL, &code), CL_INVALID_BUFFER_SIZE);
    NO_OBJECT(clCreateBuffer(f->context, 0, (size_t)most + 1, NULL, &code), CL_INVALID_BUFFER_SIZE);
    NO_OBJECT(clCreateBuffer(f->context, 0, 64, host, &code), CL_INVALID_HOST_PTR);
    NO_OBJECT(clCreateBuffer(f->context, CL_MEM_USE_HOST_PTR, 64, NULL, &code), CL_INVALID_HOST_PTR);
    NO_OBJECT(clCreateBuffer(f->context, CL_MEM_COPY_HOST_PTR, 64, NULL, &code), CL_INVALID_HOST_PTR);
    NO_OBJECT(clCreateBuffer(NULL, 0, 64, NULL, &code), CL_INVALID_CONTEXT);
    NO_OBJECT(clCreateBufferWithProperties(f->context, (const cl_mem_properties[]){1, 2, 0}, 0, 64, NULL, &code),
              CL_INVALID_PROPERTY);
    cl_mem largest = clCreateBuffer(f->context, 0, (size_t)most, NULL, &code); /* as claimed; nothing touches it */
    OK(code);
    OK(clReleaseMemObject(largest));
}

static void buffers_say_what_they_are(void **state)
{
    const fixture *f = *state;
    static char host[512];
    cl_int code;
    cl_mem buffer = clCreateBufferWithProperties(f->context, (const cl_mem_properties[]){0},
                                                 CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, sizeof host, host, &code);
    OK(code);
    const cl_buffer_region region = {128, 100};
    cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code), whole = NULL;
    OK(code);
    cl_mem_object_type type = 0;
    cl_mem_flags flags = 0;
    size_t size = 0, offset = 1;
    void *pointer = NULL;
    cl_uint number = 9;
    cl_bool is = 9;
    OK(clGetMemObjectInfo(part, CL_MEM_TYPE, sizeof type, &type, NULL));
    assert_int_equal(type, CL_MEM_OBJECT_BUFFER);
    OK(clGetMemObjectInfo(part, CL_MEM_FLAGS, sizeof flags, &flags, NULL));
    assert_int_equal(flags, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR);
    OK(clGetMemObjectInfo(part, CL_MEM_SIZE, sizeof size, &size, NULL));
    assert_int_equal(size, 100);
    OK(clGetMemObjectInfo(part, CL_MEM_OFFSET, sizeof offset, &offset, NULL));
    assert_int_equal(offset, 128);
    OK(clGetMemObjectInfo(part, CL_MEM_HOST_PTR, sizeof pointer, &pointer, NULL));
    assert_ptr_equal(pointer, host + 128);
    OK(clGetMemObjectInfo(part, CL_MEM_MAP_COUNT, sizeof number, &number, NULL));
    assert_int_equal(number, 0);
    OK(clGetMemObjectInfo(part, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof whole, &whole, NULL));
    assert_ptr_equal(whole, buffer);
    OK(clGetMemObjectInfo(buffer, CL_MEM_USES_SVM_POINTER, sizeof is, &is, NULL));
    assert_int_equal(is, CL_FALSE);
    OK(clGetMemObjectInfo(buffer, CL_MEM_PROPERTIES, 0, NULL, &size));
    assert_int_equal(size, sizeof(cl_mem_properties));
    CODE(clGetMemObjectInfo(buffer, 1, sizeof size, &size, NULL), CL_INVALID_VALUE);
    CODE(clGetMemObjectInfo(buffer, CL_MEM_SIZE, 1, &size, NULL), CL_INVALID_VALUE);
    CODE(clGetMemObjectInfo(NULL, CL_MEM_SIZE, sizeof size, &size, NULL), CL_INVALID_MEM_OBJECT);
    order all = {0, 0};
    order_entry entries[] = {{&all, 1}, {&all, 2}, {&all, 3}};
    CODE(clSetMemObjectDestructorCallback(buffer, NULL, NULL), CL_INVALID_VALUE);
    CODE(clSetMemObjectDestructorCallback(NULL, memory_gone, NULL), CL_INVALID_MEM_OBJECT);
    for (int i = 0; i < 3; i++) OK(clSetMemObjectDestructorCallback(buffer, memory_gone, &entries[i]));
    OK(clRetainMemObject(buffer));
    OK(clGetMemObjectInfo(buffer, CL_MEM_REFERENCE_COUNT, sizeof number, &number, NULL));
    assert_int_equal(number, 2);
    OK(clReleaseMemObject(buffer));
    OK(clReleaseMemObject(buffer));
    assert_int_equal(all.calls, 0); /* its part has it */
    OK(clReleaseMemObject(part));
    assert_int_equal(all.last, 321);
    CODE(clReleaseMemObject(part), CL_INVALID_MEM_OBJECT);
    CODE(clRetainMemObject(buffer), CL_INVALID_MEM_OBJECT);
}

static void parts_of_buffers_stay_inside_and_inherit(void **state)
{
    const fixture *f = *state;
    cl_int code;
    cl_mem buffer = buffer_of(f->context, CL_MEM_WRITE_ONLY | CL_MEM_HOST_READ_ONLY, 512, NULL);
    static const cl_buffer_region good = {128, 384}, outside = {384, 256}, nothing = {0, 0}, crooked = {4, 4},
                                  far = {1024, 4};
    NO_OBJECT(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &outside, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &far, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &nothing, &code), CL_INVALID_BUFFER_SIZE);
    NO_OBJECT(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &crooked, &code),
              CL_MISALIGNED_SUB_BUFFER_OFFSET);
    NO_OBJECT(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, NULL, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateSubBuffer(buffer, 0, 1, &good, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateSubBuffer(buffer, CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &good, &code),
              CL_INVALID_VALUE);
    NO_OBJECT(clCreateSubBuffer(buffer, CL_MEM_HOST_WRITE_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &good, &code),
              CL_INVALID_VALUE);
    NO_OBJECT(clCreateSubBuffer(buffer, CL_MEM_USE_HOST_PTR, CL_BUFFER_CREATE_TYPE_REGION, &good, &code),
              CL_INVALID_VALUE);
    NO_OBJECT(clCreateSubBuffer(NULL, 0, CL_BUFFER_CREATE_TYPE_REGION, &good, &code), CL_INVALID_MEM_OBJECT);
    cl_mem part = clCreateSubBuffer(buffer, CL_MEM_HOST_NO_ACCESS, CL_BUFFER_CREATE_TYPE_REGION, &good, &code);
    OK(code);
    NO_OBJECT(clCreateSubBuffer(part, 0, CL_BUFFER_CREATE_TYPE_REGION, &good, &code), CL_INVALID_MEM_OBJECT);
    cl_mem_flags flags = 0;
    OK(clGetMemObjectInfo(part, CL_MEM_FLAGS, sizeof flags, &flags, NULL));
    assert_int_equal(flags, CL_MEM_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS);
    OK(clReleaseMemObject(part));
    OK(clReleaseMemObject(buffer));
}

/* ---- Programs ------------------------------------------------------------------------------------------------------
 */

static void programs_refuse_wrong_use(void **state)
{
    const fixture *f = *state;
    cl_int code;
    const char *strings[] = {"__kernel void f(void) {}", NULL};
    NO_OBJECT(clCreateProgramWithSource(NULL, 1, strings, NULL, &code), CL_INVALID_CONTEXT);
    NO_OBJECT(clCreateProgramWithSource(f->context, 0, strings, NULL, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateProgramWithSource(f->context, 1, NULL, NULL, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateProgramWithSource(f->context, 2, strings, NULL, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateProgramWithIL(f->context, foreign, 16, &code), CL_INVALID_OPERATION);
    NO_OBJECT(clCreateProgramWithIL(NULL, foreign, 16, &code), CL_INVALID_CONTEXT);
    CODE(clBuildProgram(NULL, 0, NULL, NULL, NULL, NULL), CL_INVALID_PROGRAM);
    CODE(clBuildProgram(f->program, 1, NULL, NULL, NULL, NULL), CL_INVALID_VALUE);
    CODE(clBuildProgram(f->program, 0, &f->device, NULL, NULL, NULL), CL_INVALID_VALUE);
    CODE(clBuildProgram(f->program, 0, NULL, NULL, NULL, foreign), CL_INVALID_VALUE);
    const cl_device_id wrong = FOREIGN(cl_device_id);
    CODE(clBuildProgram(f->program, 1, &wrong, NULL, NULL, NULL), CL_INVALID_DEVICE);
    cl_kernel kernel = kernel_of(f->program, "empty");
    CODE(clBuildProgram(f->program, 0, NULL, NULL, NULL, NULL), CL_INVALID_OPERATION); /* it has a kernel */
    OK(clReleaseKernel(kernel));
    OK(clBuildProgram(f->program, 0, NULL, NULL, NULL, NULL));
    CODE(clSetProgramReleaseCallback(f->program, NULL, NULL), CL_INVALID_VALUE);
    CODE(clSetProgramReleaseCallback(NULL, NULL, NULL), CL_INVALID_PROGRAM);
    CODE(clSetProgramSpecializationConstant(f->program, 0, 4, foreign), CL_INVALID_OPERATION);
    CODE(clSetProgramSpecializationConstant(NULL, 0, 4, foreign), CL_INVALID_PROGRAM);
    CODE(clCompileProgram(f->program, 0, NULL, NULL, 1, NULL, NULL, NULL, NULL), CL_INVALID_VALUE);
    CODE(clCompileProgram(NULL, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL), CL_INVALID_PROGRAM);
    NO_OBJECT(clLinkProgram(f->context, 0, NULL, NULL, 0, NULL, NULL, NULL, &code), CL_INVALID_VALUE);
    NO_OBJECT(clLinkProgram(f->context, 0, NULL, NULL, 1, &f->program, NULL, NULL, &code), CL_INVALID_OPERATION);
    NO_OBJECT(clLinkProgram(NULL, 0, NULL, NULL, 1, &f->program, NULL, NULL, &code), CL_INVALID_CONTEXT);
    NO_OBJECT(clLinkProgram(f->context, 0, NULL, NULL, 1, (const cl_program[]){NULL}, NULL, NULL, &code),
              CL_INVALID_PROGRAM);
}

static void programs_say_what_they_are(void **state)
{
    const fixture *f = *state;
    static char text[1 << 15], joined[1 << 15];
    cl_program fresh = source_program(f->context);
    cl_uint number = 0;
    size_t size = 0, count = 0;
    cl_build_status status = 1;
    cl_program_binary_type type = 9;
    OK(clGetProgramBuildInfo(fresh, f->device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL));
    assert_int_equal(status, CL_BUILD_NONE);
    CODE(clGetProgramInfo(fresh, CL_PROGRAM_KERNEL_NAMES, sizeof text, text, NULL), CL_INVALID_PROGRAM_EXECUTABLE);
    CODE(clGetProgramInfo(fresh, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL), CL_INVALID_PROGRAM_EXECUTABLE);
    OK(clReleaseProgram(fresh));
    for (int i = 0; icd_pieces[i]; i++) strcat(joined, icd_pieces[i]);
    OK(clGetProgramInfo(f->program, CL_PROGRAM_SOURCE, sizeof text, text, NULL));
    assert_string_equal(text, joined);
    OK(clGetProgramInfo(f->program, CL_PROGRAM_KERNEL_NAMES, sizeof text, text, NULL));
    assert_string_equal(text, "scale;empty;place;sum;required;advance;print;arguments;spin;linked;turn");
    OK(clGetProgramInfo(f->program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL));
    assert_int_equal(count, 11);
    OK(clGetProgramInfo(f->program, CL_PROGRAM_NUM_DEVICES, sizeof number, &number, NULL));
    assert_int_equal(number, 1);
    OK(clGetProgramInfo(f->program, CL_PROGRAM_IL, 0, NULL, &size));
    assert_int_equal(size, 0);
    OK(clRetainProgram(f->program));
    OK(clGetProgramInfo(f->program, CL_PROGRAM_REFERENCE_COUNT, sizeof number, &number, NULL));
    assert_int_equal(number, 2);
    OK(clReleaseProgram(f->program));
    OK(clGetProgramBuildInfo(f->program, f->device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL));
    assert_int_equal(status, CL_BUILD_SUCCESS);
    OK(clGetProgramBuildInfo(f->program, f->device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL));
    assert_int_equal(type, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    OK(clGetProgramBuildInfo(f->program, f->device, CL_PROGRAM_BUILD_OPTIONS, sizeof text, text, NULL));
    assert_string_equal(text, "");
    OK(clGetProgramBuildInfo(f->program, f->device, CL_PROGRAM_BUILD_LOG, sizeof text, text, NULL));
    OK(clGetProgramBuildInfo(f->program, f->device, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, sizeof size, &size,
                             NULL));
    CODE(clGetProgramBuildInfo(f->program, NULL, CL_PROGRAM_BUILD_LOG, sizeof text, text, NULL), CL_INVALID_DEVICE);
    CODE(clGetProgramBuildInfo(f->program, f->device, 3, sizeof text, text, NULL), CL_INVALID_VALUE);
    CODE(clGetProgramBuildInfo(NULL, f->device, CL_PROGRAM_BUILD_LOG, sizeof text, text, NULL), CL_INVALID_PROGRAM);
    CODE(clGetProgramInfo(f->program, 3, sizeof text, text, NULL), CL_INVALID_VALUE);
    CODE(clGetProgramInfo(NULL, CL_PROGRAM_SOURCE, sizeof text, text, NULL), CL_INVALID_PROGRAM);
}

static void a_binary_is_a_key_that_is_checked(void **state)
{
    const fixture *f = *state;
    size_t size = 0;
    unsigned char key[256], *place = key;
    const unsigned char *given = key;
    cl_int code, status = 99;
    OK(clGetProgramInfo(f->program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
    assert_in_range(size, 1, sizeof key);
    OK(clGetProgramInfo(f->program, CL_PROGRAM_BINARIES, sizeof place, &place, NULL));
    cl_program program = clCreateProgramWithBinary(f->context, 1, &f->device, &size, &given, &status, &code);
    OK(code);
    OK(status);
    NO_OBJECT(clCreateKernel(program, "advance", &code), CL_INVALID_PROGRAM_EXECUTABLE);
    OK(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    OK(clReleaseKernel(kernel_of(program, "advance")));
    CODE(clCompileProgram(program, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL), CL_INVALID_OPERATION);
    OK(clReleaseProgram(program));
    for (size_t i = 0; i < size; i++) { /* every changed byte is noticed, or was unused */
        const unsigned char before = key[i];
        key[i] ^= 1;
        program = clCreateProgramWithBinary(f->context, 1, &f->device, &size, &given, &status, &code);
        if (code == CL_SUCCESS) OK(clReleaseProgram(program));
        else CODE(status, CL_INVALID_BINARY);
        if (before != 0) CODE(code, CL_INVALID_BINARY);
        key[i] = before;
    }
    for (size_t shorter = 1; shorter < size; shorter++)
        NO_OBJECT(clCreateProgramWithBinary(f->context, 1, &f->device, &shorter, &given, NULL, &code),
                  CL_INVALID_BINARY);
    const size_t none = 0;
    NO_OBJECT(clCreateProgramWithBinary(f->context, 1, &f->device, &none, &given, NULL, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateProgramWithBinary(f->context, 0, NULL, &size, &given, NULL, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateProgramWithBinary(f->context, 1, &f->device, NULL, &given, NULL, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateProgramWithBinary(NULL, 1, &f->device, &size, &given, NULL, &code), CL_INVALID_CONTEXT);
    const cl_device_id wrong = FOREIGN(cl_device_id);
    NO_OBJECT(clCreateProgramWithBinary(f->context, 1, &wrong, &size, &given, NULL, &code), CL_INVALID_DEVICE);
}

static void kernels_of_the_bundle_are_built_in(void **state)
{
    const fixture *f = *state;
    cl_int code;
    char names[1024];
    OK(clGetDeviceInfo(f->device, CL_DEVICE_BUILT_IN_KERNELS, sizeof names, names, NULL));
    assert_non_null(strstr(names, "advance"));
    cl_program program = clCreateProgramWithBuiltInKernels(f->context, 1, &f->device, "advance;empty", &code);
    OK(code);
    OK(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, NULL));
    assert_string_equal(names, "advance;empty");
    cl_kernel kernel = kernel_of(program, "advance");
    cl_int y = 2;
    cl_mem buffer = buffer_of(f->context, CL_MEM_USE_HOST_PTR, sizeof y, &y);
    OK(enqueue_advance(f->queue, kernel, buffer, 1, 0, NULL, NULL));
    OK(clFinish(f->queue));
    assert_int_equal(y, 7);
    CODE(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), CL_INVALID_OPERATION);
    OK(clReleaseMemObject(buffer));
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(program));
    NO_OBJECT(clCreateProgramWithBuiltInKernels(f->context, 1, &f->device, "advance;nothing", &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateProgramWithBuiltInKernels(f->context, 1, &f->device, NULL, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateProgramWithBuiltInKernels(f->context, 0, NULL, "advance", &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateProgramWithBuiltInKernels(NULL, 1, &f->device, "advance", &code), CL_INVALID_CONTEXT);
}

static void compiled_text_is_linked(void **state)
{
    const fixture *f = *state;
    cl_int code;
    cl_program_binary_type type = 9;
    cl_program unit = source_program(f->context);
    OK(clCompileProgram(unit, 1, &f->device, "", 0, NULL, NULL, NULL, NULL));
    OK(clGetProgramBuildInfo(unit, f->device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL));
    assert_int_equal(type, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
    NO_OBJECT(clCreateKernel(unit, "advance", &code), CL_INVALID_PROGRAM_EXECUTABLE);
    cl_program program = clLinkProgram(f->context, 0, NULL, "", 1, &unit, NULL, NULL, &code);
    OK(code);
    OK(clGetProgramBuildInfo(program, f->device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL));
    assert_int_equal(type, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    OK(clReleaseKernel(kernel_of(program, "advance")));
    cl_program library = clLinkProgram(f->context, 1, &f->device, "-create-library", 1, &unit, NULL, NULL, &code),
               whole;
    OK(code);
    OK(clGetProgramBuildInfo(library, f->device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL));
    assert_int_equal(type, CL_PROGRAM_BINARY_TYPE_LIBRARY);
    whole = clLinkProgram(f->context, 1, &f->device, NULL, 1, &library, NULL, NULL, &code);
    OK(code);
    OK(clReleaseProgram(whole));
    /* Twice the same unit is another program, which is not there. */
    whole = clLinkProgram(f->context, 1, &f->device, NULL, 2, (const cl_program[]){unit, library}, NULL, NULL, &code);
    CODE(code, CL_LINK_PROGRAM_FAILURE);
    OK(clReleaseProgram(whole));
    OK(clReleaseProgram(library));
    OK(clReleaseProgram(program));
    OK(clReleaseProgram(unit));
}

/* ---- Kernels -------------------------------------------------------------------------------------------------------
 */

static void kernels_refuse_wrong_arguments(void **state)
{
    const fixture *f = *state;
    cl_int code;
    cl_kernel kernel = kernel_of(f->program, "sum"), values = kernel_of(f->program, "scale");
    cl_mem buffer = buffer_of(f->context, 0, 64, NULL), wrong = FOREIGN(cl_mem);
    const cl_float a = 1;
    NO_OBJECT(clCreateKernel(f->program, "none", &code), CL_INVALID_KERNEL_NAME);
    NO_OBJECT(clCreateKernel(f->program, NULL, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateKernel(NULL, "sum", &code), CL_INVALID_PROGRAM);
    CODE(clSetKernelArg(kernel, 3, sizeof buffer, &buffer), CL_INVALID_ARG_INDEX);
    CODE(clSetKernelArg(kernel, 0, 4, &buffer), CL_INVALID_ARG_SIZE);
    CODE(clSetKernelArg(kernel, 0, sizeof wrong, &wrong), CL_INVALID_MEM_OBJECT);
    CODE(clSetKernelArg(kernel, 0, sizeof(cl_mem), &f->queue), CL_INVALID_MEM_OBJECT);
    CODE(clSetKernelArg(kernel, 2, 0, NULL), CL_INVALID_ARG_SIZE);
    CODE(clSetKernelArg(kernel, 2, 64, &buffer), CL_INVALID_ARG_VALUE);
    CODE(clSetKernelArg(values, 1, sizeof a, NULL), CL_INVALID_ARG_VALUE);
    CODE(clSetKernelArg(values, 1, 8, &a), CL_INVALID_ARG_SIZE);
    CODE(clSetKernelArg(NULL, 0, sizeof a, &a), CL_INVALID_KERNEL);
    CODE(clSetKernelArgSVMPointer(values, 1, foreign), CL_INVALID_ARG_VALUE);
    CODE(clSetKernelArgSVMPointer(values, 9, foreign), CL_INVALID_ARG_INDEX);
    CODE(clSetKernelArgSVMPointer(NULL, 0, foreign), CL_INVALID_KERNEL);
    CODE(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(void *), NULL), CL_INVALID_VALUE);
    CODE(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 3, foreign), CL_INVALID_VALUE);
    CODE(clSetKernelExecInfo(kernel, 1, 8, foreign), CL_INVALID_VALUE);
    CODE(clSetKernelExecInfo(NULL, CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, foreign), CL_INVALID_KERNEL);
    OK(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, foreign));
    OK(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof(cl_bool), &(cl_bool){CL_TRUE}));
    NO_OBJECT(clCloneKernel(NULL, &code), CL_INVALID_KERNEL);
    /* A buffer that was released after it was set. */
    OK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    OK(clSetKernelArg(kernel, 1, sizeof buffer, &buffer));
    OK(clSetKernelArg(kernel, 2, 16, NULL));
    OK(clReleaseMemObject(buffer));
    CODE(clEnqueueTask(f->queue, kernel, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
    OK(clReleaseKernel(values));
    OK(clReleaseKernel(kernel));
    CODE(clReleaseKernel(kernel), CL_INVALID_KERNEL);
    CODE(clRetainKernel(kernel), CL_INVALID_KERNEL);
}

/* What a kernel says of its sub-groups of `size` work-items, where it requires that size, or (`required` 0) states
 * none. */
static void check_sub_groups(cl_kernel kernel, cl_device_id device, size_t size, size_t required)
{
    const size_t local[3] = {5, 3, 2}, too_large = (size_t)1 << 40, two = 2;
    size_t number = 99, shape[3] = {9, 9, 9}, most = 0, told = 0;
    char text[128];
    OK(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof local, local,
                               sizeof number, &number, &told));
    assert_true(number == size && told == sizeof number);
    OK(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 2 * sizeof *local, local,
                               sizeof number, &number, NULL));
    assert_int_equal(number, (15 + size - 1) / size);
    OK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL));
    OK(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, sizeof number, &number, NULL));
    assert_int_equal(number, (most + size - 1) / size);
    OK(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0, NULL, sizeof number, &number,
                               NULL));
    assert_int_equal(number, 0);
    OK(clGetKernelSubGroupInfo(kernel, device, 0x410a, 0, NULL, sizeof number, &number, NULL));
    assert_int_equal(number, required ? size : 0);
    OK(clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, sizeof text, text, NULL));
    assert_int_equal(strstr(text, "intel_reqd_sub_group_size(8)") != NULL, required != 0);
    if (!required) {
        OK(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof two, &two,
                                   sizeof shape, shape, NULL));
        assert_true(shape[0] == 2 * size && shape[1] == 1 && shape[2] == 1);
        OK(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof two, &too_large,
                                   sizeof *shape, shape, NULL));
        assert_int_equal(shape[0], 0);
    }
    CODE(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 0, NULL, sizeof number, &number,
                                 NULL),
         CL_INVALID_VALUE);
    CODE(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, sizeof too_large, &too_large,
                                 sizeof number, &number, NULL),
         CL_INVALID_VALUE);
    CODE(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, 1, &number, NULL),
         CL_INVALID_VALUE);
    CODE(clGetKernelSubGroupInfo(kernel, device, 7, 0, NULL, sizeof number, &number, NULL), CL_INVALID_VALUE);
    CODE(clGetKernelSubGroupInfo(kernel, FOREIGN(cl_device_id), CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, sizeof number,
                                 &number, NULL),
         CL_INVALID_DEVICE);
    CODE(clGetKernelSubGroupInfo(NULL, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, sizeof number, &number, NULL),
         CL_INVALID_KERNEL);
}

static void kernels_say_what_they_are(void **state)
{
    const fixture *f = *state;
    cl_kernel kernel = kernel_of(f->program, "required"), all[11];
    char text[100];
    cl_uint number = 0;
    size_t sizes[3] = {0}, size = 0;
    cl_context context = NULL;
    cl_program program = NULL;
    OK(clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof text, text, NULL));
    assert_string_equal(text, "required");
    OK(clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, sizeof text, text, NULL));
    assert_string_equal(text, "reqd_work_group_size(8,2,1) intel_reqd_sub_group_size(8)");
    OK(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof number, &number, NULL));
    assert_int_equal(number, 1);
    OK(clGetKernelInfo(kernel, CL_KERNEL_CONTEXT, sizeof context, &context, NULL));
    assert_ptr_equal(context, f->context);
    OK(clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, NULL));
    assert_ptr_equal(program, f->program);
    OK(clRetainKernel(kernel));
    OK(clGetKernelInfo(kernel, CL_KERNEL_REFERENCE_COUNT, sizeof number, &number, NULL));
    assert_int_equal(number, 2);
    OK(clReleaseKernel(kernel));
    CODE(clGetKernelInfo(kernel, 7, sizeof number, &number, NULL), CL_INVALID_VALUE);
    CODE(clGetKernelInfo(NULL, CL_KERNEL_NUM_ARGS, sizeof number, &number, NULL), CL_INVALID_KERNEL);
    OK(clGetKernelWorkGroupInfo(kernel, f->device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof sizes, sizes, NULL));
    assert_true(sizes[0] == 8 && sizes[1] == 2 && sizes[2] == 1);
    OK(clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, NULL));
    assert_true(size >= 16);
    OK(clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof size, &size, NULL));
    assert_true(size >= 1);
    CODE(clGetKernelWorkGroupInfo(kernel, FOREIGN(cl_device_id), CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, NULL),
         CL_INVALID_DEVICE);
    CODE(clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_GLOBAL_WORK_SIZE, sizeof sizes, sizes, NULL),
         CL_INVALID_VALUE);
    CODE(clGetKernelWorkGroupInfo(NULL, NULL, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, NULL), CL_INVALID_KERNEL);
    check_sub_groups(kernel, f->device, 8, 16);
    const size_t two = 2, three = 3;
    OK(clGetKernelSubGroupInfo(kernel, NULL, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof two, &two, sizeof sizes,
                               sizes, NULL));
    assert_true(sizes[0] == 8 && sizes[1] == 2 && sizes[2] == 1); /* the one that the kernel requires */
    OK(clGetKernelSubGroupInfo(kernel, NULL, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof three, &three,
                               sizeof sizes, sizes, NULL));
    assert_true(sizes[0] == 0 && sizes[1] == 0 && sizes[2] == 0);
    OK(clReleaseKernel(kernel));
    kernel = kernel_of(f->program, "sum");
    check_sub_groups(kernel, f->device, 16, 0);
    cl_ulong before = 0, after = 0, private = 0;
    OK(clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_LOCAL_MEM_SIZE, sizeof before, &before, NULL));
    OK(clSetKernelArg(kernel, 2, 1000, NULL));
    OK(clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_LOCAL_MEM_SIZE, sizeof after, &after, NULL));
    assert_int_equal(after - before, 1000);
    OK(clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_PRIVATE_MEM_SIZE, sizeof private, &private, NULL));
    OK(clReleaseKernel(kernel));
    OK(clCreateKernelsInProgram(f->program, 0, NULL, &number));
    assert_int_equal(number, 11);
    CODE(clCreateKernelsInProgram(f->program, 9, all, &number), CL_INVALID_VALUE);
    CODE(clCreateKernelsInProgram(NULL, 9, all, &number), CL_INVALID_PROGRAM);
    OK(clCreateKernelsInProgram(f->program, 11, all, NULL));
    for (int i = 0; i < 11; i++) OK(clReleaseKernel(all[i]));
}

static void arguments_say_what_they_are(void **state)
{
    static const struct {
        const char *kernel, *name, *type;
        cl_uint index;
        cl_kernel_arg_address_qualifier address;
        cl_kernel_arg_type_qualifier qualifier;
    } wanted[] = {
        {"scale", "x", "float*", 0, CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_CONST},
        {"scale", "a", "float", 1, CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE},
        {"scale", "y", "float*", 2, CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_NONE},
        {"scale", "n", "uint", 3, CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE},
        {"sum", "part", "int*", 2, CL_KERNEL_ARG_ADDRESS_LOCAL, CL_KERNEL_ARG_TYPE_NONE},
        {"arguments", "table", "float*", 2, CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_TYPE_CONST},
        {"arguments", "m", "mixed", 0, CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE},
        {"arguments", "c", "char3", 4, CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE},
    };
    const fixture *f = *state;
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        cl_kernel kernel = kernel_of(f->program, wanted[i].kernel);
        char text[100];
        cl_kernel_arg_address_qualifier address = 0;
        cl_kernel_arg_access_qualifier access = 0;
        cl_kernel_arg_type_qualifier qualifier = 99;
        OK(clGetKernelArgInfo(kernel, wanted[i].index, CL_KERNEL_ARG_NAME, sizeof text, text, NULL));
        assert_string_equal(text, wanted[i].name);
        OK(clGetKernelArgInfo(kernel, wanted[i].index, CL_KERNEL_ARG_TYPE_NAME, sizeof text, text, NULL));
        assert_string_equal(text, wanted[i].type);
        OK(clGetKernelArgInfo(kernel, wanted[i].index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof address, &address,
                              NULL));
        assert_int_equal(address, wanted[i].address);
        OK(clGetKernelArgInfo(kernel, wanted[i].index, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access, NULL));
        assert_int_equal(access, CL_KERNEL_ARG_ACCESS_NONE);
        OK(clGetKernelArgInfo(kernel, wanted[i].index, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof qualifier, &qualifier,
                              NULL));
        assert_int_equal(qualifier, wanted[i].qualifier);
        CODE(clGetKernelArgInfo(kernel, 77, CL_KERNEL_ARG_NAME, sizeof text, text, NULL), CL_INVALID_ARG_INDEX);
        CODE(clGetKernelArgInfo(kernel, 0, 77, sizeof text, text, NULL), CL_INVALID_VALUE);
        CODE(clGetKernelArgInfo(NULL, 0, CL_KERNEL_ARG_NAME, sizeof text, text, NULL), CL_INVALID_KERNEL);
        OK(clReleaseKernel(kernel));
    }
}

int main(void)
{
#define TEST(name_) cmocka_unit_test_setup_teardown(name_, start, end)
    const struct CMUnitTest tests[] = {
        TEST(platform_answers_every_query),
        TEST(a_compiler_is_claimed_if_the_user_says_so),
        TEST(extensions_agree_in_both_forms),
        TEST(device_answers_every_query),
        TEST(device_has_what_the_full_profile_asks_for),
        TEST(device_ids_by_type),
        TEST(sub_devices_run_programs),
        TEST(timers_run_on),
        TEST(contexts_count_and_tell),
        TEST(queues_say_what_they_are),
        TEST(buffers_refuse_wrong_flags_and_sizes),
        TEST(buffers_say_what_they_are),
        TEST(parts_of_buffers_stay_inside_and_inherit),
        TEST(programs_refuse_wrong_use),
        TEST(programs_say_what_they_are),
        TEST(a_binary_is_a_key_that_is_checked),
        TEST(kernels_of_the_bundle_are_built_in),
        TEST(compiled_text_is_linked),
        TEST(kernels_refuse_wrong_arguments),
        TEST(kernels_say_what_they_are),
        TEST(arguments_say_what_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
