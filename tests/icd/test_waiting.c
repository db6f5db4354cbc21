/* Work-groups that wait for each other behind OpenCL's API: they end, or the event has a negative status, and the queue
 * can be used as before.
 *
 * SPDX-License-Identifier: MIT */
#include "support.h"

extern const char *const waiting_pieces[];
const char *const icd_pieces[] = {NULL}; /* of support.c */

enum { GROUPS = 24, LOCAL = 8, ITEMS = GROUPS * LOCAL };

typedef struct scene {
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_mem count, out;
} scene;

static int open_scene(void **state)
{
    static scene s;
    cl_device_id device;
    cl_uint count = 0;
    cl_int code;
    OK(clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
    s.context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    OK(code);
    s.queue = clCreateCommandQueueWithProperties(s.context, device, NULL, &code);
    OK(code);
    while (waiting_pieces[count]) count++;
    s.program = clCreateProgramWithSource(s.context, count, (const char **)(uintptr_t)waiting_pieces, NULL, &code);
    OK(code);
    OK(clBuildProgram(s.program, 0, NULL, NULL, NULL, NULL));
    s.count = buffer_of(s.context, CL_MEM_READ_WRITE, sizeof(cl_int), NULL);
    s.out = buffer_of(s.context, CL_MEM_READ_WRITE, ITEMS * sizeof(cl_int), NULL);
    *state = &s;
    return 0;
}

static int close_scene(void **state)
{
    const scene *s = *state;
    OK(clReleaseMemObject(s->count));
    OK(clReleaseMemObject(s->out));
    OK(clReleaseProgram(s->program));
    OK(clReleaseCommandQueue(s->queue));
    OK(clReleaseContext(s->context));
    return 0;
}

/* Runs the kernel and returns the status of its event. */
static cl_int run(const scene *s, const char *name)
{
    const size_t global = ITEMS, local = LOCAL;
    const cl_int none = 0;
    cl_event event = NULL;
    cl_int status = 1;
    cl_kernel kernel = kernel_of(s->program, name);
    OK(clEnqueueWriteBuffer(s->queue, s->count, CL_TRUE, 0, sizeof none, &none, 0, NULL, NULL));
    OK(clSetKernelArg(kernel, 0, sizeof s->count, &s->count));
    OK(clSetKernelArg(kernel, 1, sizeof s->out, &s->out));
    OK(clEnqueueNDRangeKernel(s->queue, kernel, 1, NULL, &global, &local, 0, NULL, &event));
    const cl_int waited = clWaitForEvents(1, &event);
    OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    assert_int_equal(waited, status < 0 ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS);
    OK(clReleaseEvent(event));
    OK(clReleaseKernel(kernel));
    return status;
}

static void expect_meeting(const scene *s)
{
    cl_int out[ITEMS];
    assert_int_equal(run(s, "meet"), CL_COMPLETE);
    OK(clEnqueueReadBuffer(s->queue, s->out, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    for (int i = 0; i < ITEMS; i++) assert_int_equal(out[i], GROUPS);
}

static void groups_that_meet_all_run(void **state)
{
    expect_meeting(*state);
}

static void groups_that_wait_for_ever_end_with_a_negative_status(void **state)
{
    const scene *s = *state;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(run(s, "wait_for_nothing"), CL_OUT_OF_RESOURCES);
        expect_meeting(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_that_meet_all_run),
        cmocka_unit_test(groups_that_wait_for_ever_end_with_a_negative_status),
    };
    return cmocka_run_group_tests(tests, open_scene, close_scene);
}
