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
    .event_wait = clbi_cl_event_wait,
    .event_times = clbi_cl_event_times,
    .event_release = clbi_cl_event_release,
};
