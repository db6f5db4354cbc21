/* Queues on the device in OpenCL's API: what they say of themselves, the codes of misuse, and kernels that enqueue
 * blocks to them. Knows the API; must not know how commands run.
 *
 * SPDX-License-Identifier: MIT */
#include "support.h"

extern const char *const device_queue_pieces[];
const char *const icd_pieces[] = {NULL}; /* of support.c */

enum { COUNT = 1000 };

static const cl_command_queue_properties on_device = CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

typedef struct device_queues {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue; /* on the host */
    cl_program program;
} device_queues;

static int begin(void **state)
{
    device_queues *q = calloc(1, sizeof *q);
    cl_int code;
    cl_uint count = 0;
    if (!q) return -1;
    OK(clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 1, &q->device, NULL));
    q->context = clCreateContext(NULL, 1, &q->device, NULL, NULL, &code);
    OK(code);
    q->queue = clCreateCommandQueue(q->context, q->device, 0, &code);
    OK(code);
    while (device_queue_pieces[count]) count++;
    q->program =
        clCreateProgramWithSource(q->context, count, (const char **)(uintptr_t)device_queue_pieces, NULL, &code);
    OK(code);
    OK(clBuildProgram(q->program, 0, NULL, "-cl-std=CL2.0", NULL, NULL));
    *state = q;
    return 0;
}

static int finish(void **state)
{
    device_queues *q = *state;
    OK(clReleaseProgram(q->program));
    OK(clReleaseCommandQueue(q->queue));
    OK(clReleaseContext(q->context));
    free(q);
    return 0;
}

static cl_command_queue made(const device_queues *q, cl_command_queue_properties flags, cl_uint size, cl_int *code)
{
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, flags, size ? CL_QUEUE_SIZE : 0, size, 0};
    return clCreateCommandQueueWithProperties(q->context, q->device, list, code);
}

static cl_command_queue default_of(const device_queues *q)
{
    cl_command_queue found = q->queue;
    OK(clGetCommandQueueInfo(q->queue, CL_QUEUE_DEVICE_DEFAULT, sizeof found, &found, NULL));
    return found;
}

static void the_device_has_queues(void **state)
{
    const device_queues *q = *state;
    cl_device_device_enqueue_capabilities can = 0;
    cl_command_queue_properties flags = 0;
    cl_uint preferred = 0, most = 0, queues = 0, events = 0;
    cl_name_version features[64];
    size_t bytes = 0;
    bool found = false;
    OK(clGetDeviceInfo(q->device, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, sizeof can, &can, NULL));
    assert_int_equal(can, CL_DEVICE_QUEUE_SUPPORTED | CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT);
    OK(clGetDeviceInfo(q->device, CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, sizeof flags, &flags, NULL));
    assert_int_equal(flags, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
    OK(clGetDeviceInfo(q->device, CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, sizeof preferred, &preferred, NULL));
    OK(clGetDeviceInfo(q->device, CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, sizeof most, &most, NULL));
    OK(clGetDeviceInfo(q->device, CL_DEVICE_MAX_ON_DEVICE_QUEUES, sizeof queues, &queues, NULL));
    OK(clGetDeviceInfo(q->device, CL_DEVICE_MAX_ON_DEVICE_EVENTS, sizeof events, &events, NULL));
    /* The least that OpenCL 3.0 allows where there are such queues. */
    assert_true(preferred >= 16 << 10 && most >= 256 << 10 && queues >= 1 && events >= 1024);
    OK(clGetDeviceInfo(q->device, CL_DEVICE_OPENCL_C_FEATURES, sizeof features, features, &bytes));
    for (size_t i = 0; i < bytes / sizeof *features; i++)
        found |= strcmp(features[i].name, "__opencl_c_device_enqueue") == 0;
    assert_true(found);
}

static void queues_on_the_device_say_what_they_are(void **state)
{
    const device_queues *q = *state;
    cl_int code;
    cl_uint size = 0, references = 0;
    cl_command_queue_properties flags = 0;
    cl_context context = NULL;
    cl_command_queue queue = made(q, on_device | CL_QUEUE_PROFILING_ENABLE, 4096, &code);
    OK(code);
    OK(clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, sizeof size, &size, NULL));
    assert_int_equal(size, 4096);
    OK(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof flags, &flags, NULL));
    assert_int_equal(flags, on_device | CL_QUEUE_PROFILING_ENABLE);
    OK(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL));
    assert_ptr_equal(context, q->context);
    OK(clRetainCommandQueue(queue));
    OK(clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof references, &references, NULL));
    assert_int_equal(references, 2);
    CODE(clGetCommandQueueInfo(q->queue, CL_QUEUE_SIZE, sizeof size, &size, NULL), CL_INVALID_COMMAND_QUEUE);
    OK(clReleaseCommandQueue(queue));
    OK(clReleaseCommandQueue(queue));
    CODE(clRetainCommandQueue(queue), CL_INVALID_COMMAND_QUEUE);
}

static void wrong_properties_are_refused(void **state)
{
    const device_queues *q = *state;
    cl_int code;
    NO_OBJECT(made(q, CL_QUEUE_ON_DEVICE, 0, &code), CL_INVALID_VALUE);
    NO_OBJECT(made(q, CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0, &code), CL_INVALID_VALUE);
    NO_OBJECT(made(q, on_device, 1 << 30, &code), CL_INVALID_QUEUE_PROPERTIES);
    NO_OBJECT(made(q, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 4096, &code), CL_INVALID_QUEUE_PROPERTIES);
    NO_OBJECT(clCreateCommandQueue(q->context, q->device, on_device, &code), CL_INVALID_VALUE);
}

static void commands_of_the_host_do_not_take_them(void **state)
{
    const device_queues *q = *state;
    cl_int code;
    const size_t one = 1;
    int value = 0;
    cl_command_queue queue = made(q, on_device, 0, &code);
    OK(code);
    cl_mem buffer = buffer_of(q->context, 0, sizeof value, NULL);
    cl_kernel kernel = kernel_of(q->program, "is_default");
    CODE(clFinish(queue), CL_INVALID_COMMAND_QUEUE);
    CODE(clFlush(queue), CL_INVALID_COMMAND_QUEUE);
    CODE(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof value, &value, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
    CODE(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
    /* And a kernel's queue_t takes nothing else. */
    CODE(clSetKernelArg(kernel, 0, sizeof q->queue, &q->queue), CL_INVALID_DEVICE_QUEUE);
    CODE(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), CL_INVALID_DEVICE_QUEUE);
    CODE(clSetKernelArg(kernel, 0, sizeof queue, NULL), CL_INVALID_DEVICE_QUEUE);
    CODE(clSetKernelArg(kernel, 0, 4, &queue), CL_INVALID_ARG_SIZE);
    OK(clSetKernelArg(kernel, 0, sizeof queue, &queue));
    OK(clReleaseKernel(kernel));
    OK(clReleaseMemObject(buffer));
    OK(clReleaseCommandQueue(queue));
}

static int is_default(const device_queues *q, cl_command_queue queue)
{
    const size_t one = 1;
    int value = 77;
    cl_mem buffer = buffer_of(q->context, 0, sizeof value, NULL);
    cl_kernel kernel = kernel_of(q->program, "is_default");
    OK(clSetKernelArg(kernel, 0, sizeof queue, &queue));
    OK(clSetKernelArg(kernel, 1, sizeof buffer, &buffer));
    OK(clEnqueueNDRangeKernel(q->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(q->queue, buffer, CL_TRUE, 0, sizeof value, &value, 0, NULL, NULL));
    OK(clReleaseKernel(kernel));
    OK(clReleaseMemObject(buffer));
    return value;
}

static void there_is_one_default_queue_at_a_time(void **state)
{
    const device_queues *q = *state;
    cl_int code;
    assert_null(default_of(q));
    cl_command_queue first = made(q, on_device | CL_QUEUE_ON_DEVICE_DEFAULT, 0, &code), again, other;
    OK(code);
    assert_ptr_equal(default_of(q), first);
    again = made(q, on_device | CL_QUEUE_ON_DEVICE_DEFAULT, 0, &code);
    OK(code);
    assert_ptr_equal(again, first);
    OK(clReleaseCommandQueue(again));
    other = made(q, on_device, 0, &code);
    OK(code);
    assert_int_equal(is_default(q, first), 1);
    assert_int_equal(is_default(q, other), 0);
    OK(clSetDefaultDeviceCommandQueue(q->context, q->device, other));
    assert_ptr_equal(default_of(q), other);
    assert_int_equal(is_default(q, first), 0);
    assert_int_equal(is_default(q, other), 1);
    CODE(clSetDefaultDeviceCommandQueue(q->context, q->device, q->queue), CL_INVALID_COMMAND_QUEUE);
    CODE(clSetDefaultDeviceCommandQueue(NULL, q->device, other), CL_INVALID_CONTEXT);
    CODE(clSetDefaultDeviceCommandQueue(q->context, NULL, other), CL_INVALID_DEVICE);
    OK(clReleaseCommandQueue(first));
    OK(clReleaseCommandQueue(other));
    assert_null(default_of(q));
}

/* The values that the kernel has enqueued are there when its event is complete. */
static void check_fill(const device_queues *q, cl_kernel kernel, cl_uint index, int step, int first)
{
    static int values[COUNT + 1];
    const size_t one = 1;
    const cl_int n = COUNT;
    cl_event event;
    memset(values, 0x55, sizeof values);
    cl_mem buffer = buffer_of(q->context, CL_MEM_USE_HOST_PTR, sizeof values, values);
    OK(clSetKernelArg(kernel, index, sizeof buffer, &buffer));
    OK(clSetKernelArg(kernel, index + 1, sizeof n, &n));
    OK(clEnqueueNDRangeKernel(q->queue, kernel, 1, NULL, &one, NULL, 0, NULL, &event));
    OK(clWaitForEvents(1, &event));
    OK(clReleaseEvent(event));
    OK(clEnqueueReadBuffer(q->queue, buffer, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL));
    assert_int_equal(values[COUNT], CL_SUCCESS);
    for (int i = 0; i < COUNT; i++) assert_int_equal(values[i], step * i + first);
    OK(clReleaseMemObject(buffer));
}

static void kernels_enqueue_blocks(void **state)
{
    const device_queues *q = *state;
    cl_int code;
    cl_command_queue queue = made(q, on_device | CL_QUEUE_ON_DEVICE_DEFAULT, 0, &code);
    OK(code);
    cl_kernel fill = kernel_of(q->program, "fill"), by_default = kernel_of(q->program, "fill_by_default");
    OK(clSetKernelArg(fill, 0, sizeof queue, &queue));
    check_fill(q, fill, 1, 3, COUNT);
    check_fill(q, by_default, 0, 0, 5);
    OK(clReleaseKernel(fill));
    OK(clReleaseKernel(by_default));
    OK(clReleaseCommandQueue(queue));
}

static int by_value(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void blocks_capture_objects(void **state)
{
    const device_queues *q = *state;
    cl_int code;
    int pixels[] = {7, 8, 9, 0}, values[5] = {0};
    const size_t one = 1, four = 4;
    const cl_image_format format = {CL_R, CL_SIGNED_INT32};
    const cl_image_desc shape = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 1};
    cl_command_queue queue = made(q, on_device, 0, &code);
    OK(code);
    cl_mem picture = clCreateImage(q->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &shape, pixels, &code);
    OK(code);
    cl_sampler edges = clCreateSampler(q->context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, &code);
    OK(code);
    cl_mem pipe = clCreatePipe(q->context, 0, sizeof(int), 8, NULL, &code);
    OK(code);
    cl_mem buffer = buffer_of(q->context, 0, sizeof values, NULL);
    cl_kernel captured = kernel_of(q->program, "captured"), taken = kernel_of(q->program, "taken");
    OK(clSetKernelArg(captured, 0, sizeof queue, &queue));
    OK(clSetKernelArg(captured, 1, sizeof picture, &picture));
    OK(clSetKernelArg(captured, 2, sizeof edges, &edges));
    OK(clSetKernelArg(captured, 3, sizeof pipe, &pipe));
    OK(clSetKernelArg(captured, 4, sizeof buffer, &buffer));
    OK(clEnqueueNDRangeKernel(q->queue, captured, 1, NULL, &one, NULL, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(q->queue, buffer, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL));
    const int expected[] = {70, 70, 80, 90, 10};
    assert_memory_equal(values, expected, sizeof expected);
    OK(clSetKernelArg(taken, 0, sizeof pipe, &pipe));
    OK(clSetKernelArg(taken, 1, sizeof buffer, &buffer));
    OK(clEnqueueNDRangeKernel(q->queue, taken, 1, NULL, &four, NULL, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(q->queue, buffer, CL_TRUE, 0, 4 * sizeof *values, values, 0, NULL, NULL));
    qsort(values, 4, sizeof *values, by_value);
    for (int i = 0; i < 4; i++) assert_int_equal(values[i], 100 + i);
    OK(clReleaseKernel(captured));
    OK(clReleaseKernel(taken));
    OK(clReleaseMemObject(buffer));
    OK(clReleaseMemObject(pipe));
    OK(clReleaseMemObject(picture));
    OK(clReleaseSampler(edges));
    OK(clReleaseCommandQueue(queue));
}

static void without_a_default_queue_nothing_is_enqueued(void **state)
{
    const device_queues *q = *state;
    int values[2] = {7, 7};
    const size_t one = 1;
    const cl_int n = 1;
    cl_kernel kernel = kernel_of(q->program, "fill_by_default");
    cl_mem buffer = buffer_of(q->context, CL_MEM_COPY_HOST_PTR, sizeof values, values);
    OK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    OK(clSetKernelArg(kernel, 1, sizeof n, &n));
    OK(clEnqueueNDRangeKernel(q->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(q->queue, buffer, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL));
    assert_int_equal(values[0], 7);
    assert_int_equal(values[1], -101); /* CLK_ENQUEUE_FAILURE */
    OK(clReleaseMemObject(buffer));
    OK(clReleaseKernel(kernel));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_device_has_queues),
        cmocka_unit_test(queues_on_the_device_say_what_they_are),
        cmocka_unit_test(wrong_properties_are_refused),
        cmocka_unit_test(commands_of_the_host_do_not_take_them),
        cmocka_unit_test(there_is_one_default_queue_at_a_time),
        cmocka_unit_test(kernels_enqueue_blocks),
        cmocka_unit_test(blocks_capture_objects),
        cmocka_unit_test(without_a_default_queue_nothing_is_enqueued),
    };
    return cmocka_run_group_tests(tests, begin, finish);
}
