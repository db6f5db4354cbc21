/* Checked code behind OpenCL's API: what counts as written, and where allocations of shared virtual memory end. What is
 * found is printed on standard error, which these tests read.
 *
 * SPDX-License-Identifier: MIT */
#include "support.h"

#include <unistd.h>

extern const char *const checked_pieces[];
const char *const icd_pieces[] = {NULL}; /* of support.c */

enum { ITEMS = 32, BYTES = ITEMS * sizeof(cl_int) };

typedef struct scene {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_mem y;
    cl_int ones[ITEMS];
} scene;

static int open_scene(void **state)
{
    static scene s;
    cl_uint count = 0;
    cl_int code;
    OK(clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 1, &s.device, NULL));
    s.context = clCreateContext(NULL, 1, &s.device, NULL, NULL, &code);
    OK(code);
    s.queue = clCreateCommandQueueWithProperties(s.context, s.device, NULL, &code);
    OK(code);
    while (checked_pieces[count]) count++;
    s.program = clCreateProgramWithSource(s.context, count, (const char **)(uintptr_t)checked_pieces, NULL, &code);
    OK(code);
    OK(clBuildProgram(s.program, 0, NULL, "-cl-std=CL2.0", NULL, NULL));
    s.y = buffer_of(s.context, CL_MEM_READ_WRITE, BYTES, NULL);
    for (int i = 0; i < ITEMS; i++) s.ones[i] = 1;
    *state = &s;
    return 0;
}

static int close_scene(void **state)
{
    const scene *s = *state;
    OK(clReleaseMemObject(s->y));
    OK(clReleaseProgram(s->program));
    OK(clReleaseCommandQueue(s->queue));
    OK(clReleaseContext(s->context));
    return 0;
}

/* Runs a kernel whose first argument was set, and returns what was printed. */
static const char *run(const scene *s, cl_kernel kernel, size_t items, cl_int expected)
{
    static char text[4096];
    FILE *file = tmpfile();
    assert_non_null(file);
    OK(clSetKernelArg(kernel, 1, sizeof s->y, &s->y));
    (void)fflush(stderr);
    const int before = dup(2);
    assert_true(before >= 0 && dup2(fileno(file), 2) == 2);
    cl_event event = NULL;
    const cl_int code = clEnqueueNDRangeKernel(s->queue, kernel, 1, NULL, &items, NULL, 0, NULL, &event);
    cl_int status = CL_COMPLETE;
    if (code == CL_SUCCESS) {
        (void)clWaitForEvents(1, &event);
        OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
        OK(clReleaseEvent(event));
    }
    (void)fflush(stderr);
    assert_true(dup2(before, 2) == 2);
    (void)close(before);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    (void)fclose(file);
    if (code != expected && !(code == CL_SUCCESS && status == expected))
        fail_msg("%d and status %d in place of %d: %s", (int)code, (int)status, (int)expected, text);
    OK(clReleaseKernel(kernel));
    return text;
}

/* The kernel finds that, from this work-item on; NULL: nothing. */
static void finds(const char *text, const char *fault, int item)
{
    char of[64];
    if (!fault) {
        assert_string_equal(text, "");
        return;
    }
    (void)snprintf(of, sizeof of, "work-item (%d, 0, 0) of", item);
    if (!strstr(text, fault) || !strstr(text, of)) fail_msg("no \"%s\" by %s: %s", fault, of, text);
}

static const char unwritten[] = "'x' is read where it was never written";

static void reads(const scene *s, const char *kernel, cl_mem x, const char *fault, int item)
{
    cl_kernel k = kernel_of(s->program, kernel);
    OK(clSetKernelArg(k, 0, sizeof x, &x));
    finds(run(s, k, ITEMS, fault ? CL_OUT_OF_RESOURCES : CL_SUCCESS), fault, item);
}

/* A buffer of which that many elements at the begin were written. */
static void ends_at(const scene *s, cl_mem x, int elements)
{
    reads(s, "add_one", x, elements < ITEMS ? unwritten : NULL, elements);
    OK(clReleaseMemObject(x));
}

static cl_mem fresh(const scene *s)
{
    return buffer_of(s->context, CL_MEM_READ_WRITE, BYTES, NULL);
}

static void a_buffer_without_data_is_unwritten(void **state)
{
    scene *s = *state;
    ends_at(s, fresh(s), 0);
    ends_at(s, buffer_of(s->context, CL_MEM_ALLOC_HOST_PTR, BYTES, NULL), 0);
    ends_at(s, buffer_of(s->context, CL_MEM_COPY_HOST_PTR, BYTES, s->ones), ITEMS);
    ends_at(s, buffer_of(s->context, CL_MEM_USE_HOST_PTR, BYTES, s->ones), ITEMS);
}

static void the_host_writes(void **state)
{
    scene *s = *state;
    const size_t start[3] = {0, 0, 0}, all[3] = {BYTES, 1, 1};
    cl_mem x = fresh(s);
    OK(clEnqueueWriteBuffer(s->queue, x, CL_FALSE, 0, BYTES, s->ones, 0, NULL, NULL));
    ends_at(s, x, ITEMS);
    x = fresh(s);
    OK(clEnqueueWriteBuffer(s->queue, x, CL_TRUE, 0, 20, s->ones, 0, NULL, NULL));
    ends_at(s, x, 5);
    x = fresh(s);
    OK(clEnqueueWriteBufferRect(s->queue, x, CL_TRUE, start, start, all, 0, 0, 0, 0, s->ones, 0, NULL, NULL));
    ends_at(s, x, ITEMS);
    x = fresh(s); /* two elements of each four */
    const size_t half[3] = {8, ITEMS / 4, 1};
    OK(clEnqueueWriteBufferRect(s->queue, x, CL_TRUE, start, start, half, 16, 0, 8, 0, s->ones, 0, NULL, NULL));
    ends_at(s, x, 2);
}

static void fills_and_copies_write(void **state)
{
    scene *s = *state;
    const cl_int one = 1;
    cl_mem x = fresh(s), from = fresh(s), filled = fresh(s);
    OK(clEnqueueFillBuffer(s->queue, filled, &one, sizeof one, 0, BYTES, 0, NULL, NULL));
    OK(clEnqueueFillBuffer(s->queue, x, &one, sizeof one, 0, 12, 0, NULL, NULL));
    ends_at(s, x, 3);
    x = fresh(s);
    OK(clEnqueueCopyBuffer(s->queue, filled, x, 0, 0, BYTES, 0, NULL, NULL));
    ends_at(s, x, ITEMS);
    OK(clEnqueueFillBuffer(s->queue, from, &one, sizeof one, 0, 28, 0, NULL, NULL));
    x = buffer_of(s->context, CL_MEM_COPY_HOST_PTR, BYTES, s->ones);
    OK(clEnqueueCopyBuffer(s->queue, from, x, 0, 0, 40, 0, NULL, NULL));
    OK(clReleaseMemObject(x)); /* all of it was written once: that it was copied from elsewhere is not kept */
    x = fresh(s);
    OK(clEnqueueCopyBuffer(s->queue, from, x, 0, 0, BYTES, 0, NULL, NULL));
    ends_at(s, x, 7);
    OK(clReleaseMemObject(from));
    OK(clReleaseMemObject(filled));
}

static void maps_for_writing_write(void **state)
{
    scene *s = *state;
    cl_int code;
    const cl_map_flags flags[] = {CL_MAP_READ, CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        cl_mem x = fresh(s);
        cl_int *at = clEnqueueMapBuffer(s->queue, x, CL_TRUE, flags[i], 0, 36, 0, NULL, NULL, &code);
        OK(code);
        if (i) memcpy(at, s->ones, 36);
        OK(clEnqueueUnmapMemObject(s->queue, x, at, 0, NULL, NULL));
        ends_at(s, x, i ? 9 : 0);
    }
}

static void a_kernel_writes_and_copies(void **state)
{
    scene *s = *state;
    cl_mem x = fresh(s), half = fresh(s), y = s->y;
    OK(clEnqueueWriteBuffer(s->queue, half, CL_TRUE, 0, 44, s->ones, 0, NULL, NULL));
    s->y = x;
    reads(s, "copy_all", half, NULL, 0);
    s->y = y;
    ends_at(s, x, 11);
    x = fresh(s);
    OK(clEnqueueWriteBuffer(s->queue, half, CL_TRUE, 0, BYTES, s->ones, 0, NULL, NULL));
    s->y = x;
    reads(s, "add_one", half, NULL, 0);
    s->y = y;
    ends_at(s, x, ITEMS);
    OK(clReleaseMemObject(half));
}

static void parts_are_their_buffer(void **state)
{
    enum { PARENT = 4 * BYTES };
    scene *s = *state;
    cl_int code;
    cl_mem x = buffer_of(s->context, CL_MEM_READ_WRITE, PARENT, NULL);
    const cl_buffer_region region = {BYTES, BYTES};
    cl_mem part = clCreateSubBuffer(x, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    OK(code);
    reads(s, "add_one", part, unwritten, 0);
    OK(clEnqueueWriteBuffer(s->queue, part, CL_TRUE, 0, BYTES, s->ones, 0, NULL, NULL));
    reads(s, "add_one", part, NULL, 0);
    reads(s, "add_one", x, unwritten, 0);
    OK(clEnqueueWriteBuffer(s->queue, x, CL_TRUE, 0, BYTES, s->ones, 0, NULL, NULL));
    reads(s, "add_one", x, NULL, 0);
    cl_kernel k = kernel_of(s->program, "copy_all");
    OK(clSetKernelArg(k, 0, sizeof part, &part));
    finds(run(s, k, ITEMS + 1, CL_OUT_OF_RESOURCES), "outside of 'x', at offset 128 of its 128 bytes", ITEMS);
    OK(clReleaseMemObject(part));
    OK(clReleaseMemObject(x));
}

/* ---- shared virtual memory ---- */

static void reads_shared(const scene *s, const void *x, const char *fault, int item)
{
    cl_kernel k = kernel_of(s->program, "add_one");
    OK(clSetKernelArgSVMPointer(k, 0, x));
    finds(run(s, k, ITEMS, fault ? CL_OUT_OF_RESOURCES : CL_SUCCESS), fault, item);
}

static void shared_memory_is_written_by_commands(void **state)
{
    scene *s = *state;
    const cl_int one = 1;
    cl_int *x = clSVMAlloc(s->context, CL_MEM_READ_WRITE, BYTES, 0);
    cl_int *from = clSVMAlloc(s->context, CL_MEM_READ_WRITE, BYTES, 0);
    reads_shared(s, x, unwritten, 0);
    OK(clEnqueueSVMMemFill(s->queue, x, &one, sizeof one, 16, 0, NULL, NULL));
    reads_shared(s, x, unwritten, 4);
    OK(clEnqueueSVMMap(s->queue, CL_TRUE, CL_MAP_WRITE, x, 32, 0, NULL, NULL));
    memcpy(x, s->ones, 32);
    OK(clEnqueueSVMUnmap(s->queue, x, 0, NULL, NULL));
    reads_shared(s, x, unwritten, 8);
    OK(clEnqueueSVMMemcpy(s->queue, CL_TRUE, x, from, BYTES, 0, NULL, NULL));
    reads_shared(s, x, unwritten, 0);
    OK(clEnqueueSVMMemcpy(s->queue, CL_TRUE, x, s->ones, BYTES, 0, NULL, NULL));
    reads_shared(s, x, NULL, 0);
    clSVMFree(s->context, from);
    clSVMFree(s->context, x);
    x = clSVMAlloc(s->context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, BYTES, 0);
    reads_shared(s, x, NULL, 0);
    clSVMFree(s->context, x);
    reads_shared(s, s->ones, NULL, 0);
}

static void shared_memory_ends_where_it_was_allocated(void **state)
{
    scene *s = *state;
    cl_int *x = clSVMAlloc(s->context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, BYTES, 0);
    reads_shared(s, x + 3, "outside of 'x', at offset 128 of its 128 bytes", ITEMS - 3);
    reads_shared(s, x - 2, "outside of 'x', 8 bytes before its begin", 0);
    clSVMFree(s->context, x);
}

static void follows(const scene *s, const cl_ulong *list, const char *fault, int item)
{
    cl_mem x = buffer_of(s->context, CL_MEM_COPY_HOST_PTR, ITEMS * sizeof *list, (void *)(uintptr_t)list);
    cl_kernel k = kernel_of(s->program, "follow");
    OK(clSetKernelArg(k, 0, sizeof x, &x));
    finds(run(s, k, ITEMS, fault ? CL_OUT_OF_RESOURCES : CL_SUCCESS), fault, item);
    OK(clReleaseMemObject(x));
}

static void pointers_in_memory_lead_into_shared_memory(void **state)
{
    scene *s = *state;
    const cl_int one = 1;
    cl_ulong list[ITEMS];
    cl_int *x = clSVMAlloc(s->context, CL_MEM_READ_WRITE, BYTES, 0);
    OK(clEnqueueSVMMemFill(s->queue, x, &one, sizeof one, BYTES - 4, 0, NULL, NULL));
    for (int i = 0; i < ITEMS; i++) list[i] = (cl_ulong)(uintptr_t)(x + i % (ITEMS - 1));
    follows(s, list, NULL, 0);
    list[5] = (cl_ulong)(uintptr_t)(x + ITEMS - 1);
    follows(s, list, "read where it was never written", 5);
    list[5] = (cl_ulong)(uintptr_t)(x + ITEMS);
    follows(s, list, "outside of 'shared memory', at offset 128 of its 128 bytes", 5);
    list[5] = (cl_ulong)(uintptr_t)(x - 1);
    follows(s, list, "4 bytes before its begin", 5);
    list[5] = (cl_ulong)(uintptr_t)s->ones; /* memory of the host, all of which is shared */
    follows(s, list, NULL, 0);
    clSVMFree(s->context, x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_buffer_without_data_is_unwritten),
        cmocka_unit_test(the_host_writes),
        cmocka_unit_test(fills_and_copies_write),
        cmocka_unit_test(maps_for_writing_write),
        cmocka_unit_test(a_kernel_writes_and_copies),
        cmocka_unit_test(parts_are_their_buffer),
        cmocka_unit_test(shared_memory_is_written_by_commands),
        cmocka_unit_test(shared_memory_ends_where_it_was_allocated),
        cmocka_unit_test(pointers_in_memory_lead_into_shared_memory),
    };
    return cmocka_run_group_tests(tests, open_scene, close_scene);
}
