/* Every allocation and system call of a scenario fails once: each call of OpenCL then succeeds or returns a code that
 * its specification lists for it, nothing crashes, and nothing is left. Linked with the library's objects, whose memory
 * is freed at once.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include "faults.h"

#include <stdatomic.h>
#include <time.h>

/* What a scenario has; all may be NULL. */
typedef struct things {
    cl_context context;
    cl_command_queue queue, disordered;
    cl_program program, other, linked;
    cl_kernel kernel, copy;
    cl_mem buffer, part;
    cl_event gate, first, second, third;
    cl_device_id device, sub;
    void *area;
    cl_int y;
    atomic_int calls, expected;
} things;

static void CL_CALLBACK count_call(cl_event event, cl_int status, void *user_data)
{
    things *t = user_data;
    (void)event, (void)status;
    t->calls++;
}

static void CL_CALLBACK gone(cl_mem memory, void *user_data)
{
    (void)memory, (void)user_data;
}

static void CL_CALLBACK native(void *data)
{
    (void)data;
}

#define TRY(call_)                           \
    do {                                     \
        const cl_int try_ = (call_);         \
        if (try_ != CL_SUCCESS) return try_; \
    } while (0)

static cl_int make_objects(things *t)
{
    cl_int code;
    const cl_context_properties properties[] = {CL_CONTEXT_INTEROP_USER_SYNC, CL_FALSE, 0};
    const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0};
    const cl_buffer_region region = {0, 128};
    char text[4096];
    TRY(clGetDeviceIDs(NULL, CL_DEVICE_TYPE_CPU, 1, &t->device, NULL));
    TRY(clGetDeviceInfo(t->device, CL_DEVICE_BUILT_IN_KERNELS, sizeof text, text, NULL));
    TRY(clGetDeviceInfo(t->device, CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, sizeof text, text, NULL));
    TRY(clCreateSubDevices(t->device, one, 1, &t->sub, NULL));
    t->context = clCreateContext(properties, 2, (const cl_device_id[]){t->device, t->sub}, NULL, NULL, &code);
    TRY(code);
    t->queue = clCreateCommandQueueWithProperties(t->context, t->device, (const cl_queue_properties[]){0}, &code);
    TRY(code);
    t->disordered = clCreateCommandQueue(t->context, t->sub, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code);
    TRY(code);
    t->buffer = clCreateBuffer(t->context, 0, 256, NULL, &code);
    TRY(code);
    TRY(clSetMemObjectDestructorCallback(t->buffer, gone, NULL));
    t->part = clCreateSubBuffer(t->buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    TRY(code);
    t->area = clSVMAlloc(t->context, 0, 64, 0);
    return t->area ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

static cl_int make_programs(things *t)
{
    cl_int code;
    cl_uint count = 0;
    size_t sizes[2] = {0};
    char text[4096];
    while (icd_pieces[count]) count++;
    t->program = clCreateProgramWithSource(t->context, count, (const char **)(uintptr_t)icd_pieces, NULL, &code);
    TRY(code);
    TRY(clCompileProgram(t->program, 0, NULL, "", 0, NULL, NULL, NULL, NULL));
    t->linked = clLinkProgram(t->context, 0, NULL, "", 1, &t->program, NULL, NULL, &code);
    TRY(code);
    TRY(clBuildProgram(t->program, 0, NULL, "", NULL, NULL));
    TRY(clGetProgramInfo(t->program, CL_PROGRAM_KERNEL_NAMES, sizeof text, text, NULL));
    TRY(clGetProgramInfo(t->program, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, NULL));
    t->other = clCreateProgramWithBuiltInKernels(t->context, 1, &t->device, "advance", &code);
    TRY(code);
    t->kernel = clCreateKernel(t->program, "advance", &code);
    TRY(code);
    t->copy = clCloneKernel(t->kernel, &code);
    TRY(code);
    TRY(clGetKernelArgInfo(t->kernel, 0, CL_KERNEL_ARG_TYPE_NAME, sizeof text, text, NULL));
    return CL_SUCCESS;
}

static cl_int run_commands(things *t)
{
    cl_int code;
    const size_t one = 1;
    const cl_int a = 1, zero = 0;
    t->gate = clCreateUserEvent(t->context, &code);
    TRY(code);
    TRY(clSetKernelArg(t->kernel, 0, sizeof t->part, &t->part));
    TRY(clSetKernelArg(t->kernel, 1, sizeof a, &a));
    TRY(clEnqueueFillBuffer(t->queue, t->buffer, &zero, sizeof zero, 0, 256, 0, NULL, NULL));
    TRY(clEnqueueNDRangeKernel(t->queue, t->kernel, 1, NULL, &one, NULL, 1, &t->gate, &t->first));
    TRY(clSetEventCallback(t->first, CL_COMPLETE, count_call, t));
    t->expected++;
    cl_event list[] = {t->gate, t->first, t->gate, t->first, t->gate};
    TRY(clEnqueueNDRangeKernel(t->disordered, t->kernel, 1, NULL, &one, NULL, 5, list, &t->second));
    TRY(clEnqueueNativeKernel(t->disordered, native, list, sizeof list, 0, NULL, NULL, 1, &t->second, &t->third));
    TRY(clEnqueueBarrierWithWaitList(t->disordered, 0, NULL, NULL));
    void *map = clEnqueueMapBuffer(t->disordered, t->buffer, CL_FALSE, CL_MAP_READ, 0, 4, 0, NULL, NULL, &code);
    TRY(code);
    TRY(clEnqueueUnmapMemObject(t->disordered, t->buffer, map, 0, NULL, NULL));
    TRY(clSetUserEventStatus(t->gate, CL_COMPLETE));
    TRY(clEnqueueSVMFree(t->disordered, 1, &t->area, NULL, NULL, 0, NULL, NULL));
    t->area = NULL;
    TRY(clEnqueueReadBuffer(t->disordered, t->buffer, CL_TRUE, 0, sizeof t->y, &t->y, 0, NULL, NULL));
    return CL_SUCCESS;
}

static void nap(void)
{
    (void)nanosleep(&(struct timespec){0, 1000000}, NULL);
}

/* Releases what there is, after all commands have ended. */
static void release(things *t)
{
    if (t->gate) (void)clSetUserEventStatus(t->gate, CL_COMPLETE); /* perhaps once more */
    if (t->queue) OK(clFinish(t->queue));
    if (t->disordered) OK(clFinish(t->disordered));
    for (int i = 0; i < 60000 && t->calls < t->expected; i++) nap();
    assert_int_equal(t->calls, t->expected);
    if (t->third) OK(clReleaseEvent(t->third));
    if (t->second) OK(clReleaseEvent(t->second));
    if (t->first) OK(clReleaseEvent(t->first));
    if (t->gate) OK(clReleaseEvent(t->gate));
    if (t->copy) OK(clReleaseKernel(t->copy));
    if (t->kernel) OK(clReleaseKernel(t->kernel));
    if (t->other) OK(clReleaseProgram(t->other));
    if (t->linked) OK(clReleaseProgram(t->linked));
    if (t->program) OK(clReleaseProgram(t->program));
    clSVMFree(t->context, t->area);
    if (t->part) OK(clReleaseMemObject(t->part));
    if (t->buffer) OK(clReleaseMemObject(t->buffer));
    if (t->disordered) OK(clReleaseCommandQueue(t->disordered));
    if (t->queue) OK(clReleaseCommandQueue(t->queue));
    if (t->context) OK(clReleaseContext(t->context));
    if (t->sub) OK(clReleaseDevice(t->sub));
}

static cl_int scenario(cl_int *y)
{
    things t = {.y = -1};
    cl_int code = make_objects(&t);
    if (code == CL_SUCCESS) code = make_programs(&t);
    if (code == CL_SUCCESS) code = run_commands(&t);
    release(&t);
    *y = t.y;
    return code;
}

/* What is left but detached threads, which end by themselves. */
static bool anything_left(void)
{
    const char *left = faults_left();
    return strstr(left, "blocks") || strstr(left, "mutexes") || strstr(left, "conditions") ||
           strstr(left, "attributes");
}

/* Threads may still give back what they hold. */
static bool settle(void)
{
    for (int i = 0; i < 60000 && anything_left(); i++) nap();
    return !anything_left();
}

static void every_call_fails_once(void **state)
{
    cl_int y;
    (void)state;
    cl_device_id device; /* it and its threads stay */
    OK(clGetDeviceIDs(NULL, CL_DEVICE_TYPE_CPU, 1, &device, NULL));
    faults_start(0);
    OK(scenario(&y));
    if (!settle()) fail_msg("%s left", faults_left());
    assert_int_equal(y, 3 * 1 + 1); /* 0, 1, 4 */
    long faults = 0;
    bool done = false;
    for (long n = 1; !done; n++) {
        faults_start(n);
        const cl_int code = scenario(&y);
        const char *failed = faults_failed();
        faults_stop();
        done = !failed;
        if (code != CL_SUCCESS && code != CL_OUT_OF_HOST_MEMORY && code != CL_OUT_OF_RESOURCES &&
            code != CL_MEM_OBJECT_ALLOCATION_FAILURE && code != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
            fail_msg("call %ld, %s: %d", n, failed ? failed : "none", (int)code);
        if (code == CL_SUCCESS) assert_int_equal(y, 4);
        if (!settle()) fail_msg("call %ld, %s: %s left", n, failed ? failed : "none", faults_left());
        faults += failed != NULL;
    }
    assert_true(faults > 60);
    print_message("%ld calls failed\n", faults);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_call_fails_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
