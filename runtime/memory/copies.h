/* Copies between the application's memory and a device for calls that block, many at a time, on the device's own queue.
 * Large ones go by way of host memory that the driver copies directly, where the driver is slow with any other: threads
 * fill and empty its slots while the device copies. Knows nothing of kernels.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_COPIES_H
#define CLBI_COPIES_H

#include "memory/command.h"

enum { CLBI_COPIES_AT_ONCE = 32 };

/* Copies in one direction, which are collected before they are made. */
typedef struct clbi_copies {
    clb_device *device;
    const char *call; /* the public function at work */
    bool back;        /* from the device */
    bool done;        /* all that were made so far have ended */
    bool mapped;      /* some are from or to memory that is mapped */
    size_t count;
    clbi_copy list[CLBI_COPIES_AT_ONCE];
} clbi_copies;

static inline clbi_copies clbi_copies_begin(clb_device *device, bool back, const char *call)
{
    clbi_copies copies;
    copies.device = device;
    copies.call = call;
    copies.back = back;
    copies.done = true;
    copies.mapped = false;
    copies.count = 0;
    return copies;
}

/* Whether the device's driver is slow with other memory; whether copies of so many bytes in all go by way of it. */
bool clbi_copies_are_slow(const clb_device *device);
bool clbi_copies_pay(const clb_device *device, size_t size);

/* The application has mapped memory of a buffer, which needs no way round; until it is unmapped. */
void clbi_copies_map(clb_device *device, const void *host, size_t size);
void clbi_copies_unmap(clb_device *device, const void *host);

/* A copy of size 0 is none. Of two copies from the device to the same host memory, the later one counts. */
clb_status clbi_copies_add(clbi_copies *copies, clb_buffer *buffer, size_t offset, char *host, size_t size,
                           clb_error *error);

/* One copy that blocks. */
clb_status clbi_copy_now(clb_device *here, bool back, const clbi_copy *copy, const char *call, clb_error *error);

/* Makes those that are left. `block`: returns when all have ended; otherwise, unless `done`, host memory must stay
 * until a later blocking command of this device, or finish. After a failure, too. */
clb_status clbi_copies_end(clbi_copies *copies, bool block, clb_error *error);

#endif
