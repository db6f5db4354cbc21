/* Ten functions that every program calls, held against the list of errors that OpenCL 3.0 gives for each: the codes
 * that the tests of objects, commands and graphs leave out.
 *
 * SPDX-License-Identifier: MIT */
#include "support.h"

/* An address that is none of ours, but may be read. */
static char foreign[256];

/* A second context of the device, with what belongs to it, and a part of the device. */
typedef struct elsewhere {
    cl_context context;
    cl_command_queue queue;
    cl_mem buffer;
    cl_event event;
    cl_device_id part;
} elsewhere;

static elsewhere begin(const fixture *f)
{
    static const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                                       CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    elsewhere e = {0};
    cl_int code;
    e.context = clCreateContext(NULL, 1, &f->device, NULL, NULL, &code);
    OK(code);
    e.queue = clCreateCommandQueue(e.context, f->device, 0, &code);
    OK(code);
    e.buffer = buffer_of(e.context, 0, 256, NULL);
    e.event = user_event(e.context);
    OK(clCreateSubDevices(f->device, one, 1, &e.part, NULL));
    return e;
}

static void finish(const elsewhere *e)
{
    OK(clReleaseDevice(e->part));
    OK(clReleaseEvent(e->event));
    OK(clReleaseMemObject(e->buffer));
    OK(clReleaseCommandQueue(e->queue));
    OK(clReleaseContext(e->context));
}

/* An event that has failed. */
static cl_event failed_event(const fixture *f)
{
    cl_event event = user_event(f->context);
    OK(clSetUserEventStatus(event, -5));
    return event;
}

static void of_enqueue_nd_range_kernel(void **state)
{
    const fixture *f = *state;
    const elsewhere e = begin(f);
    const size_t global = 8;
    cl_kernel kernel = kernel_of(f->program, "empty"), image = kernel_of(f->program, "turn");
    cl_event event = NULL;
    CODE(clEnqueueNDRangeKernel(e.queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL), CL_INVALID_CONTEXT);
    CODE(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &global, NULL, 1, &e.event, NULL), CL_INVALID_CONTEXT);
    CODE(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &global, NULL, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
    CODE(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &global, NULL, 0, &e.event, NULL),
         CL_INVALID_EVENT_WAIT_LIST);
    CODE(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &global, NULL, 1, (cl_event[]){(cl_event)(void *)foreign},
                                NULL),
         CL_INVALID_EVENT_WAIT_LIST);
    CODE(clEnqueueNDRangeKernel((cl_command_queue)(void *)foreign, kernel, 1, NULL, &global, NULL, 0, NULL, NULL),
         CL_INVALID_COMMAND_QUEUE);
    CODE(clEnqueueNDRangeKernel(f->queue, (cl_kernel)(void *)f->context, 1, NULL, &global, NULL, 0, NULL, NULL),
         CL_INVALID_KERNEL);
    CODE(clEnqueueNDRangeKernel(f->queue, image, 1, NULL, &global, NULL, 0, NULL, &event), CL_INVALID_KERNEL_ARGS);
    assert_null(event); /* a call that fails makes none */
    OK(clReleaseKernel(image));
    OK(clReleaseKernel(kernel));
    finish(&e);
}

static void of_set_kernel_arg(void **state)
{
    const fixture *f = *state;
    cl_int code;
    cl_kernel kernel = kernel_of(f->program, "turn"), sum = kernel_of(f->program, "sum");
    const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
    cl_mem written = clCreateImage(f->context, CL_MEM_WRITE_ONLY, &format, &desc, NULL, &code);
    OK(code);
    cl_mem read = clCreateImage(f->context, CL_MEM_READ_ONLY, &format, &desc, NULL, &code);
    OK(code);
    cl_mem buffer = buffer_of(f->context, 0, 64, NULL);
    CODE(clSetKernelArg(kernel, 0, sizeof written, &written), CL_INVALID_ARG_VALUE);
    CODE(clSetKernelArg(kernel, 1, sizeof read, &read), CL_INVALID_ARG_VALUE);
    CODE(clSetKernelArg(kernel, 0, sizeof read, NULL), CL_INVALID_MEM_OBJECT); /* only buffers may be NULL */
    CODE(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), CL_INVALID_MEM_OBJECT);
    CODE(clSetKernelArg(kernel, 0, sizeof read - 1, &read), CL_INVALID_ARG_SIZE);
    CODE(clSetKernelArg(kernel, 2, sizeof(cl_sampler), &read), CL_INVALID_SAMPLER);
    CODE(clSetKernelArg(kernel, 2, sizeof(cl_sampler), NULL), CL_INVALID_SAMPLER);
    CODE(clSetKernelArg(kernel, 2, 1, &read), CL_INVALID_ARG_SIZE);
    CODE(clSetKernelArg(kernel, 3, sizeof read, &read), CL_INVALID_MEM_OBJECT); /* an image is no buffer */
    CODE(clSetKernelArg(sum, UINT32_MAX, sizeof buffer, &buffer), CL_INVALID_ARG_INDEX);
    CODE(clSetKernelArg((cl_kernel)(void *)f->queue, 0, sizeof buffer, &buffer), CL_INVALID_KERNEL);
    OK(clSetKernelArg(kernel, 0, sizeof read, &read));
    OK(clSetKernelArg(kernel, 1, sizeof written, &written));
    OK(clReleaseMemObject(buffer));
    OK(clReleaseMemObject(read));
    OK(clReleaseMemObject(written));
    OK(clReleaseKernel(sum));
    OK(clReleaseKernel(kernel));
}

static void of_create_buffer(void **state)
{
    const fixture *f = *state;
    static const cl_mem_flags together[] = {CL_MEM_READ_WRITE | CL_MEM_READ_ONLY,
                                            CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY,
                                            CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY,
                                            CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY,
                                            CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS,
                                            CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS,
                                            (cl_mem_flags)1 << 40};
    static const cl_mem_flags over[] = {CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR,
                                        CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR};
    static char host[64];
    cl_int code;
    for (size_t i = 0; i < sizeof together / sizeof together[0]; i++)
        NO_OBJECT(clCreateBuffer(f->context, together[i], 64, NULL, &code), CL_INVALID_VALUE);
    for (size_t i = 0; i < sizeof over / sizeof over[0]; i++)
        NO_OBJECT(clCreateBuffer(f->context, over[i], 64, host, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateBuffer((cl_context)(void *)f->queue, 0, 64, NULL, &code), CL_INVALID_CONTEXT);
    NO_OBJECT(clCreateBuffer(f->context, 0, SIZE_MAX, NULL, &code), CL_INVALID_BUFFER_SIZE);
    assert_null(clCreateBuffer(f->context, 0, 0, NULL, NULL)); /* the code is not wanted */
    OK(clReleaseMemObject(buffer_of(f->context, CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR, sizeof host, host)));
}

static void of_enqueue_map_buffer(void **state)
{
    const fixture *f = *state;
    const elsewhere e = begin(f);
    cl_int code;
    cl_mem buffer = buffer_of(f->context, 0, 256, NULL),
           nothing = buffer_of(f->context, CL_MEM_HOST_NO_ACCESS, 64, NULL);
    cl_event bad = failed_event(f);
    NO_OBJECT(clEnqueueMapBuffer(f->queue, e.buffer, CL_TRUE, CL_MAP_READ, 0, 8, 0, NULL, NULL, &code),
              CL_INVALID_CONTEXT);
    NO_OBJECT(clEnqueueMapBuffer(f->queue, buffer, CL_TRUE, CL_MAP_READ, 0, 8, 1, &e.event, NULL, &code),
              CL_INVALID_CONTEXT);
    NO_OBJECT(clEnqueueMapBuffer(f->queue, NULL, CL_TRUE, CL_MAP_READ, 0, 8, 0, NULL, NULL, &code),
              CL_INVALID_MEM_OBJECT);
    NO_OBJECT(clEnqueueMapBuffer(f->queue, buffer, CL_TRUE, CL_MAP_READ, 0, 0, 0, NULL, NULL, &code), CL_INVALID_VALUE);
    NO_OBJECT(clEnqueueMapBuffer(f->queue, buffer, CL_TRUE, CL_MAP_READ, SIZE_MAX, 2, 0, NULL, NULL, &code),
              CL_INVALID_VALUE);
    NO_OBJECT(clEnqueueMapBuffer(f->queue, buffer, CL_TRUE, CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION, 0, 8, 0,
                                 NULL, NULL, &code),
              CL_INVALID_VALUE);
    NO_OBJECT(clEnqueueMapBuffer(f->queue, buffer, CL_TRUE, CL_MAP_READ, 0, 8, 1, NULL, NULL, &code),
              CL_INVALID_EVENT_WAIT_LIST);
    NO_OBJECT(clEnqueueMapBuffer(f->queue, buffer, CL_TRUE, CL_MAP_READ, 0, 8, 0, &bad, NULL, &code),
              CL_INVALID_EVENT_WAIT_LIST);
    NO_OBJECT(clEnqueueMapBuffer(f->queue, buffer, CL_TRUE, CL_MAP_READ, 0, 8, 1, &bad, NULL, &code),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    NO_OBJECT(clEnqueueMapBuffer(f->queue, nothing, CL_TRUE, CL_MAP_READ, 0, 8, 0, NULL, NULL, &code),
              CL_INVALID_OPERATION);
    NO_OBJECT(
        clEnqueueMapBuffer(f->queue, nothing, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0, 8, 0, NULL, NULL, &code),
        CL_INVALID_OPERATION);
    cl_uint count = 9;
    OK(clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT, sizeof count, &count, NULL));
    assert_int_equal(count, 0); /* no map that failed counts */
    OK(clReleaseEvent(bad));
    OK(clReleaseMemObject(nothing));
    OK(clReleaseMemObject(buffer));
    finish(&e);
}

static void of_build_program(void **state)
{
    const fixture *f = *state;
    const elsewhere e = begin(f);
    cl_int code;
    static const char *const wrong[] = {"-D", "-cl-std=CL9.9", "-cl-std=", "-D1=2", "-D =2", "-D \"\"", "wide"};
    const char *text = "__kernel void unknown(__global int *x) { x[0] = 1; }";
    cl_program program = source_program(f->context);
    cl_program unknown = clCreateProgramWithSource(f->context, 1, &text, NULL, &code);
    OK(code);
    CODE(clBuildProgram((cl_program)(void *)f->queue, 0, NULL, NULL, NULL, NULL), CL_INVALID_PROGRAM);
    CODE(clBuildProgram(program, 1, &e.part, NULL, NULL, NULL), CL_INVALID_DEVICE); /* not of its context */
    CODE(clBuildProgram(program, 2, (cl_device_id[]){f->device, NULL}, NULL, NULL, NULL), CL_INVALID_DEVICE);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char log[256] = "";
        CODE(clBuildProgram(program, 0, NULL, wrong[i], NULL, NULL), CL_INVALID_BUILD_OPTIONS);
        OK(clGetProgramBuildInfo(program, f->device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
        assert_non_null(strstr(log, "option"));
        CODE(clCompileProgram(program, 0, NULL, wrong[i], 0, NULL, NULL, NULL, NULL), CL_INVALID_COMPILER_OPTIONS);
    }
    CODE(clBuildProgram(unknown, 0, NULL, NULL, NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
    cl_build_status status = 9;
    OK(clGetProgramBuildInfo(unknown, f->device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL));
    assert_int_equal(status, CL_BUILD_ERROR);
    OK(clReleaseProgram(unknown));
    OK(clReleaseProgram(program));
    finish(&e);
}

static void of_get_kernel_work_group_info(void **state)
{
    const fixture *f = *state;
    const elsewhere e = begin(f);
    cl_kernel kernel = kernel_of(f->program, "required");
    size_t value[3] = {9, 9, 9}, told = 0;
    CODE(clGetKernelWorkGroupInfo(NULL, f->device, CL_KERNEL_WORK_GROUP_SIZE, sizeof *value, value, NULL),
         CL_INVALID_KERNEL);
    CODE(clGetKernelWorkGroupInfo((cl_kernel)(void *)f->queue, f->device, CL_KERNEL_WORK_GROUP_SIZE, sizeof *value,
                                  value, NULL),
         CL_INVALID_KERNEL);
    CODE(clGetKernelWorkGroupInfo(kernel, e.part, CL_KERNEL_WORK_GROUP_SIZE, sizeof *value, value, NULL),
         CL_INVALID_DEVICE);
    CODE(clGetKernelWorkGroupInfo(kernel, (cl_device_id)(void *)foreign, CL_KERNEL_WORK_GROUP_SIZE, sizeof *value,
                                  value, NULL),
         CL_INVALID_DEVICE);
    CODE(clGetKernelWorkGroupInfo(kernel, f->device, CL_KERNEL_WORK_GROUP_SIZE, 1, value, NULL), CL_INVALID_VALUE);
    CODE(clGetKernelWorkGroupInfo(kernel, f->device, 0x1234, sizeof value, value, NULL), CL_INVALID_VALUE);
    CODE(clGetKernelWorkGroupInfo(kernel, f->device, CL_KERNEL_GLOBAL_WORK_SIZE, sizeof value, value, NULL),
         CL_INVALID_VALUE); /* neither a custom device nor a built-in kernel */
    assert_int_equal(value[0], 9);
    OK(clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof value, value,
                                &told)); /* one device */
    assert_true(told == sizeof value && value[0] == 8 && value[1] == 2 && value[2] == 1);
    OK(clReleaseKernel(kernel));
    finish(&e);
}

static void of_create_sub_buffer(void **state)
{
    const fixture *f = *state;
    static char host[512];
    static const cl_buffer_region good = {128, 64}, wraps = {SIZE_MAX - 127, 256}, large = {0, SIZE_MAX};
    cl_int code;
    cl_mem read = buffer_of(f->context, CL_MEM_READ_ONLY | CL_MEM_HOST_WRITE_ONLY, 512, NULL);
    cl_mem closed = buffer_of(f->context, CL_MEM_HOST_NO_ACCESS, 512, NULL);
    NO_OBJECT(clCreateSubBuffer(read, CL_MEM_WRITE_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &good, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateSubBuffer(read, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &good, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateSubBuffer(read, CL_MEM_HOST_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &good, &code),
              CL_INVALID_VALUE);
    NO_OBJECT(clCreateSubBuffer(closed, CL_MEM_HOST_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &good, &code),
              CL_INVALID_VALUE);
    NO_OBJECT(clCreateSubBuffer(closed, CL_MEM_HOST_WRITE_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &good, &code),
              CL_INVALID_VALUE);
    NO_OBJECT(clCreateSubBuffer(read, CL_MEM_ALLOC_HOST_PTR, CL_BUFFER_CREATE_TYPE_REGION, &good, &code),
              CL_INVALID_VALUE);
    NO_OBJECT(clCreateSubBuffer(read, CL_MEM_COPY_HOST_PTR, CL_BUFFER_CREATE_TYPE_REGION, &good, &code),
              CL_INVALID_VALUE);
    NO_OBJECT(clCreateSubBuffer(read, 0, CL_BUFFER_CREATE_TYPE_REGION, &wraps, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateSubBuffer(read, 0, CL_BUFFER_CREATE_TYPE_REGION, &large, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateSubBuffer((cl_mem)(void *)f->queue, 0, CL_BUFFER_CREATE_TYPE_REGION, &good, &code),
              CL_INVALID_MEM_OBJECT);
    /* Flags of host memory come from the buffer. */
    cl_mem over = buffer_of(f->context, CL_MEM_USE_HOST_PTR, sizeof host, host);
    cl_mem part = clCreateSubBuffer(over, CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &good, &code);
    cl_mem_flags flags = 0;
    OK(code);
    OK(clGetMemObjectInfo(part, CL_MEM_FLAGS, sizeof flags, &flags, NULL));
    assert_int_equal(flags, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR);
    OK(clReleaseMemObject(part));
    OK(clReleaseMemObject(over));
    OK(clReleaseMemObject(closed));
    OK(clReleaseMemObject(read));
}

static void of_enqueue_copy_buffer_rect(void **state)
{
    const fixture *f = *state;
    const elsewhere e = begin(f);
    static const size_t zero[3] = {0, 0, 0}, region[3] = {8, 4, 2}, flat[3] = {8, 4, 0}, far[3] = {250, 0, 0},
                        near[3] = {4, 0, 0};
    cl_mem from = buffer_of(f->context, 0, 256, NULL), to = buffer_of(f->context, 0, 256, NULL);
#define COPY(queue_, from_, to_, a_, b_, region_, p1_, s1_, p2_, s2_) \
    clEnqueueCopyBufferRect(queue_, from_, to_, a_, b_, region_, p1_, s1_, p2_, s2_, 0, NULL, NULL)
    CODE(COPY(NULL, from, to, zero, zero, region, 0, 0, 0, 0), CL_INVALID_COMMAND_QUEUE);
    CODE(COPY(e.queue, from, to, zero, zero, region, 0, 0, 0, 0), CL_INVALID_CONTEXT);
    CODE(COPY(f->queue, e.buffer, to, zero, zero, region, 0, 0, 0, 0), CL_INVALID_CONTEXT);
    CODE(COPY(f->queue, from, e.buffer, zero, zero, region, 0, 0, 0, 0), CL_INVALID_CONTEXT);
    CODE(COPY(f->queue, NULL, to, zero, zero, region, 0, 0, 0, 0), CL_INVALID_MEM_OBJECT);
    CODE(COPY(f->queue, from, NULL, zero, zero, region, 0, 0, 0, 0), CL_INVALID_MEM_OBJECT);
    CODE(COPY(f->queue, from, to, NULL, zero, region, 0, 0, 0, 0), CL_INVALID_VALUE);
    CODE(COPY(f->queue, from, to, zero, NULL, region, 0, 0, 0, 0), CL_INVALID_VALUE);
    CODE(COPY(f->queue, from, to, zero, zero, NULL, 0, 0, 0, 0), CL_INVALID_VALUE);
    CODE(COPY(f->queue, from, to, zero, zero, flat, 0, 0, 0, 0), CL_INVALID_VALUE);
    CODE(COPY(f->queue, from, to, far, zero, region, 0, 0, 0, 0), CL_INVALID_VALUE);
    CODE(COPY(f->queue, from, to, zero, far, region, 0, 0, 0, 0), CL_INVALID_VALUE);
    CODE(COPY(f->queue, from, to, zero, zero, region, 7, 0, 0, 0), CL_INVALID_VALUE); /* rows overlap */
    CODE(COPY(f->queue, from, to, zero, zero, region, 0, 0, 7, 0), CL_INVALID_VALUE);
    CODE(COPY(f->queue, from, to, zero, zero, region, 8, 31, 0, 0), CL_INVALID_VALUE); /* slices overlap */
    CODE(COPY(f->queue, from, to, zero, zero, region, 0, 0, 8, 31), CL_INVALID_VALUE);
    CODE(COPY(f->queue, from, to, zero, zero, region, 16, 72, 0, 0), CL_INVALID_VALUE); /* not a number of rows */
    CODE(COPY(f->queue, from, to, zero, zero, region, 0, 0, 16, 72), CL_INVALID_VALUE);
    CODE(COPY(f->queue, from, from, zero, near, region, 8, 32, 8, 32), CL_MEM_COPY_OVERLAP);
#undef COPY
    CODE(clEnqueueCopyBufferRect(f->queue, from, to, zero, zero, region, 0, 0, 0, 0, 1, &e.event, NULL),
         CL_INVALID_CONTEXT);
    CODE(clEnqueueCopyBufferRect(f->queue, from, to, zero, zero, region, 0, 0, 0, 0, 1, NULL, NULL),
         CL_INVALID_EVENT_WAIT_LIST);
    CODE(clEnqueueCopyBufferRect(f->queue, from, to, zero, zero, region, 0, 0, 0, 0, 0, &e.event, NULL),
         CL_INVALID_EVENT_WAIT_LIST);
    OK(clReleaseMemObject(to));
    OK(clReleaseMemObject(from));
    finish(&e);
}

static void of_wait_for_events(void **state)
{
    const fixture *f = *state;
    cl_event good = user_event(f->context), bad = failed_event(f);
    OK(clSetUserEventStatus(good, CL_COMPLETE));
    CODE(clWaitForEvents(2, (cl_event[]){good, bad}), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    CODE(clWaitForEvents(2, (cl_event[]){bad, good}), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    CODE(clWaitForEvents(2, (cl_event[]){good, (cl_event)(void *)f->queue}), CL_INVALID_EVENT);
    CODE(clWaitForEvents(2, (cl_event[]){good, NULL}), CL_INVALID_EVENT);
    CODE(clWaitForEvents(0, NULL), CL_INVALID_VALUE);
    OK(clWaitForEvents(1, &good));
    OK(clReleaseEvent(bad));
    OK(clReleaseEvent(good));
    CODE(clWaitForEvents(1, &good), CL_INVALID_EVENT); /* it was released */
}

static void of_create_kernel(void **state)
{
    const fixture *f = *state;
    cl_int code;
    cl_program program = source_program(f->context);
    NO_OBJECT(clCreateKernel(program, "empty", &code), CL_INVALID_PROGRAM_EXECUTABLE); /* not built */
    NO_OBJECT(clCreateKernel((cl_program)(void *)f->queue, "empty", &code), CL_INVALID_PROGRAM);
    NO_OBJECT(clCreateKernel(f->program, "", &code), CL_INVALID_KERNEL_NAME);
    NO_OBJECT(clCreateKernel(f->program, "empt", &code), CL_INVALID_KERNEL_NAME);
    NO_OBJECT(clCreateKernel(f->program, "emptyy", &code), CL_INVALID_KERNEL_NAME);
    assert_null(clCreateKernel(f->program, "none", NULL));
    CODE(clBuildProgram(program, 0, NULL, "-DUNKNOWN=1", NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
    NO_OBJECT(clCreateKernel(program, "empty", &code), CL_INVALID_PROGRAM_EXECUTABLE); /* the build failed */
    OK(clReleaseProgram(program));
}

#define TEST(name_) cmocka_unit_test_setup_teardown(name_, start, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(of_enqueue_nd_range_kernel), TEST(of_set_kernel_arg),
        TEST(of_create_buffer),           TEST(of_enqueue_map_buffer),
        TEST(of_build_program),           TEST(of_get_kernel_work_group_info),
        TEST(of_create_sub_buffer),       TEST(of_enqueue_copy_buffer_rect),
        TEST(of_wait_for_events),         TEST(of_create_kernel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
