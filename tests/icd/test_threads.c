/* 32 threads on one context: shared and own queues, buffers, programs, events, callbacks. Run under a thread sanitizer,
 * too.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { THREADS = 32, ROUNDS = 12 };

typedef struct shared {
    const fixture *f;
    cl_mem sum;            /* one integer, which all threads add to */
    atomic_int calls, bad; /* of callbacks; failures */
    cl_event gate;
} shared;

typedef struct worker {
    shared *all;
    int number;
    pthread_t thread;
} worker;

#define TRY(call_)                                                                     \
    do {                                                                               \
        const cl_int try_ = (call_);                                                   \
        if (try_ != CL_SUCCESS) {                                                      \
            fprintf(stderr, "%s:%d: %s: %d\n", __FILE__, __LINE__, #call_, (int)try_); \
            w->all->bad++;                                                             \
        }                                                                              \
    } while (0)

static void CL_CALLBACK count_call(cl_event event, cl_int status, void *user_data)
{
    shared *all = user_data;
    (void)event;
    if (status != CL_COMPLETE) all->bad++;
    all->calls++;
}

/* y[0] goes through a chain of `advance` on three queues that events keep in order. */
static void chain(worker *w, cl_command_queue own)
{
    const fixture *f = w->all->f;
    cl_int code, y = w->number, expected = w->number;
    const size_t one = 1;
    cl_command_queue const queues[] = {own, f->disordered, f->queue};
    cl_kernel kernel = clCreateKernel(f->program, "advance", &code);
    TRY(code);
    cl_mem buffer = clCreateBuffer(f->context, CL_MEM_COPY_HOST_PTR, sizeof y, &y, &code);
    TRY(code);
    cl_event last = w->all->gate;
    TRY(clRetainEvent(last));
    for (cl_int i = 0; i < 9; i++) {
        cl_event next = NULL;
        TRY(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
        TRY(clSetKernelArg(kernel, 1, sizeof i, &i));
        TRY(clEnqueueNDRangeKernel(queues[i % 3], kernel, 1, NULL, &one, NULL, 1, &last, &next));
        expected = 3 * expected + i;
        TRY(clReleaseEvent(last));
        last = next;
    }
    TRY(clSetEventCallback(last, CL_COMPLETE, count_call, w->all));
    TRY(clEnqueueReadBuffer(own, buffer, CL_TRUE, 0, sizeof y, &y, 1, &last, NULL));
    if (y != expected) w->all->bad++;
    TRY(clReleaseEvent(last));
    TRY(clReleaseMemObject(buffer));
    TRY(clReleaseKernel(kernel));
}

static void *work(void *argument)
{
    worker *w = argument;
    const fixture *f = w->all->f;
    cl_int code;
    cl_command_queue own =
        clCreateCommandQueue(f->context, f->device, w->number % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, &code);
    TRY(code);
    for (int round = 0; round < ROUNDS; round++) {
        chain(w, own);
        if (round % 4 == 0) { /* a program of its own */
            cl_program program = source_program(f->context);
            TRY(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
            cl_kernel kernel = clCreateKernel(program, "required", &code);
            TRY(code);
            const size_t global[2] = {16, 4};
            TRY(clSetKernelArg(kernel, 0, sizeof w->all->sum, &w->all->sum));
            TRY(clEnqueueNDRangeKernel(f->disordered, kernel, 2, NULL, global, NULL, 0, NULL, NULL));
            TRY(clReleaseKernel(kernel));
            TRY(clReleaseProgram(program));
        }
        void *area = clSVMAlloc(f->context, 0, 64, 0);
        TRY(clEnqueueSVMFree(own, 1, &area, NULL, NULL, 0, NULL, NULL));
        cl_int *map = clEnqueueMapBuffer(own, w->all->sum, CL_TRUE, CL_MAP_READ, 0, sizeof *map, 0, NULL, NULL, &code);
        TRY(code);
        TRY(clEnqueueUnmapMemObject(own, w->all->sum, map, 0, NULL, NULL));
        if (round % 3 == 0) TRY(clFinish(round % 2 ? f->queue : f->disordered));
    }
    TRY(clFinish(own));
    TRY(clReleaseCommandQueue(own));
    return NULL;
}

static void threads_share_a_context(void **state)
{
    const fixture *f = *state;
    shared all = {.f = f};
    worker workers[THREADS];
    cl_int sum = 0;
    all.sum = buffer_of(f->context, CL_MEM_COPY_HOST_PTR, sizeof sum, &sum);
    all.gate = user_event(f->context);
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (worker){.all = &all, .number = i};
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    (void)nanosleep(&(struct timespec){0, 5000000}, NULL);
    OK(clSetUserEventStatus(all.gate, CL_COMPLETE));
    for (int i = 0; i < THREADS; i++) pthread_join(workers[i].thread, NULL);
    OK(clFinish(f->queue));
    OK(clFinish(f->disordered));
    while (atomic_load(&all.calls) < THREADS * ROUNDS) (void)nanosleep(&(struct timespec){0, 2000000}, NULL);
    assert_int_equal(atomic_load(&all.calls), THREADS * ROUNDS);
    assert_int_equal(atomic_load(&all.bad), 0);
    OK(clEnqueueReadBuffer(f->queue, all.sum, CL_TRUE, 0, sizeof sum, &sum, 0, NULL, NULL));
    assert_int_equal(sum, THREADS * ((ROUNDS + 3) / 4) * 64);
    cl_uint maps = 9;
    OK(clGetMemObjectInfo(all.sum, CL_MEM_MAP_COUNT, sizeof maps, &maps, NULL));
    assert_int_equal(maps, 0);
    OK(clReleaseEvent(all.gate));
    OK(clReleaseMemObject(all.sum));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(threads_share_a_context, start, end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
