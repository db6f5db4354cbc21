/* Finding, rating, ordering and opening devices of all back ends. Knows what a bundle needs; knows nothing about
 * OpenCL.
 *
 * SPDX-License-Identifier: MIT */
#include "core/device.h"

#include "core/bundle.h"
#include "core/filter.h"
#include "core/probe.h"
#include "observe/profile.h"
#include "launch/programs.h"
#include "core/queue.h"
#include "memory/staging.h"
#include "core/status.h"
#include "tier/tier.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In the order in which they are asked. */
static const clbi_backend *const back_ends[] = {
    &clbi_native_backend,
#ifdef CLBI_HAVE_OPENCL
    &clbi_opencl_backend,
#endif
    NULL
};

enum { BACK_ENDS = sizeof back_ends / sizeof *back_ends };

/* ---- What a device offers and what is asked of it ------------------------------------------------------------- */

static int rank(const clb_device_info *info, uint32_t needs)
{
    if ((needs & CLB_NEEDS_FP64) && info->emulates_fp64) return 3;
    return info->type == CLB_DEVICE_GPU ? 0 : info->type == CLB_DEVICE_ACCELERATOR ? 1 : 2;
}

static void reject(clb_device_info *info, const char *format, ...) CLBI_PRINTF(2, 3);
static void reject(clb_device_info *info, const char *format, ...)
{
    va_list arguments;
    info->rejected = true;
    va_start(arguments, format);
    (void)vsnprintf(info->reason, sizeof info->reason, format, arguments);
    va_end(arguments);
}

typedef struct demand {
    const clb_bundle *bundle; /* or NULL */
    uint32_t needs;           /* of the caller */
    uint32_t bundle_needs;
    uint64_t memory_size;
    const char *filter; /* "": any */
    const clb_device_params *params; /* never NULL */
} demand;

static clb_status read_params(const clb_device_params *params, const char *call, demand *asked, clb_error *error)
{
    static const clb_device_params none = {0};
    const clb_device_params *p = params ? params : &none;
    *asked = (demand){p->bundle, p->needs, 0, p->memory_size, p->filter ? p->filter : "", p};
    if (p->bundle) {
        const clb_status status = clbi_bundle_check(p->bundle, call, error);
        if (status != CLB_OK) return status;
        asked->bundle_needs = clbi_bundle_needs(p->bundle);
    }
    if (p->constant_count > 0 && !p->bundle)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: .constants need the .bundle that has them; pass it.", call);
    if (p->back_ends & ~(CLB_BACK_END_OPENCL | CLB_BACK_END_NATIVE))
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: .back_ends is 0x%" PRIx32 "; combine CLB_BACK_END_OPENCL and CLB_BACK_END_NATIVE, or "
                           "leave it 0 for all.",
                           call, p->back_ends);
    const char *variable = p->environment ? p->environment : "CLBUNDLE_DEVICE";
    const char *value = *variable ? getenv(variable) : NULL;
    if (value) asked->filter = value;
    return CLB_OK;
}

/* Native code is there for the kernels that have it; the others say so when they are launched. */
static void judge(clb_device_info *info, bool native, const demand *asked)
{
    const uint32_t missing = (asked->needs | (native ? 0 : asked->bundle_needs)) & ~info->features;
    if (info->rejected) return; /* by its back end */
    if (native && !asked->bundle->native) {
        reject(info, "bundle '%.100s' has no native code", asked->bundle->name ? asked->bundle->name : "");
    } else if (missing) {
        char text[128];
        clbi_needs_text(missing, text, sizeof text);
        reject(info, "it lacks %s", text);
    } else if (asked->memory_size > info->memory_size) {
        reject(info, "it has %" PRIu64 " bytes of memory, fewer than the %" PRIu64 " asked for", info->memory_size,
               asked->memory_size);
    }
}

/* ---- The list --------------------------------------------------------------------------------------------------- */

/* A device found, and where it came from. */
typedef struct candidate {
    clb_device_info info;
    size_t back_end, index;
} candidate;

typedef struct survey {
    void *sessions[BACK_ENDS];
    candidate *found; /* in the order of preference */
    size_t count;
    bool has_native, has_drivers; /* native code that could have run; devices of a driver */
    bool opencl_left_out, native_left_out; /* by what the caller asked for */
    clbi_note note;
} survey;

static void end_survey(survey *s)
{
    for (size_t b = 0; back_ends[b]; b++)
        if (s->sessions[b]) back_ends[b]->forget(s->sessions[b]);
    free(s->found);
    *s = (survey){0};
}

static bool is_native(const candidate *c)
{
    return back_ends[c->back_end] == &clbi_native_backend;
}

static bool precedes(const candidate *x, const candidate *y, uint32_t needs)
{
    const clb_device_info *a = &x->info, *b = &y->info;
    if (a->rejected != b->rejected) return b->rejected;
    if (rank(a, needs) != rank(b, needs)) return rank(a, needs) < rank(b, needs);
    if (is_native(x) != is_native(y)) return is_native(x);
    return a->compute_units > b->compute_units;
}

/* Stable, so that equals stay in the platforms' order. Lists are short. */
static void sort_candidates(candidate *found, size_t count, uint32_t needs)
{
    for (size_t i = 1; i < count; i++) {
        const candidate moved = found[i];
        size_t k = i;
        for (; k > 0 && precedes(&moved, &found[k - 1], needs); k--) found[k] = found[k - 1];
        found[k] = moved;
    }
}

static clb_status add_back_end(survey *s, size_t b, const char *call, clb_error *error)
{
    clb_device_info *infos = NULL;
    size_t count = 0;
    const clb_status status = back_ends[b]->discover(&s->sessions[b], &infos, &count, &s->note, error);
    if (status != CLB_OK) return status;
    if (count > 0) {
        candidate *grown = NULL;
        if (count < SIZE_MAX / sizeof *grown - s->count) grown = realloc(s->found, (s->count + count) * sizeof *grown);
        if (!grown) {
            free(infos);
            return clbi_no_memory(error, call);
        }
        s->found = grown;
        for (size_t i = 0; i < count; i++) s->found[s->count++] = (candidate){infos[i], b, i};
    }
    free(infos);
    return CLB_OK;
}

/* No device of the back end is wanted, whatever it has. */
static bool is_left_out(const clbi_backend *backend, const demand *asked)
{
    const bool native = backend == &clbi_native_backend;
    const uint32_t bit = native ? CLB_BACK_END_NATIVE : CLB_BACK_END_OPENCL;
    if (native && !asked->bundle) return true; /* there is no code to run */
    if (asked->params->back_ends != 0 && !(asked->params->back_ends & bit)) return true;
    return !clbi_filter_counts(asked->filter) && !clbi_filter_allows(asked->filter, backend->name);
}

/* The native device, which has been found, precedes all that a driver for processors could offer. */
static bool suits(const survey *s, const demand *asked)
{
    return s->count == 1 && !s->found[0].info.rejected && !clbi_filter_counts(asked->filter) &&
           clbi_filter_matches(asked->filter, &s->found[0].info, 0);
}

static clb_status ask_back_end(survey *s, size_t b, const demand *asked, const char *call, clb_error *error)
{
    const size_t first = s->count;
    const bool probed = back_ends[b]->may_accelerate && asked->params->probe_ms > 0;
    if (probed && !clbi_probe(back_ends[b], asked->params->probe_ms, &s->note)) return CLB_OK;
    const clb_status status = add_back_end(s, b, call, error);
    for (size_t i = first; i < s->count; i++) {
        candidate *c = &s->found[i];
        if (is_native(c) && asked->params->threads > 0) c->info.compute_units = asked->params->threads;
        judge(&c->info, is_native(c), asked);
        if (is_native(c)) s->has_native = asked->bundle->native != NULL;
        else s->has_drivers = true;
    }
    return status;
}

/* `all`: every device is wanted, not only the best one. */
static clb_status start_survey(survey *s, const demand *asked, bool all, const char *call, clb_error *error)
{
    *s = (survey){0};
    for (size_t b = 0; back_ends[b]; b++) {
        const bool drivers = back_ends[b]->may_accelerate != NULL;
        if (is_left_out(back_ends[b], asked)) {
            if (drivers) s->opencl_left_out = true;
            else s->native_left_out = asked->bundle != NULL;
            continue;
        }
        /* Drivers are not started where they have nothing better. */
        if (drivers && !all && suits(s, asked) && !back_ends[b]->may_accelerate()) continue;
        const clb_status status = ask_back_end(s, b, asked, call, error);
        if (status != CLB_OK) {
            end_survey(s);
            return status;
        }
    }
    sort_candidates(s->found, s->count, asked->needs | asked->bundle_needs);
    /* The filter comes last, because "#N" counts in the list as it is without one. */
    for (size_t i = 0; i < s->count; i++)
        if (!s->found[i].info.rejected && !clbi_filter_matches(asked->filter, &s->found[i].info, i))
            reject(&s->found[i].info, "it does not match the filter \"%.100s\"", asked->filter);
    sort_candidates(s->found, s->count, asked->needs | asked->bundle_needs);
    return CLB_OK;
}

static clb_status list_all(const clb_device_params *params, const char *call, clb_device_info **list, size_t *count,
                           clb_error *error)
{
    demand asked;
    survey s;
    clb_status status = read_params(params, call, &asked, error);
    if (status == CLB_OK) status = start_survey(&s, &asked, true, call, error);
    if (status != CLB_OK) return status;

    clb_device_info *infos = calloc(s.count + 1, sizeof *infos);
    if (infos) {
        for (size_t i = 0; i < s.count; i++) infos[i] = s.found[i].info;
        *list = infos;
        *count = s.count;
    } else {
        status = clbi_no_memory(error, call);
    }
    end_survey(&s);
    return status;
}

clb_status clb_device_list(const clb_device_params *params, clb_device_info **list, size_t *count, clb_error *error)
{
    static const char call[] = "clb_device_list";
    if (!list || !count)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `%s` is NULL; pass one.", call,
                           list ? "count" : "list");
    const int cancel = clbi_cancel_off();
    const clb_status status = list_all(params, call, list, count, error);
    clbi_cancel_on(cancel);
    return status;
}

void clb_device_list_free(clb_device_info **list)
{
    if (!list) return;
    free(*list);
    *list = NULL;
}

/* ---- Opening and closing -------------------------------------------------------------------------------------- */

static clb_status say_no_device(const survey *s, const char *call, clb_error *error)
{
    char text[sizeof error->message];
    size_t at = 0;
    if (!s->has_drivers && !s->has_native) {
#ifdef CLBI_HAVE_OPENCL
        const char *why = s->opencl_left_out  ? "OpenCL was not asked for."
                          : s->note.text[0] ? s->note.text
                                            : "No OpenCL device was found.";
#else
        const char *why = "This build of the library has no OpenCL.";
#endif
        const char *native = s->count > 0         ? s->found[0].info.reason
                             : s->native_left_out ? "native code was not asked for"
                                                  : "no bundle with native code was named";
        return clbi_fail(error, (clbi_cause){.status = CLB_ERROR_NO_DEVICE, .call = call,
                                             .hint = "Install an OpenCL driver for this machine's devices, or "
                                                     "generate the bundle with native code."},
                         "%s: there is no device to run on. %s And %s.", call, why, native);
    }
    text[0] = '\0';
    for (size_t i = 0; i < s->count && at < sizeof text; i++) {
        const clb_device_info *info = &s->found[i].info;
        const int n = snprintf(text + at, sizeof text - at, "%s%.64s (%s, %.48s): %.120s", i ? "; " : "", info->name,
                               info->back_end, info->platform, info->reason);
        at += n > 0 ? (size_t)n : 0;
    }
    return clbi_fail(error, (clbi_cause){.status = CLB_ERROR_NO_DEVICE, .call = call,
                                         .hint = "Ask for less, or use another machine."},
                     "%s: no device fits. Found: %.800s.", call, text);
}

clb_status clbi_device_create(const clbi_backend *backend, void *session, size_t index, const clb_device_info *info,
                              bool profiling, clb_device **device, clb_error *error)
{
    static const char call[] = "clb_device_open";
    clb_device *made = calloc(1, sizeof *made);
    clb_status status;
    if (!made) return clbi_no_memory(error, call);
    *made = (clb_device){.backend = backend, .info = *info, .profiling = profiling};
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
    status = clbi_staging_init(made, call, error);
    if (status != CLB_OK) goto no_staging;
    status = backend->open(session, index, &made->info, profiling, &made->impl, error);
    if (status != CLB_OK) goto not_open;
    *device = made;
    return CLB_OK;

not_open:
    clbi_staging_close(made);
no_staging:
    pthread_cond_destroy(&made->built);
no_condition:
    pthread_mutex_destroy(&made->lock);
no_lock:
    clbi_process_end(&made->process);
    free(made);
    return status;
}

static void print_to(clb_device *device, clb_print *print, void *cookie)
{
    device->print = print;
    device->cookie = cookie;
    if (device->backend->print_to) device->backend->print_to(device->impl, print, cookie);
}

/* What the application has kept; a driver that cannot use it builds from source. */
static void take_binaries(clb_device *device, const clb_device_params *params)
{
    if (!params->bundle || !params->binaries || !device->backend->program_binary) return;
    const clb_status passed_over =
        clb_binaries_import(device, params->bundle, params->binaries, params->binaries_size, NULL, NULL);
    (void)passed_over;
}

/* The constants' values for the device that was just opened, which is closed where they are refused. */
static clb_status set_constants(const clb_device_params *params, const char *call, clb_device **device,
                                clb_error *error)
{
    clbi_bundle_state *state;
    const clb_status status =
        clbi_bundle_open_with(*device, params->bundle, params->constants, params->constant_count, call, &state, error);
    if (status == CLB_OK) clbi_bundle_choose(*device, state);
    else clb_device_close(device);
    return status;
}

clb_status clbi_device_open_best(const clb_device_params *params, bool drivers_only, clb_device **device,
                                 clb_error *error)
{
    static const char call[] = "clb_device_open";
    demand asked;
    survey s;
    clb_status status = read_params(params, call, &asked, error);
    if (status == CLB_OK) status = start_survey(&s, &asked, false, call, error);
    if (status != CLB_OK) return status;

    if (s.count == 0 || s.found[0].info.rejected) {
        status = say_no_device(&s, call, error);
    } else if (drivers_only && is_native(&s.found[0])) {
        *device = NULL;
    } else {
        const candidate *best = &s.found[0];
        status = clbi_device_create(back_ends[best->back_end], s.sessions[best->back_end], best->index, &best->info,
                                    asked.params->profiling, device, error);
        if (status == CLB_OK) print_to(*device, asked.params->print, asked.params->cookie);
        if (status == CLB_OK && asked.params->constant_count > 0) status = set_constants(asked.params, call, device, error);
        if (status == CLB_OK) take_binaries(*device, asked.params);
    }
    end_survey(&s);
    return status;
}

/* A tiered start needs native code that runs until the device is there, and a device to wait for. */
static bool may_be_tiered(const clb_device_params *params, const demand *asked)
{
    const uint32_t both = CLB_BACK_END_NATIVE | CLB_BACK_END_OPENCL;
#ifdef CLBI_HAVE_OPENCL
    return asked->bundle && asked->bundle->native && (params->back_ends == 0 || (params->back_ends & both) == both) &&
           (clbi_filter_counts(asked->filter) || clbi_filter_allows(asked->filter, clbi_opencl_backend.name));
#else
    (void)params, (void)asked, (void)both;
    return false;
#endif
}

static clb_status open_started(const clb_device_params *params, clb_device **device, clb_error *error)
{
    static const char call[] = "clb_device_open";
    if (params && params->start == CLB_START_TIERED) {
        demand asked;
        clb_device *made = NULL;
        const clb_status status = read_params(params, call, &asked, error);
        if (status != CLB_OK) return status;
        if (may_be_tiered(params, &asked)) made = clbi_tier_open(params, asked.filter);
        if (made) {
            *device = made;
            return CLB_OK;
        }
    } else if (params && params->start != CLB_START_BLOCKING) {
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: .start is %d; it is CLB_START_BLOCKING or CLB_START_TIERED.", call, (int)params->start);
    }
    return clbi_device_open_best(params, false, device, error);
}

clb_status clb_device_open(const clb_device_params *params, clb_device **device, clb_error *error)
{
    static const char call[] = "clb_device_open";
    if (!device)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `device` is NULL; pass the address of a pointer.",
                           call);
    const int cancel = clbi_cancel_off();
    const clb_status status = open_started(params, device, error);
    clbi_cancel_on(cancel);
    return status;
}

static void close_own(clb_device *device)
{
    (void)device->backend->finish(device->impl, NULL);
    pthread_mutex_lock(&device->lock);
    while (device->callbacks > 0) pthread_cond_wait(&device->built, &device->lock);
    pthread_mutex_unlock(&device->lock);
    clbi_profile_close(device);
    clbi_bundles_close(device);
    clbi_staging_close(device);
    device->backend->close(device->impl);
    pthread_cond_destroy(&device->built);
    pthread_mutex_destroy(&device->lock);
    clbi_process_end(&device->process);
    free(device);
}

/* In a child made by fork. What another thread was changing at that moment, and what belongs to a driver, is left to the end
 * of the process; the condition may have waiters that will never leave, so that it cannot be destroyed. */
static void abandon(clb_device *device)
{
    if (!device->backend->abandon) return;
    clbi_staging_abandon(device);
    clbi_profile_abandon(device);
    device->backend->abandon(device->impl);
    if (pthread_mutex_trylock(&device->lock) != 0) return;
    clbi_bundles_close(device);
    clbi_process_end(&device->process);
    free(device);
}

void clb_device_close(clb_device **device)
{
    if (!device) return;
    const int cancel = clbi_cancel_off();
    if (*device && (*device)->tier) {
        clbi_tier_close(*device);
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

bool clbi_device_lives(const clb_device *device)
{
    return device->backend->abandon || clbi_process_is_own(&device->process);
}

static clb_status inherit(clb_device *device, const char *call, clb_device **here, clb_error *error)
{
    clb_device *made = NULL, *other = NULL;
    if (!device->backend->abandon)
        return clbi_fail(error, (clbi_cause){.status = CLB_ERROR_UNSUPPORTED, .call = call, .device = &device->info,
                                             .hint = "Open a native device in this process, or call exec after fork."},
                         "%s: the device was opened before this process was forked, and the %s back end does not survive "
                         "that.", call, device->backend->name);
    const clb_status status =
        clbi_device_create(device->backend, NULL, 0, &device->info, device->profiling, &made, error);
    if (status != CLB_OK) return status;
    const clb_status inherited = clbi_bundles_inherit(made, device, call, error);
    if (inherited != CLB_OK) {
        close_own(made);
        return inherited;
    }
    print_to(made, device->print, device->cookie);
    if (atomic_compare_exchange_strong(&device->inherited, &other, made)) {
        *here = made;
    } else {
        close_own(made);
        *here = other;
    }
    return CLB_OK;
}

clb_status clbi_device_here(clb_device *device, const char *call, clb_device **here, clb_error *error)
{
    device = clbi_tier_settle(device);
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
    return device ? &clbi_tier_now(device)->info : NULL;
}

clb_status clb_device_finish(clb_device *device, clb_error *error)
{
    static const char call[] = "clb_device_finish";
    if (!device) return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: the device is NULL; open one first.", call);
    const int cancel = clbi_cancel_off();
    /* Nothing is enqueued before a tiered start has come to its device. */
    clb_status status = clbi_device_here(clbi_tier_now(device), call, &device, error);
    if (status == CLB_OK) {
        status = device->backend->finish(device->impl, error);
        const clb_status others = clbi_queues_finish(device, status == CLB_OK ? error : NULL);
        if (status == CLB_OK) status = others;
    }
    clbi_cancel_on(cancel);
    return status;
}

void *clb_device_get_handle(const clb_device *device, clb_handle which)
{
    if (!device) return NULL;
    const int cancel = clbi_cancel_off();
    const clb_device *settled = clbi_tier_settle((clb_device *)(uintptr_t)device);
    clbi_cancel_on(cancel);
    return settled->backend->get_handle(settled->impl, which);
}
