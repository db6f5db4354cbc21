/* The scheduler: it decides in which order commands run, and which thread runs them. Knows queues and events; must not
 * know what a command does.
 *
 * A command may run when the events of its wait list have ended and, in an in-order queue, when all commands before it
 * have ended. Then it is run by one of these threads:
 * - The thread that enqueues it, at once, if the call blocks or the command is expected to be shorter than waking a
 *   thread.
 * - A thread that waits for the queue or for one of its events.
 * - A worker. Workers start when they are needed, sleep while there is nothing to do, and end after some seconds.
 * Callbacks of events run in a thread of their own, so that they meet no lock of the application.
 *
 * One lock guards the whole graph. It is held for a few list operations only, never while a command runs.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/object.h"

#include "core/pool.h"
#include "platform/platform.h"

#include <stdlib.h>
#include <time.h>

enum {
    STACK = 8 << 20,   /* bytes of a worker's stack: private arrays of kernels live there */
    MAX_WORKERS = 8,   /* for commands of several queues; each kernel is spread over the device's own threads */
    DIRECT_NS = 20000, /* the longest command that the enqueuing thread runs without blocking */
    IDLE_SECONDS = 5   /* a thread without work ends after this time */
};

/* Queues of all contexts share the workers. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t work;                 /* wakes workers */
    pthread_cond_t due;                  /* wakes the thread of callbacks */
    pthread_cond_t ended;                /* wakes threads that wait for user events */
    cl_command_queue first, last;        /* queues with ready commands */
    unsigned workers;                    /* threads */
    unsigned idle;                       /* workers that sleep */
    unsigned called;                     /* idle workers that have been woken and do not run yet */
    unsigned waiters;                    /* threads that wait for user events */
    cl_command_queue takes_next_of;      /* while a command ends: its thread takes this queue's next command */
    bool takes_next;                     /* while a command ends: its thread takes any queue's next command */
    bool lacks_workers;                  /* there is no worker, and none could be started */
    icd_callback *first_due, **last_due; /* a list; last_due is valid while first_due is not NULL */
    bool caller;                         /* the thread of callbacks exists */
    cl_command_queue queues;             /* all queues */
    bool forked;                         /* this process is a child whose queues restore_child() has not seen yet */
} scheduler = {.lock = PTHREAD_MUTEX_INITIALIZER,
               .work = PTHREAD_COND_INITIALIZER,
               .due = PTHREAD_COND_INITIALIZER,
               .ended = PTHREAD_COND_INITIALIZER};

static void *run_worker(void *unused);
static void *run_caller(void *unused);

static void restore_child(void);

static void enter(void)
{
    pthread_mutex_lock(&scheduler.lock);
    if (scheduler.forked) restore_child();
}

static bool start_detached(void *(*work)(void *))
{
    pthread_t thread;
    if (!clbi_thread_start(&thread, STACK, work, NULL)) return false;
    (void)pthread_detach(thread);
    return true;
}

/* ---- Ready commands: all under the lock ----------------------------------------------------------------------------
 */

static void call_worker(void)
{
    if (scheduler.idle > scheduler.called) {
        scheduler.called++;
        pthread_cond_signal(&scheduler.work);
    } else if (scheduler.workers < MAX_WORKERS) {
        if (start_detached(run_worker)) scheduler.workers++;
        else if (scheduler.workers == 0) scheduler.lacks_workers = true;
    }
}

/* Wakes a sleeping thread, which runs the queue's ready commands. */
static void call_for(cl_command_queue queue)
{
    if (scheduler.takes_next ||
        scheduler.takes_next_of == queue) { /* the thread that ends a command runs one of them */
        scheduler.takes_next = false;
        scheduler.takes_next_of = NULL;
        return;
    }
    if (queue->waiters > 0) pthread_cond_broadcast(&queue->changed);
    if (queue->ready > queue->waiters) call_worker();
}

static void activate(cl_command_queue queue)
{
    queue->previous_active = scheduler.last;
    queue->next_active = NULL;
    if (scheduler.last) scheduler.last->next_active = queue;
    else scheduler.first = queue;
    scheduler.last = queue;
    queue->active = true;
}

static void deactivate(cl_command_queue queue)
{
    if (queue->previous_active) queue->previous_active->next_active = queue->next_active;
    else scheduler.first = queue->next_active;
    if (queue->next_active) queue->next_active->previous_active = queue->previous_active;
    else scheduler.last = queue->previous_active;
    queue->active = false;
}

static void make_due(cl_event event, cl_int status);

static void make_ready(cl_event event)
{
    cl_command_queue queue = event->queue;
    event->state = ICD_READY;
    if (event->profiled) event->submitted = clbi_now_ns();
    atomic_store(&event->status, CL_SUBMITTED);
    if (event->callbacks) make_due(event, CL_SUBMITTED);
    event->next_ready = NULL;
    if (queue->last_ready) queue->last_ready->next_ready = event;
    else queue->first_ready = event;
    queue->last_ready = event;
    queue->ready++;
    if (!queue->active) activate(queue);
}

/* Takes the first ready command of a queue that has one. The caller runs it. */
static cl_event take_ready(cl_command_queue queue)
{
    cl_event event = queue->first_ready;
    queue->first_ready = event->next_ready;
    if (!queue->first_ready) queue->last_ready = NULL;
    queue->ready--;
    deactivate(queue);
    if (queue->first_ready) activate(queue); /* at the end of the list, so that the queues take turns */
    event->state = ICD_RUNNING;
    if (event->profiled) event->started = clbi_now_ns();
    atomic_store(&event->status, CL_RUNNING);
    if (event->callbacks) make_due(event, CL_RUNNING);
    return event;
}

/* Makes a command ready if it need not wait any more. */
static void make_ready_if_free(cl_event event)
{
    cl_command_queue queue = event->queue;
    if (event->state != ICD_WAITING || event->waits > 0) return;
    if (event->in_order && (queue->first != event || queue->direct > 0)) return;
    make_ready(event);
    call_for(queue);
}

/* Tells the events that wait for this one that it has ended. */
static void tell_dependents(cl_event event, bool failed)
{
    icd_edge *edge = event->dependents;
    event->dependents = NULL;
    while (edge) {
        cl_event waiting = edge->waiting;
        edge = edge->next;
        waiting->failed = waiting->failed || failed;
        waiting->waits--;
        make_ready_if_free(waiting);
    }
}

static void remove_command(cl_event event)
{
    cl_command_queue queue = event->queue;
    if (event->previous) event->previous->next = event->next;
    else queue->first = event->next;
    if (event->next) event->next->previous = event->previous;
    else queue->last = event->previous;
    if (queue->barrier == event) queue->barrier = NULL;
}

static void append_command(cl_event event)
{
    cl_command_queue queue = event->queue;
    event->number = ++queue->count;
    event->previous = queue->last;
    event->next = NULL;
    if (queue->last) queue->last->next = event;
    else queue->first = event;
    queue->last = event;
}

/* ---- Running -------------------------------------------------------------------------------------------------------
 */

/* The next step of a thread that has run a command: none, or another command of the queue, or of any queue. */
typedef enum then { STOP, TAKE_OF_QUEUE, TAKE_ANY } then;

static void run_taken(cl_event event, then then);
static void call_due(void);

/* Releases the lock. Where no other thread could be started, this one first runs the ready commands and callbacks. */
static void leave(void)
{
    while (scheduler.lacks_workers && scheduler.first) {
        cl_event event = take_ready(scheduler.first);
        pthread_mutex_unlock(&scheduler.lock);
        run_taken(event, STOP);
        enter();
    }
    scheduler.lacks_workers = false;
    while (!scheduler.caller && scheduler.first_due) call_due();
    pthread_mutex_unlock(&scheduler.lock);
}

static void end_command(cl_event event, cl_int code)
{
    cl_command_queue queue = event->queue;
    if (event->state == ICD_ENDED) return; /* restore_child() has ended it */
    event->state = ICD_ENDED;
    remove_command(event);
    atomic_store(&event->status, code);
    tell_dependents(event, code < 0);
    if (event->callbacks) make_due(event, code);
    if (queue->first) make_ready_if_free(queue->first);
    const bool finished = queue->finishing > 0 && (!queue->first || queue->first->number > queue->finish_number);
    if (queue->waiters > 0 && (event->awaited > 0 || finished)) pthread_cond_broadcast(&queue->changed);
}

/* Runs a command that take_ready() returned, and drops the command's hold on its event. */
static void run_taken(cl_event event, then then)
{
    icd_command *command = &event->command;
    cl_int code = CL_COMPLETE;
    if (event->failed) code = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    else if (command->run) code = command->run(command, event->queue);
    if (event->profiled) event->ended = clbi_now_ns();
    if (command->drop) command->drop(command);
    enter();
    scheduler.takes_next = then == TAKE_ANY;
    scheduler.takes_next_of = then == TAKE_OF_QUEUE ? event->queue : NULL;
    end_command(event, code);
    scheduler.takes_next = false;
    scheduler.takes_next_of = NULL;
    leave();
    clbi_icd_object_drop(&event->object);
}

/* The time until which an idle thread sleeps. */
static struct timespec sleep_end(void)
{
    struct timespec end = {0};
    (void)clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += IDLE_SECONDS;
    return end;
}

static void *run_worker(void *unused)
{
    (void)unused;
    enter();
    for (;;) {
        if (scheduler.first) {
            cl_event event = take_ready(scheduler.first);
            pthread_mutex_unlock(&scheduler.lock);
            run_taken(event, TAKE_ANY);
            enter();
            continue;
        }
        const struct timespec end = sleep_end();
        scheduler.idle++;
        const int slept = pthread_cond_timedwait(&scheduler.work, &scheduler.lock, &end);
        scheduler.idle--;
        if (scheduler.called > 0) scheduler.called--;
        if (slept != 0 && !scheduler.first) break;
    }
    scheduler.workers--;
    pthread_mutex_unlock(&scheduler.lock);
    return NULL;
}

/* ---- Enqueuing -----------------------------------------------------------------------------------------------------
 */

cl_int clbi_icd_check_wait_list(cl_context context, cl_uint count, const cl_event *list)
{
    if ((count == 0) != (list == NULL)) return CL_INVALID_EVENT_WAIT_LIST;
    for (cl_uint i = 0; i < count; i++) {
        if (!clbi_icd_object_valid(list[i], ICD_EVENT)) return CL_INVALID_EVENT_WAIT_LIST;
        if (list[i]->context != context) return CL_INVALID_CONTEXT;
    }
    return CL_SUCCESS;
}

static bool is_barrier(const icd_command *command)
{
    return command->type == CL_COMMAND_BARRIER;
}

/* Whether a command waits for all commands before it in its queue. */
static bool runs_in_order(cl_command_queue queue, const icd_command *command, cl_uint count)
{
    return !(queue->flags & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) ||
           ((is_barrier(command) || command->type == CL_COMMAND_MARKER) && count == 0);
}

/* Whether the command need not wait for another one. Under the lock. */
static bool may_begin(cl_command_queue queue, const icd_command *command, cl_uint count, const cl_event *list)
{
    if (runs_in_order(queue, command, count) && (queue->first || queue->direct > 0)) return false;
    if (queue->barrier) return false;
    for (cl_uint i = 0; i < count; i++)
        if (list[i]->state != ICD_ENDED || atomic_load(&list[i]->status) < 0) return false;
    return true;
}

void clbi_icd_event_destroy(icd_object *object)
{
    cl_event event = (cl_event)(void *)object;
    while (event->callbacks) {
        icd_callback *callback = event->callbacks;
        event->callbacks = callback->next;
        free(callback);
    }
    if (event->edges != event->few) free(event->edges);
    if (event->queue) clbi_icd_object_drop(&event->queue->object);
    if (event->context) clbi_icd_object_drop(&event->context->object);
}

static cl_event new_event(cl_command_queue queue, const icd_command *command)
{
    cl_event event = clbi_icd_object_new(ICD_EVENT, sizeof *event, clbi_icd_event_destroy);
    if (!event) return NULL;
    event->edges = event->few;
    event->queue = queue;
    event->context = queue->context;
    clbi_icd_object_hold(&queue->object);
    clbi_icd_object_hold(&queue->context->object);
    event->profiled = (queue->flags & CL_QUEUE_PROFILING_ENABLE) != 0;
    event->command.type = command->type;
    atomic_store_explicit(&event->status, CL_QUEUED, memory_order_relaxed);
    if (event->profiled) event->queued = clbi_now_ns();
    return event;
}

/* Runs a command in this thread. The caller has counted it in queue->direct. */
static cl_int run_directly(cl_command_queue queue, const icd_command *command, cl_event *event)
{
    cl_int code = CL_COMPLETE;
    cl_event made = event ? new_event(queue, command) : NULL;
    if (event && !made) {
        code = CL_OUT_OF_HOST_MEMORY;
    } else {
        if (made && made->profiled) made->submitted = made->started = clbi_now_ns();
        if (command->run) code = command->run(command, queue);
        if (made && made->profiled) made->ended = clbi_now_ns();
    }
    if (made && code < 0) {
        clbi_icd_object_discard(&made->object);
    } else if (made) {
        made->state = ICD_ENDED;
        atomic_store_explicit(&made->status, code, memory_order_relaxed);
        *event = made;
    }
    enter();
    if (queue->direct > 0) queue->direct--;
    if (queue->first) make_ready_if_free(queue->first);
    leave();
    return code;
}

/* Appends the event to its queue, and adds it to the dependents of the events that it waits for. Under the lock. */
static void link_command(cl_event event, cl_uint count, const cl_event *list)
{
    cl_command_queue queue = event->queue;
    for (cl_uint i = 0; i <= count; i++) {
        cl_event other = i < count ? list[i] : queue->barrier;
        if (!other) continue;
        if (other->state == ICD_ENDED) {
            event->failed = event->failed || atomic_load(&other->status) < 0;
            continue;
        }
        event->edges[i] = (icd_edge){.next = other->dependents, .waiting = event};
        other->dependents = &event->edges[i];
        event->waits++;
    }
    event->in_order = runs_in_order(queue, &event->command, count);
    append_command(event);
    if (is_barrier(&event->command)) queue->barrier = event;
}

static cl_int enqueue_later(cl_command_queue queue, const icd_command *command, cl_uint count, const cl_event *list,
                            bool block, cl_event *result)
{
    cl_int code = CL_SUCCESS;
    cl_event event = new_event(queue, command);
    if (!event) return CL_OUT_OF_HOST_MEMORY;
    event->command = *command;
    if (count >= ICD_EDGES) event->edges = calloc((size_t)count + 1, sizeof *event->edges);
    if (!event->edges || (event->command.keep && !event->command.keep(&event->command))) {
        clbi_icd_object_discard(&event->object);
        return CL_OUT_OF_HOST_MEMORY;
    }
    if (result || block) clbi_icd_object_hold(&event->object); /* for the command; the first hold is this call's */
    if (!result) atomic_store_explicit(&event->object.references, 0, memory_order_relaxed);
    enter();
    link_command(event, count, list);
    make_ready_if_free(event);
    leave();
    if (block) code = clbi_icd_wait(event);
    if (result && code >= 0) *result = event;
    else if (result || block) clbi_icd_object_drop(&event->object);
    return code < 0 ? code : CL_SUCCESS;
}

cl_int clbi_icd_enqueue(cl_command_queue queue, const icd_command *command, cl_uint count, const cl_event *list,
                        bool block, cl_event *event)
{
    if (block || command->cost <= DIRECT_NS) {
        enter();
        const bool direct = may_begin(queue, command, count, list);
        if (direct) queue->direct++;
        pthread_mutex_unlock(&scheduler.lock);
        if (direct) return run_directly(queue, command, event);
    }
    return enqueue_later(queue, command, count, list, block, event);
}

cl_int clbi_icd_submit(const icd_submission *submission, const icd_command *command)
{
    return clbi_icd_enqueue(submission->queue, command, submission->wait_count, submission->wait_list,
                            submission->blocking, submission->event);
}

/* ---- Waiting -------------------------------------------------------------------------------------------------------
 */

/* Runs a command of the queue, or sleeps until there is one or what the caller waits for has ended. Under the lock. */
static void help_or_sleep(cl_command_queue queue)
{
    if (queue->first_ready) {
        cl_event ready = take_ready(queue);
        pthread_mutex_unlock(&scheduler.lock);
        run_taken(ready, TAKE_OF_QUEUE);
        enter();
        return;
    }
    queue->waiters++;
    pthread_cond_wait(&queue->changed, &scheduler.lock);
    queue->waiters--;
}

cl_int clbi_icd_wait(cl_event event)
{
    cl_command_queue queue = event->queue;
    enter();
    event->awaited++;
    while (event->state != ICD_ENDED) {
        if (queue) {
            help_or_sleep(queue);
        } else {
            scheduler.waiters++;
            pthread_cond_wait(&scheduler.ended, &scheduler.lock);
            scheduler.waiters--;
        }
    }
    event->awaited--;
    if (queue && queue->first_ready) call_for(queue); /* this thread may have been woken to run them */
    const cl_int status = atomic_load(&event->status);
    leave();
    return status;
}

void clbi_icd_finish(cl_command_queue queue)
{
    enter();
    const uint64_t last = queue->count;
    if (queue->finishing++ == 0 || last < queue->finish_number) queue->finish_number = last;
    while (queue->first && queue->first->number <= last) help_or_sleep(queue);
    queue->finishing--;
    if (queue->first_ready) call_for(queue);
    leave();
}

/* ---- User events ---------------------------------------------------------------------------------------------------
 */

cl_int clbi_icd_end_user_event(cl_event event, cl_int status)
{
    enter();
    const bool first = event->state != ICD_ENDED;
    if (first) {
        event->state = ICD_ENDED;
        atomic_store(&event->status, status);
        tell_dependents(event, status < 0);
        if (event->callbacks) make_due(event, status);
        if (scheduler.waiters > 0) pthread_cond_broadcast(&scheduler.ended);
    }
    leave();
    return first ? CL_SUCCESS : CL_INVALID_OPERATION;
}

/* ---- Callbacks -----------------------------------------------------------------------------------------------------
 */

/* Moves the callbacks that wait for this status to the list of due ones. Under the lock. */
static void make_due(cl_event event, cl_int status)
{
    for (icd_callback **at = &event->callbacks; *at;) {
        icd_callback *callback = *at;
        if (callback->type < status) {
            at = &callback->next;
            continue;
        }
        *at = callback->next;
        callback->next = NULL;
        callback->event = event;
        callback->status = status < 0 ? status : callback->type;
        clbi_icd_object_hold(&event->object);
        if (scheduler.first_due) *scheduler.last_due = callback;
        else scheduler.first_due = callback;
        scheduler.last_due = &callback->next;
    }
    if (!scheduler.first_due) return;
    if (scheduler.caller) pthread_cond_signal(&scheduler.due);
    else scheduler.caller = start_detached(run_caller);
}

/* Calls the first callback that is due. The lock is released during the call. */
static void call_due(void)
{
    icd_callback *callback = scheduler.first_due;
    scheduler.first_due = callback->next;
    pthread_mutex_unlock(&scheduler.lock);
    callback->notify(callback->event, callback->status, callback->user_data);
    clbi_icd_object_drop(&callback->event->object);
    free(callback);
    enter();
}

static void *run_caller(void *unused)
{
    (void)unused;
    enter();
    for (;;) {
        if (scheduler.first_due) {
            call_due();
            continue;
        }
        const struct timespec end = sleep_end();
        if (pthread_cond_timedwait(&scheduler.due, &scheduler.lock, &end) != 0 && !scheduler.first_due) break;
    }
    scheduler.caller = false;
    pthread_mutex_unlock(&scheduler.lock);
    return NULL;
}

cl_int clbi_icd_add_callback(cl_event event, cl_int type,
                             void(CL_CALLBACK *notify)(cl_event event, cl_int status, void *data), void *user_data)
{
    icd_callback *callback = calloc(1, sizeof *callback);
    if (!callback) return CL_OUT_OF_HOST_MEMORY;
    *callback = (icd_callback){.type = type, .notify = notify, .user_data = user_data};
    enter();
    /* The thread is started here, since this call can still report that there is none. */
    if (!scheduler.caller) scheduler.caller = start_detached(run_caller);
    const bool fits = scheduler.caller;
    if (fits) {
        callback->next = event->callbacks;
        event->callbacks = callback;
        const cl_int status = atomic_load(&event->status);
        if (status <= type) make_due(event, status);
    }
    leave();
    if (!fits) free(callback);
    return fits ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
}

/* ---- fork ----------------------------------------------------------------------------------------------------------
 */

void clbi_icd_queue_add(cl_command_queue queue)
{
    enter();
    queue->previous_queue = NULL;
    queue->next_queue = scheduler.queues;
    if (scheduler.queues) scheduler.queues->previous_queue = queue;
    scheduler.queues = queue;
    pthread_mutex_unlock(&scheduler.lock);
}

void clbi_icd_queue_remove(cl_command_queue queue)
{
    enter();
    if (queue->previous_queue) queue->previous_queue->next_queue = queue->next_queue;
    else scheduler.queues = queue->next_queue;
    if (queue->next_queue) queue->next_queue->previous_queue = queue->previous_queue;
    pthread_mutex_unlock(&scheduler.lock);
}

void clbi_icd_scheduler_fork(icd_fork when)
{
    if (when == ICD_BEFORE_FORK) {
        pthread_mutex_lock(&scheduler.lock);
        return;
    }
    if (when == ICD_IN_CHILD) scheduler.forked = true;
    pthread_mutex_unlock(&scheduler.lock);
}

/* In a child made by fork: the other threads are gone, so the commands that they were running end as errors. Commands
 * that need not wait for others can run. Under the lock. */
static void restore_child(void)
{
    const pthread_cond_t fresh = PTHREAD_COND_INITIALIZER;
    scheduler.forked = false;
    scheduler.work = scheduler.due = scheduler.ended = fresh;
    scheduler.workers = scheduler.idle = scheduler.called = scheduler.waiters = 0;
    scheduler.caller = scheduler.lacks_workers = false;
    clbi_icd_devices_mend();
    for (cl_command_queue queue = scheduler.queues; queue; queue = queue->next_queue) {
        queue->changed = fresh;
        queue->waiters = queue->finishing = 0;
        queue->direct = 0;
    }
    for (cl_command_queue queue = scheduler.queues; queue; queue = queue->next_queue) {
        for (cl_event event = queue->first, next; event; event = next) {
            next = event->next;
            if (event->state == ICD_RUNNING) end_command(event, CL_OUT_OF_RESOURCES);
        }
        if (queue->first_ready) call_for(queue);
    }
}
