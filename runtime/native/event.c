/* Events of the native back end: completion, waiting and callbacks. Knows no commands; a device has one lock for all of
 * its events.
 *
 * SPDX-License-Identifier: MIT */
#include "core/status.h"
#include "native/native.h"

#include <stdlib.h>

clbi_native_event *clbi_native_event_new(clbi_native_device *device)
{
    clbi_native_event *event = malloc(sizeof *event);
    if (!event) return NULL;
    *event = (clbi_native_event){.device = device};
    atomic_init(&event->references, 1);
    atomic_init(&event->complete, false);
    return event;
}

static bool is_complete(const clbi_native_event *event)
{
    return atomic_load_explicit(&event->complete, memory_order_acquire);
}

static void free_event(clbi_native_event *event)
{
    if (event->failure) clb_error_clear(event->failure);
    free(event->failure);
    free(event);
}

void clbi_native_event_drop(clbi_native_event *event)
{
    if (event && atomic_fetch_sub(&event->references, 1) == 1) free_event(event);
}

void clbi_native_event_complete(clbi_native_event *event, clb_status status, const clb_error *failure)
{
    static const clb_error none = {0};
    clbi_native_device *device = event->device;
    event->status = status;
    if (status != CLB_OK && (event->failure = calloc(1, sizeof *event->failure)))
        clbi_error_copy(event->failure, failure);
    pthread_mutex_lock(&device->event_lock);
    clbi_native_callback *callbacks = event->callbacks;
    event->callbacks = NULL;
    atomic_store_explicit(&event->complete, true, memory_order_release);
    pthread_cond_broadcast(&device->completed);
    pthread_mutex_unlock(&device->event_lock);
    while (callbacks) {
        clbi_native_callback *next = callbacks->next;
        callbacks->notify(callbacks->cookie, status == CLB_OK ? &none : failure);
        free(callbacks);
        callbacks = next;
    }
}

static clb_status refuse_parents(const clbi_native_device *device, clb_error *error)
{
    return clbi_fail(error,
                     (clbi_cause){.status = CLB_ERROR_UNSUPPORTED,
                                  .call = "clb_event_wait",
                                  .device = device->info,
                                  .hint = "Wait for it before fork."},
                     "A command had not run when this process was forked, and will never run in it.");
}

static clb_status report(const clbi_native_event *event, clb_error *error)
{
    if (event->status == CLB_OK) return CLB_OK;
    if (event->failure) clbi_error_copy(error, event->failure);
    else
        (void)clbi_fail(error, (clbi_cause){.status = event->status, .call = "clbundle", .device = event->device->info},
                        "A command has failed, and there was no memory to keep why.");
    return event->status;
}

static clb_status await(clbi_native_device *device, clbi_native_event *event, clb_error *error)
{
    if (!is_complete(event)) {
        if (event->device != device) return refuse_parents(device, error);
        pthread_mutex_lock(&device->event_lock);
        while (!is_complete(event)) pthread_cond_wait(&device->completed, &device->event_lock);
        pthread_mutex_unlock(&device->event_lock);
    }
    return report(event, error);
}

clb_status clbi_native_await_all(clbi_native_device *device, void *const *events, uint32_t count, clb_error *error)
{
    clb_status status = CLB_OK;
    for (uint32_t i = 0; i < count; i++) {
        const clb_status one = await(device, events[i], status == CLB_OK ? error : NULL);
        if (status == CLB_OK) status = one;
    }
    return status;
}

clb_status clbi_native_event_wait(void *impl, const clbi_completion *completion, clb_error *error)
{
    return completion->first ? await(impl, completion->first, error) : CLB_OK;
}

clb_status clbi_native_event_poll(void *impl, const clbi_completion *completion, bool *complete, clb_error *error)
{
    (void)impl, (void)error;
    *complete = !completion->first || is_complete(completion->first);
    return CLB_OK;
}

clb_status clbi_native_event_notify(void *impl, const clbi_completion *completion, clbi_notify *notify, void *cookie,
                                    clb_error *error)
{
    static const clb_error none = {0};
    clbi_native_device *device = impl;
    clbi_native_event *event = completion->first;
    if (event && !is_complete(event)) {
        if (event->device != device) return refuse_parents(device, error);
        clbi_native_callback *made = malloc(sizeof *made);
        if (!made) return clbi_no_memory(error, "clb_event_on_complete");
        *made = (clbi_native_callback){NULL, notify, cookie};
        pthread_mutex_lock(&device->event_lock);
        const bool late = is_complete(event);
        if (!late) {
            clbi_native_callback **at = &event->callbacks;
            while (*at) at = &(*at)->next;
            *at = made;
        }
        pthread_mutex_unlock(&device->event_lock);
        if (!late) return CLB_OK;
        free(made);
    }
    clb_error failure = {0};
    if (event && report(event, &failure) != CLB_OK) notify(cookie, &failure);
    else notify(cookie, &none);
    clb_error_clear(&failure);
    return CLB_OK;
}

clb_status clbi_native_event_times(void *impl, const clbi_completion *completion, uint64_t *start_ns, uint64_t *end_ns,
                                   clb_error *error)
{
    (void)impl;
    const clbi_native_event *event = completion->first;
    const clb_status status = report(event, error);
    if (status != CLB_OK) return status;
    *start_ns = event->start;
    *end_ns = event->end;
    return CLB_OK;
}

clb_status clbi_native_event_retain(void *impl, const clbi_completion *completion, clb_error *error)
{
    (void)impl, (void)error;
    clbi_native_event *event = completion->first;
    if (event) atomic_fetch_add_explicit(&event->references, 1, memory_order_relaxed);
    return CLB_OK;
}

void clbi_native_event_release(void *impl, clbi_completion *completion)
{
    (void)impl;
    clbi_native_event_drop(completion->first);
    *completion = (clbi_completion){0};
}
