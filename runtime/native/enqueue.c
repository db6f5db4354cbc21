/* See enqueue.h. Commands and events, and the callbacks of generated code; must not know how a command runs.
 *
 * SPDX-License-Identifier: MIT */
#include "native/enqueue.h"

#include "core/status.h"
#include "observe/watch.h"
#include "platform/platform.h"

#include <stdlib.h>
#include <string.h>

/* OpenCL C's codes. */
enum {
    SUCCESS = 0,
    FAILURE = -101,
    WRONG_QUEUE = -102,
    WRONG_RANGE = -160,
    WRONG_EVENT = -57,
    WRONG_SIZE = -51,
    QUEUE_FULL = -161,
    TOO_MANY_EVENTS = -100,
    NO_MEMORY = -5
};

/* The status of an event, besides those that set_user_event_status states. */
enum { RUNNING = 2, CANCELLED = -1, FAILED_WAIT = -14 };

/* A command in an event's list. */
typedef struct waiter {
    clbi_enqueued *command;
    struct waiter *next;
} waiter;

/* Where the times of an event go when it is complete. */
typedef struct times_wish {
    void *value;
    struct times_wish *next;
} times_wish;

/* An event's value is its number + 1, and above it how often the number was used before. */
typedef struct clbi_queue_events {
    uint32_t generation;
    uint32_t references; /* 0: the number is free */
    int32_t status;      /* RUNNING, 0 or negative */
    size_t next_unused;
    waiter *waiters;
    times_wish *wishes;
    uint64_t times[2]; /* ns from the start to the end, and to the end of what it enqueued */
} queue_event;

static size_t aligned_size(size_t size)
{
    return (size + CLB_NATIVE_ALIGNMENT - 1) / CLB_NATIVE_ALIGNMENT * CLB_NATIVE_ALIGNMENT;
}

/* ---- Events. The lock is held ----------------------------------------------------------------------------------- */

static queue_event *event_of(const clbi_enqueuing *all, uint64_t value)
{
    const size_t number = (size_t)(value & UINT32_MAX);
    if (number == 0 || number > all->event_count) return NULL;
    queue_event *event = &all->events[number - 1];
    return event->references > 0 && event->generation == value >> 32 ? event : NULL;
}

static uint64_t new_event(clbi_enqueuing *all, uint32_t references)
{
    size_t number = all->unused;
    if (number == 0 && all->event_count == all->event_capacity) {
        const size_t more = all->event_capacity ? 2 * all->event_capacity : 64;
        queue_event *list = more <= CLBI_QUEUE_EVENTS ? realloc(all->events, more * sizeof *list) : NULL;
        if (!list) return CLB_NULL_EVENT;
        all->events = list;
        all->event_capacity = more;
    }
    if (number == 0) {
        all->events[all->event_count] = (queue_event){.generation = 0};
        number = ++all->event_count;
    } else {
        all->unused = all->events[number - 1].next_unused;
    }
    queue_event *event = &all->events[number - 1];
    *event = (queue_event){.generation = event->generation, .references = references, .status = RUNNING};
    return (uint64_t)event->generation << 32 | number;
}

static void drop_event(clbi_enqueuing *all, queue_event *event)
{
    if (--event->references > 0) return;
    while (event->wishes) {
        times_wish *wish = event->wishes;
        event->wishes = wish->next;
        free(wish);
    }
    if (++event->generation == UINT32_MAX) event->generation = 0;
    event->next_unused = all->unused;
    all->unused = (size_t)(event - all->events) + 1;
}

static void append_ready(clbi_enqueuing *all, clbi_enqueued *command)
{
    command->next = NULL;
    *all->last = command;
    all->last = &command->next;
}

static void settle_event(clbi_enqueuing *all, queue_event *event, int32_t status, const uint64_t times[2])
{
    if (event->status != RUNNING) return;
    event->status = status;
    if (times) memcpy(event->times, times, sizeof event->times);
    for (times_wish *wish = event->wishes; wish; wish = wish->next)
        memcpy(wish->value, event->times, sizeof event->times);
    waiter *w = event->waiters;
    event->waiters = NULL;
    for (waiter *next; w; w = next) {
        next = w->next;
        if (status < 0 && w->command->status == 0) w->command->status = FAILED_WAIT;
        if (--w->command->unresolved == 0) {
            all->waiting--;
            append_ready(all, w->command);
        }
        drop_event(all, event);
    }
}

/* ---- Commands --------------------------------------------------------------------------------------------------- */

static clbi_enqueuing *new_enqueuing(const clbi_enqueuer *from)
{
    clbi_enqueuing *all = calloc(1, sizeof *all);
    if (!all || pthread_mutex_init(&all->lock, NULL) != 0) {
        free(all);
        return NULL;
    }
    all->device = from->device;
    all->checks = from->checks;
    all->variables = from->variables;
    all->last = &all->ready;
    all->root = (clbi_enqueued){.queue = from->queue, .all = all, .unfinished = 1, .event = CLB_NULL_EVENT};
    return all;
}

/* Which of the two a range's queue is: a launch's enqueuer has no command of its own until it is used. */
static const clb_native_queue_functions launch_functions, command_functions;

/* The command whose work-item has the range; NULL: no memory. */
static clbi_enqueued *command_of(const clb_native_range *range)
{
    if (range->queue->functions == &command_functions) return (clbi_enqueued *)(uintptr_t)range->queue;
    clbi_enqueuer *from = (clbi_enqueuer *)(uintptr_t)range->queue;
    clbi_enqueuing *all = atomic_load_explicit(&from->all, memory_order_acquire);
    if (!all) {
        clbi_enqueuing *made = new_enqueuing(from);
        if (!made) return NULL;
        if (atomic_compare_exchange_strong(&from->all, &all, made)) return &made->root;
        pthread_mutex_destroy(&made->lock);
        free(made);
    }
    return &all->root;
}

static bool is_range(const clb_native_queue *queue, const clb_native_ndrange *range)
{
    uint64_t items = 1, groups = 1;
    if (range->dimensions < 1 || range->dimensions > 3) return false;
    for (int d = 0; d < 3; d++) {
        const uint64_t local = range->local[0] ? range->local[d] : 1;
        if (local == 0 || local > queue->work_group_size / items) return false;
        items *= local;
        if (range->global[d] > SIZE_MAX / 4 || range->offset[d] > SIZE_MAX / 4) return false;
        if (range->global[d] && range->global[d] > SIZE_MAX / 4 / groups) return false;
        if (range->global[d]) groups *= range->global[d];
    }
    return true;
}

static bool are_sizes(const clbi_native_device *device, const clb_native_command *command)
{
    uint64_t left = device->info->local_memory_size;
    for (uint32_t i = 0; command->block && i < command->block->local_count; i++) {
        uint64_t size;
        memcpy(&size, (const char *)command->local_sizes + i * sizeof size, sizeof size);
        if (size == 0 || size > left) return false;
        left -= size;
    }
    return true;
}

/* The command with all that belongs to it in one block, which begins with it. NULL: no memory, or more than the limit.
 */
static clbi_enqueued *copy_command(clbi_enqueued *parent, const clb_native_command *from, waiter **waiters)
{
    const clb_native_block *block = from->block;
    const size_t locals = block ? block->local_count : 0, captured = block ? block->captured_size : 0;
    if (from->wait_count > CLBI_QUEUE_BYTES / sizeof(waiter)) return NULL;
    const size_t waiters_at = sizeof(clbi_enqueued);
    const size_t sizes_at = waiters_at + from->wait_count * sizeof(waiter);
    const size_t captured_at = aligned_size(sizes_at + locals * sizeof(uint64_t));
    const size_t bytes = captured_at + aligned_size(captured);
    if (bytes > CLBI_QUEUE_BYTES) return NULL;
    char *memory = clbi_aligned_alloc(bytes);
    if (!memory) return NULL;
    clbi_enqueued *command = (clbi_enqueued *)(void *)memory;
    *command = (clbi_enqueued){.queue = parent->queue,
                               .all = parent->all,
                               .parent = parent->parent && parent->event == CLB_NULL_EVENT ? parent->parent : parent,
                               .block = block,
                               .unfinished = 1,
                               .event = CLB_NULL_EVENT,
                               .bytes = bytes,
                               .local_sizes = (const uint64_t *)(const void *)(memory + sizes_at),
                               .captured = memory + captured_at};
    command->queue.functions = &command_functions;
    *waiters = (waiter *)(void *)(memory + waiters_at);
    if (locals) memcpy(memory + sizes_at, from->local_sizes, locals * sizeof(uint64_t));
    if (captured) memcpy(memory + captured_at, from->captured, captured);
    if (block) command->range = *from->range;
    return command;
}

static uint64_t wait_of(const clb_native_command *from, uint32_t i)
{
    uint64_t value;
    memcpy(&value, (const char *)from->wait + i * sizeof value, sizeof value);
    return value;
}

/* Puts the command into the lists of the events that it waits for. The lock is held. */
static void wait_for(clbi_enqueued *command, const clb_native_command *from, waiter *waiters)
{
    clbi_enqueuing *all = command->all;
    for (uint32_t i = 0; i < from->wait_count; i++) {
        queue_event *event = event_of(all, wait_of(from, i));
        if (event->status < 0) command->status = FAILED_WAIT;
        if (event->status != RUNNING) continue;
        waiters[i] = (waiter){command, event->waiters};
        event->waiters = &waiters[i];
        event->references++;
        command->unresolved++;
    }
    if (command->unresolved) all->waiting++;
    else append_ready(all, command);
}

/* The lock is held. */
static int32_t append_command(clbi_enqueued *command, const clb_native_command *from, waiter *waiters, uint64_t *event)
{
    clbi_enqueuing *all = command->all;
    for (uint32_t i = 0; i < from->wait_count; i++) {
        const queue_event *known = event_of(all, wait_of(from, i));
        if (!known || known->references > UINT32_MAX / 2) return WRONG_EVENT;
    }
    if (command->bytes > CLBI_QUEUE_BYTES - all->bytes) return QUEUE_FULL;
    if (from->event && (command->event = new_event(all, 2)) == CLB_NULL_EVENT) return TOO_MANY_EVENTS;
    *event = command->event;
    all->bytes += command->bytes;
    command->parent->unfinished++;
    wait_for(command, from, waiters);
    return SUCCESS;
}

static int32_t check_command(const clbi_enqueued *parent, const clb_native_command *from)
{
    if (from->queue == 0) return WRONG_QUEUE;
    if ((from->flags & ~CLB_ENQUEUE_SAYS_WHY) > 2) return FAILURE;
    if (from->wait_count > 0 && !from->wait) return WRONG_EVENT;
    if (!from->block) return SUCCESS;
    if (!is_range(&parent->queue, from->range)) return WRONG_RANGE;
    return are_sizes(parent->all->device, from) ? SUCCESS : WRONG_SIZE;
}

static int32_t add_command(clbi_enqueued *parent, const clb_native_command *from)
{
    uint64_t event = CLB_NULL_EVENT;
    waiter *waiters;
    int32_t code = check_command(parent, from);
    if (code != SUCCESS || (!from->block && !from->event)) return code; /* a marker without an event marks nothing */
    clbi_enqueued *command = copy_command(parent, from, &waiters);
    if (!command) return NO_MEMORY;
    pthread_mutex_lock(&parent->all->lock);
    code = append_command(command, from, waiters, &event);
    pthread_mutex_unlock(&parent->all->lock);
    if (code != SUCCESS) clbi_aligned_free(command);
    else if (from->event) memcpy(from->event, &event, sizeof event);
    return code;
}

static int32_t enqueue_command(const clb_native_range *range, const clb_native_command *from)
{
    clbi_enqueued *parent = command_of(range);
    const int32_t code = parent ? add_command(parent, from) : NO_MEMORY;
    return code == SUCCESS || (from->flags & CLB_ENQUEUE_SAYS_WHY) ? code : FAILURE;
}

clbi_enqueued *clbi_enqueuing_take(clbi_enqueuing *all)
{
    pthread_mutex_lock(&all->lock);
    clbi_enqueued *list = all->ready;
    all->ready = NULL;
    all->last = &all->ready;
    pthread_mutex_unlock(&all->lock);
    return list;
}

void clbi_enqueuing_finish(clbi_enqueued *command)
{
    clbi_enqueuing *all = command->all;
    pthread_mutex_lock(&all->lock);
    while (--command->unfinished == 0 && command->parent) {
        clbi_enqueued *parent = command->parent;
        queue_event *event = command->event == CLB_NULL_EVENT ? NULL : event_of(all, command->event);
        if (event) {
            const uint64_t times[] = {command->end - command->start,
                                      command->start ? clbi_now_ns() - command->start : 0};
            settle_event(all, event, command->status, times);
            drop_event(all, event);
        }
        all->bytes -= command->bytes;
        clbi_aligned_free(command);
        command = parent;
    }
    pthread_mutex_unlock(&all->lock);
}

bool clbi_enqueuing_cancel(clbi_enqueuing *all)
{
    pthread_mutex_lock(&all->lock);
    const bool waited = all->waiting > 0;
    for (size_t i = 0; i < all->event_count && all->waiting > 0; i++)
        if (all->events[i].references > 0) settle_event(all, &all->events[i], CANCELLED, NULL);
    pthread_mutex_unlock(&all->lock);
    return waited;
}

/* ---- Functions on events ---------------------------------------------------------------------------------------- */

static uint64_t make_user_event(const clb_native_range *range)
{
    clbi_enqueued *own = command_of(range);
    if (!own) return CLB_NULL_EVENT;
    pthread_mutex_lock(&own->all->lock);
    const uint64_t value = new_event(own->all, 1);
    pthread_mutex_unlock(&own->all->lock);
    return value;
}

static void retain_event(const clb_native_range *range, uint64_t value)
{
    clbi_enqueued *own = command_of(range);
    if (!own) return;
    pthread_mutex_lock(&own->all->lock);
    queue_event *event = event_of(own->all, value);
    if (event && event->references < UINT32_MAX / 2) event->references++;
    pthread_mutex_unlock(&own->all->lock);
}

static void release_event(const clb_native_range *range, uint64_t value)
{
    clbi_enqueued *own = command_of(range);
    if (!own) return;
    pthread_mutex_lock(&own->all->lock);
    queue_event *event = event_of(own->all, value);
    if (event) drop_event(own->all, event);
    pthread_mutex_unlock(&own->all->lock);
}

static int is_event(const clb_native_range *range, uint64_t value)
{
    clbi_enqueued *own = command_of(range);
    if (!own) return 0;
    pthread_mutex_lock(&own->all->lock);
    const bool known = event_of(own->all, value) != NULL;
    pthread_mutex_unlock(&own->all->lock);
    return known;
}

static void set_event(const clb_native_range *range, uint64_t value, int32_t status)
{
    clbi_enqueued *own = command_of(range);
    if (!own || status > 0) return;
    pthread_mutex_lock(&own->all->lock);
    queue_event *event = event_of(own->all, value);
    if (event) {
        event->references++;
        settle_event(own->all, event, status, NULL);
        drop_event(own->all, event);
    }
    pthread_mutex_unlock(&own->all->lock);
}

static void ask_times(const clb_native_range *range, uint64_t value, void *times)
{
    clbi_enqueued *own = command_of(range);
    if (!own || !times) return;
    times_wish *wish = malloc(sizeof *wish);
    pthread_mutex_lock(&own->all->lock);
    queue_event *event = event_of(own->all, value);
    if (event && event->status != RUNNING) {
        memcpy(times, event->times, sizeof event->times);
    } else if (event && wish) {
        *wish = (times_wish){times, event->wishes};
        event->wishes = wish;
        wish = NULL;
    }
    pthread_mutex_unlock(&own->all->lock);
    free(wish);
}

#define FUNCTIONS                                                                                               \
    {                                                                                                           \
        .enqueue = enqueue_command, .create_user_event = make_user_event, .retain = retain_event,               \
        .release = release_event, .is_valid = is_event, .set_status = set_event, .capture_profiling = ask_times \
    }
static const clb_native_queue_functions launch_functions = FUNCTIONS, command_functions = FUNCTIONS;

/* ---- A launch --------------------------------------------------------------------------------------------------- */

void clbi_enqueuer_open(clbi_enqueuer *enqueuer, const clbi_native_device *device, const clbi_job *job)
{
    enqueuer->queue = (clb_native_queue){.functions = &launch_functions,
                                         .default_queue = job->default_queue == 0               ? 1
                                                          : job->default_queue == CLBI_NO_QUEUE ? 0
                                                                                                : job->default_queue,
                                         .work_group_size = (uint32_t)device->info->work_group_size,
                                         .preferred_multiple = UINT32_C(4) << device->level /* lanes */};
    enqueuer->device = device;
    enqueuer->checks = NULL;
    enqueuer->variables = NULL;
    atomic_init(&enqueuer->all, NULL);
}

static clb_status report_commands(const clbi_native_device *device, clb_status status, const char *text,
                                  clb_error *error)
{
    return clbi_fail(error, (clbi_cause){.status = status, .call = "clb_kernel_launch", .device = device->info}, "%s",
                     text);
}

static clb_status run_all(clbi_enqueuing *all, clbi_native_device *device, const clbi_job *job, clb_error *error)
{
    clb_status status = CLB_OK;
    for (;;) {
        clbi_enqueued *list = clbi_enqueuing_take(all);
        const bool stopped = job->watching && clbi_watching_stopped(job->watching);
        if (!list) {
            if (!clbi_enqueuing_cancel(all)) return status;
            if (status == CLB_OK && !stopped)
                status =
                    report_commands(device, CLB_ERROR_KERNEL,
                                    "Commands that the kernel enqueued wait for events that nothing completes.", error);
            continue;
        }
        if (status == CLB_OK && !stopped && !clbi_enqueued_run(device, job, list))
            status = report_commands(device, CLB_ERROR_MEMORY,
                                     "There is no memory for a work-group of a block that was enqueued.", error);
        for (clbi_enqueued *next; list; list = next) {
            next = list->next;
            clbi_enqueuing_finish(list);
        }
    }
}

clb_status clbi_enqueuer_close(clbi_enqueuer *enqueuer, clbi_native_device *device, const clbi_job *job,
                               clb_status status, clb_error *error)
{
    clbi_enqueuing *all = atomic_load_explicit(&enqueuer->all, memory_order_acquire);
    if (!all) return status;
    if (status == CLB_OK) {
        status = run_all(all, device, job, error);
    } else {
        for (clbi_enqueued *list; (list = clbi_enqueuing_take(all)) || clbi_enqueuing_cancel(all);)
            for (clbi_enqueued *next; list; list = next) {
                next = list->next;
                clbi_enqueuing_finish(list);
            }
    }
    for (size_t i = 0; i < all->event_count; i++)
        while (all->events[i].references > 0) drop_event(all, &all->events[i]);
    free(all->events);
    pthread_mutex_destroy(&all->lock);
    free(all);
    return status;
}
