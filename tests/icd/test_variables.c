/* Variables that kernels write, behind OpenCL's API: each program object has its own on each device. They last as long
 * as the program is not built anew, and their size and limits are told. Knows the API and what the kernels do.
 *
 * SPDX-License-Identifier: MIT */
#include "support.h"

extern const char *const variables_pieces[];
const char *const icd_pieces[] = {NULL}; /* of support.c */

static const char options[] = "-cl-std=CL3.0";

enum { SHOWN = 4, SMALLEST = 64 << 10 /* of CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, if there are such variables */ };

typedef struct things {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_mem out;
} things;

static int begin(void **state)
{
    things *t = calloc(1, sizeof *t);
    cl_int code;
    if (!t) return -1;
    OK(clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 1, &t->device, NULL));
    t->context = clCreateContext(NULL, 1, &t->device, NULL, NULL, &code);
    OK(code);
    t->queue = clCreateCommandQueue(t->context, t->device, 0, &code);
    OK(code);
    t->out = buffer_of(t->context, CL_MEM_READ_WRITE, SHOWN * sizeof(cl_int), NULL);
    *state = t;
    return 0;
}

static int finish(void **state)
{
    things *t = *state;
    OK(clReleaseMemObject(t->out));
    OK(clReleaseCommandQueue(t->queue));
    OK(clReleaseContext(t->context));
    free(t);
    return 0;
}

static cl_program program_in(cl_context context)
{
    cl_int code;
    cl_uint count = 0;
    while (variables_pieces[count]) count++;
    cl_program program =
        clCreateProgramWithSource(context, count, (const char **)(uintptr_t)variables_pieces, NULL, &code);
    OK(code);
    OK(clBuildProgram(program, 0, NULL, options, NULL, NULL));
    return program;
}

static void run(cl_command_queue queue, cl_program program, const char *name, cl_mem memory, const cl_int *by)
{
    const size_t one = 1;
    cl_uint argument = 0;
    cl_kernel kernel = kernel_of(program, name);
    if (memory) OK(clSetKernelArg(kernel, argument++, sizeof memory, &memory));
    if (by) OK(clSetKernelArg(kernel, argument, sizeof *by, by));
    OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    OK(clReleaseKernel(kernel));
}

static void expect(cl_command_queue queue, cl_mem out, const cl_int *wanted)
{
    cl_int found[SHOWN] = {0};
    OK(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof found, found, 0, NULL, NULL));
    for (int i = 0; i < SHOWN; i++)
        if (found[i] != wanted[i]) fail_msg("value %d: expected %d, found %d", i, (int)wanted[i], (int)found[i]);
}

/* What `add` tells before it adds `by`. */
static void add(const things *t, cl_program program, cl_int by, const cl_int *wanted)
{
    run(t->queue, program, "add", t->out, &by);
    expect(t->queue, t->out, wanted);
}

static const cl_int first_values[SHOWN] = {3, 2, 20, 6};

static void programs_of_one_source_have_their_own(void **state)
{
    const things *t = *state;
    cl_program first = program_in(t->context), second = program_in(t->context);
    add(t, first, 10, first_values);
    add(t, second, 100, first_values);
    add(t, first, 1, (const cl_int[]){13, 12, 21, 5});
    add(t, second, 2, (const cl_int[]){103, 102, 21, 5});
    run(t->queue, first, "tell", t->out, NULL);
    expect(t->queue, t->out, (const cl_int[]){14, 13, 21, 5});
    run(t->queue, second, "tell", t->out, NULL);
    expect(t->queue, t->out, (const cl_int[]){105, 104, 21, 5});
    OK(clReleaseProgram(first));
    run(t->queue, second, "tell", t->out, NULL);
    expect(t->queue, t->out, (const cl_int[]){105, 104, 21, 5});
    OK(clReleaseProgram(second));
}

static void they_begin_anew_with_the_program(void **state)
{
    const things *t = *state;
    cl_program program = program_in(t->context);
    add(t, program, 10, first_values);
    OK(clBuildProgram(program, 0, NULL, options, NULL, NULL));
    add(t, program, 10, first_values);
    add(t, program, 10, (const cl_int[]){13, 12, 21, 5});
    OK(clReleaseProgram(program));
    program = program_in(t->context);
    add(t, program, 10, first_values);
    OK(clReleaseProgram(program));
}

static void a_program_of_a_binary_has_its_own(void **state)
{
    const things *t = *state;
    unsigned char bytes[1024], *place = bytes;
    const unsigned char *given = bytes;
    size_t size = 0;
    cl_int code;
    cl_program program = program_in(t->context);
    add(t, program, 10, first_values);
    OK(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
    assert_in_range(size, 1, sizeof bytes);
    OK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof place, &place, NULL));
    cl_program other = clCreateProgramWithBinary(t->context, 1, &t->device, &size, &given, NULL, &code);
    OK(code);
    OK(clBuildProgram(other, 0, NULL, options, NULL, NULL));
    add(t, other, 7, first_values);
    add(t, program, 7, (const cl_int[]){13, 12, 21, 5});
    OK(clReleaseProgram(other));
    OK(clReleaseProgram(program));
}

static void each_device_of_a_program_has_its_own(void **state)
{
    const things *t = *state;
    const cl_device_partition_property halves[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1,
                                                   CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    cl_device_id parts[2];
    cl_command_queue queues[2];
    cl_int code, by = 4;
    cl_uint units = 0;
    OK(clGetDeviceInfo(t->device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL));
    if (units < 2) skip();
    OK(clCreateSubDevices(t->device, halves, 2, parts, NULL));
    cl_context context = clCreateContext(NULL, 2, parts, NULL, NULL, &code);
    OK(code);
    cl_program program = program_in(context);
    cl_mem out = buffer_of(context, CL_MEM_READ_WRITE, SHOWN * sizeof(cl_int), NULL);
    for (int i = 0; i < 2; i++) {
        queues[i] = clCreateCommandQueue(context, parts[i], 0, &code);
        OK(code);
    }
    for (int i = 0; i < 2; i++) {
        run(queues[i], program, "add", out, &by);
        expect(queues[i], out, first_values);
    }
    run(queues[1], program, "add", out, &by);
    expect(queues[1], out, (const cl_int[]){7, 6, 21, 5});
    run(queues[0], program, "add", out, &by);
    expect(queues[0], out, (const cl_int[]){7, 6, 21, 5});
    for (int i = 0; i < 2; i++) OK(clReleaseCommandQueue(queues[i]));
    OK(clReleaseMemObject(out));
    OK(clReleaseProgram(program));
    OK(clReleaseContext(context));
    for (int i = 0; i < 2; i++) OK(clReleaseDevice(parts[i]));
}

static void addresses_and_blocks_find_the_programs_own(void **state)
{
    const things *t = *state;
    const cl_int by = 5;
    const cl_queue_properties on_device[] = {
        CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
        0};
    cl_int code;
    cl_program first = program_in(t->context), second = program_in(t->context);
    cl_command_queue device_queue = clCreateCommandQueueWithProperties(t->context, t->device, on_device, &code);
    OK(code);
    cl_mem place = buffer_of(t->context, CL_MEM_READ_WRITE, sizeof(cl_ulong), NULL);
    run(t->queue, first, "leave", place, NULL);
    run(t->queue, first, "follow", place, &by);
    run(t->queue, second, "follow", place, &by); /* the address is that of the first program's */
    run(t->queue, first, "spread", NULL, &by);
    add(t, first, 1, (const cl_int[]){53, 12, 20, 6});
    add(t, second, 1, first_values);
    OK(clReleaseMemObject(place));
    OK(clReleaseCommandQueue(device_queue));
    OK(clReleaseProgram(first));
    OK(clReleaseProgram(second));
}

/* Commands that wait keep the program and its variables. */
static void they_last_until_the_last_command(void **state)
{
    const things *t = *state;
    const size_t one = 1;
    const cl_int by = 9;
    cl_program program = program_in(t->context);
    cl_kernel kernel = kernel_of(program, "add");
    cl_event gate = user_event(t->context);
    add(t, program, 10, first_values);
    OK(clSetKernelArg(kernel, 0, sizeof t->out, &t->out));
    OK(clSetKernelArg(kernel, 1, sizeof by, &by));
    OK(clEnqueueNDRangeKernel(t->queue, kernel, 1, NULL, &one, NULL, 1, &gate, NULL));
    OK(clReleaseKernel(kernel));
    CODE(clBuildProgram(program, 0, NULL, options, NULL, NULL), CL_INVALID_OPERATION);
    OK(clReleaseProgram(program));
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    expect(t->queue, t->out, (const cl_int[]){13, 12, 21, 5});
    OK(clReleaseEvent(gate));
}

static void sizes_and_limits_are_told(void **state)
{
    const things *t = *state;
    cl_name_version features[64];
    size_t size = 0, most = 0, total = 0, bytes = 0;
    cl_ulong allocation = 0;
    bool found = false;
    OK(clGetDeviceInfo(t->device, CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, sizeof most, &most, NULL));
    OK(clGetDeviceInfo(t->device, CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, sizeof total, &total, NULL));
    OK(clGetDeviceInfo(t->device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof allocation, &allocation, NULL));
    assert_true(most >= SMALLEST && most <= allocation);
    assert_true(total >= SMALLEST && total <= allocation);
    OK(clGetDeviceInfo(t->device, CL_DEVICE_OPENCL_C_FEATURES, sizeof features, features, &bytes));
    for (size_t i = 0; i < bytes / sizeof *features; i++)
        found |= strcmp(features[i].name, "__opencl_c_program_scope_global_variables") == 0;
    assert_true(found);
    cl_program program = program_in(t->context);
    OK(clGetProgramBuildInfo(program, t->device, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, sizeof size, &size,
                             NULL));
    /* total, table, cursor, ring and calls, with gaps of at most 8 bytes behind each */
    const size_t least = 4 + 400 + 8 + 32 + 4;
    assert_in_range(size, least, least + 5 * 8);
    OK(clReleaseProgram(program));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(programs_of_one_source_have_their_own, begin, finish),
        cmocka_unit_test_setup_teardown(they_begin_anew_with_the_program, begin, finish),
        cmocka_unit_test_setup_teardown(a_program_of_a_binary_has_its_own, begin, finish),
        cmocka_unit_test_setup_teardown(each_device_of_a_program_has_its_own, begin, finish),
        cmocka_unit_test_setup_teardown(addresses_and_blocks_find_the_programs_own, begin, finish),
        cmocka_unit_test_setup_teardown(they_last_until_the_last_command, begin, finish),
        cmocka_unit_test_setup_teardown(sizes_and_limits_are_told, begin, finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
