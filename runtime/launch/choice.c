/* SPDX-License-Identifier: MIT */
#include "launch/choice.h"

clb_status clbi_choice_begin(const clbi_request *request, clbi_use *use, clbi_choice *choice, clb_error *error)
{
    clb_device *device = request->device;
    clbi_request native = *request;
    native.device = clbi_device_native(device);
    *choice = (clbi_choice){.device = device && device->front && clbi_process_is_own(&device->process) ? device : NULL};
    return clbi_use_open(&native, use, error);
}

clb_status clbi_choice_make(clbi_use *use, clbi_choice *choice, const clbi_range *range, uint64_t bytes, bool *moved,
                            clb_error *error)
{
    *moved = false;
    return choice->device ? choice->device->front->choose(use, choice, range, bytes, moved, error) : CLB_OK;
}

void clbi_choice_end(const clbi_use *use, const clbi_choice *choice, const clb_launch *launch, bool empty)
{
    const clb_call_report report = {empty ? NULL : &use->device->info, empty ? CLB_RAN_NOTHING : choice->why};
    if (launch && launch->report) *launch->report = report;
    if (choice->device) choice->device->front->end(use, choice, &report);
}
