/* SPDX-License-Identifier: MIT */
#include "launch/open.h"

#include "core/find.h"
#include "launch/programs.h"
#include "memory/host.h"
#include "memory/staging.h"
#include "observe/profile.h"

static void abandon_staging(clb_device *device, bool locked)
{
    (void)locked; /* it has a lock of its own */
    clbi_staging_abandon(device);
}

static void abandon_profile(clb_device *device, bool locked)
{
    (void)locked; /* as above */
    clbi_profile_abandon(device);
}

static void abandon_bundles(clb_device *device, bool locked)
{
    if (locked) clbi_bundles_close(device);
}

static const clbi_device_hooks host_hooks = {.open = clbi_host_open, .close = clbi_host_close};
static const clbi_device_hooks staging_hooks = {
    .open = clbi_staging_open, .close = clbi_staging_close, .abandon = abandon_staging};
static const clbi_device_hooks bundles_hooks = {
    .close = clbi_bundles_close, .abandon = abandon_bundles, .inherit = clbi_bundles_inherit};
static const clbi_device_hooks profile_hooks = {.close = clbi_profile_close, .abandon = abandon_profile};

const clbi_device_hooks *const clbi_device_hook_list[] = {&host_hooks, &staging_hooks, &bundles_hooks, &profile_hooks,
                                                          NULL};

/* Binaries that the application has kept; a driver that cannot use them builds from source. */
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
    const clbi_given_constants given = {params->constants, params->constant_count};
    const clb_status status = clbi_bundle_open_with(*device, params->bundle, &given, call, &state, error);
    if (status == CLB_OK) clbi_bundle_choose(*device, state);
    else clb_device_close(device);
    return status;
}

clb_status clbi_device_open_best(const clb_device_params *params, bool drivers_only, clb_device **device,
                                 clb_error *error)
{
    static const char call[] = "clb_device_open";
    clbi_demand demand;
    clbi_search search;
    clb_status status = clbi_demand_read(params, call, &demand, error);
    if (status == CLB_OK) status = clbi_search_begin(&search, &demand, false, call, error);
    if (status != CLB_OK) return status;

    const clbi_candidate *best = clbi_search_best(&search);
    if (!best) {
        status = clbi_search_refuse(&search, call, error);
    } else if (drivers_only && best->backend == &clbi_native_backend) {
        *device = NULL;
    } else {
        const clb_device_params *p = demand.params;
        const clbi_device_source source = {.backend = best->backend,
                                           .session = best->session,
                                           .index = best->index,
                                           .info = &best->info,
                                           .profiling = p->profiling,
                                           .hooks = clbi_device_hook_list};
        status = clbi_device_create(&source, device, error);
        if (status == CLB_OK) clbi_device_print_to(*device, p->print, p->cookie);
        if (status == CLB_OK)
            clbi_device_find_to(*device, clbi_demand_is_checked(&demand), p->finding, p->finding_cookie);
        if (status == CLB_OK && p->constant_count > 0) status = set_constants(p, call, device, error);
        if (status == CLB_OK) take_binaries(*device, p);
    }
    clbi_search_end(&search);
    return status;
}
