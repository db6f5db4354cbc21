/* A tiered start: a device in front of two others. Native code is available from the beginning; threads of this
 * folder open the device of a driver and build its programs. Calls with host memory go to one or the other;
 * everything else waits until the device is chosen. Knows where a call can run at a given time; must not know how
 * anything is opened, built or run.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_TIER_H
#define CLBI_TIER_H

#include "launch/choice.h"
#include "tier/timing.h"

/* params: of clb_device_open, checked; `filter`: what is left of .filter and .environment. NULL: native code cannot be
 * opened or no thread be started. clb_device_close waits for the driver's call under way. */
clb_device *clbi_tier_open(const clb_device_params *params, const char *filter);

#endif
