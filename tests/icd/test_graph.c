/* In which order commands run: queues in order and out of order, wait lists, markers, barriers, user events, callbacks,
 * times.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

/* ---- A log of what ran, by native kernels --------------------------------------------------------------------------
 */

typedef struct log {
    pthread_mutex_t lock;
    int entries[4096], count;
} log;

typedef struct entry {
    log *all;
    int number;
} entry;

static void CL_CALLBACK note(void *data)
{
    const entry *e = data;
    pthread_mutex_lock(&e->all->lock);
    e->all->entries[e->all->count++] = e->number;
    pthread_mutex_unlock(&e->all->lock);
}

static cl_int enqueue_note(cl_command_queue queue, log *all, int number, cl_uint count, const cl_event *list,
                           cl_event *event)
{
    entry e = {all, number};
    return clEnqueueNativeKernel(queue, note, &e, sizeof e, 0, NULL, NULL, count, list, event);
}

/* Where a number stands in the log; -1: it has not run. */
static int place_of(log *all, int number)
{
    int place = -1;
    pthread_mutex_lock(&all->lock);
    for (int i = 0; i < all->count; i++)
        if (all->entries[i] == number) place = i;
    pthread_mutex_unlock(&all->lock);
    return place;
}

static void nap(void)
{
    (void)nanosleep(&(struct timespec){0, 20000000}, NULL);
}

/* ---- Order ---------------------------------------------------------------------------------------------------------
 */

static void a_queue_in_order_keeps_it(void **state)
{
    const fixture *f = *state;
    static log all = {.lock = PTHREAD_MUTEX_INITIALIZER};
    for (int i = 0; i < 500; i++) OK(enqueue_note(f->queue, &all, i, 0, NULL, NULL));
    OK(clFinish(f->queue));
    assert_int_equal(all.count, 500);
    for (int i = 0; i < 500; i++) assert_int_equal(all.entries[i], i);
}

static void commands_out_of_order_wait_for_their_lists_only(void **state)
{
    const fixture *f = *state;
    static log all = {.lock = PTHREAD_MUTEX_INITIALIZER};
    cl_event gate = user_event(f->context), first, free_one;
    OK(enqueue_note(f->disordered, &all, 1, 1, &gate, &first));
    OK(enqueue_note(f->disordered, &all, 2, 1, &first, NULL));
    OK(enqueue_note(f->disordered, &all, 3, 0, NULL, &free_one));
    OK(clWaitForEvents(1, &free_one)); /* although it was enqueued behind others that cannot run */
    assert_int_equal(place_of(&all, 1), -1);
    assert_int_equal(place_of(&all, 3), 0);
    assert_int_equal(status_of(first), CL_QUEUED);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clFinish(f->disordered));
    assert_int_equal(place_of(&all, 1), 1);
    assert_int_equal(place_of(&all, 2), 2);
    OK(clReleaseEvent(gate));
    OK(clReleaseEvent(first));
    OK(clReleaseEvent(free_one));
}

/* A random graph over two queues out of order and one in order: every edge holds. */
static void random_graphs_run_in_order(void **state)
{
    enum { NODES = 300, ROUNDS = 5, LIST = 6 };
    const fixture *f = *state;
    static log all = {.lock = PTHREAD_MUTEX_INITIALIZER};
    cl_int code;
    cl_command_queue other = clCreateCommandQueue(f->context, f->device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code);
    OK(code);
    cl_command_queue const queues[] = {f->disordered, other, f->queue};
    unsigned seed = 7;
    for (int round = 0; round < ROUNDS; round++) {
        static cl_event events[NODES];
        static int edges[NODES][LIST], edge_count[NODES];
        cl_event gate = user_event(f->context);
        all.count = 0;
        for (int n = 0; n < NODES; n++) {
            cl_event list[LIST + 1];
            seed = seed * 1664525u + 1013904223u;
            edge_count[n] = n == 0 ? 0 : (int)(seed >> 16) % LIST;
            for (int e = 0; e < edge_count[n]; e++) {
                seed = seed * 1664525u + 1013904223u;
                edges[n][e] = (int)((seed >> 8) % (unsigned)n);
                list[e] = events[edges[n][e]];
            }
            cl_uint count = (cl_uint)edge_count[n];
            if (n % 50 == 0) list[count++] = gate;
            OK(enqueue_note(queues[(seed >> 28) % 3], &all, n, count, count ? list : NULL, &events[n]));
        }
        OK(clSetUserEventStatus(gate, CL_COMPLETE));
        OK(clWaitForEvents(NODES, events));
        assert_int_equal(all.count, NODES);
        for (int n = 0; n < NODES; n++)
            for (int e = 0; e < edge_count[n]; e++) assert_true(place_of(&all, edges[n][e]) < place_of(&all, n));
        for (int n = 0; n < NODES; n++) OK(clReleaseEvent(events[n]));
        OK(clReleaseEvent(gate));
    }
    OK(clReleaseCommandQueue(other));
}

static void markers_and_barriers(void **state)
{
    const fixture *f = *state;
    static log all = {.lock = PTHREAD_MUTEX_INITIALIZER};
    cl_event gate = user_event(f->context), marker, after, single;
    cl_command_type type = 0;
    OK(enqueue_note(f->disordered, &all, 1, 1, &gate, &single));
    OK(enqueue_note(f->disordered, &all, 2, 1, &gate, NULL));
    OK(clEnqueueMarkerWithWaitList(f->disordered, 0, NULL, &marker)); /* waits for both */
    OK(enqueue_note(f->disordered, &all, 3, 0, NULL, &after));        /* a marker holds nothing back */
    OK(clWaitForEvents(1, &after));
    assert_int_equal(status_of(marker), CL_QUEUED);
    OK(clGetEventInfo(marker, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
    assert_int_equal(type, CL_COMMAND_MARKER);
    OK(clReleaseEvent(after));
    OK(clEnqueueBarrierWithWaitList(f->disordered, 1, &single, NULL)); /* waits for one, holds back all later ones */
    OK(enqueue_note(f->disordered, &all, 4, 0, NULL, &after));
    nap();
    assert_int_equal(place_of(&all, 4), -1);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clWaitForEvents(1, &marker));
    assert_true(place_of(&all, 1) >= 0 && place_of(&all, 2) >= 0);
    OK(clWaitForEvents(1, &after));
    assert_true(place_of(&all, 4) > place_of(&all, 1));
    OK(clReleaseEvent(after));
    OK(clReleaseEvent(marker));
    OK(clReleaseEvent(single));
    OK(clReleaseEvent(gate));
    /* Those of OpenCL 1.1. */
    gate = user_event(f->context);
    OK(enqueue_note(f->disordered, &all, 5, 1, &gate, &single));
    OK(clEnqueueBarrier(f->disordered));
    OK(enqueue_note(f->disordered, &all, 6, 0, NULL, NULL));
    OK(clEnqueueMarker(f->disordered, &marker));
    OK(clEnqueueWaitForEvents(f->disordered, 1, &single));
    nap();
    assert_int_equal(place_of(&all, 6), -1);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clWaitForEvents(1, &marker));
    assert_true(place_of(&all, 6) > place_of(&all, 5));
    OK(clReleaseEvent(gate));
    OK(clReleaseEvent(single));
    OK(clReleaseEvent(marker));
    CODE(clEnqueueMarker(f->disordered, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueMarker(NULL, &marker), CL_INVALID_COMMAND_QUEUE);
    CODE(clEnqueueBarrier(NULL), CL_INVALID_COMMAND_QUEUE);
    CODE(clEnqueueWaitForEvents(f->queue, 0, NULL), CL_INVALID_VALUE);
    CODE(clEnqueueWaitForEvents(f->queue, 1, (cl_event[]){NULL}), CL_INVALID_EVENT);
    CODE(clEnqueueWaitForEvents(NULL, 1, &gate), CL_INVALID_COMMAND_QUEUE);
    CODE(clEnqueueMarkerWithWaitList(f->queue, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
    CODE(clEnqueueBarrierWithWaitList(NULL, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
}

/* Time is linear in the commands, however many wait. */
static void many_commands_wait(void **state)
{
    enum { COUNT = 4000 };
    const fixture *f = *state;
    static log all = {.lock = PTHREAD_MUTEX_INITIALIZER};
    cl_event gate = user_event(f->context);
    for (int i = 0; i < COUNT; i++) {
        OK(enqueue_note(f->disordered, &all, i, 1, &gate, NULL));
        OK(clEnqueueMarkerWithWaitList(f->disordered, 0, NULL, NULL));
        OK(clEnqueueBarrierWithWaitList(f->disordered, 0, NULL, NULL));
    }
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clFinish(f->disordered));
    for (int i = 0; i < COUNT; i++) assert_int_equal(all.entries[i], i); /* by the barriers */
    OK(clReleaseEvent(gate));
}

/* ---- Failure -------------------------------------------------------------------------------------------------------
 */

static void a_failed_event_fails_what_waits_for_it(void **state)
{
    const fixture *f = *state;
    static log all = {.lock = PTHREAD_MUTEX_INITIALIZER};
    cl_event gate = user_event(f->context), first, second, other;
    OK(enqueue_note(f->disordered, &all, 1, 1, &gate, &first));
    OK(enqueue_note(f->disordered, &all, 2, 1, &first, &second));
    OK(enqueue_note(f->disordered, &all, 3, 0, NULL, &other));
    OK(clSetUserEventStatus(gate, -77));
    CODE(clWaitForEvents(1, &second), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    CODE(clWaitForEvents(1, &gate), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    OK(clWaitForEvents(1, &other));
    assert_int_equal(status_of(gate), -77);
    assert_int_equal(status_of(first), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    assert_int_equal(place_of(&all, 1), -1);
    cl_ulong time;
    CODE(clGetEventProfilingInfo(first, CL_PROFILING_COMMAND_END, sizeof time, &time, NULL),
         CL_PROFILING_INFO_NOT_AVAILABLE);
    /* It has failed before something waits for it, and a command that blocks says so. */
    cl_int x = 0;
    cl_mem buffer = buffer_of(f->context, CL_MEM_COPY_HOST_PTR, sizeof x, &x);
    cl_event left = NULL;
    CODE(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, sizeof x, &x, 1, &first, &left),
         CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    assert_null(left);
    OK(clFinish(f->queue));
    OK(clReleaseMemObject(buffer));
    OK(clReleaseEvent(gate));
    OK(clReleaseEvent(first));
    OK(clReleaseEvent(second));
    OK(clReleaseEvent(other));
    /* A user event that is released without an end would hold others for ever. */
    gate = user_event(f->context);
    OK(enqueue_note(f->disordered, &all, 9, 1, &gate, &first));
    OK(clReleaseEvent(gate));
    CODE(clWaitForEvents(1, &first), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    OK(clReleaseEvent(first));
}

static void events_refuse_wrong_use(void **state)
{
    const fixture *f = *state;
    cl_int code;
    cl_event gate = user_event(f->context), command;
    cl_ulong time;
    cl_uint number = 0;
    cl_context context = NULL;
    cl_command_queue queue = NULL;
    NO_OBJECT(clCreateUserEvent(NULL, &code), CL_INVALID_CONTEXT);
    OK(clEnqueueMarkerWithWaitList(f->queue, 0, NULL, &command));
    CODE(clSetUserEventStatus(command, CL_COMPLETE), CL_INVALID_EVENT);
    CODE(clSetUserEventStatus(gate, CL_RUNNING), CL_INVALID_VALUE);
    CODE(clSetUserEventStatus(NULL, CL_COMPLETE), CL_INVALID_EVENT);
    assert_int_equal(status_of(gate), CL_SUBMITTED);
    CODE(clGetEventProfilingInfo(gate, CL_PROFILING_COMMAND_END, sizeof time, &time, NULL),
         CL_PROFILING_INFO_NOT_AVAILABLE);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    CODE(clSetUserEventStatus(gate, CL_COMPLETE), CL_INVALID_OPERATION);
    CODE(clWaitForEvents(0, &gate), CL_INVALID_VALUE);
    CODE(clWaitForEvents(1, NULL), CL_INVALID_VALUE);
    CODE(clWaitForEvents(1, (cl_event[]){NULL}), CL_INVALID_EVENT);
    cl_context elsewhere = clCreateContext(NULL, 1, &f->device, NULL, NULL, &code);
    OK(code);
    cl_event foreign = user_event(elsewhere);
    CODE(clWaitForEvents(2, (cl_event[]){gate, foreign}), CL_INVALID_CONTEXT);
    OK(clReleaseEvent(foreign));
    OK(clReleaseContext(elsewhere));
    OK(clGetEventInfo(command, CL_EVENT_CONTEXT, sizeof context, &context, NULL));
    assert_ptr_equal(context, f->context);
    OK(clGetEventInfo(command, CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue, NULL));
    assert_ptr_equal(queue, f->queue);
    OK(clGetEventInfo(gate, CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue, NULL));
    assert_null(queue);
    OK(clRetainEvent(gate));
    OK(clGetEventInfo(gate, CL_EVENT_REFERENCE_COUNT, sizeof number, &number, NULL));
    assert_int_equal(number, 2);
    OK(clReleaseEvent(gate));
    CODE(clGetEventInfo(gate, 1, sizeof number, &number, NULL), CL_INVALID_VALUE);
    CODE(clGetEventInfo(NULL, CL_EVENT_CONTEXT, sizeof context, &context, NULL), CL_INVALID_EVENT);
    OK(clWaitForEvents(1, &command));
    CODE(clGetEventProfilingInfo(command, 1, sizeof time, &time, NULL), CL_INVALID_VALUE);
    CODE(clGetEventProfilingInfo(NULL, CL_PROFILING_COMMAND_END, sizeof time, &time, NULL), CL_INVALID_EVENT);
    OK(clReleaseEvent(command));
    OK(clReleaseEvent(gate));
    CODE(clReleaseEvent(gate), CL_INVALID_EVENT);
    CODE(clRetainEvent(gate), CL_INVALID_EVENT);
}

/* ---- Times ---------------------------------------------------------------------------------------------------------
 */

static cl_ulong time_of(cl_event event, cl_profiling_info name)
{
    cl_ulong time = 0;
    OK(clGetEventProfilingInfo(event, name, sizeof time, &time, NULL));
    return time;
}

static void times_are_in_order(void **state)
{
    const fixture *f = *state;
    cl_kernel kernel = kernel_of(f->program, "spin");
    cl_mem buffer = buffer_of(f->context, 0, sizeof(cl_uint), NULL);
    const cl_uint steps = 100000;
    OK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    OK(clSetKernelArg(kernel, 1, sizeof steps, &steps));
    for (int i = 0; i < 10; i++) {
        cl_ulong host = 0, later = 0;
        cl_event event;
        OK(clGetHostTimer(f->device, &host));
        OK(clEnqueueTask(f->queue, kernel, 0, NULL, &event));
        OK(clWaitForEvents(1, &event));
        OK(clGetHostTimer(f->device, &later));
        const cl_ulong queued = time_of(event, CL_PROFILING_COMMAND_QUEUED),
                       submit = time_of(event, CL_PROFILING_COMMAND_SUBMIT);
        const cl_ulong begin = time_of(event, CL_PROFILING_COMMAND_START),
                       finish = time_of(event, CL_PROFILING_COMMAND_END);
        assert_true(host <= queued && queued <= submit && submit <= begin && begin < finish && finish <= later);
        assert_int_equal(time_of(event, CL_PROFILING_COMMAND_COMPLETE), finish);
        OK(clReleaseEvent(event));
    }
    OK(clReleaseMemObject(buffer));
    OK(clReleaseKernel(kernel));
}

/* ---- Callbacks -----------------------------------------------------------------------------------------------------
 */

typedef struct calls {
    atomic_int count, submitted, running, complete, failed;
    const fixture *f;
    pthread_t thread;
} calls;

static void CL_CALLBACK count_call(cl_event event, cl_int status, void *user_data)
{
    calls *c = user_data;
    (void)event;
    c->thread = pthread_self();
    if (status == CL_SUBMITTED) c->submitted++;
    else if (status == CL_RUNNING) c->running++;
    else if (status == CL_COMPLETE) c->complete++;
    else c->failed++;
    c->count++;
}

static void wait_for(atomic_int *count, int wanted)
{
    while (atomic_load(count) < wanted) (void)nanosleep(&(struct timespec){0, 2000000}, NULL);
    assert_int_equal(atomic_load(count), wanted);
}

static void callbacks_of_all_stages(void **state)
{
    const fixture *f = *state;
    static log all = {.lock = PTHREAD_MUTEX_INITIALIZER};
    calls c = {.f = f};
    cl_event gate = user_event(f->context), event;
    OK(enqueue_note(f->queue, &all, 1, 1, &gate, &event));
    OK(clSetEventCallback(event, CL_SUBMITTED, count_call, &c));
    OK(clSetEventCallback(event, CL_RUNNING, count_call, &c));
    OK(clSetEventCallback(event, CL_COMPLETE, count_call, &c));
    nap();
    assert_int_equal(atomic_load(&c.count), 0);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    wait_for(&c.count, 3);
    assert_true(c.submitted == 1 && c.running == 1 && c.complete == 1);
    assert_false(pthread_equal(c.thread, pthread_self())); /* never inside of a call: the application may hold a lock */
    OK(clSetEventCallback(event, CL_COMPLETE, count_call, &c)); /* of one that has ended */
    wait_for(&c.count, 4);
    CODE(clSetEventCallback(event, CL_QUEUED, count_call, &c), CL_INVALID_VALUE);
    CODE(clSetEventCallback(event, CL_COMPLETE, NULL, &c), CL_INVALID_VALUE);
    CODE(clSetEventCallback(NULL, CL_COMPLETE, count_call, &c), CL_INVALID_EVENT);
    OK(clReleaseEvent(event));
    OK(clReleaseEvent(gate));
    /* A failure tells all of them. */
    gate = user_event(f->context);
    OK(enqueue_note(f->queue, &all, 1, 1, &gate, &event));
    OK(clSetEventCallback(event, CL_COMPLETE, count_call, &c));
    OK(clSetEventCallback(gate, CL_COMPLETE, count_call, &c));
    OK(clSetUserEventStatus(gate, -5));
    wait_for(&c.failed, 2);
    OK(clReleaseEvent(event));
    OK(clReleaseEvent(gate));
    OK(clFinish(f->queue));
}

/* A chain: each callback enqueues the next command, waits for it, and adds the next callback. */
static void CL_CALLBACK call_back(cl_event event, cl_int status, void *user_data)
{
    calls *c = user_data;
    cl_event next;
    (void)event;
    if (status != CL_COMPLETE) c->failed++;
    if (c->count < 20) {
        OK(clEnqueueMarkerWithWaitList(c->f->queue, 0, NULL, &next));
        OK(clFinish(c->f->queue));
        OK(clSetEventCallback(next, CL_COMPLETE, call_back, c));
        OK(clReleaseEvent(next)); /* the callback has it */
    }
    c->count++;
}

static void callbacks_may_call_back(void **state)
{
    const fixture *f = *state;
    calls c = {.f = f};
    cl_event event;
    OK(clEnqueueMarkerWithWaitList(f->queue, 0, NULL, &event));
    OK(clSetEventCallback(event, CL_COMPLETE, call_back, &c));
    OK(clReleaseEvent(event));
    wait_for(&c.count, 21);
    assert_int_equal(atomic_load(&c.failed), 0);
}

static void CL_CALLBACK end_it(cl_event event, cl_int status, void *user_data)
{
    (void)event, (void)status;
    OK(clSetUserEventStatus(user_data, CL_COMPLETE));
}

/* The thread that waits for a queue is freed by a callback that ends a user event. */
static void a_callback_frees_who_waits(void **state)
{
    const fixture *f = *state;
    static log all = {.lock = PTHREAD_MUTEX_INITIALIZER};
    cl_event gate = user_event(f->context), event;
    OK(enqueue_note(f->disordered, &all, 1, 0, NULL, &event));
    OK(enqueue_note(f->queue, &all, 2, 1, &gate, NULL));
    OK(clSetEventCallback(event, CL_COMPLETE, end_it, gate));
    OK(clFinish(f->queue));
    assert_int_equal(place_of(&all, 2), 1);
    OK(clReleaseEvent(event));
    OK(clReleaseEvent(gate));
}

static void CL_CALLBACK built(cl_program program, void *user_data)
{
    cl_build_status status = 1;
    calls *c = user_data;
    OK(clGetProgramBuildInfo(program, c->f->device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL));
    if (status != CL_BUILD_SUCCESS) c->failed++;
    c->count++;
}

static void builds_call_back(void **state)
{
    const fixture *f = *state;
    calls c = {.f = f};
    cl_int code;
    cl_program program = source_program(f->context), linked;
    OK(clBuildProgram(program, 0, NULL, NULL, built, &c));
    wait_for(&c.count, 1);
    OK(clCompileProgram(program, 0, NULL, NULL, 0, NULL, NULL, built, &c));
    wait_for(&c.count, 2);
    linked = clLinkProgram(f->context, 0, NULL, NULL, 1, &program, built, &c, &code);
    OK(code);
    wait_for(&c.count, 3);
    OK(clReleaseKernel(kernel_of(linked, "advance")));
    assert_int_equal(atomic_load(&c.failed), 0);
    OK(clReleaseProgram(linked));
    OK(clReleaseProgram(program));
}

/* Everything is released while commands wait: they go on. */
static void commands_outlive_their_handles(void **state)
{
    const fixture *f = *state;
    static log all = {.lock = PTHREAD_MUTEX_INITIALIZER};
    cl_int code;
    cl_context context = clCreateContext(NULL, 1, &f->device, NULL, NULL, &code);
    OK(code);
    cl_command_queue queue = clCreateCommandQueue(context, f->device, 0, &code);
    OK(code);
    cl_event gate = user_event(context);
    OK(enqueue_note(queue, &all, 1, 1, &gate, NULL));
    OK(enqueue_note(queue, &all, 2, 0, NULL, NULL));
    OK(clReleaseCommandQueue(queue));
    OK(clReleaseContext(context));
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clReleaseEvent(gate));
    while (place_of(&all, 2) < 0) (void)nanosleep(&(struct timespec){0, 2000000}, NULL);
    assert_int_equal(place_of(&all, 2), 1);
}

/* ---- Several threads that wait for one queue ------------------------------------------------------------------------
 */

enum { WAITERS = 12 };

/* A thread that waits for an event, or for the queue. */
typedef struct waiter {
    cl_command_queue queue;
    cl_event event; /* NULL: for the queue */
    atomic_int *done;
    cl_int code;
} waiter;

static void *wait_in_thread(void *data)
{
    waiter *w = data;
    w->code = w->event ? clWaitForEvents(1, &w->event) : clFinish(w->queue);
    atomic_fetch_add(w->done, 1);
    return NULL;
}

/* Each thread is woken by its own event, in whatever order they end, and those that finish by the last. */
static void threads_that_wait_for_a_queue_are_all_woken(void **state)
{
    const fixture *f = *state;
    static log all = {.lock = PTHREAD_MUTEX_INITIALIZER};
    for (int round = 0; round < 30; round++) {
        cl_event gates[WAITERS], ends[WAITERS];
        waiter waiters[WAITERS + 2];
        pthread_t threads[WAITERS + 2];
        atomic_int done = 0;
        all.count = 0;
        for (int i = 0; i < WAITERS; i++) {
            gates[i] = user_event(f->context);
            OK(enqueue_note(f->disordered, &all, i, 1, &gates[i], &ends[i]));
        }
        for (int i = 0; i < WAITERS + 2; i++) {
            waiters[i] = (waiter){f->disordered, i < WAITERS ? ends[i] : NULL, &done, 1};
            assert_int_equal(pthread_create(&threads[i], NULL, wait_in_thread, &waiters[i]), 0);
        }
        if (round % 2) nap(); /* they sleep before the first command can run */
        for (int i = 0; i < WAITERS; i++) OK(clSetUserEventStatus(gates[(i * 5 + round) % WAITERS], CL_COMPLETE));
        for (int i = 0; i < WAITERS + 2; i++) {
            assert_int_equal(pthread_join(threads[i], NULL), 0);
            OK(waiters[i].code);
        }
        assert_int_equal(all.count, WAITERS);
        for (int i = 0; i < WAITERS; i++) {
            OK(clReleaseEvent(gates[i]));
            OK(clReleaseEvent(ends[i]));
        }
    }
}

/* A thread that waits returns when its event has ended, although others of the queue have not. */
static void a_thread_does_not_wait_for_other_events_of_its_queue(void **state)
{
    const fixture *f = *state;
    static log all = {.lock = PTHREAD_MUTEX_INITIALIZER};
    cl_event gates[2] = {user_event(f->context), user_event(f->context)}, ends[2];
    waiter waiters[2];
    pthread_t threads[2];
    atomic_int done = 0;
    for (int i = 0; i < 2; i++) {
        OK(enqueue_note(f->disordered, &all, i, 1, &gates[i], &ends[i]));
        waiters[i] = (waiter){f->disordered, ends[i], &done, 1};
        assert_int_equal(pthread_create(&threads[i], NULL, wait_in_thread, &waiters[i]), 0);
    }
    nap();
    OK(clSetUserEventStatus(gates[1], CL_COMPLETE));
    assert_int_equal(pthread_join(threads[1], NULL), 0);
    assert_int_equal(atomic_load(&done), 1);
    assert_int_equal(status_of(ends[0]), CL_QUEUED);
    OK(clSetUserEventStatus(gates[0], CL_COMPLETE));
    assert_int_equal(pthread_join(threads[0], NULL), 0);
    for (int i = 0; i < 2; i++) {
        OK(waiters[i].code);
        OK(clReleaseEvent(gates[i]));
        OK(clReleaseEvent(ends[i]));
    }
}

/* A structure of 32 bytes needs more alignment than malloc gives. */
static void launches_that_wait_keep_their_values(void **state)
{
    const fixture *f = *state;
    enum { LAUNCHES = 40 };
    struct {
        cl_float4 v;
        cl_char c;
        cl_short2 s;
        cl_char rest[8];
    } m = {.c = 2};
    cl_float table[2] = {0, 3}, out[LAUNCHES];
    cl_mem constants = buffer_of(f->context, CL_MEM_COPY_HOST_PTR, sizeof table, table), results[LAUNCHES];
    cl_event gate = user_event(f->context);
    cl_kernel kernel = kernel_of(f->program, "arguments");
    const cl_char4 c = {{0, 0, 4, 0}};
    const size_t one = 1;
    assert_int_equal(sizeof m, 32);
    OK(clSetKernelArg(kernel, 2, sizeof constants, &constants));
    OK(clSetKernelArg(kernel, 4, sizeof c, &c));
    for (int i = 0; i < LAUNCHES; i++) {
        const cl_double d = 100 * i;
        m.v.s[3] = (cl_float)i;
        results[i] = buffer_of(f->context, 0, sizeof *out, NULL);
        OK(clSetKernelArg(kernel, 0, sizeof m, &m));
        OK(clSetKernelArg(kernel, 1, sizeof d, &d));
        OK(clSetKernelArg(kernel, 3, sizeof results[i], &results[i]));
        OK(clEnqueueNDRangeKernel(f->disordered, kernel, 1, NULL, &one, NULL, 1, &gate, NULL));
    }
    OK(clReleaseKernel(kernel));
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clFinish(f->disordered));
    for (int i = 0; i < LAUNCHES; i++) {
        OK(clEnqueueReadBuffer(f->queue, results[i], CL_TRUE, 0, sizeof out[i], &out[i], 0, NULL, NULL));
        assert_true(out[i] == (cl_float)(101 * i + 2 + 3 + 4));
        OK(clReleaseMemObject(results[i]));
    }
    OK(clReleaseMemObject(constants));
    OK(clReleaseEvent(gate));
}

int main(void)
{
#define TEST(name_) cmocka_unit_test_setup_teardown(name_, start, end)
    const struct CMUnitTest tests[] = {
        TEST(a_queue_in_order_keeps_it),
        TEST(commands_out_of_order_wait_for_their_lists_only),
        TEST(random_graphs_run_in_order),
        TEST(markers_and_barriers),
        TEST(many_commands_wait),
        TEST(a_failed_event_fails_what_waits_for_it),
        TEST(events_refuse_wrong_use),
        TEST(times_are_in_order),
        TEST(callbacks_of_all_stages),
        TEST(callbacks_may_call_back),
        TEST(a_callback_frees_who_waits),
        TEST(builds_call_back),
        TEST(commands_outlive_their_handles),
        TEST(threads_that_wait_for_a_queue_are_all_woken),
        TEST(a_thread_does_not_wait_for_other_events_of_its_queue),
        TEST(launches_that_wait_keep_their_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
