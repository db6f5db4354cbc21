/* clb_pool: buffers that were given back, each with the events after which it is free. The list has the order in which
 * they came. Knows buffers and events; must not know kernels.
 *
 * SPDX-License-Identifier: MIT */
#include "core/params.h"
#include "core/queue.h"
#include "core/status.h"
#include "memory/staging.h"

#include <stdlib.h>
#include <string.h>

typedef struct kept {
    clb_buffer *buffer;
    const clb_queue *queue; /* ordered: whose users get it at once; only compared */
    bool ordered;
    size_t event_count;
    clb_event *events[]; /* complete: free for any user */
} kept;

struct clb_pool {
    clb_device *device;   /* as the caller gave it */
    clb_device *home;     /* at work: of the process that the pool belongs to */
    pthread_mutex_t lock; /* for all that follows */
    uint64_t limit;
    kept **list;
    size_t capacity;
    clb_pool_stats stats;
};

static void free_kept(kept *k)
{
    for (size_t i = 0; i < k->event_count; i++) clb_event_release(&k->events[i]);
    clb_buffer_release(&k->buffer);
    free(k);
}

/* Takes one out of the list. Under the lock. */
static kept *remove_at(clb_pool *pool, size_t i)
{
    kept *k = pool->list[i];
    pool->stats.kept_count--;
    pool->stats.kept_size -= k->buffer->size;
    memmove(&pool->list[i], &pool->list[i + 1], (pool->stats.kept_count - i) * sizeof *pool->list);
    return k;
}

/* Under the lock. */
static bool is_free(kept *k, const clb_queue *queue)
{
    if (k->ordered && k->queue == queue) return true;
    for (size_t i = 0; i < k->event_count; i++) {
        bool complete = false;
        if (clb_event_poll(k->events[i], &complete, NULL) != CLB_OK || !complete) return false;
    }
    /* Without a mark nothing says when its queue is done. */
    return k->event_count > 0 || !k->ordered;
}

/* The smallest that holds `size` without wasting more than as much again. Under the lock. */
static kept *find_kept(clb_pool *pool, size_t size, const clb_queue *queue)
{
    size_t best = pool->stats.kept_count;
    for (size_t i = 0; i < pool->stats.kept_count; i++) {
        const size_t held = pool->list[i]->buffer->size;
        if (held < size || held / 2 > size || (best < pool->stats.kept_count && held >= pool->list[best]->buffer->size))
            continue;
        if (is_free(pool->list[i], queue)) best = i;
    }
    return best < pool->stats.kept_count ? remove_at(pool, best) : NULL;
}

/* ---- Public -------------------------------------------------------------------------------------------------------
 */

clb_status clb_pool_create(clb_device *device, uint64_t limit, clb_pool **pool, clb_error *error)
{
    static const char call[] = "clb_pool_create";
    if (!device || !pool)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `%s` is NULL; pass one.", call,
                           device ? "pool" : "device");
    clb_device *here;
    const int cancel = clbi_cancel_off();
    const clb_status status = clbi_device_in_process(device, call, &here, error);
    clbi_cancel_on(cancel);
    if (status != CLB_OK) return status;
    clb_pool *made = calloc(1, sizeof *made);
    if (!made) return clbi_no_memory(error, call);
    if (pthread_mutex_init(&made->lock, NULL) != 0) {
        free(made);
        return clbi_no_memory(error, call);
    }
    made->device = clbi_device_await(device);
    made->home = here;
    made->limit = limit ? limit : here->info.memory_size / 4;
    *pool = made;
    return CLB_OK;
}

/* In a child made by fork another thread may hold the lock of its parent's pool for ever. */
static bool is_parents(const clb_pool *pool)
{
    return !clbi_process_is_own(&pool->home->process);
}

void clb_pool_trim(clb_pool *pool, uint64_t size)
{
    if (!pool || is_parents(pool)) return;
    const int cancel = clbi_cancel_off();
    for (kept *k = NULL;; free_kept(k)) {
        pthread_mutex_lock(&pool->lock);
        k = pool->stats.kept_count > 0 && pool->stats.kept_size > size ? remove_at(pool, 0) : NULL;
        if (k) pool->stats.released++;
        pthread_mutex_unlock(&pool->lock);
        if (!k) break;
    }
    clbi_cancel_on(cancel);
}

void clb_pool_release(clb_pool **pool)
{
    if (!pool || !*pool) return;
    clb_pool *released = *pool;
    *pool = NULL;
    const int cancel = clbi_cancel_off();
    if (!is_parents(released)) {
        clb_pool_trim(released, 0);
        pthread_mutex_destroy(&released->lock);
    } else {
        if (pthread_mutex_trylock(&released->lock) != 0)
            goto end; /* another thread was changing it: it is left as it is */
        while (released->stats.kept_count > 0) free_kept(remove_at(released, 0));
    }
    free(released->list);
    free(released);
end:
    clbi_cancel_on(cancel);
}

static clb_status take_buffer(clb_pool *pool, size_t size, const clb_queue *queue, clb_buffer **buffer,
                              clb_error *error)
{
    const size_t rounded = clbi_staging_size(size);
    clb_error failure = {0};
    pthread_mutex_lock(&pool->lock);
    kept *found = find_kept(pool, rounded, queue);
    const bool any = pool->stats.kept_count > 0;
    if (found) pool->stats.hits++;
    else pool->stats.misses++;
    pthread_mutex_unlock(&pool->lock);
    clb_status status = CLB_OK;
    if (found) {
        *buffer = found->buffer;
        found->buffer = NULL;
        free_kept(found);
    } else {
        status = clb_buffer_create(pool->device, rounded, NULL, buffer, &failure);
        if (status == CLB_ERROR_DEVICE_MEMORY || status == CLB_ERROR_SIZE) {
            if (any) clb_pool_trim(pool, 0);
            if (any || size < rounded) status = clb_buffer_create(pool->device, size, NULL, buffer, &failure);
        }
    }
    if (status != CLB_OK) {
        clbi_error_copy(error, &failure);
    } else {
        pthread_mutex_lock(&pool->lock);
        pool->stats.taken_count++;
        pool->stats.taken_size += (*buffer)->size;
        pthread_mutex_unlock(&pool->lock);
    }
    clb_error_clear(&failure);
    return status;
}

clb_status clb_pool_take(clb_pool *pool, size_t size, clb_queue *queue, clb_buffer **buffer, clb_error *error)
{
    static const char call[] = "clb_pool_take";
    if (!pool || !buffer)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `%s` is NULL; pass one.", call,
                           pool ? "buffer" : "pool");
    if (size == 0) return clbi_refuse(error, CLB_ERROR_SIZE, call, "%s: the size is 0; ask for 1 byte or more.", call);
    if (size > PTRDIFF_MAX)
        return clbi_refuse(error, CLB_ERROR_SIZE, call, "%s: the size is larger than any memory; check the count.",
                           call);
    if (is_parents(pool))
        return clbi_fail(error,
                         (clbi_cause){.status = CLB_ERROR_UNSUPPORTED,
                                      .call = call,
                                      .device = &pool->device->info,
                                      .hint = "Create a pool in this process."},
                         "%s: the pool was created before this process was forked.", call);
    clb_device *here;
    const int cancel = clbi_cancel_off();
    clb_status status = clbi_device_in_process(pool->device, call, &here, error);
    if (status == CLB_OK) status = clbi_queue_check(&(clbi_site){pool->device, here, queue, call}, error);
    if (status == CLB_OK) status = take_buffer(pool, size, queue, buffer, error);
    clbi_cancel_on(cancel);
    return status;
}

/* With the events that say when it is free, or NULL: it cannot be kept. The buffer stays the caller's. */
static kept *new_kept(clb_pool *pool, clb_buffer *buffer, const clb_command *last)
{
    const bool ordered = last->wait_count == 0;
    const size_t count = ordered ? 1 : last->wait_count;
    if (last->wait_count > 0 && !last->wait) return NULL;
    if (count > SIZE_MAX / 2 / sizeof(clb_event *)) return NULL;
    kept *k = calloc(1, sizeof *k + count * sizeof k->events[0]);
    if (!k) return NULL;
    k->ordered = ordered;
    k->queue = last->queue;
    if (ordered) {
        /* Where the device cannot mark, only users of the queue get it again. */
        clb_event *mark = NULL;
        const clb_status status = clb_device_mark(pool->device, &(clb_command){.queue = last->queue}, &mark, NULL);
        if (status == CLB_OK && !mark) k->ordered = false; /* all has run */
        if (mark) k->events[k->event_count++] = mark;
    }
    for (size_t i = 0; i < last->wait_count; i++) {
        if (!last->wait[i]) continue;
        clbi_event_retain(last->wait[i]);
        k->events[k->event_count++] = last->wait[i];
    }
    k->buffer = buffer;
    return k;
}

/* Grows the list if it is full. The caller holds the lock. */
static bool has_capacity(clb_pool *pool)
{
    if (pool->stats.kept_count < pool->capacity) return true;
    const size_t wanted = pool->capacity ? 2 * pool->capacity : 16;
    kept **more = realloc(pool->list, wanted * sizeof *more);
    if (!more) return false;
    pool->list = more;
    pool->capacity = wanted;
    return true;
}

static void put(clb_pool *pool, clb_buffer *buffer, const clb_command *given)
{
    clb_command last;
    const bool readable = clbi_params_read(CLBI_FORM_COMMAND, given, &last, "clb_pool_put", NULL) == CLB_OK;
    const bool own = !buffer->parent && buffer->device == pool->device;
    kept *k = own && readable && buffer->size <= pool->limit ? new_kept(pool, buffer, &last) : NULL;
    if (k) clb_pool_trim(pool, pool->limit - buffer->size);
    pthread_mutex_lock(&pool->lock);
    if (own && pool->stats.taken_count > 0 && pool->stats.taken_size >= buffer->size) {
        pool->stats.taken_count--;
        pool->stats.taken_size -= buffer->size;
    }
    const bool keep = k && has_capacity(pool);
    if (keep) {
        pool->list[pool->stats.kept_count++] = k;
        pool->stats.kept_size += buffer->size;
    } else {
        pool->stats.released++;
    }
    pthread_mutex_unlock(&pool->lock);
    if (k && !keep) free_kept(k);
    else if (!k) clb_buffer_release(&buffer);
    /* Others may have come in between. */
    if (keep) clb_pool_trim(pool, pool->limit);
}

void clb_pool_put(clb_pool *pool, clb_buffer **buffer, const clb_command *last)
{
    if (!pool || !buffer || !*buffer) return;
    const int cancel = clbi_cancel_off();
    if (is_parents(pool)) clb_buffer_release(buffer);
    else put(pool, *buffer, last);
    *buffer = NULL;
    clbi_cancel_on(cancel);
}

clb_pool_stats clb_pool_get_stats(clb_pool *pool)
{
    clb_pool_stats stats = {0};
    if (!pool || is_parents(pool)) return stats;
    pthread_mutex_lock(&pool->lock);
    stats = pool->stats;
    pthread_mutex_unlock(&pool->lock);
    return stats;
}
