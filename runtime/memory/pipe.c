/* Pipes of the public interface: checks what they are made with; the back end does the rest. Knows sizes; must not know
 * kernels.
 *
 * SPDX-License-Identifier: MIT */
#include "core/status.h"
#include "memory/command.h"

#include <inttypes.h>
#include <stdlib.h>

static clb_status create(clb_device *device, const clb_pipe *wanted, clb_pipe **pipe, const char *call,
                         clb_error *error)
{
    clb_device *here;
    device = clbi_device_await(device);
    clb_status status = clbi_device_in_process(device, call, &here, error);
    if (status != CLB_OK) return status;
    if (!(here->info.features & CLB_NEEDS_PIPES))
        return clbi_refuse(error, CLB_ERROR_UNSUPPORTED, call, "%s: %s has no pipes; open another device.", call,
                           here->info.name);
    clb_pipe *made = calloc(1, sizeof *made);
    if (!made) return clbi_no_memory(error, call);
    *made = *wanted;
    made->device = device;
    atomic_init(&made->references, 1);
    status = here->backend->pipe_create(here->impl, made, error);
    if (status == CLB_OK) *pipe = made;
    else free(made);
    return status;
}

clb_status clb_pipe_create(clb_device *device, size_t packet_size, size_t max_packets, clb_pipe **pipe,
                           clb_error *error)
{
    static const char call[] = "clb_pipe_create";
    if (!device || !pipe)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `%s` is NULL; pass one.", call,
                           device ? "pipe" : "device");
    if (packet_size == 0 || max_packets == 0 || packet_size > UINT32_MAX || max_packets > UINT32_MAX)
        return clbi_refuse(
            error, CLB_ERROR_SIZE, call, "%s: `%s` is %" PRIu64 "; it is a number from 1 to %" PRIu32 ".", call,
            packet_size == 0 || packet_size > UINT32_MAX ? "packet_size" : "max_packets",
            (uint64_t)(packet_size == 0 || packet_size > UINT32_MAX ? packet_size : max_packets), UINT32_MAX);
    const int cancel = clbi_cancel_off();
    const clb_pipe wanted = {
        .tag = CLBI_PIPE_TAG, .packet_size = (uint32_t)packet_size, .max_packets = (uint32_t)max_packets};
    const clb_status status = create(device, &wanted, pipe, call, error);
    clbi_cancel_on(cancel);
    return status;
}

void clbi_pipe_drop(clb_pipe *pipe)
{
    if (!pipe || atomic_fetch_sub(&pipe->references, 1) != 1) return;
    const clb_device *device = pipe->device;
    if (clbi_device_is_usable(device)) device->backend->pipe_release(device->impl, pipe);
    free(pipe);
}

void clb_pipe_release(clb_pipe **pipe)
{
    if (!pipe || !*pipe) return;
    const int cancel = clbi_cancel_off();
    clbi_pipe_drop(*pipe);
    *pipe = NULL;
    clbi_cancel_on(cancel);
}

size_t clb_pipe_get_packet_size(const clb_pipe *pipe)
{
    return pipe ? pipe->packet_size : 0;
}

size_t clb_pipe_get_max_packets(const clb_pipe *pipe)
{
    return pipe ? pipe->max_packets : 0;
}

void *clb_pipe_get_handle(const clb_pipe *pipe)
{
    return pipe && !pipe->device->backend->host_memory ? pipe->memory : NULL;
}
