/* The means of copies between host and device, kept for the next copy: host memory that the driver copies directly,
 * two queues, threads, and which memory the application has mapped. All of it belongs to a device and is made when it
 * is first wanted. Knows nothing of buffers and kernels.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_HOST_H
#define CLBI_HOST_H

#include "core/device.h"

/* Host memory to copy from and to the device. */
typedef struct clbi_host_memory {
    void *memory; /* the back end's; NULL: ordinary memory */
    char *host;
    size_t size;
} clbi_host_memory;

/* Queues for copies beside the device's own: one to it, one from it. NULL: the device's own. */
typedef struct clbi_lanes {
    void *in, *out;
} clbi_lanes;

clb_status clbi_host_open(clb_device *device, const char *call, clb_error *error);
void clbi_host_close(clb_device *device); /* accepts an open that failed half way */

/* At least `size` bytes of host memory that copies are fast with, for the caller alone; ordinary memory where the
 * driver has none to give. A back end of host memory has no use for it. The largest that was put back is kept. */
clb_status clbi_host_take(clb_device *device, size_t size, clbi_host_memory *memory, const char *call,
                          clb_error *error);

/* No command may use it any more. One of size 0 is accepted. */
void clbi_host_put(clb_device *device, clbi_host_memory *memory);

/* Two queues for the caller alone, so that copies both ways go on while the device computes; where the driver has
 * none to give, the device's own. The first ones that were put back are kept. */
void clbi_host_take_lanes(clb_device *device, clbi_lanes *lanes);

/* Their commands have ended. */
void clbi_host_put_lanes(clb_device *device, clbi_lanes *lanes);

/* Threads that help to convert copied data, the same ones for all callers; NULL where there are none to be had.
 * *threads (or NULL): how many work on one piece of work at most, the caller included. */
enum { CLBI_HOST_THREADS = 16 /* more do not copy faster than memory and a bus take it */ };
struct clbi_pool *clbi_host_pool(clb_device *device, uint32_t *threads);

/* The application has mapped memory of a buffer, which needs no way round; until it is unmapped. Without memory to note
 * it, copies take the way round. */
void clbi_host_map(clb_device *device, const void *host, size_t size);
void clbi_host_unmap(clb_device *device, const void *host);
bool clbi_host_is_mapped(clb_device *device, const void *host, size_t size);

#endif
