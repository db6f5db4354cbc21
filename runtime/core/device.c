/* Devices: how they are made and closed, and the devices that replace them in a child made by fork. Knows back ends,
 * and that other folders keep data for a device; must not know these data.
 *
 * SPDX-License-Identifier: MIT */
#include "core/device.h"

#include "core/status.h"

#include <stdlib.h>

/* Opens the hooks in order; on a failure those opened are closed again. */
static clb_status open_hooks(clb_device *device, const char *call, clb_error *error)
{
    clb_status status = CLB_OK;
    for (const clbi_device_hooks *const *one = device->hooks; one && *one && status == CLB_OK; one++)
        if ((*one)->open) status = (*one)->open(device, call, error);
    return status;
}

static size_t count_hooks(const clb_device *device)
{
    size_t count = 0;
    while (device->hooks && device->hooks[count]) count++;
    return count;
}

static void close_hooks(clb_device *device)
{
    for (size_t i = count_hooks(device); i > 0; i--)
        if (device->hooks[i - 1]->close) device->hooks[i - 1]->close(device);
}

clb_status clbi_device_create(const clbi_device_source *source, clb_device **device, clb_error *error)
{
    static const char call[] = "clb_device_open";
    clb_device *made = calloc(1, sizeof *made);
    clb_status status;
    if (!made) return clbi_no_memory(error, call);
    *made = (clb_device){
        .backend = source->backend, .hooks = source->hooks, .info = *source->info, .profiling = source->profiling};
    atomic_init(&made->last_serial, 0);
    atomic_init(&made->bundles, NULL);
    atomic_init(&made->inherited, NULL);
    atomic_init(&made->profile, NULL);
    atomic_init(&made->profiled, false);
    clbi_process_init(&made->process);
    if (pthread_mutex_init(&made->lock, NULL) != 0) {
        status = clbi_no_memory(error, call);
        goto no_lock;
    }
    if (pthread_cond_init(&made->built, NULL) != 0) {
        status = clbi_no_memory(error, call);
        goto no_condition;
    }
    status = open_hooks(made, call, error);
    if (status == CLB_OK)
        status = made->backend->open(source->session, source->index, &made->info, made->profiling, &made->impl, error);
    if (status != CLB_OK) goto not_open;
    *device = made;
    return CLB_OK;

not_open:
    close_hooks(made);
    pthread_cond_destroy(&made->built);
no_condition:
    pthread_mutex_destroy(&made->lock);
no_lock:
    clbi_process_end(&made->process);
    free(made);
    return status;
}

void clbi_device_print_to(clb_device *device, clb_print *print, void *cookie)
{
    device->print = print;
    device->cookie = cookie;
    if (device->backend->print_to) device->backend->print_to(device->impl, print, cookie);
}

void clbi_device_find_to(clb_device *device, bool checked, clb_finding_report *finding, void *cookie)
{
    device->checked = checked;
    device->finding = finding;
    device->finding_cookie = cookie;
    if (device->backend->find_to) device->backend->find_to(device->impl, checked, finding, cookie);
}

static void close_own(clb_device *device)
{
    (void)device->backend->finish(device->impl, NULL);
    pthread_mutex_lock(&device->lock);
    while (device->callbacks > 0) pthread_cond_wait(&device->built, &device->lock);
    pthread_mutex_unlock(&device->lock);
    close_hooks(device);
    device->backend->close(device->impl);
    pthread_cond_destroy(&device->built);
    pthread_mutex_destroy(&device->lock);
    clbi_process_end(&device->process);
    free(device);
}

/* In a child made by fork. Data that another thread was changing at that moment, and objects of a driver, are left to
 * the end of the process; the condition may have waiters that will never leave, so that it cannot be destroyed. */
static void abandon(clb_device *device)
{
    if (!device->backend->abandon) return;
    const bool locked = pthread_mutex_trylock(&device->lock) == 0;
    for (size_t i = count_hooks(device); i > 0; i--)
        if (device->hooks[i - 1]->abandon) device->hooks[i - 1]->abandon(device, locked);
    device->backend->abandon(device->impl);
    if (!locked) return;
    clbi_process_end(&device->process);
    free(device);
}

void clb_device_close(clb_device **device)
{
    if (!device) return;
    const int cancel = clbi_cancel_off();
    if (*device && (*device)->front) {
        (*device)->front->close(*device);
        *device = NULL;
    }
    for (clb_device *closed = *device; closed;) {
        clb_device *next = atomic_load_explicit(&closed->inherited, memory_order_acquire);
        if (clbi_process_is_own(&closed->process)) close_own(closed);
        else abandon(closed);
        closed = next;
    }
    *device = NULL;
    clbi_cancel_on(cancel);
}

/* ---- After a fork ----------------------------------------------------------------------------------------------- */

bool clbi_device_is_usable(const clb_device *device)
{
    return device->backend->abandon || clbi_process_is_own(&device->process);
}

static clb_status inherit_hooks(clb_device *made, const clb_device *from, const char *call, clb_error *error)
{
    clb_status status = CLB_OK;
    for (const clbi_device_hooks *const *one = made->hooks; one && *one && status == CLB_OK; one++)
        if ((*one)->inherit) status = (*one)->inherit(made, from, call, error);
    return status;
}

static clb_status inherit(clb_device *device, const char *call, clb_device **here, clb_error *error)
{
    clb_device *made = NULL, *other = NULL;
    if (!device->backend->abandon)
        return clbi_fail(
            error,
            (clbi_cause){.status = CLB_ERROR_UNSUPPORTED,
                         .call = call,
                         .device = &device->info,
                         .hint = "Open a native device in this process, or call exec after fork."},
            "%s: the device was opened before this process was forked, and the %s back end does not survive "
            "that.",
            call, device->backend->name);
    const clbi_device_source source = {
        .backend = device->backend, .info = &device->info, .profiling = device->profiling, .hooks = device->hooks};
    const clb_status status = clbi_device_create(&source, &made, error);
    if (status != CLB_OK) return status;
    const clb_status inherited = inherit_hooks(made, device, call, error);
    if (inherited != CLB_OK) {
        close_own(made);
        return inherited;
    }
    clbi_device_print_to(made, device->print, device->cookie);
    clbi_device_find_to(made, device->checked, device->finding, device->finding_cookie);
    if (made->backend->inherit) made->backend->inherit(made->impl, device->impl);
    if (atomic_compare_exchange_strong(&device->inherited, &other, made)) {
        *here = made;
    } else {
        close_own(made);
        *here = other;
    }
    return CLB_OK;
}

clb_status clbi_device_in_process(clb_device *device, const char *call, clb_device **here, clb_error *error)
{
    device = clbi_device_await(device);
    while (!clbi_process_is_own(&device->process)) {
        clb_device *next = atomic_load_explicit(&device->inherited, memory_order_acquire);
        const clb_status status = next ? CLB_OK : inherit(device, call, &next, error);
        if (status != CLB_OK) return status;
        device = next;
    }
    *here = device;
    return CLB_OK;
}

const clb_device_info *clb_device_get_info(const clb_device *device)
{
    return device ? &clbi_device_current(device)->info : NULL;
}

void *clb_device_get_handle(const clb_device *device, clb_handle which)
{
    if (!device) return NULL;
    const int cancel = clbi_cancel_off();
    const clb_device *settled = clbi_device_await((clb_device *)(uintptr_t)device);
    clbi_cancel_on(cancel);
    return settled->backend->get_handle(settled->impl, which);
}
