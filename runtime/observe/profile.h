/* The table of times by kernel and by kind of transfer. Counted commands leave their completions here, which are read
 * when the commands are complete. Knows completions and their times; must not know how a command runs.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_PROFILE_H
#define CLBI_PROFILE_H

#include "core/device.h"

static inline bool clbi_profile_on(const clb_device *device)
{
    return atomic_load_explicit(&device->profiled, memory_order_relaxed);
}

/* Enqueued commands; `bytes`: that they move, or read and write. The completion stays the caller's. */
void clbi_profile_transfer(clb_device *device, clbi_transfer_kind kind, uint64_t bytes,
                           const clbi_completion *completion);
void clbi_profile_launch(clb_device *device, const clb_bundle *bundle, uint32_t kernel, uint64_t bytes,
                         const clbi_completion *completion);

/* Frees the table; all commands have run. In a child made by fork, clbi_profile_abandon for its parent's. */
void clbi_profile_close(clb_device *device);
void clbi_profile_abandon(clb_device *device);

#endif
