/* A tiered start: a device in front of two others. Native code is available from the beginning; threads of this file
 * open the device of a driver and build its programs. Calls with host memory go to the one or the other
 * (clbi_tier_choose); everything else waits until it is known which one it is (clbi_tier_settle).
 * Knows where a call can run at a time; must not know how anything is opened, built or run.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_TIER_H
#define CLBI_TIER_H

#include "launch/check.h"
#include "tier/timing.h"

/* params: of clb_device_open, checked; `filter`: what is left of .filter and .environment. NULL: native code cannot be opened
 * or no thread be started. */
clb_device *clbi_tier_open(const clb_device_params *params, const char *filter);

/* Waits for the driver's call under way. In a child made by fork it frees what belongs to the child. */
void clbi_tier_close(clb_device *device);

/* For all of these, a device of a blocking start, and NULL, is itself. */
clb_device *clbi_tier_settle(clb_device *device); /* the device that was chosen; waits until it is known */
clb_device *clbi_tier_now(const clb_device *device); /* the device that was chosen, or native as long as that is not known */
clb_device *clbi_tier_native(clb_device *device);

/* Asks for the build of a program, and returns at once; false: the device is none of a tiered start, or of another process. */
bool clbi_tier_want(clb_device *device, const clb_bundle *bundle, uint32_t program);

/* ---- One call with host memory ---- */

typedef struct clbi_turn {
    struct clbi_tier *tier; /* NULL: there is nothing to choose */
    clb_ran why;
    clbi_call_size size;
    clbi_side side;
    uint64_t start_ns;
} clbi_turn;

/* As clbi_use_open; of a tiered start, with native code at work. */
clb_status clbi_tier_use_open(clb_device *device, const clb_bundle *bundle, uint32_t kernel, const void *arguments,
                              size_t count, const char *call, clbi_use *use, clbi_turn *turn, clb_error *error);

/* Decides where the call runs. `range`: as native code has it; `bytes`: of all buffers. *moved: `use` leads to another device
 * now, so that range and local memory have to be looked at again. May wait where there is no native version. */
clb_status clbi_tier_choose(clbi_use *use, clbi_turn *turn, const clbi_range *range, uint64_t bytes, bool *moved,
                            clb_error *error);

/* The call has succeeded; `empty`: since there was nothing to do. `launch` may be NULL. */
void clbi_tier_end(const clbi_use *use, const clbi_turn *turn, const clb_launch *launch, bool empty);

#endif
