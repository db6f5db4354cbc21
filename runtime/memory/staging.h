/* Device memory that calls use for their host arguments and leave behind for the next call.
 * Kept at most: 64 buffers, and a quarter of the device's memory altogether; what was not used longest goes first.
 * Knows nothing of kernels.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_STAGING_H
#define CLBI_STAGING_H

#include "core/device.h"

clb_status clbi_staging_open(clb_device *device, const char *call, clb_error *error);
void clbi_staging_close(clb_device *device); /* accepts an open that failed half way */
/* In a child made by fork: releases the buffers, unless another thread was changing their list. */
void clbi_staging_abandon(clb_device *device);

/* A buffer of at least `size` bytes for the caller alone. Where device memory runs out, kept buffers are given back
 * first. */
clb_status clbi_staging_take(clb_device *device, size_t size, clb_buffer **buffer, clb_error *error);

/* No command may use the buffer any more. NULL is accepted. */
void clbi_staging_put(clb_device *device, clb_buffer *buffer);

/* The size that is kept for one: rounded up, so that uses of about the same size share. */
size_t clbi_staging_size(size_t size);

#endif
