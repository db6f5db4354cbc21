/* Commands on memory, for copies of the library and for transfers of the public interface.
 * Knows queues, events and the table of times; must not know how copies are divided.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_COMMAND_H
#define CLBI_COMMAND_H

#include "core/device.h"

/* A copy between a buffer and host memory. */
typedef struct clbi_copy {
    clb_buffer *buffer;
    size_t offset, size;
    char *host; /* only read where the copy goes to the device */
} clbi_copy;

/* Copies that calls of this library make, on the device's own queue; as memory_write and memory_read of a back end, and
 * they count in the table of times. */
clb_status clbi_memory_write(clb_device *device, const clbi_copy *copy, bool block, clb_error *error);
clb_status clbi_memory_read(clb_device *device, const clbi_copy *copy, bool block, clb_error *error);

/* Hands a command that was checked to the back end, and counts it in the table of times. On a failure *completion (or
 * NULL) is empty. */
clb_status clbi_transfer_enqueue(clb_device *device, clbi_transfer *transfer, clbi_completion *completion,
                                 clb_error *error);

/* A part of a buffer; `host`: memory that must not be NULL. */
clb_status clbi_check_part(const clb_buffer *buffer, size_t offset, const void *host, size_t size, const char *call,
                           clb_error *error);

/* A command that was checked, on the queue of `command` (or NULL) and behind the events that it waits for. *event (or
 * NULL): see clb_buffer_read_async. Holds off cancelling. `device`: the owner of the command's buffers and events. */
clb_status clbi_command_run(clb_device *device, const clb_command *command, clbi_transfer *transfer, clb_event **event,
                            const char *call, clb_error *error);

#endif
