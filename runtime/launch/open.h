/* Opening a device with what belongs to it: constants of its bundle, binaries, printf.
 * Knows all rooms below; must not know tiered starts.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_OPEN_H
#define CLBI_OPEN_H

#include "core/device.h"

/* What clbi_device_create gets: the rooms that keep something for a device. Ends with NULL. */
extern const clbi_room *const clbi_rooms[];

/* Opens the best device. `drivers_only`: where that is native code, *device is NULL, and nothing was opened. */
clb_status clbi_device_open_best(const clb_device_params *params, bool drivers_only, clb_device **device,
                                 clb_error *error);

#endif
