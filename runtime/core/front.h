/* A device in front of two others: native code, and the device of a driver that may still be opening. It has no back
 * end of its own. The tiered start makes such devices. Knows the questions that calls have; must not know how they are
 * answered.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_FRONT_H
#define CLBI_FRONT_H

#include "core/backend.h"

struct clbi_choice; /* launch/choice.h */
struct clbi_use;    /* launch/check.h */

typedef struct clbi_front {
    /* The device that was chosen. Waits until it is known. */
    clb_device *(*await)(clb_device *device);
    /* The device that was chosen, or native code as long as that is not known. */
    clb_device *(*current)(const clb_device *device);
    clb_device *(*native)(const clb_device *device);

    /* Waits for the work under way, closes both devices and frees this one. In a child made by fork it frees the
     * child's copies. */
    void (*close)(clb_device *device);

    /* Asks for the build of a program, and returns at once. */
    void (*build_later)(clb_device *device, const clb_bundle *bundle, uint32_t program);

    /* One call with host memory: see clbi_choice_make and clbi_choice_end. */
    clb_status (*choose)(struct clbi_use *use, struct clbi_choice *choice, const clbi_range *range, uint64_t bytes,
                         bool *moved, clb_error *error);
    void (*end)(const struct clbi_use *use, const struct clbi_choice *choice, const clb_call_report *report);
} clbi_front;

#endif
