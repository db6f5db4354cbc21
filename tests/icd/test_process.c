/* A process that forks: the child has the objects but none of the threads, and goes on.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void nap(void)
{
    (void)nanosleep(&(struct timespec){0, 2000000}, NULL);
}

static void CL_CALLBACK sleepy(void *data)
{
    (void)data;
    for (int i = 0; i < 100; i++) nap();
}

static void CL_CALLBACK count_call(cl_event event, cl_int status, void *user_data)
{
    (void)event;
    if (status == CL_COMPLETE) atomic_fetch_add((atomic_int *)user_data, 1);
}

/* The child's part: its exit status. Uses no cmocka. */
static int go_on(const fixture *f, cl_kernel kernel, cl_mem buffer, cl_event gate, cl_event running, cl_event waiting)
{
    const cl_int a = 2;
    const size_t one = 1;
    cl_int y = 0;
    atomic_int calls = 0;
    /* What waited for the gate goes on here. */
    if (clSetUserEventStatus(gate, CL_COMPLETE) != CL_SUCCESS) return 1;
    if (clWaitForEvents(1, &waiting) != CL_SUCCESS) return 2;
    /* What another thread was running has no end here, and is told as an error. */
    if (clWaitForEvents(1, &running) != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) return 3;
    if (clFinish(f->queue) != CL_SUCCESS || clFinish(f->disordered) != CL_SUCCESS) return 4;
    if (clSetKernelArg(kernel, 1, sizeof a, &a) != CL_SUCCESS) return 5;
    cl_event event;
    if (clEnqueueNDRangeKernel(f->disordered, kernel, 1, NULL, &one, NULL, 0, NULL, &event) != CL_SUCCESS) return 6;
    if (clSetEventCallback(event, CL_COMPLETE, count_call, &calls) != CL_SUCCESS) return 7;
    if (clEnqueueReadBuffer(f->disordered, buffer, CL_TRUE, 0, sizeof y, &y, 1, &event, NULL) != CL_SUCCESS) return 8;
    if (y != 3 * (3 * 1 + 1) + 2) return 9;
    for (int i = 0; i < 2000 && atomic_load(&calls) == 0; i++) nap();
    if (atomic_load(&calls) != 1) return 10;
    /* A kernel that needs many work-items, and so the device's threads. */
    cl_kernel wide = clCreateKernel(f->program, "place", NULL);
    const size_t global = 1 << 16;
    cl_ulong *out = calloc(global, sizeof *out);
    cl_mem all = clCreateBuffer(f->context, CL_MEM_USE_HOST_PTR, global * sizeof *out, out, NULL);
    if (!wide || !all || clSetKernelArg(wide, 0, sizeof all, &all) != CL_SUCCESS) return 11;
    for (int i = 0; i < 10; i++)
        if (clEnqueueNDRangeKernel(f->queue, wide, 1, NULL, &global, NULL, 0, NULL, NULL) != CL_SUCCESS) return 12;
    if (clFinish(f->queue) != CL_SUCCESS || out[global - 1] % 1000000000 != global - 1) return 13;
    clReleaseEvent(event);
    clReleaseKernel(wide);
    clReleaseMemObject(all);
    free(out);
    clReleaseCommandQueue(f->queue);
    clReleaseCommandQueue(f->disordered);
    return 0;
}

static void a_child_goes_on(void **state)
{
    fixture *f = *state;
    const cl_int a = 1;
    cl_int y = 1, status = 0;
    const size_t one = 1;
    cl_kernel kernel = kernel_of(f->program, "advance");
    cl_mem buffer = buffer_of(f->context, CL_MEM_USE_HOST_PTR, sizeof y, &y);
    cl_event gate = user_event(f->context), running, waiting;
    OK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    OK(clSetKernelArg(kernel, 1, sizeof a, &a));
    OK(clEnqueueNativeKernel(f->disordered, sleepy, NULL, 0, 0, NULL, NULL, 0, NULL, &running));
    OK(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &one, NULL, 1, &gate, &waiting));
    while (status_of(running) != CL_RUNNING) nap();
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        alarm(60);
        _exit(go_on(f, kernel, buffer, gate, running, waiting));
    }
    assert_true(child > 0);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clWaitForEvents(1, &running)); /* the parent's go on, too */
    OK(clWaitForEvents(1, &waiting));
    assert_int_equal(y, 4);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    OK(clReleaseEvent(gate));
    OK(clReleaseEvent(running));
    OK(clReleaseEvent(waiting));
    OK(clReleaseMemObject(buffer));
    OK(clReleaseKernel(kernel));
}

static void *keep_busy(void *data)
{
    const fixture *f = data;
    for (int i = 0; i < 3000; i++) {
        cl_event event;
        if (clEnqueueMarkerWithWaitList(f->disordered, 0, NULL, &event) != CL_SUCCESS) break;
        cl_mem buffer = clCreateBuffer(f->context, 0, 64, NULL, NULL);
        (void)clWaitForEvents(1, &event);
        (void)clReleaseEvent(event);
        (void)clReleaseMemObject(buffer);
    }
    return NULL;
}

/* Whatever other threads are doing in the library while the process forks, the child finds no lock held. */
static void a_child_finds_no_lock_held(void **state)
{
    fixture *f = *state;
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) assert_int_equal(pthread_create(&threads[i], NULL, keep_busy, f), 0);
    for (int i = 0; i < 40; i++) {
        cl_int status = 0;
        fflush(NULL);
        const pid_t child = fork();
        if (child == 0) {
            alarm(60);
            cl_mem buffer = clCreateBuffer(f->context, 0, 64, NULL, NULL);
            const cl_int zero = 0;
            if (clEnqueueFillBuffer(f->queue, buffer, &zero, sizeof zero, 0, 64, 0, NULL, NULL) != CL_SUCCESS) _exit(1);
            if (clFinish(f->queue) != CL_SUCCESS) _exit(2);
            _exit(clReleaseMemObject(buffer) == CL_SUCCESS ? 0 : 3);
        }
        assert_true(child > 0);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 0);
    }
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
}

/* Processor time of a process that waits: threads of the library sleep. */
static void an_idle_platform_uses_no_processor(void **state)
{
    const fixture *f = *state;
    struct timespec before, after;
    cl_event gate = user_event(f->context), event;
    OK(clEnqueueMarkerWithWaitList(f->queue, 1, &gate, &event));
    OK(clEnqueueNativeKernel(f->disordered, sleepy, NULL, 0, 0, NULL, NULL, 0, NULL, NULL)); /* a worker */
    OK(clFinish(f->disordered));
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
    for (int i = 0; i < 150; i++) nap();
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
    const double used = (double)(after.tv_sec - before.tv_sec) + 1e-9 * (double)(after.tv_nsec - before.tv_nsec);
    if (used > 0.1) fail_msg("%g s of processor time in 0.3 s of waiting", used);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clWaitForEvents(1, &event));
    OK(clReleaseEvent(event));
    OK(clReleaseEvent(gate));
}

int main(void)
{
#define TEST(name_) cmocka_unit_test_setup_teardown(name_, start, end)
    const struct CMUnitTest tests[] = {TEST(a_child_goes_on), TEST(a_child_finds_no_lock_held),
                                       TEST(an_idle_platform_uses_no_processor)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
