/* Which device runs one call with host memory. There is a choice only on a device with a front (core/front.h), which
 * makes it; any other device runs its calls itself. Knows the front of a device; must not know how it decides.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_CHOICE_H
#define CLBI_CHOICE_H

#include "launch/check.h"

typedef enum clbi_side { CLBI_NATIVE_SIDE, CLBI_DEVICE_SIDE, CLBI_SIDES } clbi_side;

/* The powers of two of work-items and bytes: n is the number of binary digits, 0 to 64. */
typedef struct clbi_call_size {
    uint8_t items, bytes;
} clbi_call_size;

typedef struct clbi_choice {
    clb_device *device; /* with the front; NULL: there is nothing to choose */
    clb_ran why;
    clbi_call_size size; /* this field and those below are set by the front */
    clbi_side side;
    uint64_t start_ns;
} clbi_choice;

/* As clbi_use_open. On a device with a front, native code is at work at first. */
clb_status clbi_choice_begin(const clbi_request *request, clbi_use *use, clbi_choice *choice, clb_error *error);

/* Decides where the call runs. `range`: as native code has it; `bytes`: of all buffers. *moved: `use` leads to another
 * device now, so that range and local memory have to be looked at again. May wait where there is no native version. */
clb_status clbi_choice_make(clbi_use *use, clbi_choice *choice, const clbi_range *range, uint64_t bytes, bool *moved,
                            clb_error *error);

/* The call has succeeded; `empty`: since there was nothing to do. `launch` may be NULL. */
void clbi_choice_end(const clbi_use *use, const clbi_choice *choice, const clb_launch *launch, bool empty);

#endif
