/* Events of the public interface: waiting, asking, being told. Knows how events end; must not know commands.
 *
 * SPDX-License-Identifier: MIT */
#include "core/queue.h"
#include "core/status.h"

#include <stdlib.h>

clb_event *clbi_event_new(clb_device *device, const clb_queue *queue)
{
    clb_event *made = malloc(sizeof *made);
    if (!made) return NULL;
    *made = (clb_event){.device = device, .begun = queue != NULL};
    atomic_init(&made->references, 1);
    return made;
}

void clbi_event_retain(clb_event *event)
{
    atomic_fetch_add_explicit(&event->references, 1, memory_order_relaxed);
}

clb_status clb_event_wait(clb_event *event, clb_error *error)
{
    if (!event) return CLB_OK; /* an empty range has run */
    clb_device *here;
    const int cancel = clbi_cancel_off();
    clb_status status = clbi_device_in_process(event->device, "clb_event_wait", &here, error);
    if (status == CLB_OK) status = here->backend->event_wait(here->impl, &event->completion, error);
    clbi_cancel_on(cancel);
    return status;
}

clb_status clb_event_poll(clb_event *event, bool *complete, clb_error *error)
{
    static const char call[] = "clb_event_poll";
    bool answer = true;
    if (!complete)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `complete` is NULL; pass the address of a bool.",
                           call);
    if (event) {
        clb_device *here;
        const int cancel = clbi_cancel_off();
        clb_status status = clbi_device_in_process(event->device, call, &here, error);
        /* So that asking again and again comes to an end. */
        if (status == CLB_OK && !event->begun && here->backend->flush) status = here->backend->flush(here->impl, error);
        if (status == CLB_OK) status = here->backend->event_poll(here->impl, &event->completion, &answer, error);
        clbi_cancel_on(cancel);
        if (status != CLB_OK) return status;
    }
    *complete = answer;
    return CLB_OK;
}

clb_status clb_event_times(clb_event *event, uint64_t *start_ns, uint64_t *end_ns, clb_error *error)
{
    static const char call[] = "clb_event_times";
    if (!event || !start_ns || !end_ns)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `%s` is NULL; pass one.", call,
                           !event      ? "event"
                           : !start_ns ? "start_ns"
                                       : "end_ns");
    clb_device *device = event->device;
    if (!device->profiling)
        return clbi_refuse(error, CLB_ERROR_UNSUPPORTED, call,
                           "%s: the device keeps no times; open it with .profiling set.", call);
    uint64_t start = 0, end = 0;
    const int cancel = clbi_cancel_off();
    clb_status status = clbi_device_in_process(device, call, &device, error);
    if (status == CLB_OK) status = device->backend->event_wait(device->impl, &event->completion, error);
    if (status == CLB_OK) status = device->backend->event_times(device->impl, &event->completion, &start, &end, error);
    clbi_cancel_on(cancel);
    if (status != CLB_OK) return status;
    *start_ns = start;
    *end_ns = end;
    return CLB_OK;
}

void clb_event_release(clb_event **event)
{
    if (!event || !*event) return;
    clb_event *released = *event;
    *event = NULL;
    /* Where the caller's is the only reference, no other thread can take one. */
    if (atomic_load_explicit(&released->references, memory_order_acquire) != 1 &&
        atomic_fetch_sub(&released->references, 1) != 1)
        return;
    clb_device *device = released->device;
    const int cancel = clbi_cancel_off();
    if (clbi_device_is_usable(device)) device->backend->event_release(device->impl, &released->completion);
    free(released);
    clbi_cancel_on(cancel);
}

/* ---- Callbacks ----------------------------------------------------------------------------------------------------
 */

typedef struct notice {
    clb_device *device;
    clb_completed *function;
    void *cookie;
} notice;

/* While it counts callbacks, the device is not closed. */
static void begin_callbacks(clb_device *device, size_t count)
{
    pthread_mutex_lock(&device->lock);
    device->callbacks += count;
    pthread_mutex_unlock(&device->lock);
}

static void end_callback(clb_device *device)
{
    pthread_mutex_lock(&device->lock);
    if (--device->callbacks == 0) pthread_cond_broadcast(&device->built);
    pthread_mutex_unlock(&device->lock);
}

static void end_notice(notice *n)
{
    clb_device *device = n->device;
    free(n);
    end_callback(device);
}

static void tell(void *cookie, const clb_error *error)
{
    notice *n = cookie;
    n->function(n->cookie, error);
    end_notice(n);
}

clb_status clb_event_on_complete(clb_event *event, clb_completed *function, void *cookie, clb_error *error)
{
    static const char call[] = "clb_event_on_complete";
    if (!function) return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `function` is NULL; pass one.", call);
    if (!event) {
        const clb_error none = {0};
        function(cookie, &none);
        return CLB_OK;
    }
    clb_device *here;
    const int cancel = clbi_cancel_off();
    /* The callback may release the event, here or in another thread: it is not looked at behind event_notify. */
    const bool begun = event->begun;
    clb_status status = clbi_device_in_process(event->device, call, &here, error);
    notice *n = status == CLB_OK ? malloc(sizeof *n) : NULL;
    if (status == CLB_OK && !n) status = clbi_no_memory(error, call);
    if (status == CLB_OK) {
        *n = (notice){here, function, cookie};
        begin_callbacks(here,
                        2); /* the callback, and this call: another thread may close the device behind the callback */
        status = here->backend->event_notify(here->impl, &event->completion, tell, n, error);
        if (status != CLB_OK) end_notice(n);
        /* A failure to send commands shows when they are waited for. */
        else if (!begun && here->backend->flush) (void)here->backend->flush(here->impl, NULL);
        end_callback(here);
    }
    clbi_cancel_on(cancel);
    return status;
}
