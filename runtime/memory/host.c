/* SPDX-License-Identifier: MIT */
#include "memory/host.h"

#include "core/pool.h"
#include "core/status.h"
#include "platform/platform.h"

#include <stdlib.h>

/* Memory of a buffer that the application has mapped. */
typedef struct mapping {
    struct mapping *next;
    uintptr_t start;
    size_t size;
} mapping;

struct clbi_host {
    pthread_mutex_t lock;
    clbi_host_memory memory; /* kept, or of size 0 */
    clbi_lanes lanes;        /* kept, or NULL */
    clbi_pool *pool;         /* or NULL; made once */
    uint32_t threads;        /* of the pool, and the caller */
    mapping *mapped;
};

clb_status clbi_host_open(clb_device *device, const char *call, clb_error *error)
{
    struct clbi_host *made = calloc(1, sizeof *made);
    if (!made) return clbi_no_memory(error, call);
    if (pthread_mutex_init(&made->lock, NULL) != 0) {
        free(made);
        return clbi_no_memory(error, call);
    }
    device->host = made;
    return CLB_OK;
}

static void release_memory(clb_device *device, clbi_host_memory *memory)
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

void clbi_host_close(clb_device *device)
{
    struct clbi_host *h = device->host;
    if (!h) return;
    release_lanes(device, &h->lanes);
    clbi_pool_destroy(h->pool);
    release_memory(device, &h->memory);
    while (h->mapped) { /* the application has not unmapped them */
        mapping *first = h->mapped;
        h->mapped = first->next;
        free(first);
    }
    pthread_mutex_destroy(&h->lock);
    free(h);
    device->host = NULL;
}

clb_status clbi_host_take(clb_device *device, size_t size, clbi_host_memory *memory, const char *call, clb_error *error)
{
    struct clbi_host *h = device->host;
    void *host = NULL;
    *memory = (clbi_host_memory){0};
    pthread_mutex_lock(&h->lock);
    if (h->memory.size >= size) {
        *memory = h->memory;
        h->memory = (clbi_host_memory){0};
    }
    pthread_mutex_unlock(&h->lock);
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

void clbi_host_put(clb_device *device, clbi_host_memory *memory)
{
    struct clbi_host *h = device->host;
    pthread_mutex_lock(&h->lock);
    if (memory->size > h->memory.size) {
        const clbi_host_memory smaller = h->memory;
        h->memory = *memory;
        *memory = smaller;
    }
    pthread_mutex_unlock(&h->lock);
    release_memory(device, memory);
}

void clbi_host_take_lanes(clb_device *device, clbi_lanes *lanes)
{
    struct clbi_host *h = device->host;
    pthread_mutex_lock(&h->lock);
    *lanes = h->lanes;
    h->lanes = (clbi_lanes){NULL, NULL};
    pthread_mutex_unlock(&h->lock);
    if (!lanes->in && device->backend->queue_create(device->impl, &lanes->in, NULL) != CLB_OK) lanes->in = NULL;
    if (!lanes->out && device->backend->queue_create(device->impl, &lanes->out, NULL) != CLB_OK) lanes->out = NULL;
}

void clbi_host_put_lanes(clb_device *device, clbi_lanes *lanes)
{
    struct clbi_host *h = device->host;
    pthread_mutex_lock(&h->lock);
    if (!h->lanes.in && !h->lanes.out) {
        h->lanes = *lanes;
        *lanes = (clbi_lanes){NULL, NULL};
    }
    pthread_mutex_unlock(&h->lock);
    release_lanes(device, lanes);
}

clbi_pool *clbi_host_pool(clb_device *device, uint32_t *threads)
{
    struct clbi_host *h = device->host;
    const uint32_t processors = clbi_processor_count();
    pthread_mutex_lock(&h->lock);
    if (!h->pool && processors > 1) {
        h->threads = processors < CLBI_HOST_THREADS ? processors : CLBI_HOST_THREADS;
        h->pool = clbi_pool_create(h->threads);
    }
    clbi_pool *pool = h->pool;
    if (threads) *threads = h->threads;
    pthread_mutex_unlock(&h->lock);
    return pool;
}

void clbi_host_map(clb_device *device, const void *host, size_t size)
{
    struct clbi_host *h = device->host;
    mapping *made = malloc(sizeof *made);
    if (!made) return;
    pthread_mutex_lock(&h->lock);
    *made = (mapping){h->mapped, (uintptr_t)host, size};
    h->mapped = made;
    pthread_mutex_unlock(&h->lock);
}

void clbi_host_unmap(clb_device *device, const void *host)
{
    struct clbi_host *h = device->host;
    pthread_mutex_lock(&h->lock);
    mapping **at = &h->mapped;
    while (*at && (*at)->start != (uintptr_t)host) at = &(*at)->next;
    mapping *found = *at;
    if (found) *at = found->next;
    pthread_mutex_unlock(&h->lock);
    free(found);
}

bool clbi_host_is_mapped(clb_device *device, const void *host, size_t size)
{
    struct clbi_host *h = device->host;
    const uintptr_t start = (uintptr_t)host;
    bool found = false;
    pthread_mutex_lock(&h->lock);
    for (const mapping *m = h->mapped; m && !found; m = m->next)
        found = start >= m->start && start - m->start <= m->size && size <= m->size - (start - m->start);
    pthread_mutex_unlock(&h->lock);
    return found;
}
