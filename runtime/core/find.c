/* SPDX-License-Identifier: MIT */
#include "core/find.h"

#include "core/bundle.h"
#include "core/filter.h"
#include "core/params.h"
#include "core/probe.h"
#include "core/process.h"
#include "core/status.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* In the order in which they are asked. */
static const clbi_backend *const back_ends[] = {&clbi_native_backend,
#ifdef CLBI_HAVE_OPENCL
                                                &clbi_opencl_backend,
#endif
                                                NULL};

_Static_assert(sizeof back_ends / sizeof *back_ends <= CLBI_BACK_ENDS_MAX + 1,
               "a search has a session for each back end");

/* ---- Requirements ----------------------------------------------------------------------------------------------- */

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

static bool is_checked(const clb_bundle *bundle)
{
    for (uint32_t i = 0; i < bundle->kernel_count; i++)
        if (bundle->kernels[i].flags & CLB_KERNEL_CHECKED) return true;
    return false;
}

bool clbi_demand_is_checked(const clbi_demand *demand)
{
    return demand->params->bundle && is_checked(demand->params->bundle);
}

clb_status clbi_demand_read(const clb_device_params *params, const char *call, clbi_demand *asked, clb_error *error)
{
    static const clb_device_params none = {0};
    const clb_device_params *p = params ? params : &none;
    *asked = (clbi_demand){p->bundle, p->needs, 0, p->memory_size, p->filter ? p->filter : "", p};
    if (p->bundle) {
        const clb_status status = clbi_bundle_check(p->bundle, call, error);
        if (status != CLB_OK) return status;
        asked->bundle_needs = clbi_bundle_needs(p->bundle);
    }
    if (p->constant_count > 0 && !p->bundle)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: .constants need the .bundle that has them; pass it.",
                           call);
    if (p->back_ends & ~(CLB_BACK_END_OPENCL | CLB_BACK_END_NATIVE))
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: .back_ends is 0x%" PRIx32 "; combine CLB_BACK_END_OPENCL and CLB_BACK_END_NATIVE, or "
                           "leave it 0 for all.",
                           call, p->back_ends);
    if (p->checked && (!p->bundle || !is_checked(p->bundle)))
        return clbi_refuse(error, CLB_ERROR_UNSUPPORTED, call,
                           "%s: .checked asks for code that checks what kernels do, which the bundle does not have; "
                           "generate it with --native-checked.",
                           call);
    const char *variable = p->environment ? p->environment : "CLBUNDLE_DEVICE";
    const char *value = *variable ? getenv(variable) : NULL;
    if (value) asked->filter = value;
    return CLB_OK;
}

/* Native code is there for the kernels that have it; the others say so when they are launched. */
static void check_requirements(clb_device_info *info, bool native, const clbi_demand *asked)
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

void clbi_search_end(clbi_search *s)
{
    for (size_t b = 0; back_ends[b]; b++)
        if (s->sessions[b]) back_ends[b]->end_session(s->sessions[b]);
    free(s->found);
    *s = (clbi_search){0};
}

static bool is_native(const clbi_candidate *c)
{
    return c->backend == &clbi_native_backend;
}

static bool precedes(const clbi_candidate *x, const clbi_candidate *y, uint32_t needs)
{
    const clb_device_info *a = &x->info, *b = &y->info;
    if (a->rejected != b->rejected) return b->rejected;
    if (rank(a, needs) != rank(b, needs)) return rank(a, needs) < rank(b, needs);
    if (is_native(x) != is_native(y)) return is_native(x);
    return a->compute_units > b->compute_units;
}

/* Stable, so that equals stay in the platforms' order. Lists are short. */
static void sort_candidates(clbi_candidate *found, size_t count, uint32_t needs)
{
    for (size_t i = 1; i < count; i++) {
        const clbi_candidate moved = found[i];
        size_t k = i;
        for (; k > 0 && precedes(&moved, &found[k - 1], needs); k--) found[k] = found[k - 1];
        found[k] = moved;
    }
}

static clb_status add_back_end(clbi_search *s, size_t b, const char *call, clb_error *error)
{
    clb_device_info *infos = NULL;
    size_t count = 0;
    const clb_status status = back_ends[b]->discover(&s->sessions[b], &infos, &count, &s->note, error);
    if (status != CLB_OK) return status;
    if (count > 0) {
        clbi_candidate *grown = NULL;
        if (count < SIZE_MAX / sizeof *grown - s->count) grown = realloc(s->found, (s->count + count) * sizeof *grown);
        if (!grown) {
            free(infos);
            return clbi_no_memory(error, call);
        }
        s->found = grown;
        for (size_t i = 0; i < count; i++)
            s->found[s->count++] = (clbi_candidate){infos[i], back_ends[b], s->sessions[b], i};
    }
    free(infos);
    return CLB_OK;
}

/* No device of the back end is wanted, whatever it has. */
static bool is_left_out(const clbi_backend *backend, const clbi_demand *asked)
{
    const bool native = backend == &clbi_native_backend;
    const uint32_t bit = native ? CLB_BACK_END_NATIVE : CLB_BACK_END_OPENCL;
    if (native && !asked->bundle) return true; /* there is no code to run */
    if (!native && asked->params->checked) return true;
    if (asked->params->back_ends != 0 && !(asked->params->back_ends & bit)) return true;
    return !clbi_filter_counts(asked->filter) && !clbi_filter_allows(asked->filter, backend->name);
}

/* The native device, which has been found, precedes all that a driver for processors could offer. */
static bool native_is_best(const clbi_search *s, const clbi_demand *asked)
{
    return s->count == 1 && !s->found[0].info.rejected && !clbi_filter_counts(asked->filter) &&
           clbi_filter_matches(asked->filter, &s->found[0].info, 0);
}

static clb_status ask_back_end(clbi_search *s, size_t b, const clbi_demand *asked, const char *call, clb_error *error)
{
    const size_t first = s->count;
    const bool probed = back_ends[b]->may_accelerate && asked->params->probe_ms > 0;
    if (probed && !clbi_probe(back_ends[b], asked->params->probe_ms, &s->note)) return CLB_OK;
    const clb_status status = add_back_end(s, b, call, error);
    for (size_t i = first; i < s->count; i++) {
        clbi_candidate *c = &s->found[i];
        if (is_native(c) && asked->params->threads > 0) c->info.compute_units = asked->params->threads;
        check_requirements(&c->info, is_native(c), asked);
        if (is_native(c)) s->has_native = asked->bundle->native != NULL;
        else s->has_drivers = true;
    }
    return status;
}

/* `all`: every device is wanted, not only the best one. */
clb_status clbi_search_begin(clbi_search *s, const clbi_demand *asked, bool all, const char *call, clb_error *error)
{
    *s = (clbi_search){0};
    for (size_t b = 0; back_ends[b]; b++) {
        const bool drivers = back_ends[b]->may_accelerate != NULL;
        if (is_left_out(back_ends[b], asked)) {
            if (drivers) s->opencl_left_out = true;
            else s->native_left_out = asked->bundle != NULL;
            continue;
        }
        /* Drivers are not started where they have nothing better. */
        if (drivers && !all && native_is_best(s, asked) && !back_ends[b]->may_accelerate()) continue;
        const clb_status status = ask_back_end(s, b, asked, call, error);
        if (status != CLB_OK) {
            clbi_search_end(s);
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
    clbi_demand asked;
    clbi_search s;
    clb_status status = clbi_demand_read(params, call, &asked, error);
    if (status == CLB_OK) status = clbi_search_begin(&s, &asked, true, call, error);
    if (status != CLB_OK) return status;

    clb_device_info *infos = calloc(s.count + 1, sizeof *infos);
    if (infos) {
        for (size_t i = 0; i < s.count; i++) infos[i] = s.found[i].info;
        *list = infos;
        *count = s.count;
    } else {
        status = clbi_no_memory(error, call);
    }
    clbi_search_end(&s);
    return status;
}

clb_status clb_device_list(const clb_device_params *params, clb_device_info **list, size_t *count, clb_error *error)
{
    static const char call[] = "clb_device_list";
    clb_device_params own;
    if (!list || !count)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `%s` is NULL; pass one.", call,
                           list ? "count" : "list");
    const int cancel = clbi_cancel_off();
    clb_status status = clbi_params_read(CLBI_FORM_DEVICE_PARAMS, params, &own, call, error);
    if (status == CLB_OK) status = list_all(&own, call, list, count, error);
    clbi_cancel_on(cancel);
    return status;
}

void clb_device_list_free(clb_device_info **list)
{
    if (!list) return;
    free(*list);
    *list = NULL;
}

const clbi_candidate *clbi_search_best(const clbi_search *s)
{
    return s->count > 0 && !s->found[0].info.rejected ? &s->found[0] : NULL;
}

clb_status clbi_search_refuse(const clbi_search *s, const char *call, clb_error *error)
{
    char text[sizeof error->message];
    size_t at = 0;
    if (!s->has_drivers && !s->has_native) {
#ifdef CLBI_HAVE_OPENCL
        const char *why = s->opencl_left_out ? "OpenCL was not asked for."
                          : s->note.text[0]  ? s->note.text
                                             : "No OpenCL device was found.";
#else
        const char *why = "This build of the library has no OpenCL.";
#endif
        const char *native = s->count > 0         ? s->found[0].info.reason
                             : s->native_left_out ? "native code was not asked for"
                                                  : "no bundle with native code was named";
        return clbi_fail(error,
                         (clbi_cause){.status = CLB_ERROR_NO_DEVICE,
                                      .call = call,
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
    return clbi_fail(
        error,
        (clbi_cause){.status = CLB_ERROR_NO_DEVICE, .call = call, .hint = "Ask for less, or use another machine."},
        "%s: no device fits. Found: %.800s.", call, text);
}
