/* Commands on memory, with or without waiting.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_TRANSFER_H
#define CLBI_TRANSFER_H

#include "core/device.h"

/* Copies that calls of this library make, on the device's own queue; as memory_write and memory_read of a back end, and they
 * count in the table of times. */
clb_status clbi_memory_write(clb_device *device, clb_buffer *buffer, size_t offset, const void *host, size_t size,
                             bool block, clb_error *error);
clb_status clbi_memory_read(clb_device *device, clb_buffer *buffer, size_t offset, void *host, size_t size, bool block,
                            clb_error *error);

/* Hands a command that was checked to the back end, and counts it in the table of times. On a failure *completion (or
 * NULL) is empty. */
clb_status clbi_transfer_enqueue(clb_device *device, clbi_transfer *transfer, clbi_completion *completion,
                                 clb_error *error);

/* A part of a buffer; `host`: memory that must not be NULL. */
clb_status clbi_check_part(const clb_buffer *buffer, size_t offset, const void *host, size_t size, const char *call,
                           clb_error *error);

#endif
