/* The limits of one kernel's launches, which differ from its device's. Knows what a back end says of a built kernel;
 * must not know any back end.
 *
 * SPDX-License-Identifier: MIT */
#include "launch/launch.h"

#include "core/status.h"
#include "core/text.h"

clb_status clbi_check_group_size(const clbi_use *use, const clbi_range *range, clb_error *error)
{
    if (!use->device->backend->kernel_group_size) return CLB_OK;
    const size_t most = use->device->backend->kernel_group_size(use->device->impl, use->state->kernels[use->number]);
    size_t items = 1;
    for (int d = 0; d < 3; d++) items = range->local[d] > SIZE_MAX / items ? SIZE_MAX : items * range->local[d];
    if (items <= most || most == 0) return CLB_OK;
    return clbi_refuse(
        error, CLB_ERROR_SIZE, use->call,
        "%s: a work-group of %zu items is too large for kernel '%s' on %s, which runs it with %zu; state a "
        "smaller local size.",
        use->call, items, clbi_span_name(use->bundle, use->kernel->name).text, use->device->info.name, most);
}

clb_status clb_kernel_get_limits(clb_device *device, const clb_bundle *bundle, uint32_t kernel,
                                 clb_kernel_limits *limits, clb_error *error)
{
    static const char call[] = "clb_kernel_get_limits";
    clbi_use use;
    if (!limits)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `limits` is NULL; pass the address of a structure.",
                           call);
    const int cancel = clbi_cancel_off();
    clb_status status = clbi_use_open_kernel(device, bundle, kernel, call, &use, error);
    if (status == CLB_OK) status = clbi_launch_prepare(&use, error);
    clb_kernel_limits found = {0};
    if (status == CLB_OK)
        status = use.device->backend->kernel_limits(use.device->impl, use.state->kernels[use.number], &found, error);
    clbi_cancel_on(cancel);
    if (status != CLB_OK) return status;
    for (int d = 0; d < 3; d++) found.required_local[d] = use.required_local[d];
    *limits = found;
    return CLB_OK;
}
