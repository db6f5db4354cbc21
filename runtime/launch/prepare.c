/* clb_prepare: builds many programs, several at a time. The calling thread takes part, so it also works if no thread
 * can be started. Knows programs and threads; must not know how a program is built.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "core/bundle.h"
#include "core/params.h"
#include "core/status.h"
#include "launch/check.h"
#include "platform/platform.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

enum { THREADS_MAX = 64 };

typedef struct work {
    clb_device *device;
    clbi_bundle_state *state;
    const clb_prepare_params *params;
    size_t total;
    pthread_mutex_t lock; /* for all below */
    size_t next, done;
    bool stopped;
    clb_status status; /* the first failure */
    clb_error failure;
} work;

static const char prepare_call[] = "clb_prepare";

static double seconds_now(void)
{
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static uint32_t kernel_at(const work *w, size_t i)
{
    return w->params->kernels ? w->params->kernels[i] : (uint32_t)i;
}

/* Whether the device is one that the variant is for, and has what its program needs. */
static bool may_run(const work *w, const clb_variant_data *variant)
{
    const clb_bundle *bundle = w->state->bundle;
    const uint32_t needs = bundle->programs[bundle->kernels[variant->kernel].program].needs;
    return (variant->classes & clbi_device_classes(w->device)) && !(needs & ~w->device->info.features);
}

/* A variant for other devices: natively there may be no code for it. */
static bool is_for_others(const work *w, uint32_t kernel)
{
    const clb_bundle *bundle = w->state->bundle;
    bool variant = false;
    for (uint32_t i = 0; i < bundle->variant_count; i++) {
        if (bundle->variants[i].kernel != kernel) continue;
        if (may_run(w, &bundle->variants[i])) return false;
        variant = true;
    }
    return variant;
}

/* The program of the kernel, and those of its variants for devices like this. */
static clb_status build_one(const work *w, uint32_t kernel, clb_error *failure)
{
    const clb_bundle *bundle = w->state->bundle;
    const clb_kernel_data *data = &bundle->kernels[kernel];
    if (!w->params->kernels && is_for_others(w, kernel)) return CLB_OK;
    clb_status status = clbi_program_build(w->device, w->state, data->program, prepare_call, failure);
    for (uint32_t i = 0; status == CLB_OK && i < data->variant_count; i++) {
        const clb_variant_data *variant = &bundle->variants[data->first_variant + i];
        if (may_run(w, variant))
            status = clbi_program_build(w->device, w->state, bundle->kernels[variant->kernel].program, prepare_call,
                                        failure);
    }
    return status;
}

static void *build_some(void *cookie)
{
    work *w = cookie;
    for (;;) {
        pthread_mutex_lock(&w->lock);
        const size_t i = w->next;
        const bool more = !w->stopped && i < w->total;
        if (more) w->next++;
        pthread_mutex_unlock(&w->lock);
        if (!more) return NULL;

        const uint32_t kernel = kernel_at(w, i);
        clb_error failure = {0};
        const double start = seconds_now();
        const clb_status status = build_one(w, kernel, &failure);
        const double seconds = seconds_now() - start;

        pthread_mutex_lock(&w->lock);
        w->done++;
        if (status != CLB_OK && w->status == CLB_OK) {
            w->status = status;
            w->failure = failure;
            failure = (clb_error){0};
        }
        if (w->params->progress && !w->stopped &&
            !w->params->progress(w->params->cookie, kernel, seconds, w->done, w->total))
            w->stopped = true;
        pthread_mutex_unlock(&w->lock);
        clb_error_clear(&failure);
    }
}

static size_t thread_count(const clb_prepare_params *params, size_t total)
{
    size_t threads = params->threads;
    if (threads == 0) {
        threads = clbi_processors_online();
        if (threads > 8) threads = 8;
    }
    if (threads > THREADS_MAX) threads = THREADS_MAX;
    return threads < total ? threads : total;
}

/* The kernels that are asked for, against the bundle. */
static clb_status check_kernels(const work *w, const clb_bundle *bundle, clb_error *error)
{
    for (size_t i = 0; i < w->total; i++)
        if (kernel_at(w, i) >= bundle->kernel_count)
            return clbi_refuse(error, CLB_ERROR_ARGUMENT, prepare_call,
                               "%s: the bundle has no kernel %" PRIu32 "; take numbers below %" PRIu32 ".",
                               prepare_call, kernel_at(w, i), bundle->kernel_count);
    return CLB_OK;
}

static clb_status prepare(clb_device *device, const clb_bundle *bundle, const clb_prepare_params *params,
                          clb_error *error)
{
    const char *call = prepare_call;
    if (!device) return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: the device is NULL; open one first.", call);
    work w = {.params = params};
    const clbi_given_constants given = {w.params->constants, w.params->constant_count};
    const bool background = w.params->background && device->front;
    clb_status status =
        clbi_device_in_process(background ? clbi_device_native(device) : device, call, &w.device, error);
    if (status == CLB_OK && w.params->constant_count > 0)
        status = clbi_bundle_open_with(w.device, bundle, &given, call, &w.state, error);
    else if (status == CLB_OK) status = clbi_bundle_open(w.device, bundle, call, &w.state, error);
    if (status != CLB_OK) return status;
    w.total = w.params->kernels ? w.params->kernel_count : bundle->kernel_count;
    status = check_kernels(&w, bundle, error);
    if (status != CLB_OK) return status;
    if (background) {
        for (size_t i = 0; i < w.total; i++)
            device->front->build_later(device, bundle, bundle->kernels[kernel_at(&w, i)].program);
        return CLB_OK;
    }
    if (pthread_mutex_init(&w.lock, NULL) != 0) return clbi_no_memory(error, call);

    pthread_t threads[THREADS_MAX];
    size_t started = 0;
    const size_t wanted = thread_count(w.params, w.total);
    while (started + 1 < wanted && pthread_create(&threads[started], NULL, build_some, &w) == 0) started++;
    (void)build_some(&w);
    for (size_t i = 0; i < started; i++) (void)pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&w.lock);

    if (w.status != CLB_OK && error) {
        clb_error_clear(error);
        *error = w.failure;
        w.failure = (clb_error){0};
    }
    status = w.status;
    if (status == CLB_OK && w.params->constant_count > 0) clbi_bundle_choose(w.device, w.state);
    clb_error_clear(&w.failure);
    return status;
}

clb_status clb_prepare(clb_device *device, const clb_bundle *bundle, const clb_prepare_params *params, clb_error *error)
{
    clb_prepare_params own;
    const int cancel = clbi_cancel_off();
    clb_status status = clbi_params_read(CLBI_FORM_PREPARE_PARAMS, params, &own, prepare_call, error);
    if (status == CLB_OK) status = prepare(device, bundle, &own, error);
    clbi_cancel_on(cancel);
    return status;
}
