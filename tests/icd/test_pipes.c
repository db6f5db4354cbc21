/* Pipes of OpenCL's API: what they say of themselves, the codes of misuse, packets from one kernel to another, full and
 * empty pipes, and threads that write and read at once.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <pthread.h>

extern const char *const pipes_pieces[];
const char *const icd_pieces[] = {NULL}; /* of support.c */

enum { ROOM = 8, ITEMS = 12 };

typedef struct pipes {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
} pipes;

static int begin(void **state)
{
    pipes *p = calloc(1, sizeof *p);
    cl_int code;
    cl_uint count = 0;
    if (!p) return -1;
    OK(clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 1, &p->device, NULL));
    p->context = clCreateContext(NULL, 1, &p->device, NULL, NULL, &code);
    OK(code);
    p->queue = clCreateCommandQueue(p->context, p->device, 0, &code);
    OK(code);
    while (pipes_pieces[count]) count++;
    p->program = clCreateProgramWithSource(p->context, count, (const char **)(uintptr_t)pipes_pieces, NULL, &code);
    OK(code);
    OK(clBuildProgram(p->program, 0, NULL, "-cl-std=CL2.0", NULL, NULL));
    *state = p;
    return 0;
}

static int finish(void **state)
{
    pipes *p = *state;
    OK(clReleaseProgram(p->program));
    OK(clReleaseCommandQueue(p->queue));
    OK(clReleaseContext(p->context));
    free(p);
    return 0;
}

static cl_mem pipe_of(const pipes *p, cl_uint packet_size, cl_uint max_packets)
{
    cl_int code;
    cl_mem made = clCreatePipe(p->context, 0, packet_size, max_packets, NULL, &code);
    OK(code);
    return made;
}

static void run(const pipes *p, cl_kernel kernel, size_t items, size_t group)
{
    OK(clEnqueueNDRangeKernel(p->queue, kernel, 1, NULL, &items, group ? &group : NULL, 0, NULL, NULL));
    OK(clFinish(p->queue));
}

static void set(cl_kernel kernel, cl_uint index, cl_mem memory)
{
    OK(clSetKernelArg(kernel, index, sizeof memory, &memory));
}

/* ---- Objects ---------------------------------------------------------------------------------------------------- */

static void the_device_has_pipes(void **state)
{
    const pipes *p = *state;
    cl_bool has = CL_FALSE;
    cl_uint arguments = 0, reservations = 0, size = 0;
    cl_name_version features[64];
    size_t bytes = 0;
    bool found = false;
    OK(clGetDeviceInfo(p->device, CL_DEVICE_PIPE_SUPPORT, sizeof has, &has, NULL));
    assert_int_equal(has, CL_TRUE);
    OK(clGetDeviceInfo(p->device, CL_DEVICE_MAX_PIPE_ARGS, sizeof arguments, &arguments, NULL));
    OK(clGetDeviceInfo(p->device, CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, sizeof reservations, &reservations, NULL));
    OK(clGetDeviceInfo(p->device, CL_DEVICE_PIPE_MAX_PACKET_SIZE, sizeof size, &size, NULL));
    /* The least that OpenCL 3.0 allows where there are pipes. */
    assert_true(arguments >= 16 && reservations >= 1 && size >= 1024);
    OK(clGetDeviceInfo(p->device, CL_DEVICE_OPENCL_C_FEATURES, sizeof features, features, &bytes));
    for (size_t i = 0; i < bytes / sizeof *features; i++) found |= strcmp(features[i].name, "__opencl_c_pipes") == 0;
    assert_true(found);
}

static void pipes_refuse_wrong_sizes_and_flags(void **state)
{
    const pipes *p = *state;
    cl_int code;
    cl_uint most = 0;
    const cl_pipe_properties none[] = {0};
    OK(clGetDeviceInfo(p->device, CL_DEVICE_PIPE_MAX_PACKET_SIZE, sizeof most, &most, NULL));
    NO_OBJECT(clCreatePipe(NULL, 0, 4, 4, NULL, &code), CL_INVALID_CONTEXT);
    NO_OBJECT(clCreatePipe(p->context, CL_MEM_READ_ONLY, 4, 4, NULL, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreatePipe(p->context, CL_MEM_WRITE_ONLY, 4, 4, NULL, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreatePipe(p->context, CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY, 4, 4, NULL, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreatePipe(p->context, CL_MEM_COPY_HOST_PTR, 4, 4, NULL, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreatePipe(p->context, 0, 4, 4, none, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreatePipe(p->context, 0, 0, 4, NULL, &code), CL_INVALID_PIPE_SIZE);
    NO_OBJECT(clCreatePipe(p->context, 0, 4, 0, NULL, &code), CL_INVALID_PIPE_SIZE);
    NO_OBJECT(clCreatePipe(p->context, 0, most + 1, 4, NULL, &code), CL_INVALID_PIPE_SIZE);
    NO_OBJECT(clCreatePipe(p->context, 0, most, CL_UINT_MAX, NULL, &code), CL_INVALID_PIPE_SIZE);
    cl_mem pipe = clCreatePipe(p->context, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS, most, 1, NULL, NULL);
    assert_non_null(pipe);
    OK(clReleaseMemObject(pipe));
}

static void pipes_say_what_they_are(void **state)
{
    const pipes *p = *state;
    cl_mem pipe = pipe_of(p, 12, 5), buffer = buffer_of(p->context, 0, 64, NULL);
    cl_uint size = 0, most = 0, references = 0;
    cl_mem_object_type type = 0;
    cl_mem_flags flags = 0;
    cl_context context = NULL;
    cl_pipe_properties properties[4];
    size_t bytes = 77, memory = 0;
    OK(clGetPipeInfo(pipe, CL_PIPE_PACKET_SIZE, sizeof size, &size, &bytes));
    OK(clGetPipeInfo(pipe, CL_PIPE_MAX_PACKETS, sizeof most, &most, NULL));
    assert_true(size == 12 && most == 5 && bytes == sizeof size);
    OK(clGetPipeInfo(pipe, CL_PIPE_PROPERTIES, sizeof properties, properties, &bytes));
    assert_int_equal(bytes, 0);
    CODE(clGetPipeInfo(pipe, CL_PIPE_PACKET_SIZE, sizeof size - 1, &size, NULL), CL_INVALID_VALUE);
    CODE(clGetPipeInfo(pipe, CL_MEM_TYPE, sizeof size, &size, NULL), CL_INVALID_VALUE);
    CODE(clGetPipeInfo(buffer, CL_PIPE_PACKET_SIZE, sizeof size, &size, NULL), CL_INVALID_MEM_OBJECT);
    CODE(clGetPipeInfo(NULL, CL_PIPE_PACKET_SIZE, sizeof size, &size, NULL), CL_INVALID_MEM_OBJECT);
    OK(clGetMemObjectInfo(pipe, CL_MEM_TYPE, sizeof type, &type, NULL));
    OK(clGetMemObjectInfo(pipe, CL_MEM_FLAGS, sizeof flags, &flags, NULL));
    OK(clGetMemObjectInfo(pipe, CL_MEM_CONTEXT, sizeof context, &context, NULL));
    OK(clGetMemObjectInfo(pipe, CL_MEM_SIZE, sizeof memory, &memory, NULL));
    assert_int_equal(type, CL_MEM_OBJECT_PIPE);
    assert_int_equal(flags, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS);
    assert_true(context == p->context && memory >= 60);
    OK(clRetainMemObject(pipe));
    OK(clGetMemObjectInfo(pipe, CL_MEM_REFERENCE_COUNT, sizeof references, &references, NULL));
    assert_int_equal(references, 2);
    OK(clReleaseMemObject(pipe));
    OK(clReleaseMemObject(pipe));
    CODE(clGetPipeInfo(pipe, CL_PIPE_PACKET_SIZE, sizeof size, &size, NULL), CL_INVALID_MEM_OBJECT);
    OK(clReleaseMemObject(buffer));
}

static void pipes_are_neither_buffers_nor_images(void **state)
{
    const pipes *p = *state;
    cl_mem pipe = pipe_of(p, 4, 4);
    cl_int code;
    char bytes[16];
    size_t size;
    const cl_buffer_region region = {0, 4};
    const size_t zero[3] = {0}, one[3] = {1, 1, 1};
    const cl_image_format format = {CL_R, CL_FLOAT};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 1, .mem_object = pipe};
    CODE(clEnqueueReadBuffer(p->queue, pipe, CL_TRUE, 0, 4, bytes, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
    CODE(clEnqueueWriteBuffer(p->queue, pipe, CL_TRUE, 0, 4, bytes, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
    CODE(clEnqueueReadImage(p->queue, pipe, CL_TRUE, zero, one, 0, 0, bytes, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
    CODE(clGetImageInfo(pipe, CL_IMAGE_WIDTH, sizeof size, &size, NULL), CL_INVALID_MEM_OBJECT);
    NO_OBJECT(clEnqueueMapBuffer(p->queue, pipe, CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL, &code),
              CL_INVALID_MEM_OBJECT);
    NO_OBJECT(clCreateSubBuffer(pipe, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code), CL_INVALID_MEM_OBJECT);
    NO_OBJECT(clCreateImage(p->context, 0, &format, &desc, NULL, &code), CL_INVALID_IMAGE_DESCRIPTOR);
    OK(clReleaseMemObject(pipe));
}

/* ---- Arguments -------------------------------------------------------------------------------------------------- */

static void arguments_must_be_fitting_pipes(void **state)
{
    const pipes *p = *state;
    cl_kernel kernel = kernel_of(p->program, "consume");
    cl_mem pipe = pipe_of(p, 4, 4), wide = pipe_of(p, 8, 4), buffer = buffer_of(p->context, 0, 64, NULL), none = NULL;
    const size_t one = 1;
    cl_int code;
    cl_context context = clCreateContext(NULL, 1, &p->device, NULL, NULL, &code);
    OK(code);
    cl_mem strange = clCreatePipe(context, 0, 4, 4, NULL, &code);
    OK(code);
    CODE(clSetKernelArg(kernel, 0, sizeof pipe - 1, &pipe), CL_INVALID_ARG_SIZE);
    CODE(clSetKernelArg(kernel, 0, sizeof pipe, NULL), CL_INVALID_MEM_OBJECT);
    CODE(clSetKernelArg(kernel, 0, sizeof none, &none), CL_INVALID_MEM_OBJECT);
    CODE(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), CL_INVALID_MEM_OBJECT);
    CODE(clSetKernelArg(kernel, 0, sizeof strange, &strange), CL_INVALID_MEM_OBJECT);
    CODE(clSetKernelArg(kernel, 0, sizeof wide, &wide), CL_INVALID_ARG_VALUE);
    CODE(clSetKernelArg(kernel, 1, sizeof pipe, &pipe), CL_INVALID_MEM_OBJECT);
    CODE(clSetKernelArgSVMPointer(kernel, 0, NULL), CL_INVALID_ARG_VALUE);
    set(kernel, 1, buffer);
    CODE(clEnqueueNDRangeKernel(p->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
    set(kernel, 0, pipe);
    OK(clReleaseMemObject(pipe));
    CODE(clEnqueueNDRangeKernel(p->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
    OK(clReleaseMemObject(wide));
    OK(clReleaseMemObject(buffer));
    OK(clReleaseMemObject(strange));
    OK(clReleaseContext(context));
    OK(clReleaseKernel(kernel));
}

static void kernels_say_which_arguments_are_pipes(void **state)
{
    const pipes *p = *state;
    cl_kernel kernel = kernel_of(p->program, "produce_items");
    cl_kernel_arg_type_qualifier qualifier = 0;
    cl_kernel_arg_access_qualifier access = 0;
    cl_kernel_arg_address_qualifier address = 0;
    char type[32] = "";
    OK(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof qualifier, &qualifier, NULL));
    OK(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access, NULL));
    OK(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof address, &address, NULL));
    OK(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_TYPE_NAME, sizeof type, type, NULL));
    assert_int_equal(qualifier, CL_KERNEL_ARG_TYPE_PIPE);
    assert_int_equal(access, CL_KERNEL_ARG_ACCESS_WRITE_ONLY);
    assert_int_equal(address, CL_KERNEL_ARG_ADDRESS_GLOBAL);
    assert_string_equal(type, "item");
    OK(clReleaseKernel(kernel));
}

/* ---- Packets ---------------------------------------------------------------------------------------------------- */

/* Values in order through a pipe with less room: what does not fit fails, and so does a read from an empty pipe. */
static void packets_pass_in_order_until_the_pipe_is_full(void **state)
{
    const pipes *p = *state;
    cl_kernel produce = kernel_of(p->program, "produce"), consume = kernel_of(p->program, "consume"),
              ask = kernel_of(p->program, "ask");
    cl_mem pipe = pipe_of(p, 4, ROOM);
    cl_int status[ITEMS], values[ITEMS];
    cl_uint answers[2] = {0};
    cl_mem of_status = buffer_of(p->context, CL_MEM_USE_HOST_PTR, sizeof status, status);
    cl_mem of_values = buffer_of(p->context, CL_MEM_USE_HOST_PTR, sizeof values, values);
    cl_mem of_answers = buffer_of(p->context, CL_MEM_USE_HOST_PTR, sizeof answers, answers);
    set(produce, 0, pipe), set(produce, 2, of_status);
    set(consume, 0, pipe), set(consume, 1, of_values);
    set(ask, 0, pipe), set(ask, 1, of_answers);
    /* More rounds than there is room, so that the ring is used again. */
    for (cl_int round = 0; round < 5; round++) {
        const cl_int first = 100 * round;
        OK(clSetKernelArg(produce, 1, sizeof first, &first));
        run(p, produce, ITEMS, ITEMS);
        for (int i = 0; i < ITEMS; i++) assert_true(i < ROOM ? status[i] == 0 : status[i] < 0);
        run(p, ask, 1, 1);
        assert_true(answers[0] == ROOM && answers[1] == ROOM);
        run(p, consume, 3, 3);
        run(p, ask, 1, 1);
        assert_int_equal(answers[0], ROOM - 3);
        for (int i = 0; i < 3; i++) assert_int_equal(values[i], first + i);
        run(p, consume, ITEMS, ITEMS);
        for (int i = 0; i < ITEMS; i++) assert_int_equal(values[i], i < ROOM - 3 ? first + 3 + i : -1);
        run(p, ask, 1, 1);
        assert_int_equal(answers[0], 0);
    }
    OK(clReleaseMemObject(of_answers));
    OK(clReleaseMemObject(of_values));
    OK(clReleaseMemObject(of_status));
    OK(clReleaseMemObject(pipe));
    OK(clReleaseKernel(ask));
    OK(clReleaseKernel(consume));
    OK(clReleaseKernel(produce));
}

static void packets_are_structures(void **state)
{
    const pipes *p = *state;
    cl_kernel produce = kernel_of(p->program, "produce_items"), consume = kernel_of(p->program, "consume_items");
    cl_mem pipe = pipe_of(p, 32, ROOM); /* an int, and a float3 at byte 16 */
    cl_int status[ROOM], numbers[ROOM];
    cl_float places[3 * ROOM];
    cl_mem of_status = buffer_of(p->context, CL_MEM_USE_HOST_PTR, sizeof status, status);
    cl_mem of_numbers = buffer_of(p->context, CL_MEM_USE_HOST_PTR, sizeof numbers, numbers);
    cl_mem of_places = buffer_of(p->context, CL_MEM_USE_HOST_PTR, sizeof places, places);
    set(produce, 0, pipe), set(produce, 1, of_status);
    set(consume, 0, pipe), set(consume, 1, of_numbers), set(consume, 2, of_places);
    run(p, produce, ROOM, ROOM);
    run(p, consume, ROOM, ROOM);
    for (int i = 0; i < ROOM; i++) {
        const float x = (float)i;
        assert_true(status[i] == 0 && numbers[i] == i);
        assert_true(places[3 * i] == x && places[3 * i + 1] == x + 0.5f && places[3 * i + 2] == -x);
    }
    OK(clReleaseMemObject(of_places));
    OK(clReleaseMemObject(of_numbers));
    OK(clReleaseMemObject(of_status));
    OK(clReleaseMemObject(pipe));
    OK(clReleaseKernel(consume));
    OK(clReleaseKernel(produce));
}

/* Room for two groups of three: two groups get it, the others are told that they do not. */
static void groups_reserve_together_or_not_at_all(void **state)
{
    enum { GROUP = 3, GROUPS = 4 };
    const pipes *p = *state;
    cl_kernel produce = kernel_of(p->program, "produce_group"), consume = kernel_of(p->program, "consume");
    cl_mem pipe = pipe_of(p, 4, ROOM);
    cl_int valid[GROUP * GROUPS], values[ITEMS];
    int got = 0;
    cl_mem of_valid = buffer_of(p->context, CL_MEM_USE_HOST_PTR, sizeof valid, valid);
    cl_mem of_values = buffer_of(p->context, CL_MEM_USE_HOST_PTR, sizeof values, values);
    set(produce, 0, pipe), set(produce, 1, of_valid);
    set(consume, 0, pipe), set(consume, 1, of_values);
    run(p, produce, GROUP * GROUPS, GROUP);
    for (int i = 0; i < GROUP * GROUPS; i += GROUP) {
        assert_true(valid[i] == valid[i + 1] && valid[i] == valid[i + 2]);
        got += valid[i] != 0;
    }
    assert_int_equal(got, ROOM / GROUP);
    run(p, consume, ITEMS, ITEMS);
    for (int i = 0; i < ITEMS; i++) assert_int_equal(values[i], i < ROOM / GROUP * GROUP ? i % GROUP : -1);
    OK(clReleaseMemObject(of_values));
    OK(clReleaseMemObject(of_valid));
    OK(clReleaseMemObject(pipe));
    OK(clReleaseKernel(consume));
    OK(clReleaseKernel(produce));
}

/* A launch that waits keeps the pipe that the application has released. */
static void waiting_launches_keep_their_pipe(void **state)
{
    const pipes *p = *state;
    cl_kernel produce = kernel_of(p->program, "produce");
    cl_mem pipe = pipe_of(p, 4, ROOM);
    cl_int status[ROOM] = {1, 1, 1, 1, 1, 1, 1, 1}, first = 0;
    const size_t items = ROOM;
    cl_mem of_status = buffer_of(p->context, CL_MEM_USE_HOST_PTR, sizeof status, status);
    cl_event gate = user_event(p->context);
    set(produce, 0, pipe), set(produce, 2, of_status);
    OK(clSetKernelArg(produce, 1, sizeof first, &first));
    OK(clEnqueueNDRangeKernel(p->queue, produce, 1, NULL, &items, NULL, 1, &gate, NULL));
    OK(clReleaseMemObject(pipe));
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clFinish(p->queue));
    for (int i = 0; i < ROOM; i++) assert_int_equal(status[i], 0);
    OK(clReleaseEvent(gate));
    OK(clReleaseMemObject(of_status));
    OK(clReleaseKernel(produce));
}

/* ---- Threads ---------------------------------------------------------------------------------------------------- */

enum { THREADS = 6, ROUNDS = 200, TRIES = 16, VALUES = THREADS * ROUNDS * TRIES };

typedef struct worker {
    const pipes *p;
    cl_mem pipe;
    int number;
    cl_int *written; /* by a value: whether write_pipe took it */
    cl_int *read;    /* the same: how often it was read; of this thread */
    int bad;
    pthread_t thread;
} worker;

#define TRY(call_) w->bad += (call_) != CL_SUCCESS

static void try_all(worker *w, cl_command_queue queue, cl_kernel kernel)
{
    const size_t items = TRIES;
    TRY(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
    TRY(clFinish(queue));
}

/* Writes and reads in turn. */
static void *work(void *argument)
{
    worker *w = argument;
    cl_int code = 0, results[TRIES];
    cl_kernel produce = clCreateKernel(w->p->program, "produce", &code);
    w->bad += code != CL_SUCCESS;
    cl_kernel consume = clCreateKernel(w->p->program, "consume", &code);
    w->bad += code != CL_SUCCESS;
    cl_command_queue queue = clCreateCommandQueue(w->p->context, w->p->device, 0, &code);
    w->bad += code != CL_SUCCESS;
    cl_mem buffer = clCreateBuffer(w->p->context, CL_MEM_USE_HOST_PTR, sizeof results, results, &code);
    w->bad += code != CL_SUCCESS;
    TRY(clSetKernelArg(produce, 0, sizeof w->pipe, &w->pipe));
    TRY(clSetKernelArg(produce, 2, sizeof buffer, &buffer));
    TRY(clSetKernelArg(consume, 0, sizeof w->pipe, &w->pipe));
    TRY(clSetKernelArg(consume, 1, sizeof buffer, &buffer));
    for (int round = 0; round < ROUNDS && !w->bad; round++) {
        const cl_int first = (w->number * ROUNDS + round) * TRIES;
        TRY(clSetKernelArg(produce, 1, sizeof first, &first));
        try_all(w, queue, produce);
        for (int i = 0; i < TRIES; i++) w->written[first + i] = results[i] == 0;
        try_all(w, queue, consume);
        for (int i = 0; i < TRIES; i++) {
            if (results[i] < -1 || results[i] >= VALUES) w->bad++;
            else if (results[i] >= 0) w->read[results[i]]++;
        }
    }
    TRY(clReleaseMemObject(buffer));
    TRY(clReleaseCommandQueue(queue));
    TRY(clReleaseKernel(consume));
    TRY(clReleaseKernel(produce));
    return NULL;
}

/* What was written is read exactly once, and nothing else. */
static void threads_lose_no_packet(void **state)
{
    const pipes *p = *state;
    worker workers[THREADS];
    cl_mem pipe = pipe_of(p, 4, 37);
    cl_int *written = calloc(VALUES, sizeof *written), *read = calloc((size_t)THREADS * VALUES, sizeof *read);
    cl_int left[37];
    cl_kernel consume = kernel_of(p->program, "consume");
    cl_mem of_left = buffer_of(p->context, CL_MEM_USE_HOST_PTR, sizeof left, left);
    int bad = 0, passed = 0;
    assert_true(written && read);
    for (int t = 0; t < THREADS; t++) {
        workers[t] = (worker){p, pipe, t, written, read + (size_t)t * VALUES, 0, 0};
        assert_int_equal(pthread_create(&workers[t].thread, NULL, work, &workers[t]), 0);
    }
    for (int t = 0; t < THREADS; t++) {
        assert_int_equal(pthread_join(workers[t].thread, NULL), 0);
        bad += workers[t].bad;
    }
    set(consume, 0, pipe), set(consume, 1, of_left);
    run(p, consume, 37, 37);
    for (int i = 0; i < 37; i++)
        if (left[i] >= 0) read[left[i]]++;
    for (int i = 0; i < VALUES; i++) {
        int times = 0;
        for (int t = 0; t < THREADS; t++) times += read[(size_t)t * VALUES + i];
        bad += times != written[i];
        passed += times;
    }
    assert_int_equal(bad, 0);
    assert_true(passed > 37);
    OK(clReleaseMemObject(of_left));
    OK(clReleaseKernel(consume));
    OK(clReleaseMemObject(pipe));
    free(read);
    free(written);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_device_has_pipes),
        cmocka_unit_test(pipes_refuse_wrong_sizes_and_flags),
        cmocka_unit_test(pipes_say_what_they_are),
        cmocka_unit_test(pipes_are_neither_buffers_nor_images),
        cmocka_unit_test(arguments_must_be_fitting_pipes),
        cmocka_unit_test(kernels_say_which_arguments_are_pipes),
        cmocka_unit_test(packets_pass_in_order_until_the_pipe_is_full),
        cmocka_unit_test(packets_are_structures),
        cmocka_unit_test(groups_reserve_together_or_not_at_all),
        cmocka_unit_test(waiting_launches_keep_their_pipe),
        cmocka_unit_test(threads_lose_no_packet),
    };
    return cmocka_run_group_tests(tests, begin, finish);
}
