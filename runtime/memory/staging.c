#include "memory/staging.h"

#include "native/pool.h"
#include "platform/platform.h"
#include "core/status.h"

#include <stdlib.h>

clb_status clbi_staging_init(clb_device *device, const char *call, clb_error *error)
{
    if (pthread_mutex_init(&device->staging.lock, NULL) != 0) return clbi_no_memory(error, call);
    device->staging.limit = device->info.memory_size / 4;
    return CLB_OK;
}

/* Quarters of a power of two (at least 4 KiB). */
size_t clbi_staging_size(size_t size)
{
    size_t step = 1024;
    while (step < SIZE_MAX / 16 && size > 8 * step) step *= 2;
    if (size > SIZE_MAX - step) return size;
    const size_t rounded = (size + step - 1) / step * step;
    return rounded < 4096 ? 4096 : rounded;
}

/* Takes a kept buffer out; the order of the others stays, so that a call that comes again gets the same buffers for the
 * same arguments. The lock is held. */
static clb_buffer *remove_at(clbi_staging *staging, size_t i)
{
    clb_buffer *buffer = staging->kept[i];
    staging->count--;
    for (; i < staging->count; i++) staging->kept[i] = staging->kept[i + 1];
    staging->size -= buffer->size;
    return buffer;
}

static bool release_all(clbi_staging *staging)
{
    bool any = false;
    for (;;) {
        pthread_mutex_lock(&staging->lock);
        clb_buffer *buffer = staging->count > 0 ? remove_at(staging, 0) : NULL;
        pthread_mutex_unlock(&staging->lock);
        if (!buffer) return any;
        clb_buffer_release(&buffer);
        any = true;
    }
}

static void release_host(clb_device *device, clbi_host_memory *memory)
{
    if (memory->memory) device->backend->host_release(device->impl, memory->memory, memory->host);
    else clbi_aligned_free(memory->host);
    *memory = (clbi_host_memory){0};
}

static void release_lanes(clb_device *device, clbi_lanes *lanes)
{
    if (lanes->in) device->backend->queue_release(device->impl, lanes->in);
    if (lanes->out) device->backend->queue_release(device->impl, lanes->out);
    *lanes = (clbi_lanes){NULL, NULL};
}

void clbi_staging_close(clb_device *device)
{
    (void)release_all(&device->staging);
    release_lanes(device, &device->staging.lanes);
    clbi_pool_destroy(device->staging.pool);
    release_host(device, &device->staging.host);
    while (device->staging.mapped) { /* the application has not unmapped them */
        clbi_mapping *first = device->staging.mapped;
        device->staging.mapped = first->next;
        free(first);
    }
    pthread_mutex_destroy(&device->staging.lock);
}

void clbi_staging_abandon(clb_device *device)
{
    clbi_staging *staging = &device->staging;
    if (pthread_mutex_trylock(&staging->lock) != 0) return;
    while (staging->count > 0) {
        clb_buffer *buffer = remove_at(staging, 0);
        clb_buffer_release(&buffer);
    }
}

/* The smallest kept buffer that holds `size` without wasting more than as much again, or NULL. The lock is held. */
static clb_buffer *find_kept(clbi_staging *staging, size_t size)
{
    size_t best = staging->count;
    for (size_t i = 0; i < staging->count; i++) {
        const clb_buffer *buffer = staging->kept[i];
        if (buffer->size < size || buffer->size / 2 > size) continue;
        if (best == staging->count || buffer->size < staging->kept[best]->size) best = i;
    }
    return best < staging->count ? remove_at(staging, best) : NULL;
}

clb_status clbi_staging_take(clb_device *device, size_t size, clb_buffer **buffer, clb_error *error)
{
    clbi_staging *staging = &device->staging;
    const size_t rounded = clbi_staging_size(size);
    pthread_mutex_lock(&staging->lock);
    clb_buffer *kept = find_kept(staging, rounded);
    pthread_mutex_unlock(&staging->lock);
    if (kept) {
        *buffer = kept;
        return CLB_OK;
    }
    clb_error failure = {0};
    clb_status status = clb_buffer_create(device, rounded, NULL, buffer, &failure);
    if (status == CLB_ERROR_DEVICE_MEMORY || status == CLB_ERROR_SIZE) {
        const bool freed = release_all(staging);
        if (freed || size < rounded) status = clb_buffer_create(device, size ? size : 1, NULL, buffer, &failure);
    }
    if (status != CLB_OK) clbi_error_copy(error, &failure);
    return status;
}

void clbi_staging_put(clb_device *device, clb_buffer *buffer)
{
    if (!buffer) return;
    clbi_staging *staging = &device->staging;
    const bool keep = buffer->size <= staging->limit;
    while (keep) {
        clb_buffer *evicted = NULL;
        pthread_mutex_lock(&staging->lock);
        if (staging->count == CLBI_STAGING_MOST || buffer->size > staging->limit - staging->size) {
            evicted = remove_at(staging, 0);
        } else {
            staging->kept[staging->count++] = buffer;
            staging->size += buffer->size;
        }
        pthread_mutex_unlock(&staging->lock);
        if (!evicted) return;
        clb_buffer_release(&evicted);
    }
    clb_buffer_release(&buffer);
}

clb_status clbi_staging_take_host(clb_device *device, size_t size, clbi_host_memory *memory, const char *call,
                                  clb_error *error)
{
    clbi_staging *staging = &device->staging;
    void *host = NULL;
    *memory = (clbi_host_memory){0};
    pthread_mutex_lock(&staging->lock);
    if (staging->host.size >= size) {
        *memory = staging->host;
        staging->host = (clbi_host_memory){0};
    }
    pthread_mutex_unlock(&staging->lock);
    if (memory->host) return CLB_OK;
    if (device->backend->host_create(device->impl, size, &memory->memory, &host, NULL) != CLB_OK) {
        memory->memory = NULL;
        host = clbi_aligned_alloc(size);
        if (!host) return clbi_no_memory(error, call);
    }
    memory->host = host;
    memory->size = size;
    return CLB_OK;
}

void clbi_staging_put_host(clb_device *device, clbi_host_memory *memory)
{
    clbi_staging *staging = &device->staging;
    pthread_mutex_lock(&staging->lock);
    if (memory->size > staging->host.size) {
        const clbi_host_memory smaller = staging->host;
        staging->host = *memory;
        *memory = smaller;
    }
    pthread_mutex_unlock(&staging->lock);
    release_host(device, memory);
}

void clbi_staging_take_lanes(clb_device *device, clbi_lanes *lanes)
{
    clbi_staging *staging = &device->staging;
    pthread_mutex_lock(&staging->lock);
    *lanes = staging->lanes;
    staging->lanes = (clbi_lanes){NULL, NULL};
    pthread_mutex_unlock(&staging->lock);
    if (!lanes->in && device->backend->queue_create(device->impl, &lanes->in, NULL) != CLB_OK) lanes->in = NULL;
    if (!lanes->out && device->backend->queue_create(device->impl, &lanes->out, NULL) != CLB_OK) lanes->out = NULL;
}

void clbi_staging_put_lanes(clb_device *device, clbi_lanes *lanes)
{
    clbi_staging *staging = &device->staging;
    pthread_mutex_lock(&staging->lock);
    if (!staging->lanes.in && !staging->lanes.out) {
        staging->lanes = *lanes;
        *lanes = (clbi_lanes){NULL, NULL};
    }
    pthread_mutex_unlock(&staging->lock);
    release_lanes(device, lanes);
}

clbi_pool *clbi_staging_pool(clb_device *device, uint32_t *threads)
{
    clbi_staging *staging = &device->staging;
    const uint32_t processors = clbi_processor_count();
    pthread_mutex_lock(&staging->lock);
    if (!staging->pool && processors > 1) {
        staging->threads = processors < CLBI_STAGING_THREADS ? processors : CLBI_STAGING_THREADS;
        staging->pool = clbi_pool_create(staging->threads);
    }
    clbi_pool *pool = staging->pool;
    if (threads) *threads = staging->threads;
    pthread_mutex_unlock(&staging->lock);
    return pool;
}
