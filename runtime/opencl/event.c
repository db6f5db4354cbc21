/* Events of the OpenCL back end. Knows OpenCL's events; must not know commands.
 *
 * SPDX-License-Identifier: MIT */
#include "opencl/opencl.h"

#include <stdlib.h>

/* The command's own failure; clWaitForEvents only says that there was one. */
static clb_status check_event(clbi_cl_device *device, cl_event event, clb_error *error)
{
    cl_int state = CL_COMPLETE;
    const cl_int code = device->cl.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
    if (code != CL_SUCCESS)
        return CLBI_CL_FAIL(error, device, code, "clGetEventInfo", "Cannot query how a command has ended.");
    if (state < 0)
        return clbi_fail(
            error,
            (clbi_cause){.status = CLB_ERROR_DEVICE, .code = state, .call = "clWaitForEvents", .device = device->info},
            "A kernel or a copy has failed while it ran.");
    return CLB_OK;
}

clb_status clbi_cl_event_wait(void *impl, const clbi_completion *completion, clb_error *error)
{
    clbi_cl_device *device = impl;
    const cl_event events[2] = {completion->first, completion->last};
    const cl_uint count = events[0] == events[1] ? 1 : 2;
    const cl_int code = device->cl.clWaitForEvents(count, events);
    if (code != CL_SUCCESS && code != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
        return CLBI_CL_FAIL(error, device, code, "clWaitForEvents", "Cannot wait for a command.");
    for (cl_uint i = 0; i < count; i++) {
        const clb_status status = check_event(device, events[i], error);
        if (status != CLB_OK) return status;
    }
    if (code == CL_SUCCESS) return CLB_OK;
    return CLBI_CL_FAIL(error, device, code, "clWaitForEvents", "A kernel or a copy has failed while it ran.");
}

clb_status clbi_cl_event_times(void *impl, const clbi_completion *completion, uint64_t *start_ns, uint64_t *end_ns,
                               clb_error *error)
{
    clbi_cl_device *device = impl;
    cl_ulong start = 0, end = 0;
    cl_int code =
        device->cl.clGetEventProfilingInfo(completion->first, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
    if (code == CL_SUCCESS)
        code = device->cl.clGetEventProfilingInfo(completion->last, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    if (code != CL_SUCCESS)
        return CLBI_CL_FAIL(error, device, code, "clGetEventProfilingInfo", "Cannot read the times of a command.");
    *start_ns = start;
    *end_ns = end;
    return CLB_OK;
}

void clbi_cl_event_release(void *impl, clbi_completion *completion)
{
    clbi_cl_device *device = impl;
    if (completion->first) (void)device->cl.clReleaseEvent(completion->first);
    if (completion->last && completion->last != completion->first) (void)device->cl.clReleaseEvent(completion->last);
    *completion = (clbi_completion){0};
}

static clb_status retain(clbi_cl_device *device, cl_event event, clb_error *error)
{
    const cl_int code = device->cl.clRetainEvent(event);
    if (code == CL_SUCCESS) return CLB_OK;
    return CLBI_CL_FAIL(error, device, code, "clRetainEvent", "Cannot keep the event of a command.");
}

clb_status clbi_cl_event_retain(void *impl, const clbi_completion *completion, clb_error *error)
{
    clbi_cl_device *device = impl;
    clb_status status = retain(device, completion->first, error);
    if (status != CLB_OK || completion->last == completion->first) return status;
    status = retain(device, completion->last, error);
    if (status != CLB_OK) (void)device->cl.clReleaseEvent(completion->first);
    return status;
}

clb_status clbi_cl_event_poll(void *impl, const clbi_completion *completion, bool *complete, clb_error *error)
{
    clbi_cl_device *device = impl;
    const cl_event events[2] = {completion->first, completion->last};
    bool all = true;
    for (int i = 0; i < (events[0] == events[1] ? 1 : 2); i++) {
        cl_int state = CL_COMPLETE;
        const cl_int code =
            device->cl.clGetEventInfo(events[i], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
        if (code != CL_SUCCESS)
            return CLBI_CL_FAIL(error, device, code, "clGetEventInfo", "Cannot query whether a command has ended.");
        all = all && state <= CL_COMPLETE;
    }
    *complete = all;
    return CLB_OK;
}

/* ---- Callbacks ----------------------------------------------------------------------------------------------------
 */

typedef struct notice {
    clbi_cl_device *device;
    cl_event first; /* of a launch in two parts, or NULL */
    clbi_notify *notify;
    void *cookie;
} notice;

static void CL_CALLBACK tell(cl_event event, cl_int state, void *cookie)
{
    notice n = *(notice *)cookie;
    clb_error failure = {0};
    (void)event;
    free(cookie);
    if (n.first) {
        (void)check_event(n.device, n.first, &failure);
        (void)n.device->cl.clReleaseEvent(n.first);
    }
    if (state < 0 && failure.status == CLB_OK)
        (void)clbi_fail(
            &failure,
            (clbi_cause){
                .status = CLB_ERROR_DEVICE, .code = state, .call = "clSetEventCallback", .device = n.device->info},
            "A kernel or a copy has failed while it ran.");
    n.notify(n.cookie, &failure); /* the device may end now */
    clb_error_clear(&failure);
}

clb_status clbi_cl_event_notify(void *impl, const clbi_completion *completion, clbi_notify *notify, void *cookie,
                                clb_error *error)
{
    clbi_cl_device *device = impl;
    notice *n = malloc(sizeof *n);
    if (!n) return clbi_no_memory(error, "clSetEventCallback");
    /* A queue is in order: when the last part has ended, so has the first. */
    *n = (notice){device, completion->first == completion->last ? NULL : completion->first, notify, cookie};
    /* The callback may run, and release the event, before the driver's call returns. */
    const cl_event last = completion->last;
    clb_status status = retain(device, last, error);
    if (status == CLB_OK && n->first && (status = retain(device, n->first, error)) != CLB_OK)
        (void)device->cl.clReleaseEvent(last);
    if (status != CLB_OK) {
        free(n);
        return status;
    }
    const cl_event first = n->first;
    const cl_int code = device->cl.clSetEventCallback(last, CL_COMPLETE, tell, n);
    if (code != CL_SUCCESS) {
        if (first) (void)device->cl.clReleaseEvent(first);
        free(n);
        status =
            CLBI_CL_FAIL(error, device, code, "clSetEventCallback", "Cannot set a callback for the end of a command.");
    }
    (void)device->cl.clReleaseEvent(last);
    return status;
}
