/* Device memory, and what copying needs, that calls use for their host arguments and leave behind for the next call.
 * Kept at most: 64 buffers, and a quarter of the device's memory altogether; what was not used longest goes first.
 * Knows nothing of kernels.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_STAGING_H
#define CLBI_STAGING_H

#include "core/device.h"

clb_status clbi_staging_init(clb_device *device, const char *call, clb_error *error);
void clbi_staging_close(clb_device *device); /* accepts an open that failed half way */
/* In a child made by fork: as clbi_staging_close, but for what another thread was changing. */
void clbi_staging_abandon(clb_device *device);

/* A buffer of at least `size` bytes for the caller alone. Where device memory runs out, what is kept is given back
 * first. */
clb_status clbi_staging_take(clb_device *device, size_t size, clb_buffer **buffer, clb_error *error);

/* No command may use the buffer any more. NULL is accepted. */
void clbi_staging_put(clb_device *device, clb_buffer *buffer);

/* At least `size` bytes of host memory that copies are fast with, for the caller alone; ordinary memory where the driver has
 * none to give. A back end of host memory has no use for it. The largest that was put back is kept. */
clb_status clbi_staging_take_host(clb_device *device, size_t size, clbi_host_memory *memory, const char *call,
                                  clb_error *error);

/* No command may use it any more. One of size 0 is accepted. */
void clbi_staging_put_host(clb_device *device, clbi_host_memory *memory);

/* Two queues for the caller alone, so that copies both ways go on beside what the device computes; where the driver has
 * none to give, the device's own. The first ones that were put back are kept. */
void clbi_staging_take_lanes(clb_device *device, clbi_lanes *lanes);

/* Their commands have ended. */
void clbi_staging_put_lanes(clb_device *device, clbi_lanes *lanes);

/* Threads that help to convert what is copied, the same ones for all callers; NULL where there are none to be had. *threads
 * (or NULL): how many work on one piece of work at most, the caller included. */
enum { CLBI_STAGING_THREADS = 16 /* more do not copy faster than memory and a bus take it */ };
struct clbi_pool *clbi_staging_pool(clb_device *device, uint32_t *threads);

/* The size that is kept for one: rounded up, so that uses of about the same size share. */
size_t clbi_staging_size(size_t size);

#endif
