/* Programs of a catalogue, their kernels, and launches of all shapes.
 *
 * SPDX-License-Identifier: MIT */
#include "support.h"

static void a_program_runs_by_its_text(void **state)
{
    const fixture *f = *state;
    enum { COUNT = 1000 };
    static float x[COUNT], y[COUNT + 24];
    const size_t global = COUNT + 24;
    const cl_float a = 3;
    const cl_uint n = COUNT;
    for (int i = 0; i < COUNT; i++) x[i] = (float)i;
    cl_kernel kernel = kernel_of(f->program, "scale");
    cl_mem bx = buffer_of(f->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof x, x);
    cl_mem by = buffer_of(f->context, CL_MEM_READ_WRITE, sizeof y, NULL);
    OK(clSetKernelArg(kernel, 3, sizeof n, &n)); /* in any order */
    OK(clSetKernelArg(kernel, 2, sizeof by, &by));
    OK(clSetKernelArg(kernel, 0, sizeof bx, &bx));
    OK(clSetKernelArg(kernel, 1, sizeof a, &a));
    for (int round = 0; round < 3; round++) { /* by a worker, then directly */
        const cl_float none = -1;
        OK(clEnqueueFillBuffer(f->queue, by, &none, sizeof none, 0, sizeof y, 0, NULL, NULL));
        OK(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
        OK(clEnqueueReadBuffer(f->queue, by, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL));
        for (int i = 0; i < COUNT + 24; i++) assert_true(y[i] == (i < COUNT ? 3 * (float)i : -1));
    }
    OK(clReleaseMemObject(bx));
    OK(clReleaseMemObject(by));
    OK(clReleaseKernel(kernel));
}

static void text_with_other_line_ends_is_the_same_program(void **state)
{
    const fixture *f = *state;
    size_t length = 0, at = 0;
    cl_int code;
    for (int i = 0; icd_pieces[i]; i++) length += strlen(icd_pieces[i]);
    char *text = malloc(2 * length + 1);
    assert_non_null(text);
    for (int i = 0; icd_pieces[i]; i++) {
        for (const char *c = icd_pieces[i]; *c; c++) {
            if (*c == '\n') text[at++] = '\r';
            text[at++] = *c;
        }
    }
    const char *start = text;
    cl_program program = clCreateProgramWithSource(f->context, 1, &start, &at, &code);
    OK(code);
    OK(clBuildProgram(program, 1, &f->device, "  ", NULL, NULL));
    OK(clReleaseProgram(program));
    text[at - 3] = '?';
    program = clCreateProgramWithSource(f->context, 1, &start, &at, &code);
    OK(code);
    CODE(clBuildProgram(program, 1, &f->device, "", NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
    char log[400] = "";
    OK(clGetProgramBuildInfo(program, f->device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
    assert_true(strlen(log) > 20);
    NO_OBJECT(clCreateKernel(program, "scale", &code), CL_INVALID_PROGRAM_EXECUTABLE);
    OK(clReleaseProgram(program));
    free(text);
}

/* Ranges of one to three dimensions, with and without offsets and local sizes. */
static void work_items_know_their_place(void **state)
{
    static const struct {
        cl_uint dimensions;
        size_t offset[3], global[3], local[3];
        bool has_offset, has_local;
    } ranges[] = {
        {1, {0}, {48}, {0}, false, false},
        {1, {5}, {48}, {16}, true, true},
        {2, {0}, {12, 6}, {4, 3}, false, true},
        {2, {3, 9}, {12, 6}, {0}, true, false},
        {3, {1, 2, 3}, {6, 4, 2}, {3, 2, 1}, true, true},
        {3, {0}, {7, 5, 3}, {0}, false, false},
        {1, {0}, {1}, {1}, false, true},
    };
    const fixture *f = *state;
    cl_ulong out[105];
    cl_kernel kernel = kernel_of(f->program, "place");
    cl_mem buffer = buffer_of(f->context, CL_MEM_WRITE_ONLY | CL_MEM_USE_HOST_PTR, sizeof out, out);
    OK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    for (size_t r = 0; r < sizeof ranges / sizeof ranges[0]; r++) {
        memset(out, 0xff, sizeof out);
        OK(clEnqueueNDRangeKernel(f->queue, kernel, ranges[r].dimensions,
                                  ranges[r].has_offset ? ranges[r].offset : NULL, ranges[r].global,
                                  ranges[r].has_local ? ranges[r].local : NULL, 0, NULL, NULL));
        OK(clFinish(f->queue));
        size_t size[3] = {1, 1, 1}, from[3] = {0, 0, 0}, i = 0;
        for (cl_uint d = 0; d < ranges[r].dimensions; d++) {
            size[d] = ranges[r].global[d];
            if (ranges[r].has_offset) from[d] = ranges[r].offset[d];
        }
        for (size_t z = 0; z < size[2]; z++)
            for (size_t y = 0; y < size[1]; y++)
                for (size_t x = 0; x < size[0]; x++, i++) {
                    assert_int_equal(out[i] % 1000000000, from[0] + x + 1000 * (from[1] + y) + 1000000 * (from[2] + z));
                    if (ranges[r].has_local) assert_int_equal(out[i] / 1000000000, ranges[r].local[0]);
                }
    }
    OK(clReleaseMemObject(buffer));
    OK(clReleaseKernel(kernel));
}

static void local_memory_and_barriers(void **state)
{
    const fixture *f = *state;
    enum { COUNT = 4096, GROUP = 256 };
    static cl_int x[COUNT], y[COUNT / GROUP];
    const size_t global = COUNT, local = GROUP;
    for (int i = 0; i < COUNT; i++) x[i] = i;
    cl_kernel kernel = kernel_of(f->program, "sum");
    cl_mem bx = buffer_of(f->context, CL_MEM_USE_HOST_PTR, sizeof x, x);
    cl_mem by = buffer_of(f->context, CL_MEM_USE_HOST_PTR, sizeof y, y);
    OK(clSetKernelArg(kernel, 0, sizeof bx, &bx));
    OK(clSetKernelArg(kernel, 1, sizeof by, &by));
    OK(clSetKernelArg(kernel, 2, GROUP * sizeof(cl_int), NULL));
    OK(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    OK(clFinish(f->queue));
    for (int g = 0; g < COUNT / GROUP; g++) assert_int_equal(y[g], GROUP * (g * GROUP) + GROUP * (GROUP - 1) / 2);
    OK(clReleaseMemObject(bx));
    OK(clReleaseMemObject(by));
    OK(clReleaseKernel(kernel));
}

static void values_of_all_kinds_arrive(void **state)
{
    const fixture *f = *state;
    struct {
        cl_float4 v;
        cl_char c;
        cl_short2 s;
        char padding[8];
    } mixed = {.v = {{1, 2, 3, 4}}, .c = 10, .s = {{7, 100}}};
    const cl_double d = 1000;
    const cl_char3 c = {{1, 2, 5}};
    cl_float table[2] = {0, 10000}, out = 0;
    cl_kernel kernel = kernel_of(f->program, "arguments"), copy;
    cl_int code;
    cl_mem bt = buffer_of(f->context, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, sizeof table, table);
    cl_mem bo = buffer_of(f->context, CL_MEM_USE_HOST_PTR, sizeof out, &out);
    OK(clSetKernelArg(kernel, 0, 32, &mixed));
    OK(clSetKernelArg(kernel, 1, sizeof d, &d));
    OK(clSetKernelArg(kernel, 2, sizeof bt, &bt));
    OK(clSetKernelArg(kernel, 3, sizeof bo, &bo));
    copy = clCloneKernel(kernel, &code);
    OK(code);
    CODE(clEnqueueTask(f->queue, kernel, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
    OK(clSetKernelArg(kernel, 4, sizeof c, &c));
    CODE(clEnqueueTask(f->queue, copy, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS); /* it has values of its own */
    OK(clEnqueueTask(f->queue, kernel, 0, NULL, NULL));
    OK(clFinish(f->queue));
    assert_true(out == 4 + 10 + 100 + 1000 + 10000 + 5);
    mixed.c = 20;
    OK(clSetKernelArg(kernel, 0, 32, &mixed));
    OK(clSetKernelArg(copy, 4, sizeof c, &c));
    OK(clEnqueueTask(f->queue, copy, 0, NULL, NULL));
    OK(clFinish(f->queue));
    assert_true(out == 4 + 10 + 100 + 1000 + 10000 + 5);
    OK(clReleaseMemObject(bt));
    OK(clReleaseMemObject(bo));
    OK(clReleaseKernel(copy));
    OK(clReleaseKernel(kernel));
}

static void enqueued_launches_keep_their_values(void **state)
{
    const fixture *f = *state;
    cl_int y = 1, expected = 1;
    cl_kernel kernel = kernel_of(f->program, "advance");
    cl_mem buffer = buffer_of(f->context, CL_MEM_USE_HOST_PTR, sizeof y, &y);
    cl_event gate = user_event(f->context);
    for (cl_int a = 1; a <= 5; a++) {
        OK(enqueue_advance(f->queue, kernel, buffer, a, a == 1, a == 1 ? &gate : NULL, NULL));
        expected = 3 * expected + a;
    }
    OK(clReleaseKernel(kernel)); /* the commands hold both */
    OK(clReleaseMemObject(buffer));
    assert_int_equal(y, 1);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clFinish(f->queue));
    assert_int_equal(y, expected);
    OK(clReleaseEvent(gate));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_program_runs_by_its_text, start, end),
        cmocka_unit_test_setup_teardown(text_with_other_line_ends_is_the_same_program, start, end),
        cmocka_unit_test_setup_teardown(work_items_know_their_place, start, end),
        cmocka_unit_test_setup_teardown(local_memory_and_barriers, start, end),
        cmocka_unit_test_setup_teardown(values_of_all_kinds_arrive, start, end),
        cmocka_unit_test_setup_teardown(enqueued_launches_keep_their_values, start, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
