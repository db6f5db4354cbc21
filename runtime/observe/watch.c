/* SPDX-License-Identifier: MIT */
#include "observe/watch.h"

#include "core/pool.h"
#include "core/status.h"
#include "core/text.h"

#include <inttypes.h>
#include <stdlib.h>

enum { SLICE_MS = 10, FIRST_SLICES = 64 };

struct clb_cancel {
    atomic_bool requested;
};

clb_status clb_cancel_create(clb_cancel **cancel, clb_error *error)
{
    static const char call[] = "clb_cancel_create";
    if (!cancel)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `cancel` is NULL; pass the address of a pointer.",
                           call);
    clb_cancel *made = malloc(sizeof *made);
    if (!made) return clbi_no_memory(error, call);
    atomic_init(&made->requested, false);
    *cancel = made;
    return CLB_OK;
}

void clb_cancel_release(clb_cancel **cancel)
{
    if (!cancel) return;
    free(*cancel);
    *cancel = NULL;
}

void clb_cancel_request(clb_cancel *cancel)
{
    if (cancel) atomic_store(&cancel->requested, true);
}

void clb_cancel_reset(clb_cancel *cancel)
{
    if (cancel) atomic_store(&cancel->requested, false);
}

bool clb_cancel_is_requested(const clb_cancel *cancel)
{
    return cancel && atomic_load_explicit(&cancel->requested, memory_order_relaxed);
}

/* ---- One launch ---------------------------------------------------------------------------------------------------
 */

void clbi_watching_start(clbi_watching *w, const clb_watch *watch, const char *call, const clbi_range *range)
{
    w->watch = watch;
    w->call = call;
    w->total = 1;
    for (int d = 0; d < 3; d++) w->total *= range->global[d]; /* only counted with: may wrap where nothing could run */
    w->slice_ns = (uint64_t)(watch->slice_ms ? watch->slice_ms : SLICE_MS) * 1000000;
    w->told = 0;
    atomic_init(&w->done, 0);
    atomic_init(&w->step, 1);
    atomic_init(&w->refused, false);
    atomic_flag_clear(&w->telling);
}

bool clbi_watching_stopped(const clbi_watching *w)
{
    return clb_cancel_is_requested(w->watch->cancel) || atomic_load_explicit(&w->refused, memory_order_relaxed);
}

/* A thread that finds another one in the function leaves it to that. */
static void tell(clbi_watching *w)
{
    if (!w->watch->progress || atomic_flag_test_and_set_explicit(&w->telling, memory_order_acquire)) return;
    const uint64_t done = atomic_load(&w->done);
    if (done > w->told && !atomic_load(&w->refused)) {
        w->told = done;
        if (!w->watch->progress(w->watch->cookie, done, w->total)) atomic_store(&w->refused, true);
    }
    atomic_flag_clear_explicit(&w->telling, memory_order_release);
}

void clbi_watching_add(clbi_watching *w, uint64_t items)
{
    (void)atomic_fetch_add(&w->done, items);
    tell(w);
}

clb_status clbi_watching_end(clbi_watching *w, const clbi_job *job, clb_status status, clb_error *error)
{
    const uint64_t done = atomic_load(&w->done);
    if (w->watch->done) *w->watch->done = done;
    if (status != CLB_OK) return status;
    tell(w);
    if (done == w->total) return CLB_OK;
    return clbi_refuse(error, CLB_ERROR_CANCELLED, w->call,
                       "%s: kernel '%s' was stopped on request after %" PRIu64 " of %" PRIu64 " work-items.", w->call,
                       clbi_span_name(job->bundle, job->kernel->name).text, done, w->total);
}

/* ---- Slices -------------------------------------------------------------------------------------------------------
 */

typedef struct slice {
    clbi_completion completion;
    uint64_t items, began;
} slice;

/* The dimension to cut, and in steps of how many items. */
static uint32_t choose_cut(const clbi_range *range, size_t *unit)
{
    uint32_t d = range->dimensions - 1;
    while (d > 0 && range->global[d] == 1) d--;
    /* Slices that leave the driver a good size of groups. */
    *unit = range->local[d] ? range->local[d] : d == 0 ? 256 : 1;
    return d;
}

/* Waits, counts, and learns how long a slice takes. */
static clb_status end_slice(clbi_watching *w, clb_device *device, slice *s, size_t *step, clb_error *error)
{
    const clbi_backend *backend = device->backend;
    if (!s->completion.first) return CLB_OK;
    const clb_status status = backend->event_wait(device->impl, &s->completion, error);
    backend->event_release(device->impl, &s->completion);
    if (status != CLB_OK) return status;
    const uint64_t took = clbi_now_ns() - s->began;
    if (took < w->slice_ns / 2 && *step <= SIZE_MAX / 2) *step *= 2;
    else if (took > 2 * w->slice_ns && *step > 1) *step /= 2;
    clbi_watching_add(w, s->items);
    return CLB_OK;
}

/* From the beginning of the first slice to the end of this one. */
static clb_status extend(clb_device *device, clbi_completion *whole, const clbi_completion *slice, clb_error *error)
{
    const clbi_backend *backend = device->backend;
    if (!whole->first) {
        const clb_status status = backend->event_retain(device->impl, slice, error);
        if (status == CLB_OK) *whole = *slice;
        return status;
    }
    clbi_completion before = {whole->last, whole->last};
    const clb_status status = backend->event_retain(device->impl, &(clbi_completion){slice->last, slice->last}, error);
    if (status != CLB_OK) return status;
    if (before.last != whole->first) backend->event_release(device->impl, &before);
    whole->last = slice->last;
    return CLB_OK;
}

/* Two slices are under way, so that the device does not wait for the host. */
static clb_status run_slices(clbi_watching *w, clb_device *device, void *kernel, const clbi_job *whole,
                             clbi_completion *completion, clb_error *error)
{
    const clbi_backend *backend = device->backend;
    const clbi_range *range = whole->range;
    size_t unit, at = 0;
    const uint32_t d = choose_cut(range, &unit);
    const size_t units = range->global[d] / unit + (range->global[d] % unit != 0);
    const uint64_t row = w->total / range->global[d];
    size_t step = units / FIRST_SLICES ? units / FIRST_SLICES : 1;
    slice before = {0}, now = {0};
    clb_status status = CLB_OK;
    while (status == CLB_OK && at < range->global[d] && !clbi_watching_stopped(w)) {
        clbi_range part = *range;
        clbi_job job = *whole;
        const size_t left = range->global[d] - at;
        part.global[d] = step < left / unit ? step * unit : left;
        part.offset[d] += at;
        job.range = &part;
        if (at > 0) job.wait_count = 0;
        now = (slice){.items = row * part.global[d], .began = clbi_now_ns()};
        status = backend->launch(device->impl, kernel, &job, &now.completion, error);
        if (status == CLB_OK && !job.queue && backend->flush) status = backend->flush(device->impl, error);
        if (status == CLB_OK && completion) status = extend(device, completion, &now.completion, error);
        const clb_status ended = end_slice(w, device, &before, &step, status == CLB_OK ? error : NULL);
        if (status == CLB_OK) status = ended;
        at += part.global[d];
        before = now;
        now = (slice){0};
    }
    /* Slices under way end in any case. */
    if (before.completion.first) {
        const clb_status last = end_slice(w, device, &before, &step, status == CLB_OK ? error : NULL);
        if (status == CLB_OK) status = last;
    }
    return status;
}

clb_status clbi_watching_slices(clbi_watching *w, clb_device *device, void *kernel, const clbi_job *job,
                                clbi_completion *completion, clb_error *error)
{
    clbi_completion last = {NULL, NULL};
    const bool groups = (job->kernel->flags & CLB_KERNEL_BY_GROUPS) != 0;
    if (!(job->kernel->flags & CLB_KERNEL_INDEPENDENT) && !(groups && job->range->local[0] != 0))
        return clbi_fail(
            error,
            (clbi_cause){.status = CLB_ERROR_UNSUPPORTED,
                         .call = w->call,
                         .device = &device->info,
                         .hint = groups ? "State the local size." : "Launch it without .watch, or on a native device."},
            "%s: kernel '%s' looks at its work-group%s, so that it cannot be run in slices here.", w->call,
            clbi_span_name(job->bundle, job->kernel->name).text,
            groups ? ", whose size is not stated" : " or at the range");
    const clb_status status = run_slices(w, device, kernel, job, completion ? &last : NULL, error);
    if (status == CLB_OK && completion) *completion = last;
    else if (last.first) device->backend->event_release(device->impl, &last);
    return status;
}
