/* Queues of the native back end beside the device's own: one thread for each, which takes commands from a list.
 * Knows how commands are stored; launch.c and memory.c run them.
 *
 * SPDX-License-Identifier: MIT */
#include "core/status.h"
#include "native/native.h"
#include "platform/platform.h"

#include <stdlib.h>
#include <string.h>

enum { STACK = 8 << 20 }; /* bytes: the thread takes part in launches, and kernels' private arrays are on its stack */

/* A command. The data that it points to follow in the same block. */
typedef struct command {
    struct command *next;
    clbi_native_event *event;        /* or NULL */
    const clb_native_kernel *kernel; /* NULL: a transfer */
    clbi_job job;
    clbi_range range;
    clbi_transfer transfer;
    size_t region[3];
    void *const *wait;
    uint32_t wait_count;
} command;

typedef struct queue {
    clbi_native_device *device;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    command *first, **last;
    size_t pending; /* number of commands that have not ended, the current one included */
    bool ending;
    clb_status status; /* of the first command that failed since the last finish */
    clb_error failure;
} queue;

/* ---- Commands -----------------------------------------------------------------------------------------------------
 */

/* An image of the library, whose value is the image itself. */
static bool is_image(const clbi_job *job, uint32_t i)
{
    return job->parameters[i].kind == CLB_ARGUMENT_IMAGE && job->arguments[i].size == 0;
}

/* The same of a pipe. */
static bool is_pipe(const clbi_job *job, uint32_t i)
{
    return job->parameters[i].kind == CLB_ARGUMENT_PIPE && job->arguments[i].size == 0;
}

/* Retains the objects that a command uses, or releases them. */
static void each_object(const command *c, void (*use)(clb_buffer *), void (*use_image)(clb_image *),
                        void (*use_pipe)(clb_pipe *))
{
    if (!c->kernel) {
        if (c->transfer.buffer) use(c->transfer.buffer);
        if (c->transfer.to) use(c->transfer.to);
        if (c->transfer.image) use_image(c->transfer.image);
        if (c->transfer.to_image) use_image(c->transfer.to_image);
        return;
    }
    for (uint32_t i = 0; i < c->job.kernel->argument_count; i++) {
        const uint8_t kind = c->job.parameters[i].kind;
        if (kind == CLB_ARGUMENT_GLOBAL || kind == CLB_ARGUMENT_CONSTANT) use(c->job.arguments[i].buffer);
        if (is_image(&c->job, i)) use_image((clb_image *)(uintptr_t)c->job.arguments[i].value);
        if (is_pipe(&c->job, i)) use_pipe((clb_pipe *)(uintptr_t)c->job.arguments[i].value);
    }
}

static void free_command(command *c)
{
    each_object(c, clbi_buffer_drop, clbi_image_drop, clbi_pipe_drop);
    for (uint32_t i = 0; i < c->wait_count; i++) clbi_native_event_drop(c->wait[i]);
    clbi_native_event_drop(c->event);
    free(c);
}

/* *total += size, rounded up to the alignment of any type. */
static bool add_size(size_t *total, size_t size)
{
    enum { STEP = 16 };
    if (size > SIZE_MAX / 4 || *total > SIZE_MAX / 4) return false;
    *total += (size + STEP - 1) / STEP * STEP;
    return true;
}

/* The next `size` bytes of the block behind a command. */
static void *take_memory(char **at, size_t size)
{
    void *memory = *at;
    size_t step = 0;
    (void)add_size(&step, size);
    *at += step;
    return memory;
}

/* A command to be made. */
typedef struct request {
    size_t data; /* bytes behind it */
    void *const *wait;
    uint32_t wait_count;
    bool event; /* it has one */
} request;

/* *behind: the memory for its data. NULL: no memory, which is reported. */
static command *new_command(clbi_native_device *device, const request *r, char **behind, clb_error *error)
{
    size_t total = 0;
    command *made = NULL;
    if (add_size(&total, sizeof *made) && add_size(&total, r->wait_count * sizeof *r->wait) &&
        add_size(&total, r->data))
        made = malloc(total);
    clbi_native_event *own = made && r->event ? clbi_native_event_new(device) : NULL;
    if (!made || (r->event && !own)) {
        free(made);
        (void)clbi_no_memory(error, "clbundle");
        return NULL;
    }
    *behind = (char *)made;
    (void)take_memory(behind, sizeof *made);
    void **waits = take_memory(behind, r->wait_count * sizeof *r->wait);
    for (uint32_t i = 0; i < r->wait_count; i++) {
        waits[i] = r->wait[i];
        (void)clbi_native_event_retain(device, &(clbi_completion){waits[i], waits[i]}, NULL);
    }
    *made = (command){.event = own, .wait = waits, .wait_count = r->wait_count};
    return made;
}

static void append(queue *q, command *c, clbi_completion *completion)
{
    each_object(c, clbi_buffer_retain, clbi_image_retain, clbi_pipe_retain);
    if (completion) {
        *completion = (clbi_completion){c->event, c->event};
        (void)clbi_native_event_retain(q->device, completion, NULL);
    }
    pthread_mutex_lock(&q->lock);
    *q->last = c;
    q->last = &c->next;
    q->pending++;
    pthread_cond_broadcast(&q->changed);
    pthread_mutex_unlock(&q->lock);
}

static bool has_value(const clbi_job *job, uint32_t i)
{
    const uint8_t kind = job->parameters[i].kind;
    return (kind == CLB_ARGUMENT_VALUE || kind == CLB_ARGUMENT_IMAGE || kind == CLB_ARGUMENT_SAMPLER ||
            kind == CLB_ARGUMENT_PIPE) &&
           !is_image(job, i) && !is_pipe(job, i);
}

clb_status clbi_native_queue_launch(clbi_native_device *device, const clb_native_kernel *kernel, const clbi_job *job,
                                    clbi_completion *completion, clb_error *error)
{
    const uint32_t count = job->kernel->argument_count;
    size_t size = 0;
    char *behind;
    bool is_size = add_size(&size, count * sizeof *job->arguments);
    for (uint32_t i = 0; i < count; i++)
        if (has_value(job, i)) is_size = is_size && add_size(&size, job->arguments[i].size);
    if (!is_size) return clbi_no_memory(error, "clb_kernel_launch");
    const request r = {size, job->wait, job->wait_count, completion != NULL};
    command *c = new_command(device, &r, &behind, error);
    if (!c) return CLB_ERROR_MEMORY;
    clb_argument *arguments = take_memory(&behind, count * sizeof *arguments);
    for (uint32_t i = 0; i < count; i++) {
        arguments[i] = job->arguments[i];
        if (!has_value(job, i)) continue;
        void *value = take_memory(&behind, arguments[i].size);
        memcpy(value, job->arguments[i].value, arguments[i].size);
        arguments[i].value = value;
    }
    c->kernel = kernel;
    c->job = *job;
    c->range = *job->range;
    c->job.range = &c->range;
    c->job.arguments = arguments;
    append(job->queue, c, completion);
    return CLB_OK;
}

clb_status clbi_native_queue_transfer(clbi_native_device *device, const clbi_transfer *transfer,
                                      clbi_completion *completion, clb_error *error)
{
    char *behind;
    const request r = {transfer->pattern_size, transfer->wait, transfer->wait_count, completion != NULL};
    command *c = new_command(device, &r, &behind, error);
    if (!c) return CLB_ERROR_MEMORY;
    c->transfer = *transfer;
    if (transfer->region) {
        memcpy(c->region, transfer->region, sizeof c->region);
        c->transfer.region = c->region;
    }
    if (transfer->kind == CLBI_FILL) {
        void *pattern = take_memory(&behind, transfer->pattern_size);
        memcpy(pattern, transfer->from, transfer->pattern_size);
        c->transfer.from = pattern;
    }
    append(transfer->queue, c, completion);
    return CLB_OK;
}

/* ---- The thread ---------------------------------------------------------------------------------------------------
 */

/* The failure of the queue, if it has failed. */
static clb_status earlier_failure(queue *q, clb_error *error)
{
    pthread_mutex_lock(&q->lock);
    const clb_status status = q->status;
    if (status != CLB_OK) clbi_error_copy(error, &q->failure);
    pthread_mutex_unlock(&q->lock);
    return status;
}

static void run_command(queue *q, command *c)
{
    clbi_native_device *device = q->device;
    clb_error error = {0};
    clb_status status = earlier_failure(q, &error);
    const clb_status waited = clbi_native_await_all(device, c->wait, c->wait_count, status == CLB_OK ? &error : NULL);
    if (status == CLB_OK) status = waited;
    const uint64_t start = clbi_now_ns();
    if (status == CLB_OK && c->kernel) status = clbi_native_run(device, c->kernel, &c->job, &error);
    else if (status == CLB_OK) clbi_native_move(device, &c->transfer);
    if (status != CLB_OK) {
        pthread_mutex_lock(&q->lock);
        if (q->status == CLB_OK) {
            q->status = status;
            clbi_error_copy(&q->failure, &error);
        }
        pthread_mutex_unlock(&q->lock);
    }
    clbi_native_event *event = c->event;
    c->event = NULL;
    free_command(c);
    if (event) {
        event->start = start;
        event->end = clbi_now_ns();
        clbi_native_event_complete(event, status, &error);
        clbi_native_event_drop(event);
    }
    clb_error_clear(&error);
}

static void *be_queue(void *argument)
{
    queue *q = argument;
    pthread_mutex_lock(&q->lock);
    for (;;) {
        while (!q->first && !q->ending) pthread_cond_wait(&q->changed, &q->lock);
        command *c = q->first;
        if (!c) break;
        q->first = c->next;
        if (!q->first) q->last = &q->first;
        pthread_mutex_unlock(&q->lock);
        run_command(q, c);
        pthread_mutex_lock(&q->lock);
        if (--q->pending == 0) pthread_cond_broadcast(&q->changed);
    }
    pthread_mutex_unlock(&q->lock);
    return NULL;
}

/* ---- The back end's functions -------------------------------------------------------------------------------------
 */

clb_status clbi_native_queue_create(void *impl, void **result, clb_error *error)
{
    clbi_native_device *device = impl;
    queue *q = calloc(1, sizeof *q);
    if (!q) return clbi_no_memory(error, "clb_queue_create");
    q->device = device;
    q->last = &q->first;
    if (pthread_mutex_init(&q->lock, NULL) != 0) goto no_lock;
    if (pthread_cond_init(&q->changed, NULL) != 0) goto no_condition;
    if (!clbi_thread_start(&q->thread, STACK, be_queue, q)) goto no_thread;
    *result = q;
    return CLB_OK;

no_thread:
    pthread_cond_destroy(&q->changed);
no_condition:
    pthread_mutex_destroy(&q->lock);
no_lock:
    free(q);
    return clbi_fail(error,
                     (clbi_cause){.status = CLB_ERROR_MEMORY,
                                  .call = "clb_queue_create",
                                  .device = device->info,
                                  .hint = "Release other queues, or use the device's own."},
                     "The machine has no thread for another queue.");
}

clb_status clbi_native_queue_finish(void *impl, void *opened, clb_error *error)
{
    queue *q = opened;
    (void)impl;
    pthread_mutex_lock(&q->lock);
    while (q->pending > 0) pthread_cond_wait(&q->changed, &q->lock);
    const clb_status status = q->status;
    if (status != CLB_OK) clbi_error_copy(error, &q->failure);
    clb_error_clear(&q->failure);
    q->status = CLB_OK;
    pthread_mutex_unlock(&q->lock);
    return status;
}

void clbi_native_queue_release(void *impl, void *opened)
{
    queue *q = opened;
    (void)impl;
    pthread_mutex_lock(&q->lock);
    q->ending = true;
    pthread_cond_broadcast(&q->changed);
    pthread_mutex_unlock(&q->lock);
    (void)pthread_join(q->thread, NULL);
    clb_error_clear(&q->failure);
    pthread_cond_destroy(&q->changed);
    pthread_mutex_destroy(&q->lock);
    free(q);
}

void clbi_native_queue_abandon(void *impl, void *opened)
{
    queue *q = opened;
    (void)impl;
    if (pthread_mutex_trylock(&q->lock) != 0) return; /* its thread, which does not exist in this process, holds it */
    while (q->first) {
        command *c = q->first;
        q->first = c->next;
        free_command(c);
    }
    clb_error_clear(&q->failure);
    free(q);
}
