/* SPDX-License-Identifier: MIT */
#include "memory/staging.h"

#include "core/status.h"

#include <stdlib.h>

enum { KEPT_MAX = 64 };

/* The longest unused first. */
struct clbi_staging {
    pthread_mutex_t lock;
    clb_buffer *kept[KEPT_MAX];
    size_t count;
    uint64_t size, limit; /* bytes kept, at most */
};

clb_status clbi_staging_open(clb_device *device, const char *call, clb_error *error)
{
    struct clbi_staging *made = calloc(1, sizeof *made);
    if (!made) return clbi_no_memory(error, call);
    if (pthread_mutex_init(&made->lock, NULL) != 0) {
        free(made);
        return clbi_no_memory(error, call);
    }
    made->limit = device->info.memory_size / 4;
    device->staging = made;
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
static clb_buffer *remove_at(struct clbi_staging *staging, size_t i)
{
    clb_buffer *buffer = staging->kept[i];
    staging->count--;
    for (; i < staging->count; i++) staging->kept[i] = staging->kept[i + 1];
    staging->size -= buffer->size;
    return buffer;
}

static bool release_all(struct clbi_staging *staging)
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

void clbi_staging_close(clb_device *device)
{
    struct clbi_staging *staging = device->staging;
    if (!staging) return;
    (void)release_all(staging);
    pthread_mutex_destroy(&staging->lock);
    free(staging);
    device->staging = NULL;
}

void clbi_staging_abandon(clb_device *device)
{
    struct clbi_staging *staging = device->staging;
    if (pthread_mutex_trylock(&staging->lock) != 0) return;
    while (staging->count > 0) {
        clb_buffer *buffer = remove_at(staging, 0);
        clb_buffer_release(&buffer);
    }
}

/* The smallest kept buffer that holds `size` without wasting more than as much again, or NULL. The lock is held. */
static clb_buffer *find_kept(struct clbi_staging *staging, size_t size)
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
    struct clbi_staging *staging = device->staging;
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
    struct clbi_staging *staging = device->staging;
    const bool keep = buffer->size <= staging->limit;
    while (keep) {
        clb_buffer *evicted = NULL;
        pthread_mutex_lock(&staging->lock);
        if (staging->count == KEPT_MAX || buffer->size > staging->limit - staging->size) {
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
