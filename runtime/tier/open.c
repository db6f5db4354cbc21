/* clb_device_open: a blocking or a tiered start. Knows the parameters of an opening; must not know calls.
 *
 * SPDX-License-Identifier: MIT */
#include "core/filter.h"
#include "core/find.h"
#include "core/params.h"
#include "core/status.h"
#include "launch/open.h"
#include "tier/tier.h"

/* A tiered start needs native code that runs until the device is there, and a device to wait for. */
static bool may_be_tiered(const clb_device_params *params, const clbi_demand *asked)
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
    if (params->start == CLB_START_TIERED) {
        clbi_demand asked;
        clb_device *made = NULL;
        const clb_status status = clbi_demand_read(params, call, &asked, error);
        if (status != CLB_OK) return status;
        if (may_be_tiered(params, &asked)) made = clbi_tier_open(params, asked.filter);
        if (made) {
            *device = made;
            return CLB_OK;
        }
    } else if (params->start != CLB_START_BLOCKING) {
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
    clb_device_params own;
    const int cancel = clbi_cancel_off();
    clb_status status = clbi_params_read(CLBI_FORM_DEVICE_PARAMS, params, &own, call, error);
    if (status == CLB_OK) status = open_started(&own, device, error);
    clbi_cancel_on(cancel);
    return status;
}
