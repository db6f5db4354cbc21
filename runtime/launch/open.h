/* Opening a device, with the constants of its bundle, binaries and printf.
 * Knows all lower folders; must not know tiered starts.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_OPEN_H
#define CLBI_OPEN_H

#include "core/device.h"

/* The hooks of the folders that keep data for a device, for clbi_device_create. Ends with NULL. */
extern const clbi_device_hooks *const clbi_device_hook_list[];

/* Opens the best device. `drivers_only`: where that is native code, *device is NULL, and nothing was opened. */
clb_status clbi_device_open_best(const clb_device_params *params, bool drivers_only, clb_device **device,
                                 clb_error *error);

#endif
