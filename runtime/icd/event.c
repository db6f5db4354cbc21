/* Events as objects, markers and barriers. Knows the scheduler's interface in object.h; must not know threads.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/object.h"

#include <stdlib.h>

cl_event CL_API_CALL clbi_clCreateUserEvent(cl_context context, cl_int *errcode_ret)
{
    cl_event event = NULL;
    cl_int code = CL_INVALID_CONTEXT;
    if (clbi_icd_object_valid(context, ICD_CONTEXT)) {
        event = clbi_icd_object_new(ICD_EVENT, sizeof *event, clbi_icd_event_destroy);
        code = event ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    }
    if (event) {
        event->edges = event->few;
        event->context = context;
        event->command.type = CL_COMMAND_USER;
        clbi_icd_object_hold(&context->object);
        atomic_store(&event->status, CL_SUBMITTED);
    }
    clbi_icd_code(errcode_ret, code);
    return event;
}

cl_int CL_API_CALL clbi_clSetUserEventStatus(cl_event event, cl_int execution_status)
{
    if (!clbi_icd_object_valid(event, ICD_EVENT) || event->queue) return CL_INVALID_EVENT;
    if (execution_status > CL_COMPLETE) return CL_INVALID_VALUE;
    return clbi_icd_end_user_event(event, execution_status);
}

cl_int CL_API_CALL clbi_clRetainEvent(cl_event event)
{
    if (!clbi_icd_object_valid(event, ICD_EVENT)) return CL_INVALID_EVENT;
    clbi_icd_object_retain(&event->object);
    return CL_SUCCESS;
}

/* A user event whose last reference is released ends as an error, so that no command waits for ever. */
cl_int CL_API_CALL clbi_clReleaseEvent(cl_event event)
{
    if (!clbi_icd_object_valid(event, ICD_EVENT)) return CL_INVALID_EVENT;
    if (!event->queue && atomic_load(&event->object.references) == 1 && atomic_load(&event->status) > CL_COMPLETE)
        (void)clbi_icd_end_user_event(event, CL_INVALID_EVENT);
    clbi_icd_object_release(&event->object);
    return CL_SUCCESS;
}

cl_int CL_API_CALL clbi_clGetEventInfo(cl_event event, cl_event_info param_name, size_t room, void *value,
                                       size_t *size_ret)
{
    if (!clbi_icd_object_valid(event, ICD_EVENT)) return CL_INVALID_EVENT;
    const cl_uint references = atomic_load(&event->object.references);
    const cl_int status = atomic_load(&event->status);
    switch (param_name) {
    case CL_EVENT_COMMAND_QUEUE: return clbi_icd_answer(room, value, size_ret, &event->queue, sizeof event->queue);
    case CL_EVENT_CONTEXT: return clbi_icd_answer(room, value, size_ret, &event->context, sizeof event->context);
    case CL_EVENT_COMMAND_TYPE:
        return clbi_icd_answer(room, value, size_ret, &event->command.type, sizeof event->command.type);
    case CL_EVENT_COMMAND_EXECUTION_STATUS: return clbi_icd_answer(room, value, size_ret, &status, sizeof status);
    case CL_EVENT_REFERENCE_COUNT: return clbi_icd_answer(room, value, size_ret, &references, sizeof references);
    default: return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL clbi_clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name, size_t room, void *value,
                                                size_t *size_ret)
{
    if (!clbi_icd_object_valid(event, ICD_EVENT)) return CL_INVALID_EVENT;
    if (!event->profiled || atomic_load(&event->status) != CL_COMPLETE) return CL_PROFILING_INFO_NOT_AVAILABLE;
    cl_ulong time;
    switch (param_name) {
    case CL_PROFILING_COMMAND_QUEUED: time = event->queued; break;
    case CL_PROFILING_COMMAND_SUBMIT: time = event->submitted; break;
    case CL_PROFILING_COMMAND_START: time = event->started; break;
    case CL_PROFILING_COMMAND_END:
    case CL_PROFILING_COMMAND_COMPLETE: time = event->ended; break; /* no kernel enqueues others */
    default: return CL_INVALID_VALUE;
    }
    return clbi_icd_answer(room, value, size_ret, &time, sizeof time);
}

cl_int CL_API_CALL clbi_clSetEventCallback(cl_event event, cl_int command_exec_callback_type,
                                           void(CL_CALLBACK *pfn_notify)(cl_event event, cl_int event_command_status,
                                                                         void *user_data),
                                           void *user_data)
{
    if (!clbi_icd_object_valid(event, ICD_EVENT)) return CL_INVALID_EVENT;
    if (!pfn_notify || (command_exec_callback_type != CL_SUBMITTED && command_exec_callback_type != CL_RUNNING &&
                        command_exec_callback_type != CL_COMPLETE))
        return CL_INVALID_VALUE;
    return clbi_icd_add_callback(event, command_exec_callback_type, pfn_notify, user_data);
}

cl_int CL_API_CALL clbi_clWaitForEvents(cl_uint num_events, const cl_event *event_list)
{
    if (num_events == 0 || !event_list) return CL_INVALID_VALUE;
    cl_int code = CL_SUCCESS;
    for (cl_uint i = 0; i < num_events; i++)
        if (!clbi_icd_object_valid(event_list[i], ICD_EVENT)) return CL_INVALID_EVENT;
    for (cl_uint i = 1; i < num_events; i++)
        if (event_list[i]->context != event_list[0]->context) return CL_INVALID_CONTEXT;
    for (cl_uint i = 0; i < num_events; i++)
        if (clbi_icd_wait(event_list[i]) < 0) code = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    return code;
}

/* ---- Markers and barriers ------------------------------------------------------------------------------------------
 */

static cl_int mark(cl_command_queue queue, cl_command_type type, cl_uint count, const cl_event *list, cl_event *event)
{
    if (!clbi_icd_object_valid(queue, ICD_QUEUE)) return CL_INVALID_COMMAND_QUEUE;
    const cl_int code = clbi_icd_check_wait_list(queue->context, count, list);
    if (code != CL_SUCCESS) return code;
    const icd_command command = {.type = type};
    return clbi_icd_enqueue(queue, &command, count, list, false, event);
}

cl_int CL_API_CALL clbi_clEnqueueMarkerWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list,
                                                    const cl_event *event_wait_list, cl_event *event)
{
    return mark(command_queue, CL_COMMAND_MARKER, num_events_in_wait_list, event_wait_list, event);
}

cl_int CL_API_CALL clbi_clEnqueueBarrierWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list,
                                                     const cl_event *event_wait_list, cl_event *event)
{
    return mark(command_queue, CL_COMMAND_BARRIER, num_events_in_wait_list, event_wait_list, event);
}

cl_int CL_API_CALL clbi_clEnqueueMarker(cl_command_queue command_queue, cl_event *event)
{
    if (!clbi_icd_object_valid(command_queue, ICD_QUEUE)) return CL_INVALID_COMMAND_QUEUE;
    if (!event) return CL_INVALID_VALUE;
    return mark(command_queue, CL_COMMAND_MARKER, 0, NULL, event);
}

cl_int CL_API_CALL clbi_clEnqueueBarrier(cl_command_queue command_queue)
{
    return mark(command_queue, CL_COMMAND_BARRIER, 0, NULL, NULL);
}

/* Later commands of the queue wait for the events. The barrier does not wait for earlier commands. */
cl_int CL_API_CALL clbi_clEnqueueWaitForEvents(cl_command_queue command_queue, cl_uint num_events,
                                               const cl_event *event_list)
{
    if (!clbi_icd_object_valid(command_queue, ICD_QUEUE)) return CL_INVALID_COMMAND_QUEUE;
    if (num_events == 0 || !event_list) return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < num_events; i++)
        if (!clbi_icd_object_valid(event_list[i], ICD_EVENT)) return CL_INVALID_EVENT;
    return mark(command_queue, CL_COMMAND_BARRIER, num_events, event_list, NULL);
}
