/* Pipes of the native back end: rings in host memory, as clbundle/data.h lays them out. Knows a ring's size; must not
 * know kernels.
 *
 * SPDX-License-Identifier: MIT */
#include "core/status.h"
#include "native/native.h"
#include "platform/platform.h"

clb_status clbi_native_pipe_create(void *impl, clb_pipe *pipe, clb_error *error)
{
    const clbi_native_device *device = impl;
    const size_t size = clb_native_pipe_size(pipe->packet_size, pipe->max_packets);
    if (size == 0)
        return clbi_refuse(error, CLB_ERROR_SIZE, "clb_pipe_create",
                           "clb_pipe_create: %u packets of %u bytes are more than memory can have; make it smaller.",
                           (unsigned)pipe->max_packets, (unsigned)pipe->packet_size);
    pipe->memory = clbi_aligned_alloc(size);
    if (!pipe->memory)
        return clbi_fail(
            error,
            (clbi_cause){.status = CLB_ERROR_DEVICE_MEMORY, .call = "clbi_aligned_alloc", .device = device->info},
            "Cannot create a pipe of %zu bytes.", size);
    clb_native_pipe_init(pipe->memory, pipe->packet_size, pipe->max_packets);
    return CLB_OK;
}

void clbi_native_pipe_release(void *impl, clb_pipe *pipe)
{
    (void)impl;
    clbi_aligned_free(pipe->memory);
}
