/* The OpenCL back end's table.
 *
 * SPDX-License-Identifier: MIT */
#include "opencl/opencl.h"

const clbi_backend clbi_opencl_backend = {
    .name = "opencl",
    .host_memory = false,
    .may_accelerate = clbi_cl_may_accelerate,
    .discover = clbi_cl_discover,
    .forget = clbi_cl_forget,
    .open = clbi_cl_device_open,
    .close = clbi_cl_device_close,
    .finish = clbi_cl_finish,
    .get_handle = clbi_cl_get_handle,
    .memory_create = clbi_cl_memory_create,
    .memory_release = clbi_cl_memory_release,
    .memory_write = clbi_cl_memory_write,
    .memory_read = clbi_cl_memory_read,
    .host_create = clbi_cl_host_create,
    .host_release = clbi_cl_host_release,
    .program_build = clbi_cl_program_build,
    .program_release = clbi_cl_program_release,
    .program_binary = clbi_cl_program_binary,
    .launch = clbi_cl_launch,
    .flush = clbi_cl_flush,
    .queue_create = clbi_cl_queue_create,
    .queue_release = clbi_cl_queue_release,
    .queue_finish = clbi_cl_queue_finish,
    .transfer = clbi_cl_transfer,
    .memory_view = clbi_cl_memory_view,
    .view_alignment = clbi_cl_view_alignment,
    .event_wait = clbi_cl_event_wait,
    .event_poll = clbi_cl_event_poll,
    .event_notify = clbi_cl_event_notify,
    .event_retain = clbi_cl_event_retain,
    .event_times = clbi_cl_event_times,
    .event_release = clbi_cl_event_release,
};
