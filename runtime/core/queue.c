/* clb_queue: see queue.h.
 *
 * SPDX-License-Identifier: MIT */
#include "core/queue.h"

#include "core/status.h"

#include <stdlib.h>

static void link_queue(clb_queue *queue)
{
    clb_device *device = queue->device;
    pthread_mutex_lock(&device->lock);
    queue->next = device->queues;
    if (queue->next) queue->next->previous = queue;
    device->queues = queue;
    pthread_mutex_unlock(&device->lock);
}

clb_status clb_queue_create(clb_device *device, clb_queue **queue, clb_error *error)
{
    static const char call[] = "clb_queue_create";
    if (!device || !queue)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `%s` is NULL; pass one.", call,
                           device ? "queue" : "device");
    clb_device *here;
    clb_queue *made = calloc(1, sizeof *made);
    if (!made) return clbi_no_memory(error, call);
    const int cancel = clbi_cancel_off();
    clb_status status = clbi_device_in_process(device, call, &here, error);
    if (status == CLB_OK) {
        made->device = here;
        atomic_init(&made->references, 1);
        status = here->backend->queue_create(here->impl, &made->impl, error);
    }
    if (status == CLB_OK) {
        link_queue(made);
        *queue = made;
    } else {
        free(made);
    }
    clbi_cancel_on(cancel);
    return status;
}

/* The last one waits for the commands. */
static void drop_queue(clb_queue *queue)
{
    clb_device *device = queue->device;
    if (atomic_fetch_sub(&queue->references, 1) != 1) return;
    pthread_mutex_lock(&device->lock);
    if (queue->previous) queue->previous->next = queue->next;
    else device->queues = queue->next;
    if (queue->next) queue->next->previous = queue->previous;
    pthread_mutex_unlock(&device->lock);
    device->backend->queue_release(device->impl, queue->impl);
    free(queue);
}

void clb_queue_release(clb_queue **queue)
{
    if (!queue || !*queue) return;
    clb_device *device = (*queue)->device;
    const int cancel = clbi_cancel_off();
    if (clbi_process_is_own(&device->process)) {
        (void)device->backend->queue_finish(device->impl, (*queue)->impl, NULL);
        drop_queue(*queue);
    } else {
        /* The parent's list is left as it is, and never read here: some thread may have been changing it. */
        if (device->backend->queue_abandon) device->backend->queue_abandon(device->impl, (*queue)->impl);
        free(*queue);
    }
    *queue = NULL;
    clbi_cancel_on(cancel);
}

clb_status clb_queue_finish(clb_queue *queue, clb_error *error)
{
    static const char call[] = "clb_queue_finish";
    if (!queue) return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: the queue is NULL; create one first.", call);
    clb_device *here;
    const int cancel = clbi_cancel_off();
    clb_status status = clbi_device_in_process(queue->device, call, &here, error);
    if (status == CLB_OK) status = clbi_queue_check(&(clbi_site){queue->device, here, queue, call}, error);
    if (status == CLB_OK) status = here->backend->queue_finish(here->impl, queue->impl, error);
    clbi_cancel_on(cancel);
    return status;
}

void *clb_queue_get_handle(const clb_queue *queue)
{
    return queue && !queue->device->backend->host_memory ? queue->impl : NULL;
}

static clb_status finish_queues(clb_device *device, clb_error *error)
{
    clb_status status = CLB_OK;
    pthread_mutex_lock(&device->lock);
    clb_queue *queue = device->queues;
    if (queue) atomic_fetch_add(&queue->references, 1);
    pthread_mutex_unlock(&device->lock);
    while (queue) {
        const clb_status one =
            device->backend->queue_finish(device->impl, queue->impl, status == CLB_OK ? error : NULL);
        if (status == CLB_OK) status = one;
        pthread_mutex_lock(&device->lock);
        clb_queue *next = queue->next;
        if (next) atomic_fetch_add(&next->references, 1);
        pthread_mutex_unlock(&device->lock);
        drop_queue(queue);
        queue = next;
    }
    return status;
}

clb_status clb_device_finish(clb_device *device, clb_error *error)
{
    static const char call[] = "clb_device_finish";
    if (!device) return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: the device is NULL; open one first.", call);
    const int cancel = clbi_cancel_off();
    /* Nothing is enqueued before a device with a front has come to its choice. */
    clb_status status = clbi_device_in_process(clbi_device_current(device), call, &device, error);
    if (status == CLB_OK) {
        status = device->backend->finish(device->impl, error);
        const clb_status others = finish_queues(device, status == CLB_OK ? error : NULL);
        if (status == CLB_OK) status = others;
    }
    clbi_cancel_on(cancel);
    return status;
}

clb_status clbi_queue_check(const clbi_site *site, clb_error *error)
{
    const clb_queue *queue = site->queue;
    const clb_device *here = site->here;
    const char *call = site->call;
    if (!queue) return CLB_OK;
    if (queue->device != site->device && queue->device != here)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: the queue belongs to another device; pass one of the device that runs the command.",
                           call);
    if (queue->device != here)
        return clbi_fail(error,
                         (clbi_cause){.status = CLB_ERROR_UNSUPPORTED,
                                      .call = call,
                                      .device = &here->info,
                                      .hint = "Create a queue in this process."},
                         "%s: the queue was created before this process was forked, and its thread is not here.", call);
    return CLB_OK;
}

/* ---- Waiting ------------------------------------------------------------------------------------------------------
 */

static clb_status add_waits(const clbi_site *site, clb_event *const *wait, size_t wait_count, clbi_waits *waits,
                            clb_error *error)
{
    clb_device *here = site->here;
    bool flushed = !site->queue || !here->backend->flush;
    for (size_t i = 0; i < wait_count; i++) {
        clb_event *event = wait[i];
        clb_status status = CLB_OK;
        if (!event) continue; /* of an empty range */
        if (event->device != site->device && event->device != here) {
            status = clb_event_wait(event, error);
        } else {
            /* Both parts, so that the failure of either one is passed on. */
            const clbi_completion *completion = &event->completion;
            if (completion->first) waits->list[waits->count++] = completion->first;
            if (completion->last && completion->last != completion->first)
                waits->list[waits->count++] = completion->last;
            if (!flushed && !event->begun) {
                status = here->backend->flush(here->impl, error);
                flushed = true;
            }
        }
        if (status != CLB_OK) return status;
    }
    return CLB_OK;
}

clb_status clbi_waits_collect(const clbi_site *site, clb_event *const *wait, size_t wait_count, clbi_waits *waits,
                              clb_error *error)
{
    const char *call = site->call;
    waits->list = waits->few;
    waits->count = 0;
    if (wait_count == 0) return CLB_OK;
    if (!wait || wait_count > UINT32_MAX / 2)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: `wait` does not hold `wait_count` events; pass an array of them.", call);
    if (wait_count > CLBI_WAITS_ON_STACK) {
        if (wait_count > SIZE_MAX / 2 / sizeof *waits->list) return clbi_no_memory(error, call);
        waits->list = malloc(wait_count * 2 * sizeof *waits->list);
        if (!waits->list) return clbi_no_memory(error, call);
    }
    const clb_status status = add_waits(site, wait, wait_count, waits, error);
    if (status != CLB_OK) clbi_waits_end(waits);
    return status;
}

void clbi_waits_end(clbi_waits *waits)
{
    if (waits->list != waits->few) free(waits->list);
}
