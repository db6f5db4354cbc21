/* clb_kernel_launch: checks, then hands the job to the back end. Memory is allocated only for the caller's event, and
 * for unusually many arguments or events to wait for. Knows checked arguments; must not know any back end.
 *
 * SPDX-License-Identifier: MIT */
#include "launch/launch.h"

#include "core/bundle.h"
#include "core/params.h"
#include "core/queue.h"
#include "core/status.h"
#include "observe/profile.h"
#include "observe/watch.h"

#include <stdlib.h>

enum { ARGUMENTS_ON_STACK = 24 };

clb_status clbi_launch_prepare(const clbi_use *use, clb_error *error)
{
    return clbi_program_build(use->device, use->state, use->kernel->program, use->call, error);
}

/* Runs to its end, or to a stop. */
static clb_status launch_watched(const clbi_use *use, const clb_watch *watch, clbi_job *job,
                                 clbi_completion *completion, clb_error *error)
{
    const clbi_backend *backend = use->device->backend;
    clbi_watching watching;
    clbi_completion own = {NULL, NULL};
    clb_status status;
    clb_watch read;
    status = clbi_params_read(CLBI_FORM_WATCH, watch, &read, use->call, error);
    if (status != CLB_OK) return status;
    clbi_watching_start(&watching, &read, use->call, job->range);
    if (backend->watches) {
        clbi_job watched = *job;
        watched.watching = &watching;
        status = backend->launch(use->device->impl, use->state->kernels[use->number], &watched, &own, error);
        if (status == CLB_OK) status = backend->event_wait(use->device->impl, &own, error);
    } else {
        status = clbi_watching_slices(&watching, use->device, use->state->kernels[use->number], job, &own, error);
    }
    status = clbi_watching_end(&watching, job, status, error);
    if (status == CLB_OK && completion) *completion = own;
    else if (own.first) backend->event_release(use->device->impl, &own);
    return status;
}

/* That a launch reads and writes, as far as its arguments tell. */
static uint64_t bytes_of(const clbi_use *use, const clb_argument *arguments)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < use->kernel->argument_count; i++) {
        const clb_argument_data *parameter = &use->parameters[i];
        if (parameter->kind != CLB_ARGUMENT_GLOBAL && parameter->kind != CLB_ARGUMENT_CONSTANT) continue;
        bool stated = false;
        size_t size = 0;
        if (clbi_extent_size(use, i, arguments, &stated, &size, NULL) != CLB_OK || !stated)
            size = arguments[i].buffer ? arguments[i].buffer->size : 0;
        sum += parameter->access == CLB_ACCESS_IN_OUT ? (uint64_t)2 * size : size;
    }
    return sum;
}

clb_status clbi_launch_enqueue(const clbi_use *use, const clb_launch *launch, const clbi_range *range,
                               const clb_argument *arguments, clbi_completion *completion, clb_error *error)
{
    static const clb_launch none = {0};
    clb_device *device = use->device;
    clbi_waits waits;
    clbi_completion own = {NULL, NULL};
    const bool profiled = clbi_profile_on(device);
    if (!launch) launch = &none;
    waits.list = waits.few;
    waits.count = 0;
    const clbi_site site = {use->handle, device, launch->queue, use->call};
    clb_status status = range->local[0] != 0 ? clbi_check_group_size(use, range, error) : CLB_OK;
    if (status == CLB_OK && launch->queue) status = clbi_queue_check(&site, error);
    if (status == CLB_OK && launch->wait_count > 0)
        status = clbi_waits_collect(&site, launch->wait, launch->wait_count, &waits, error);
    if (status != CLB_OK) return status;
    if (!completion && profiled) completion = &own;
    clbi_job job = {use->bundle,
                    use->kernel,
                    use->parameters,
                    arguments,
                    range,
                    waits.list,
                    waits.count,
                    NULL,
                    launch->queue ? launch->queue->impl : NULL,
                    NULL,
                    use->state->values,
                    0,
                    NULL};
    if (launch->watch) status = launch_watched(use, launch->watch, &job, completion, error);
    else status = device->backend->launch(device->impl, use->state->kernels[use->number], &job, completion, error);
    if (profiled && status == CLB_OK)
        clbi_profile_launch(device, use->bundle, use->number, bytes_of(use, arguments), completion);
    if (own.first) device->backend->event_release(device->impl, &own);
    if (waits.list != waits.few) clbi_waits_end(&waits);
    return status;
}

/* Native code takes memory of the application as it is. */
static clb_status check_alignment(const clbi_use *use, uint32_t i, const clb_buffer *buffer, clb_error *error)
{
    const uint32_t element = use->parameters[i].size, power = element & (~element + 1u);
    const uint32_t alignment = power < CLB_NATIVE_ALIGNMENT ? power : CLB_NATIVE_ALIGNMENT;
    if (!use->device->backend->host_memory || (uintptr_t)buffer->memory % alignment == 0) return CLB_OK;
    return clbi_refuse(
        error, CLB_ERROR_SIZE, use->call,
        "%s: argument '%s' of kernel '%s' is memory of the application that is not aligned to %u bytes, as its "
        "elements are; pass another address to clb_buffer_wrap, or use clb_buffer_create.",
        use->call, clbi_span_name(use->bundle, use->parameters[i].name).text,
        clbi_span_name(use->bundle, use->kernel->name).text, (unsigned)alignment);
}

static clb_status check_buffers(const clbi_use *use, const clb_argument *arguments, clb_error *error)
{
    for (uint32_t i = 0; i < use->kernel->argument_count; i++) {
        const clb_argument_data *parameter = &use->parameters[i];
        if (parameter->kind != CLB_ARGUMENT_GLOBAL && parameter->kind != CLB_ARGUMENT_CONSTANT &&
            parameter->kind != CLB_ARGUMENT_LOCAL)
            continue;
        const clb_buffer *buffer = arguments[i].buffer;
        const bool local = parameter->kind == CLB_ARGUMENT_LOCAL;
        if (!local && (!buffer || buffer->device != use->handle))
            return clbi_refuse(error, CLB_ERROR_ARGUMENT, use->call,
                               "%s: argument '%s' of kernel '%s' %s; pass a buffer of the device that runs the kernel.",
                               use->call, clbi_span_name(use->bundle, parameter->name).text,
                               clbi_span_name(use->bundle, use->kernel->name).text,
                               buffer ? "belongs to another device" : "has no buffer");
        bool stated;
        size_t needed;
        clb_status status = !local && buffer->wrapped ? check_alignment(use, i, buffer, error) : CLB_OK;
        if (status == CLB_OK) status = clbi_extent_size(use, i, arguments, &stated, &needed, error);
        if (status == CLB_OK && local) status = clbi_check_local(use, i, arguments[i].size, error);
        if (status == CLB_OK && stated)
            status = clbi_check_extent(use, i, needed, local ? arguments[i].size : buffer->size, error);
        if (status != CLB_OK) return status;
    }
    return CLB_OK;
}

static bool lacks_local(const clbi_use *use, const clb_argument *arguments, uint32_t i)
{
    return use->parameters[i].kind == CLB_ARGUMENT_LOCAL && arguments[i].size == 0;
}

/* Local memory whose size the caller leaves to the kernel's extent. *filled: the arguments with it, in `few` if they
 * fit there, to be freed otherwise. */
static clb_status fill_local(const clbi_use *use, const clb_argument *arguments, clb_argument *few,
                             clb_argument **filled, clb_error *error)
{
    const uint32_t count = use->kernel->argument_count;
    clb_argument *copy = count <= ARGUMENTS_ON_STACK ? few : malloc(count * sizeof *copy);
    if (!copy) return clbi_no_memory(error, use->call);
    *filled = copy;
    for (uint32_t i = 0; i < count; i++) {
        bool stated;
        copy[i] = arguments[i];
        if (!lacks_local(use, arguments, i)) continue;
        const clb_status status = clbi_extent_size(use, i, arguments, &stated, &copy[i].size, error);
        if (status != CLB_OK) return status;
    }
    return CLB_OK;
}

static clb_status launch_checked(const clbi_use *use, const clb_launch *launch, const clbi_range *range,
                                 const clb_argument *arguments, clb_event **event, clb_error *error)
{
    clb_event *made = NULL;
    clb_status status = check_buffers(use, arguments, error);
    if (status == CLB_OK) status = clbi_launch_prepare(use, error);
    if (status != CLB_OK) return status;

    if (event) {
        made = clbi_event_new(use->handle, launch ? launch->queue : NULL);
        if (!made) return clbi_no_memory(error, use->call);
    }
    status = clbi_launch_enqueue(use, launch, range, arguments, made ? &made->completion : NULL, error);
    if (status != CLB_OK) {
        free(made);
        return status;
    }
    if (event) *event = made;
    return CLB_OK;
}

static clb_status launch_kernel(const clbi_request *request, const clb_launch *launch, const clb_argument *arguments,
                                clb_event **event, clb_error *error)
{
    clb_argument few[ARGUMENTS_ON_STACK], *filled = NULL;
    clbi_use use;
    clbi_range range;
    bool empty = false;
    clb_status status = clbi_use_open(request, &use, error);
    if (status == CLB_OK) status = clbi_check_values(&use, arguments, error);
    if (status == CLB_OK) clbi_use_choose(&use, launch, arguments);
    if (status == CLB_OK) status = clbi_check_range(&use, launch, arguments, &range, &empty, error);
    if (status != CLB_OK) return status;
    const bool native =
        use.handle != request->device && use.device->backend == &clbi_native_backend; /* its front led there */
    if (empty) {
        if (event) *event = NULL;
        if (launch && launch->report) *launch->report = (clb_call_report){NULL, CLB_RAN_NOTHING};
        return CLB_OK;
    }
    for (uint32_t i = 0; i < use.kernel->argument_count && !filled && status == CLB_OK; i++)
        if (lacks_local(&use, arguments, i)) status = fill_local(&use, arguments, few, &filled, error);
    if (status == CLB_OK) status = launch_checked(&use, launch, &range, filled ? filled : arguments, event, error);
    if (filled != few) free(filled);
    if (status == CLB_OK && launch && launch->report)
        *launch->report = (clb_call_report){&use.device->info, native ? CLB_RAN_NATIVE : CLB_RAN_CHOSEN};
    return status;
}

clb_status clb_kernel_launch(clb_device *device, const clb_bundle *bundle, uint32_t kernel, const clb_launch *launch,
                             const clb_argument *arguments, size_t argument_count, clb_event **event, clb_error *error)
{
    const clbi_request request = {device, bundle, kernel, arguments, argument_count, "clb_kernel_launch"};
    clb_launch own;
    const int cancel = clbi_cancel_off();
    clb_status status = clbi_params_read(CLBI_FORM_LAUNCH, launch, &own, request.call, error);
    if (status == CLB_OK) status = launch_kernel(&request, &own, arguments, event, error);
    clbi_cancel_on(cancel);
    return status;
}
