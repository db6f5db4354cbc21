/* clbundle: pipes of OpenCL 2.0. A pipe is a queue of packets in a device's memory: kernels with a `write_only pipe`
 * parameter write them, kernels with a `read_only pipe` read them, in the same order. The host only makes it. Includes
 * clbundle/core.h.
 *
 *     clb_pipe *found = NULL;
 *     clb_pipe_create(device, sizeof(clb_float4), 1024, &found, &error);
 *     my_run_search(device, NULL, my_buffers_search(.x = x, .found = found, .n = n), NULL, &error);
 *     my_run_refine(device, NULL, my_buffers_refine(.found = found, .y = y), NULL, &error);
 *     clb_pipe_release(&found);
 *
 * Packets stay in a pipe from one launch to the next. Launches that use it may run at the same time.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_PIPE_H
#define CLBUNDLE_PIPE_H

#include "core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* clb_pipe is declared in clbundle/core.h. Thread-safety: safe, but for its release. The device must outlive it. */

/* Makes an empty pipe. packet_size: bytes of a packet, sizeof the type that the kernels name; a launch whose kernel has
 * packets of another size is refused. max_packets: how many it holds at once. On success *pipe is owned by the caller:
 * clb_pipe_release. Errors: CLB_ERROR_ARGUMENT (NULL), CLB_ERROR_SIZE (a size of 0, above UINT32_MAX or beyond the
 * device's), CLB_ERROR_UNSUPPORTED (a device without pipes, as most drivers' are; after fork), CLB_ERROR_MEMORY,
 * CLB_ERROR_DEVICE_MEMORY, CLB_ERROR_DEVICE. Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_pipe_create(clb_device *device, size_t packet_size, size_t max_packets, clb_pipe **pipe,
                                          clb_error *error);

/* Commands enqueued before may still use it. The packets in it are lost. NULL and a pointer to NULL do nothing. */
void clb_pipe_release(clb_pipe **pipe);

/* What it was made with; 0 for NULL. */
size_t clb_pipe_get_packet_size(const clb_pipe *pipe); /* bytes */
size_t clb_pipe_get_max_packets(const clb_pipe *pipe);

/* The cl_mem; NULL for a back end that has none, and for NULL. Not retained: valid as long as the pipe. */
void *clb_pipe_get_handle(const clb_pipe *pipe);

#ifdef __cplusplus
}
#endif

#endif
