/* Commands on buffers and shared memory, kernels' limits, native kernels and printf; and the codes of their misuse.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <unistd.h>

static void read_write_copy_and_fill(void **state)
{
    const fixture *f = *state;
    cl_command_queue const queues[] = {f->queue, f->disordered};
    unsigned char host[256], back[256];
    for (int i = 0; i < 256; i++) host[i] = (unsigned char)i;
    for (int q = 0; q < 2; q++) {
        cl_mem a = buffer_of(f->context, CL_MEM_ALLOC_HOST_PTR, 256, NULL), b = buffer_of(f->context, 0, 256, NULL);
        cl_event events[3];
        const cl_uint pattern = 0x01020304;
        OK(clEnqueueWriteBuffer(queues[q], a, CL_FALSE, 0, 256, host, 0, NULL, &events[0]));
        OK(clEnqueueCopyBuffer(queues[q], a, b, 16, 0, 240, 1, &events[0], &events[1]));
        OK(clEnqueueFillBuffer(queues[q], b, &pattern, 4, 240, 16, 1, &events[1], &events[2]));
        OK(clEnqueueReadBuffer(queues[q], b, CL_TRUE, 0, 256, back, 1, &events[2], NULL));
        for (int i = 0; i < 240; i++) assert_int_equal(back[i], i + 16);
        for (int i = 240; i < 256; i += 4) assert_memory_equal(back + i, &pattern, 4);
        for (int i = 0; i < 3; i++) OK(clReleaseEvent(events[i]));
        OK(clReleaseMemObject(a));
        OK(clReleaseMemObject(b));
    }
}

static void every_pattern_size_fills(void **state)
{
    const fixture *f = *state;
    unsigned char pattern[128], back[1024];
    for (int i = 0; i < 128; i++) pattern[i] = (unsigned char)(3 * i + 1);
    cl_mem buffer = buffer_of(f->context, 0, sizeof back, NULL);
    for (size_t size = 1; size <= 128; size *= 2) {
        const cl_uchar zero = 0;
        OK(clEnqueueFillBuffer(f->queue, buffer, &zero, 1, 0, sizeof back, 0, NULL, NULL));
        OK(clEnqueueFillBuffer(f->queue, buffer, pattern, size, size, 3 * size, 0, NULL, NULL));
        OK(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, sizeof back, back, 0, NULL, NULL));
        for (size_t i = 0; i < sizeof back; i++)
            assert_int_equal(back[i], i >= size && i < 4 * size ? pattern[i % size] : 0);
    }
    CODE(clEnqueueFillBuffer(f->queue, buffer, pattern, 3, 0, 12, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueFillBuffer(f->queue, buffer, pattern, 0, 0, 12, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueFillBuffer(f->queue, buffer, pattern, 256, 0, 256, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueFillBuffer(f->queue, buffer, pattern, 4, 2, 12, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueFillBuffer(f->queue, buffer, pattern, 4, 0, 10, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueFillBuffer(f->queue, buffer, NULL, 4, 0, 12, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueFillBuffer(f->queue, buffer, pattern, 4, 1020, 8, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueFillBuffer(f->queue, NULL, pattern, 4, 0, 8, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
    CODE(clEnqueueFillBuffer(NULL, buffer, pattern, 4, 0, 8, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
    OK(clReleaseMemObject(buffer));
}

/* A box of 3 x 4 x 2 out of 8 x 6 x 3, against a plain loop. */
static void boxes_are_copied_byte_for_byte(void **state)
{
    enum { X = 8, Y = 6, Z = 3, SIZE = X * Y * Z };
    const fixture *f = *state;
    static const size_t from[3] = {2, 1, 1}, to[3] = {4, 2, 0}, region[3] = {3, 4, 2};
    unsigned char a[SIZE], b[SIZE], expected[SIZE];
    for (int i = 0; i < SIZE; i++) {
        a[i] = (unsigned char)(i + 1);
        b[i] = expected[i] = 0;
    }
    for (size_t z = 0; z < region[2]; z++)
        for (size_t y = 0; y < region[1]; y++)
            for (size_t x = 0; x < region[0]; x++)
                expected[((to[2] + z) * Y + to[1] + y) * X + to[0] + x] =
                    a[((from[2] + z) * Y + from[1] + y) * X + from[0] + x];
    cl_mem source = buffer_of(f->context, CL_MEM_COPY_HOST_PTR, SIZE, a);
    cl_mem target = buffer_of(f->context, CL_MEM_COPY_HOST_PTR, SIZE, b);
    OK(clEnqueueCopyBufferRect(f->queue, source, target, from, to, region, X, X * Y, X, X * Y, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(f->queue, target, CL_TRUE, 0, SIZE, b, 0, NULL, NULL));
    assert_memory_equal(b, expected, SIZE);
    memset(b, 0, SIZE);
    OK(clEnqueueReadBufferRect(f->queue, source, CL_TRUE, from, to, region, X, X * Y, X, X * Y, b, 0, NULL, NULL));
    assert_memory_equal(b, expected, SIZE);
    const cl_uchar zero = 0;
    OK(clEnqueueFillBuffer(f->queue, target, &zero, 1, 0, SIZE, 0, NULL, NULL));
    OK(clEnqueueWriteBufferRect(f->queue, target, CL_FALSE, to, from, region, X, X * Y, X, X * Y, a, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(f->queue, target, CL_TRUE, 0, SIZE, b, 0, NULL, NULL));
    assert_memory_equal(b, expected, SIZE);
    OK(clReleaseMemObject(source));
    OK(clReleaseMemObject(target));
}

/* Whether the implementation's rule about overlapping boxes is that of comparing all bytes. */
static void boxes_that_overlap_are_found(void **state)
{
    enum { X = 7, Y = 5, Z = 4, SIZE = X * Y * Z };
    const fixture *f = *state;
    cl_mem buffer = buffer_of(f->context, 0, SIZE, NULL);
    unsigned seed = 1, overlaps = 0;
    for (int round = 0; round < 3000; round++) {
        size_t a[3], b[3], region[3];
        static const size_t most[3] = {X, Y, Z};
        static unsigned char owner[SIZE];
        memset(owner, 0, sizeof owner);
        for (int d = 0; d < 3; d++) {
            seed = seed * 1664525u + 1013904223u;
            region[d] = 1 + (seed >> 16) % most[d];
            a[d] = (seed >> 8) % (most[d] - region[d] + 1);
            b[d] = (seed >> 20) % (most[d] - region[d] + 1);
        }
        bool overlap = false;
        for (int pass = 0; pass < 2; pass++)
            for (size_t z = 0; z < region[2]; z++)
                for (size_t y = 0; y < region[1]; y++)
                    for (size_t x = 0; x < region[0]; x++) {
                        const size_t *const at = pass ? b : a;
                        unsigned char *byte = &owner[((at[2] + z) * Y + at[1] + y) * X + at[0] + x];
                        if (pass == 1 && *byte) overlap = true;
                        *byte = 1;
                    }
        overlaps += overlap;
        CODE(clEnqueueCopyBufferRect(f->queue, buffer, buffer, a, b, region, X, X * Y, X, X * Y, 0, NULL, NULL),
             overlap ? CL_MEM_COPY_OVERLAP : CL_SUCCESS);
    }
    assert_in_range(overlaps, 100, 2900);
    OK(clReleaseMemObject(buffer));
}

static void transfers_refuse_wrong_use(void **state)
{
    const fixture *f = *state;
    cl_int code;
    unsigned char host[512];
    cl_mem buffer = buffer_of(f->context, 0, 256, NULL), other = buffer_of(f->context, 0, 256, NULL);
    cl_mem no_reads = buffer_of(f->context, CL_MEM_HOST_WRITE_ONLY, 256, NULL);
    cl_mem no_writes = buffer_of(f->context, CL_MEM_HOST_READ_ONLY, 256, NULL);
    cl_mem nothing = buffer_of(f->context, CL_MEM_HOST_NO_ACCESS, 256, NULL);
    cl_context context = clCreateContext(NULL, 1, &f->device, NULL, NULL, &code);
    OK(code);
    cl_mem foreign = buffer_of(context, 0, 256, NULL);
    cl_event strange = user_event(context);
    CODE(clEnqueueReadBuffer(NULL, buffer, CL_TRUE, 0, 8, host, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
    CODE(clEnqueueReadBuffer(f->queue, NULL, CL_TRUE, 0, 8, host, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
    CODE(clEnqueueReadBuffer(f->queue, foreign, CL_TRUE, 0, 8, host, 0, NULL, NULL), CL_INVALID_CONTEXT);
    CODE(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, 8, host, 1, &strange, NULL), CL_INVALID_CONTEXT);
    CODE(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, 8, host, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
    CODE(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, 8, host, 0, &strange, NULL), CL_INVALID_EVENT_WAIT_LIST);
    CODE(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, 8, host, 1, (cl_event[]){NULL}, NULL),
         CL_INVALID_EVENT_WAIT_LIST);
    CODE(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, 257, host, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 250, 8, host, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, SIZE_MAX, 8, host, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, 0, host, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, 8, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueWriteBuffer(f->queue, buffer, CL_TRUE, 0, 8, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueReadBuffer(f->queue, no_reads, CL_TRUE, 0, 8, host, 0, NULL, NULL), CL_INVALID_OPERATION);
    CODE(clEnqueueReadBuffer(f->queue, nothing, CL_TRUE, 0, 8, host, 0, NULL, NULL), CL_INVALID_OPERATION);
    CODE(clEnqueueWriteBuffer(f->queue, no_writes, CL_TRUE, 0, 8, host, 0, NULL, NULL), CL_INVALID_OPERATION);
    CODE(clEnqueueWriteBuffer(f->queue, nothing, CL_TRUE, 0, 8, host, 0, NULL, NULL), CL_INVALID_OPERATION);
    NO_OBJECT(clEnqueueMapBuffer(f->queue, no_reads, CL_TRUE, CL_MAP_READ, 0, 8, 0, NULL, NULL, &code),
              CL_INVALID_OPERATION);
    NO_OBJECT(clEnqueueMapBuffer(f->queue, no_writes, CL_TRUE, CL_MAP_WRITE, 0, 8, 0, NULL, NULL, &code),
              CL_INVALID_OPERATION);
    NO_OBJECT(clEnqueueMapBuffer(f->queue, buffer, CL_TRUE, 1 << 9, 0, 8, 0, NULL, NULL, &code), CL_INVALID_VALUE);
    NO_OBJECT(clEnqueueMapBuffer(f->queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, 8, 0, NULL,
                                 NULL, &code),
              CL_INVALID_VALUE);
    NO_OBJECT(clEnqueueMapBuffer(f->queue, buffer, CL_TRUE, CL_MAP_READ, 252, 8, 0, NULL, NULL, &code),
              CL_INVALID_VALUE);
    NO_OBJECT(clEnqueueMapBuffer(NULL, buffer, CL_TRUE, CL_MAP_READ, 0, 8, 0, NULL, NULL, &code),
              CL_INVALID_COMMAND_QUEUE);
    CODE(clEnqueueUnmapMemObject(f->queue, buffer, host, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueUnmapMemObject(f->queue, NULL, host, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
    CODE(clEnqueueUnmapMemObject(NULL, buffer, host, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
    CODE(clEnqueueCopyBuffer(f->queue, buffer, buffer, 0, 4, 8, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
    OK(clEnqueueCopyBuffer(f->queue, buffer, buffer, 0, 8, 8, 0, NULL, NULL));
    CODE(clEnqueueCopyBuffer(f->queue, buffer, other, 0, 250, 8, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueCopyBuffer(f->queue, buffer, foreign, 0, 0, 8, 0, NULL, NULL), CL_INVALID_CONTEXT);
    CODE(clEnqueueCopyBuffer(f->queue, buffer, NULL, 0, 0, 8, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
    CODE(clEnqueueMigrateMemObjects(f->queue, 0, &buffer, 0, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueMigrateMemObjects(f->queue, 1, NULL, 0, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueMigrateMemObjects(f->queue, 1, &buffer, 1 << 7, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueMigrateMemObjects(f->queue, 1, &foreign, 0, 0, NULL, NULL), CL_INVALID_CONTEXT);
    OK(clEnqueueMigrateMemObjects(f->queue, 1, &buffer, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL, NULL));
    static const size_t zero[3] = {0, 0, 0}, region[3] = {8, 4, 2}, flat[3] = {8, 0, 2}, far[3] = {0, 0, SIZE_MAX / 2};
    CODE(clEnqueueReadBufferRect(f->queue, buffer, CL_TRUE, zero, zero, flat, 0, 0, 0, 0, host, 0, NULL, NULL),
         CL_INVALID_VALUE);
    CODE(clEnqueueReadBufferRect(f->queue, buffer, CL_TRUE, zero, zero, region, 4, 0, 0, 0, host, 0, NULL, NULL),
         CL_INVALID_VALUE);
    CODE(clEnqueueReadBufferRect(f->queue, buffer, CL_TRUE, zero, zero, region, 8, 31, 0, 0, host, 0, NULL, NULL),
         CL_INVALID_VALUE);
    CODE(clEnqueueReadBufferRect(f->queue, buffer, CL_TRUE, zero, zero, region, 8, 36, 0, 0, host, 0, NULL, NULL),
         CL_INVALID_VALUE);
    CODE(clEnqueueReadBufferRect(f->queue, buffer, CL_TRUE, zero, zero, region, 40, 160, 0, 0, host, 0, NULL, NULL),
         CL_INVALID_VALUE); /* outside */
    CODE(clEnqueueReadBufferRect(f->queue, buffer, CL_TRUE, far, zero, region, 8, 32, 0, 0, host, 0, NULL, NULL),
         CL_INVALID_VALUE);
    CODE(clEnqueueWriteBufferRect(f->queue, buffer, CL_TRUE, zero, zero, region, 0, 0, 0, 0, NULL, 0, NULL, NULL),
         CL_INVALID_VALUE);
    CODE(clEnqueueWriteBufferRect(f->queue, no_writes, CL_TRUE, zero, zero, region, 0, 0, 0, 0, host, 0, NULL, NULL),
         CL_INVALID_OPERATION);
    CODE(clEnqueueReadBufferRect(f->queue, no_reads, CL_TRUE, zero, zero, region, 0, 0, 0, 0, host, 0, NULL, NULL),
         CL_INVALID_OPERATION);
    CODE(clEnqueueCopyBufferRect(f->queue, buffer, buffer, zero, (const size_t[]){64, 0, 0}, region, 8, 32, 16, 64, 0,
                                 NULL, NULL),
         CL_INVALID_VALUE); /* one buffer with two pitches */
    OK(clReleaseEvent(strange));
    OK(clReleaseMemObject(foreign));
    OK(clReleaseContext(context));
    OK(clReleaseMemObject(buffer));
    OK(clReleaseMemObject(other));
    OK(clReleaseMemObject(no_reads));
    OK(clReleaseMemObject(no_writes));
    OK(clReleaseMemObject(nothing));
}

static void maps_are_the_buffers_memory(void **state)
{
    const fixture *f = *state;
    static unsigned char host[256];
    cl_int code;
    cl_uint count = 9;
    cl_mem buffer = buffer_of(f->context, CL_MEM_USE_HOST_PTR, sizeof host, host);
    unsigned char *a = clEnqueueMapBuffer(f->queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 16, 64, 0, NULL, NULL,
                                          &code),
                  *b;
    OK(code);
    assert_ptr_equal(a, host + 16);
    b = clEnqueueMapBuffer(f->queue, buffer, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 128, 64, 0, NULL, NULL, &code);
    OK(code);
    a[0] = 7;
    b[0] = 8;
    OK(clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT, sizeof count, &count, NULL));
    assert_int_equal(count, 2);
    cl_event event;
    cl_command_type type = 0;
    OK(clEnqueueUnmapMemObject(f->queue, buffer, a, 0, NULL, &event));
    OK(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
    assert_int_equal(type, CL_COMMAND_UNMAP_MEM_OBJECT);
    OK(clReleaseEvent(event));
    CODE(clEnqueueUnmapMemObject(f->queue, buffer, a, 0, NULL, NULL), CL_INVALID_VALUE);
    OK(clEnqueueUnmapMemObject(f->queue, buffer, b, 0, NULL, NULL));
    OK(clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT, sizeof count, &count, NULL));
    assert_int_equal(count, 0);
    unsigned char back[2];
    OK(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 16, 1, back, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 128, 1, back + 1, 0, NULL, NULL));
    assert_true(back[0] == 7 && back[1] == 8);
    OK(clReleaseMemObject(buffer));
}

/* ---- Kernels -------------------------------------------------------------------------------------------------------
 */

static void launches_refuse_wrong_ranges(void **state)
{
    const fixture *f = *state;
    cl_kernel kernel = kernel_of(f->program, "empty"), required = kernel_of(f->program, "required");
    size_t most = 0, sizes[3], items[3];
    OK(clGetDeviceInfo(f->device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof most, &most, NULL));
    OK(clGetDeviceInfo(f->device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, NULL));
    const size_t global[3] = {64, 2, 2}, seven[3] = {7, 1, 1}, zero[3] = {0, 1, 1}, none[3] = {64, 0, 2};
    const size_t offset[3] = {SIZE_MAX - 10, 0, 0};
    CODE(clEnqueueNDRangeKernel(NULL, kernel, 1, NULL, global, NULL, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
    CODE(clEnqueueNDRangeKernel(f->queue, NULL, 1, NULL, global, NULL, 0, NULL, NULL), CL_INVALID_KERNEL);
    CODE(clEnqueueNDRangeKernel(f->queue, kernel, 0, NULL, global, NULL, 0, NULL, NULL), CL_INVALID_WORK_DIMENSION);
    CODE(clEnqueueNDRangeKernel(f->queue, kernel, 4, NULL, global, NULL, 0, NULL, NULL), CL_INVALID_WORK_DIMENSION);
    CODE(clEnqueueNDRangeKernel(f->queue, kernel, 1, offset, global, NULL, 0, NULL, NULL), CL_INVALID_GLOBAL_OFFSET);
    CODE(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, global, seven, 0, NULL, NULL), CL_INVALID_WORK_GROUP_SIZE);
    CODE(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, global, zero, 0, NULL, NULL), CL_INVALID_WORK_GROUP_SIZE);
    items[0] = items[1] = items[2] = most;
    CODE(clEnqueueNDRangeKernel(f->queue, kernel, 2, NULL, items, items, 0, NULL, NULL), CL_INVALID_WORK_GROUP_SIZE);
    items[0] = sizes[0] + 1;
    CODE(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, items, items, 0, NULL, NULL), CL_INVALID_WORK_ITEM_SIZE);
    CODE(clEnqueueNDRangeKernel(f->queue, required, 1, NULL, global, NULL, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
    cl_int y = 0;
    cl_mem buffer = buffer_of(f->context, CL_MEM_USE_HOST_PTR, sizeof y, &y);
    OK(clSetKernelArg(required, 0, sizeof buffer, &buffer));
    CODE(clEnqueueNDRangeKernel(f->queue, required, 1, NULL, global, seven, 0, NULL, NULL), CL_INVALID_WORK_GROUP_SIZE);
    CODE(clEnqueueNDRangeKernel(f->queue, required, 3, NULL, global, (const size_t[]){8, 2, 2}, 0, NULL, NULL),
         CL_INVALID_WORK_GROUP_SIZE);
    CODE(clEnqueueNDRangeKernel(f->queue, required, 1, NULL, global, NULL, 0, NULL, NULL), CL_INVALID_WORK_GROUP_SIZE);
    OK(clEnqueueNDRangeKernel(f->queue, required, 2, NULL, global, NULL, 0, NULL, NULL));
    OK(clEnqueueNDRangeKernel(f->queue, required, 3, NULL, global, (const size_t[]){8, 2, 1}, 0, NULL, NULL));
    OK(clEnqueueNDRangeKernel(f->queue, required, 3, NULL, none, NULL, 0, NULL,
                              NULL)); /* nothing to do: no error since 2.1 */
    OK(clEnqueueNDRangeKernel(f->queue, required, 2, NULL, NULL, NULL, 0, NULL, NULL));
    OK(clFinish(f->queue));
    assert_int_equal(y, 64 * 2 + 64 * 2 * 2);
    OK(clReleaseMemObject(buffer));
    OK(clReleaseKernel(required));
    OK(clReleaseKernel(kernel));
}

/* The largest work-group with all of the local memory. */
static void limits_hold_as_claimed(void **state)
{
    const fixture *f = *state;
    size_t most = 0;
    cl_ulong local = 0, own = 0;
    cl_kernel kernel = kernel_of(f->program, "sum");
    OK(clGetKernelWorkGroupInfo(kernel, f->device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL));
    OK(clGetKernelWorkGroupInfo(kernel, f->device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof own, &own, NULL));
    OK(clGetDeviceInfo(f->device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof local, &local, NULL));
    cl_int *x = malloc(2 * most * sizeof *x), y[2] = {0, 0};
    assert_non_null(x);
    for (size_t i = 0; i < 2 * most; i++) x[i] = (cl_int)i % 100;
    cl_mem bx = buffer_of(f->context, CL_MEM_USE_HOST_PTR, 2 * most * sizeof *x, x);
    cl_mem by = buffer_of(f->context, CL_MEM_USE_HOST_PTR, sizeof y, y);
    OK(clSetKernelArg(kernel, 0, sizeof bx, &bx));
    OK(clSetKernelArg(kernel, 1, sizeof by, &by));
    OK(clSetKernelArg(kernel, 2, (size_t)(local - own), NULL));
    const size_t global = 2 * most;
    OK(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &global, &most, 0, NULL, NULL));
    OK(clFinish(f->queue));
    cl_int expected[2] = {0, 0};
    for (size_t i = 0; i < 2 * most; i++) expected[i / most] += x[i];
    assert_int_equal(y[0], expected[0]);
    assert_int_equal(y[1], expected[1]);
    OK(clSetKernelArg(kernel, 2, (size_t)(local - own) + 1, NULL));
    CODE(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &global, &most, 0, NULL, NULL), CL_OUT_OF_RESOURCES);
    OK(clSetKernelArg(kernel, 2, SIZE_MAX, NULL));
    CODE(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &global, &most, 0, NULL, NULL), CL_OUT_OF_RESOURCES);
    OK(clReleaseMemObject(bx));
    OK(clReleaseMemObject(by));
    OK(clReleaseKernel(kernel));
    free(x);
}

static void buffers_may_be_null(void **state)
{
    const fixture *f = *state;
    cl_int z[3] = {5, 5, 5};
    const size_t global = 3;
    const cl_mem none = NULL;
    cl_kernel kernel = kernel_of(f->program, "linked");
    cl_mem buffer = buffer_of(f->context, CL_MEM_USE_HOST_PTR, sizeof z, z);
    OK(clSetKernelArg(kernel, 1, sizeof buffer, &buffer));
    for (int way = 0; way < 3; way++) {
        if (way == 0) OK(clSetKernelArg(kernel, 0, sizeof none, NULL));
        if (way == 1) OK(clSetKernelArg(kernel, 0, sizeof none, &none));
        if (way == 2) OK(clSetKernelArgSVMPointer(kernel, 0, NULL));
        z[0] = z[1] = z[2] = 5;
        OK(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
        OK(clFinish(f->queue));
        for (int i = 0; i < 3; i++) assert_int_equal(z[i], -1);
    }
    OK(clReleaseMemObject(buffer));
    OK(clReleaseKernel(kernel));
}

typedef struct native_arguments {
    int *from_buffer;
    int add;
    int *none;
} native_arguments;

static void CL_CALLBACK native(void *data)
{
    native_arguments *a = data;
    a->from_buffer[0] = a->none ? -1 : a->from_buffer[0] + a->add;
}

static void CL_CALLBACK native_without_arguments(void *data)
{
    (void)data;
}

static void native_kernels_see_buffers(void **state)
{
    const fixture *f = *state;
    int y = 40;
    cl_mem list[2] = {buffer_of(f->context, CL_MEM_USE_HOST_PTR, sizeof y, &y), NULL},
           wrong[2] = {NULL, (cl_mem)(void *)f->queue};
    native_arguments a = {NULL, 2, &y};
    const void *places[2] = {&a.from_buffer, &a.none}, *outside[2] = {&a.from_buffer, &y};
    OK(clEnqueueNativeKernel(f->queue, native, &a, sizeof a, 2, list, places, 0, NULL, NULL));
    a.add = 1000; /* it was copied */
    OK(clFinish(f->queue));
    assert_int_equal(y, 42);
    OK(clEnqueueNativeKernel(f->queue, native_without_arguments, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
    CODE(clEnqueueNativeKernel(f->queue, NULL, &a, sizeof a, 2, list, places, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueNativeKernel(f->queue, native, NULL, sizeof a, 0, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueNativeKernel(f->queue, native, &a, 0, 0, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueNativeKernel(f->queue, native, NULL, 0, 2, list, places, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueNativeKernel(f->queue, native, &a, sizeof a, 2, NULL, places, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueNativeKernel(f->queue, native, &a, sizeof a, 2, list, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueNativeKernel(f->queue, native, &a, sizeof a, 2, list, outside, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueNativeKernel(f->queue, native, &a, sizeof a, 2, wrong, places, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
    CODE(clEnqueueNativeKernel(NULL, native, &a, sizeof a, 2, list, places, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
    OK(clFinish(f->queue));
    OK(clReleaseMemObject(list[0]));
}

static void printf_of_kernels_is_standard_output(void **state)
{
    const fixture *f = *state;
    cl_kernel kernel = kernel_of(f->program, "print");
    const cl_int n = 3;
    const size_t global = 3;
    char text[200] = "";
    OK(clSetKernelArg(kernel, 0, sizeof n, &n));
    fflush(stdout);
    FILE *file = tmpfile();
    assert_non_null(file);
    const int before = dup(STDOUT_FILENO);
    assert_true(dup2(fileno(file), STDOUT_FILENO) >= 0);
    const cl_int code = clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
    (void)clFinish(f->queue);
    fflush(stdout);
    dup2(before, STDOUT_FILENO);
    close(before);
    OK(code);
    rewind(file);
    const size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    for (int i = 0; i < 3; i++) {
        char line[40];
        snprintf(line, sizeof line, "item %d of 3\n", i);
        assert_non_null(strstr(text, line));
    }
    assert_int_equal(length, 3 * strlen("item 0 of 3\n"));
    OK(clReleaseKernel(kernel));
}

/* ---- Shared memory -------------------------------------------------------------------------------------------------
 */

static void shared_memory_needs_no_copies(void **state)
{
    const fixture *f = *state;
    enum { COUNT = 64 };
    cl_int code;
    const size_t global = COUNT;
    cl_int *coarse = clSVMAlloc(f->context, CL_MEM_READ_WRITE, COUNT * sizeof(cl_int), 0);
    cl_int *fine = clSVMAlloc(f->context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, COUNT * sizeof(cl_int), 64);
    cl_int *system = malloc(COUNT * sizeof *system), filled[COUNT];
    assert_true(coarse && fine && system);
    const cl_int pattern = 77;
    OK(clEnqueueSVMMemFill(f->queue, coarse, &pattern, sizeof pattern, COUNT * sizeof *coarse, 0, NULL, NULL));
    OK(clEnqueueSVMMap(f->queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, coarse, COUNT * sizeof *coarse, 0, NULL, NULL));
    for (int i = 0; i < COUNT; i++) assert_int_equal(coarse[i], 77);
    for (int i = 0; i < COUNT; i++) coarse[i] = i * i;
    OK(clEnqueueSVMUnmap(f->queue, coarse, 0, NULL, NULL));
    cl_kernel kernel = kernel_of(f->program, "linked");
    OK(clSetKernelArgSVMPointer(kernel, 0, coarse + 1)); /* into an area */
    OK(clSetKernelArgSVMPointer(kernel, 1, fine));
    const size_t less = COUNT - 1;
    OK(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &less, NULL, 0, NULL, NULL));
    OK(clFinish(f->queue));
    for (int i = 0; i < COUNT - 1; i++) assert_int_equal(fine[i], (i + 1) * (i + 1));
    OK(clSetKernelArgSVMPointer(kernel, 0, fine));
    OK(clSetKernelArgSVMPointer(kernel, 1, system)); /* any memory */
    fine[COUNT - 1] = 5;
    OK(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OK(clEnqueueSVMMemcpy(f->queue, CL_TRUE, filled, system, sizeof filled, 0, NULL, NULL));
    assert_int_equal(filled[3], 16);
    assert_int_equal(filled[COUNT - 1], 5);
    /* A buffer over it is the same memory. */
    cl_mem buffer = buffer_of(f->context, CL_MEM_USE_HOST_PTR, COUNT * sizeof *fine, fine);
    cl_bool shared = CL_FALSE;
    OK(clGetMemObjectInfo(buffer, CL_MEM_USES_SVM_POINTER, sizeof shared, &shared, NULL));
    assert_int_equal(shared, CL_TRUE);
    OK(clReleaseMemObject(buffer));
    NO_OBJECT(clCreateBuffer(f->context, CL_MEM_USE_HOST_PTR, COUNT * sizeof *fine + 1, fine, &code),
              CL_INVALID_BUFFER_SIZE);
    OK(clReleaseKernel(kernel));
    clSVMFree(f->context, fine);
    clSVMFree(f->context, NULL);
    clSVMFree(f->context, coarse);
    free(system);
}

typedef struct freed {
    cl_uint count;
    void *first;
    cl_context context;
} freed;

static void CL_CALLBACK free_them(cl_command_queue queue, cl_uint count, void *pointers[], void *user_data)
{
    freed *f = user_data;
    (void)queue;
    f->count = count;
    f->first = pointers[0];
    for (cl_uint i = 0; i < count; i++) clSVMFree(f->context, pointers[i]);
}

static void shared_memory_is_freed_in_order(void **state)
{
    const fixture *f = *state;
    void *areas[2] = {clSVMAlloc(f->context, 0, 16, 0), clSVMAlloc(f->context, 0, 16, 0)}, *first = areas[0];
    freed result = {0, NULL, f->context};
    cl_event event;
    OK(clEnqueueSVMFree(f->queue, 2, areas, free_them, &result, 0, NULL, &event));
    areas[0] = NULL; /* the list was copied */
    OK(clWaitForEvents(1, &event));
    assert_int_equal(result.count, 2);
    assert_ptr_equal(result.first, first);
    OK(clReleaseEvent(event));
    areas[0] = clSVMAlloc(f->context, 0, 16, 0);
    OK(clEnqueueSVMFree(f->queue, 1, areas, NULL, NULL, 0, NULL, NULL));
    OK(clFinish(f->queue));
}

static void shared_memory_refuses_wrong_use(void **state)
{
    const fixture *f = *state;
    char a[16], b[64];
    assert_null(clSVMAlloc(f->context, 0, 0, 0));
    assert_null(clSVMAlloc(f->context, 0, 16, 3));
    assert_null(clSVMAlloc(f->context, 0, 16, 1 << 20));
    assert_null(clSVMAlloc(f->context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 16, 0));
    assert_null(clSVMAlloc(f->context, CL_MEM_SVM_ATOMICS | CL_MEM_SVM_FINE_GRAIN_BUFFER, 16, 0)); /* not claimed */
    assert_null(clSVMAlloc(f->context, 0, SIZE_MAX, 0));
    assert_null(clSVMAlloc(NULL, 0, 16, 0));
    char *area = clSVMAlloc(f->context, 0, 64, 128);
    assert_non_null(area);
    assert_int_equal((uintptr_t)area % 128, 0);
    void *none[1] = {NULL};
    CODE(clEnqueueSVMFree(f->queue, 0, none, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueSVMFree(f->queue, 1, NULL, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueSVMFree(f->queue, 1, none, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueSVMFree(NULL, 1, none, NULL, NULL, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
    CODE(clEnqueueSVMMemcpy(f->queue, CL_TRUE, NULL, a, 16, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueSVMMemcpy(f->queue, CL_TRUE, a, NULL, 16, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueSVMMemcpy(f->queue, CL_TRUE, b, b + 8, 16, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
    CODE(clEnqueueSVMMemcpy(NULL, CL_TRUE, a, b, 16, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
    CODE(clEnqueueSVMMemFill(f->queue, NULL, a, 4, 16, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueSVMMemFill(f->queue, area, NULL, 4, 16, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueSVMMemFill(f->queue, area, a, 5, 16, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueSVMMemFill(f->queue, area, a, 4, 15, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueSVMMemFill(f->queue, area + 1, a, 4, 16, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueSVMMap(f->queue, CL_TRUE, CL_MAP_READ, NULL, 16, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueSVMMap(f->queue, CL_TRUE, CL_MAP_READ, area, 0, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueSVMMap(f->queue, CL_TRUE, 1 << 9, area, 16, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueSVMMap(NULL, CL_TRUE, CL_MAP_READ, area, 16, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
    CODE(clEnqueueSVMUnmap(f->queue, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueSVMUnmap(NULL, area, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
    const void *inside = area + 32, *outside = a;
    const size_t sizes[] = {32}, too_much[] = {33};
    OK(clEnqueueSVMMigrateMem(f->queue, 1, &inside, sizes, 0, 0, NULL, NULL));
    OK(clEnqueueSVMMigrateMem(f->queue, 1, &inside, NULL, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL, NULL));
    CODE(clEnqueueSVMMigrateMem(f->queue, 1, &inside, too_much, 0, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueSVMMigrateMem(f->queue, 1, &outside, sizes, 0, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueSVMMigrateMem(f->queue, 0, &inside, sizes, 0, 0, NULL, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueSVMMigrateMem(f->queue, 1, &inside, sizes, 1 << 9, 0, NULL, NULL), CL_INVALID_VALUE);
    /* What is left is freed with the context. */
}

int main(void)
{
#define TEST(name_) cmocka_unit_test_setup_teardown(name_, start, end)
    const struct CMUnitTest tests[] = {
        TEST(read_write_copy_and_fill),
        TEST(every_pattern_size_fills),
        TEST(boxes_are_copied_byte_for_byte),
        TEST(boxes_that_overlap_are_found),
        TEST(transfers_refuse_wrong_use),
        TEST(maps_are_the_buffers_memory),
        TEST(launches_refuse_wrong_ranges),
        TEST(limits_hold_as_claimed),
        TEST(buffers_may_be_null),
        TEST(native_kernels_see_buffers),
        TEST(printf_of_kernels_is_standard_output),
        TEST(shared_memory_needs_no_copies),
        TEST(shared_memory_is_freed_in_order),
        TEST(shared_memory_refuses_wrong_use),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
