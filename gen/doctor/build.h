/* Building a bundle's programs on the devices of this machine, each in a child process.
 * Knows the runtime's public interface; must not know files.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_DOCTOR_BUILD_H
#define CLB_DOCTOR_BUILD_H

#include "base/arena.h"
#include "base/buffer.h"
#include "clbundle/core.h"

/* The result for one device. */
typedef struct built {
    clb_device_info info;
    const char *problem; /* why there is nothing of it, or which kernel could not be built; NULL: all is well */
    buffer binaries;     /* as clb_binaries_export gives them; the caller frees its memory */
} built;

/* All OpenCL devices that match the filter and have what the bundle needs; of several that are the same, one.
 * `seconds`: for each of them, and for the list. *problem: why there is no list, or NULL. */
built *build_on_devices(arena *a, const clb_bundle *bundle, const char *filter, double seconds, size_t *count,
                        const char **problem);

#endif
